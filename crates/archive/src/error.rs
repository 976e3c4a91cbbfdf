//! Why an archive is refused.

use crate::Allow;
use std::fmt::Write as _;
use system::Signal;
use system::files::FileError;

/// What is wrong with an archive, or with the place it goes to. Names from the archive are shown with their control
/// characters escaped, and cut when they are long.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The compression is broken.
    #[error("unzip failed: {reason}")]
    Gzip {
        /// What is wrong with it.
        reason: String,
    },
    /// Another compression is broken.
    #[error("cannot unpack {what}: {reason}")]
    Compression {
        /// The compression.
        what: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// It is no zip archive, or a broken one.
    #[error("invalid zip file: {reason}")]
    Zip {
        /// What is wrong with it.
        reason: String,
    },
    /// It is not what it claims to be.
    #[error("invalid tar file detected: {reason}")]
    Malformed {
        /// What is wrong with it.
        reason: String,
    },
    /// A name that leads elsewhere, or none at all.
    #[error("invalid tar file detected: the name `{name}` {fault}")]
    Name {
        /// The name as the archive has it.
        name: String,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// A second name for something that the archive may not name.
    #[error("invalid tar file detected: the hard link `{name}` to `{target}` {fault}")]
    HardLink {
        /// The link.
        name: String,
        /// The name that it stands for, as the archive has it.
        target: String,
        /// What is wrong with it.
        fault: String,
    },
    /// Something that is neither a file nor a directory.
    #[error("only regular files{} are supported: `{name}` is {kind}", .allowed.words())]
    Kind {
        /// Its name.
        name: String,
        /// What it is, with an article.
        kind: String,
        /// What would have been fine.
        allowed: Allow,
    },
    /// Something that would be written through a link of the archive.
    #[error("`{name}` is a symbolic link of the archive, and nothing is written through one")]
    ThroughLink {
        /// The link.
        name: String,
    },
    /// One name for a file and for a directory.
    #[error("invalid tar file detected: `{name}` is both a file and a directory")]
    Conflict {
        /// The name.
        name: String,
    },
    /// There is too much of something.
    #[error("the archive is too large: {0}")]
    Limit(Exceeded),
    /// The bytes of the archive cannot be had.
    #[error("cannot read the archive: {reason}")]
    Read {
        /// What the source said.
        reason: String,
    },
    /// What is in it cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Somebody wants us to stop.
    #[error("interrupted by {signal}")]
    Interrupted {
        /// How we were told.
        signal: Signal,
    },
}

/// Which limit was passed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Exceeded {
    /// [`Limits::unpacked`](crate::Limits::unpacked).
    #[error("it unpacks to more than the limit of {limit} bytes")]
    Unpacked {
        /// The limit.
        limit: u64,
    },
    /// [`Limits::entry`](crate::Limits::entry).
    #[error("`{name}` has {size} bytes, more than the limit of {limit} for one file")]
    Entry {
        /// Which file.
        name: String,
        /// How long it is.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// [`Limits::entries`](crate::Limits::entries).
    #[error("it has more than the limit of {limit} entries")]
    Entries {
        /// The limit.
        limit: usize,
    },
    /// [`Limits::depth`](crate::Limits::depth).
    #[error("`{name}` is {depth} levels deep, more than the limit of {limit}")]
    Depth {
        /// Which name.
        name: String,
        /// How deep it is.
        depth: usize,
        /// The limit.
        limit: usize,
    },
    /// [`Limits::name`](crate::Limits::name), or what a file system takes as one name.
    #[error("the name `{name}` has {length} bytes, more than the limit of {limit}")]
    Name {
        /// How it begins.
        name: String,
        /// How long it is, at least.
        length: u64,
        /// The limit.
        limit: usize,
    },
    /// What stands beside a name, such as extended attributes.
    #[error("the attributes of an entry have {size} bytes, more than the limit of {limit}")]
    Attributes {
        /// How much it is.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// [`Limits::ratio`](crate::Limits::ratio).
    #[error("it unpacks to more than {limit} times its own size, the limit of compression")]
    Ratio {
        /// The limit.
        limit: u64,
    },
}

impl ArchiveError {
    pub(crate) fn malformed(reason: impl Into<String>) -> Self {
        Self::Malformed { reason: reason.into() }
    }

    pub(crate) fn name(name: &[u8], fault: &'static str) -> Self {
        Self::Name { name: shown(name), fault }
    }

    /// A hard link, with what is wrong with the name that it stands for.
    pub(crate) fn hard_link(name: &[u8], target: &[u8], error: Self) -> Self {
        let fault = match error {
            Self::Name { fault, .. } => fault.to_owned(),
            Self::File(error) if error.is_nothing() => "stands for nothing that is there".to_owned(),
            other => return other,
        };
        Self::HardLink { name: shown(name), target: shown(target), fault }
    }

    pub(crate) fn kind(name: &[u8], kind: impl Into<String>, allowed: Allow) -> Self {
        Self::Kind { name: shown(name), kind: kind.into(), allowed }
    }

    pub(crate) fn zip(reason: impl Into<String>) -> Self {
        Self::Zip { reason: reason.into() }
    }

    /// The same in the words of zip archives.
    pub(crate) fn in_zip(self) -> Self {
        match self {
            Self::Malformed { reason } => Self::zip(reason),
            Self::Name { name, fault } => Self::zip(format!("the name `{name}` {fault}")),
            Self::Conflict { name } => Self::zip(format!("`{name}` is both a file and a directory")),
            other => other,
        }
    }
}

impl From<Exceeded> for ArchiveError {
    fn from(exceeded: Exceeded) -> Self {
        Self::Limit(exceeded)
    }
}

/// The most characters of a name that an error repeats.
const SHOWN: usize = 80;

/// A name for a message: it may hold anything.
pub(crate) fn shown(name: &[u8]) -> String {
    // A character has four bytes at most.
    let text = String::from_utf8_lossy(&name[..name.len().min(4 * SHOWN)]);
    let mut out = String::new();
    for character in text.chars().take(SHOWN) {
        match character {
            '`' | '\\' => out.push(character),
            '\0' => out.push_str("\\0"),
            other if other.is_control() => {
                write!(out, "{}", other.escape_default()).expect("a text takes everything");
            }
            other => out.push(other),
        }
    }
    if text.chars().nth(SHOWN).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_escaped() {
        assert_eq!(shown(b"a\x1b[2J\xff\n\0"), "a\\u{1b}[2J\u{fffd}\\n\\0");
        assert_eq!(shown("ü".repeat(80).as_bytes()), "ü".repeat(80));
        assert_eq!(shown(&[b'x'; 5000]), format!("{}…", "x".repeat(80)));
    }
}
