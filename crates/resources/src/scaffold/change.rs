//! What can be done to a tree.

use engine::Diff;
use serde::Serialize;
use std::fmt;

/// One step that brings a target to its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Change {
    /// Writes files and removes others.
    Render {
        /// Files that are written, and why.
        files: Vec<File>,
        /// Files that are removed.
        removed: Vec<String>,
        /// Whether the target is made.
        created: bool,
    },
    /// Takes the files of the tree away.
    Withdraw {
        /// Files that are removed.
        removed: Vec<String>,
        /// Files beside the tree, which stay; the originals count them all the same when purging is asked for.
        #[serde(skip)]
        purged: usize,
        /// How many of the files may not be there.
        #[serde(skip)]
        unsure: usize,
    },
}

/// A file that is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct File {
    /// Its path below the target.
    pub(super) path: String,
    /// What is the matter with it: `new`, `content`, `mode 0600 -> 0644`.
    pub(super) reason: String,
    /// The commands that finish it, in words.
    #[serde(skip)]
    pub(super) finished: Option<String>,
    /// What to call files of this kind when they are counted.
    #[serde(skip)]
    pub(super) kind: Kind,
}

/// Files that are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    New,
    Changed,
    MayChange,
}

impl File {
    /// After a run everybody can tell: what was written is changed.
    pub(super) fn was_written(&mut self) {
        if self.kind == Kind::MayChange {
            self.kind = Kind::Changed;
            let finished = self.finished.iter().map(|words| format!(", {words}"));
            self.reason = format!("content{}", finished.collect::<String>());
        }
    }

    pub(super) fn is_new(&self) -> bool {
        self.kind == Kind::New
    }
}

impl Change {
    /// How many files the originals say are affected.
    pub(super) fn affected(&self) -> usize {
        match self {
            Self::Render { files, removed, .. } => files.len() + removed.len(),
            Self::Withdraw { removed, purged, .. } => removed.len() + purged,
        }
    }

    /// Whether something is changed in any case.
    pub(super) fn is_sure(&self) -> bool {
        match self {
            Self::Render { files, removed, created } => {
                *created || !removed.is_empty() || files.iter().any(|file| file.kind != Kind::MayChange)
            }
            Self::Withdraw { removed, unsure, .. } => removed.len() > *unsure,
        }
    }
}

impl engine::Change for Change {
    fn step(&self) -> &'static str {
        match self {
            Self::Render { .. } => "render",
            Self::Withdraw { .. } => "withdraw",
        }
    }

    fn headline(&self, diff: Option<&Diff>) -> String {
        let counts = diff.filter(|diff| diff.added + diff.removed > 0);
        let counts = counts.map(|diff| format!(", +{} -{}", diff.added, diff.removed));
        format!("{self}{}", counts.unwrap_or_default())
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // One file is worth its name. Why nobody can tell is said elsewhere.
            Self::Render { files, removed, .. } if files.len() == 1 && removed.is_empty() => match files[0].kind {
                Kind::MayChange => write!(f, "{} may change", files[0].path),
                Kind::New | Kind::Changed => write!(f, "{} {}", files[0].path, files[0].reason),
            },
            Self::Render { files, removed, created } => {
                let count = |kind: Kind| files.iter().filter(|file| file.kind == kind).count();
                let counts = [
                    (count(Kind::New), "new"),
                    (count(Kind::Changed), "changed"),
                    (count(Kind::MayChange), "may change"),
                    (removed.len(), "removed"),
                ];
                let words: Vec<String> =
                    counts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{} {word}", Files(*n))).collect();
                match words.is_empty() {
                    true if *created => f.write_str("new directory"),
                    true => f.write_str("directories"),
                    false => f.write_str(&words.join(", ")),
                }
            }
            Self::Withdraw { removed, unsure: 0, .. } => write!(f, "remove {}", Files(removed.len())),
            Self::Withdraw { removed, unsure, .. } if removed.len() == *unsure => {
                write!(f, "{} may be removed", Files(*unsure))
            }
            Self::Withdraw { removed, unsure, .. } => {
                write!(f, "remove {}, {} may be removed", Files(removed.len() - unsure), Files(*unsure))
            }
        }
    }
}

/// A number of files.
struct Files(usize);

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 1 { f.write_str("1 file") } else { write!(f, "{} files", self.0) }
    }
}
