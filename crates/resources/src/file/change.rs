//! What can be done to a path.

use engine::{self, Diff};
use serde::{Serialize, Serializer};
use std::fmt;
use system::files::{Attributes, Digest, Removal};

/// One step that brings a path to its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Change {
    /// Puts a file in place: content, owner, group and mode in one step.
    Write {
        /// Nothing was there.
        created: bool,
        /// The content is left to others; a new file is empty.
        unmanaged: bool,
        /// The digests, when the content differs.
        #[serde(skip_serializing_if = "Option::is_none")]
        content: Option<ContentDrift>,
        /// Owner, group and mode, where they differ.
        #[serde(flatten)]
        drift: Drifts,
        /// What is set.
        #[serde(skip)]
        attributes: Attributes,
    },
    /// Sets owner, group and mode in place.
    Attributes {
        /// What differs.
        #[serde(flatten)]
        drift: Drifts,
        /// What is set.
        #[serde(skip)]
        attributes: Attributes,
    },
    /// Makes a directory, or sets the attributes of one.
    Directory {
        /// Nothing was there.
        created: bool,
        /// What differs.
        #[serde(flatten)]
        drift: Drifts,
        /// What is set.
        #[serde(skip)]
        attributes: Attributes,
    },
    /// Removes what is there.
    Remove {
        /// What goes.
        removed: Removed,
    },
}

/// What is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Removed {
    /// A file, or a link to one.
    File,
    /// An empty directory, or a link to a directory.
    Directory,
    /// A link to a directory, with `force`.
    LinkToDirectory,
    /// A directory with all that is in it.
    Tree,
}

/// Content that differs, by its digests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct ContentDrift {
    /// What is there; not known when the length already differs, or nothing is there.
    #[serde(serialize_with = "digest")]
    pub(super) from: Option<Digest>,
    /// What should be there.
    #[serde(serialize_with = "digest")]
    pub(super) to: Option<Digest>,
}

#[expect(clippy::ref_option, reason = "the signature is given by serde")]
fn digest<S: Serializer>(digest: &Option<Digest>, serializer: S) -> Result<S::Ok, S::Error> {
    match digest {
        Some(digest) => serializer.collect_str(digest),
        None => serializer.serialize_str(""),
    }
}

/// A value that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Drift {
    /// What it is; empty when nothing is there.
    pub(super) from: String,
    /// What it should be.
    pub(super) to: String,
}

/// Owner, group and mode, where they differ.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub(super) struct Drifts {
    /// Of the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) owner: Option<Drift>,
    /// Of the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) group: Option<Drift>,
    /// Of the mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mode: Option<Drift>,
}

impl Drifts {
    pub(super) fn is_empty(&self) -> bool {
        self.owner.is_none() && self.group.is_none() && self.mode.is_none()
    }

    /// Whether anything that is there differs; a new file has nothing to differ from.
    fn words(&self) -> Vec<String> {
        let word = |what: &str, drift: &Option<Drift>| {
            let drift = drift.as_ref()?;
            let from = if drift.from.is_empty() { String::new() } else { format!("{} -> ", drift.from) };
            Some(format!("{what} {from}{}", drift.to))
        };
        [word("owner", &self.owner), word("group", &self.group), word("mode", &self.mode)]
            .into_iter()
            .flatten()
            .collect()
    }
}

impl Removed {
    /// How the verb is called.
    pub(super) fn removal(self) -> Removal {
        match self {
            Self::Tree => Removal::Tree,
            Self::File | Self::Directory | Self::LinkToDirectory => Removal::One,
        }
    }
}

impl engine::Change for Change {
    fn step(&self) -> &'static str {
        match self {
            Self::Write { .. } => "write",
            Self::Attributes { .. } => "attributes",
            Self::Directory { .. } => "directory",
            Self::Remove { .. } => "remove",
        }
    }

    fn headline(&self, diff: Option<&Diff>) -> String {
        match (self, diff) {
            (Self::Write { created, content: Some(_), drift, .. }, Some(diff)) if diff.added + diff.removed > 0 => {
                let content = format!("content +{} -{}", diff.added, diff.removed);
                let first = if *created { format!("new file, {content}") } else { content };
                std::iter::once(first).chain(drift.words()).collect::<Vec<_>>().join(", ")
            }
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Write { created, content, drift, .. } => {
                let first = if *created { Some("new file") } else { content.as_ref().map(|_| "content") };
                first.into_iter().map(str::to_owned).chain(drift.words()).collect()
            }
            Self::Attributes { drift, .. } => drift.words(),
            Self::Directory { created, drift, .. } => {
                created.then(|| "new directory".to_owned()).into_iter().chain(drift.words()).collect()
            }
            Self::Remove { removed } => vec![removed.to_string()],
        };
        f.write_str(&words.join(", "))
    }
}

impl fmt::Display for Removed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "remove the file",
            Self::Directory | Self::LinkToDirectory => "remove the directory",
            Self::Tree => "remove the directory and all that is in it",
        })
    }
}
