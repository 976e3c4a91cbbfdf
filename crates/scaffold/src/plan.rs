//! What has to be done to a target: data that can be shown, compared and counted.

use std::fmt;
use std::path::{Path, PathBuf};
use value::Unknown;

/// What a tree and its target have in common and what not. Paths are below the target, sorted by their bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub(crate) files: Vec<PlannedFile>,
    pub(crate) directories: Vec<PathBuf>,
    pub(crate) purged: Vec<PathBuf>,
    pub(crate) purge: bool,
    pub(crate) target_exists: bool,
    pub(crate) unlisted: Option<Unknown>,
    pub(crate) leftovers: Vec<PathBuf>,
}

/// A file of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedFile {
    /// Below the target.
    pub path: PathBuf,
    /// The template that it comes from, below the source.
    pub template: PathBuf,
    /// How many bytes it has before commands finish it.
    pub size: u64,
    /// The permissions it is written with.
    pub mode: u32,
    /// What has to be done.
    pub verdict: Verdict,
    /// The commands that finish it.
    pub commands: Vec<String>,
}

/// What has to be done to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is as it has to be.
    Stable,
    /// It is not there.
    Add,
    /// It is there and differs.
    Update {
        /// The permissions, where they differ and count.
        mode: Option<(u32, u32)>,
        /// Whether the content differs.
        content: bool,
    },
    /// Nobody can tell before the run.
    MayChange(Uncertain),
}

/// Why nobody can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uncertain {
    /// These commands would finish the file, and nobody knows what they would make of it.
    Finished(Vec<String>),
    /// What it depends on is only known in the run.
    Unknown(Unknown),
}

impl Verdict {
    /// Whether something has to be done. What nobody can tell counts as well.
    pub fn is_change(&self) -> bool {
        *self != Self::Stable
    }
}

/// The reason, as a part of a line.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stable => f.write_str("stable"),
            Self::Add => f.write_str("new"),
            Self::Update { mode: None, .. } => f.write_str("content"),
            Self::Update { mode: Some((old, new)), content } => {
                write!(f, "{}mode {old:04o} -> {new:04o}", if *content { "content, " } else { "" })
            }
            Self::MayChange(reason) => write!(f, "may change, {reason}"),
        }
    }
}

impl fmt::Display for Uncertain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished(commands) => write!(f, "finished by {}", commands.join(", ")),
            Self::Unknown(reason) => f.write_str(reason.reason()),
        }
    }
}

impl Plan {
    /// All files of the tree.
    pub fn files(&self) -> &[PlannedFile] {
        &self.files
    }

    /// The files that have to be written, those included of which nobody can tell.
    pub fn changed(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().filter(|file| file.verdict.is_change()).map(|file| file.path.as_path())
    }

    /// The files that are as they have to be.
    pub fn stable(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().filter(|file| !file.verdict.is_change()).map(|file| file.path.as_path())
    }

    /// What the target has beside the tree: files and links, no directories. It is only removed when purging was asked
    /// for.
    pub fn purged(&self) -> impl Iterator<Item = &Path> {
        self.purged.iter().map(PathBuf::as_path)
    }

    /// Whether what the target has beside the tree is removed.
    pub fn purges(&self) -> bool {
        self.purge
    }

    /// Why nobody can tell what the target has beside the tree; seen in rehearsals.
    pub fn unlisted(&self) -> Option<&Unknown> {
        self.unlisted.as_ref()
    }

    /// Directories of the tree that the target does not have, parents first. They are made along with files; by
    /// themselves they are no reason to do something, as upstream has it, unless the tree has no files at all.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        self.directories.iter().map(PathBuf::as_path)
    }

    /// Whether the target is there.
    pub fn target_exists(&self) -> bool {
        self.target_exists
    }

    /// Unfinished files that dead processes left in the target; applying removes them.
    pub fn leftovers(&self) -> &[PathBuf] {
        &self.leftovers
    }

    /// Whether nothing has to be done. A tree without files makes its directories, the target among them.
    pub fn is_empty(&self) -> bool {
        self.count() == 0 && (!self.files.is_empty() || self.directories.is_empty() && self.target_exists)
    }

    /// How many files have to be written or removed.
    pub fn count(&self) -> usize {
        self.changed().count() + if self.purge { self.purged.len() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_say_why() {
        let finished = Uncertain::Finished(vec!["gofmt -w".into(), "chmod +x {}".into()]);
        for (verdict, text) in [
            (Verdict::Stable, "stable"),
            (Verdict::Add, "new"),
            (Verdict::Update { mode: None, content: true }, "content"),
            (Verdict::Update { mode: Some((0o600, 0o644)), content: false }, "mode 0600 -> 0644"),
            (Verdict::Update { mode: Some((0o600, 0o644)), content: true }, "content, mode 0600 -> 0644"),
            (Verdict::MayChange(finished), "may change, finished by gofmt -w, chmod +x {}"),
            (
                Verdict::MayChange(Uncertain::Unknown(Unknown::new("after exec#make runs"))),
                "may change, after exec#make runs",
            ),
        ] {
            assert_eq!(verdict.to_string(), text);
        }
    }
}
