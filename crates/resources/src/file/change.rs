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
        /// A link was there, which leads somewhere or nowhere; it is replaced, not followed.
        #[serde(skip)]
        over_link: bool,
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
        /// Whether it is only a link to that.
        #[serde(skip)]
        is_link: bool,
    },
}

/// What is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Removed {
    /// A file.
    File,
    /// An empty directory.
    Directory,
    /// A directory that is not entered because it is only linked to, with `force`.
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

    /// Adds what differs to a list of words.
    fn list(&self, words: &mut Words<'_>) {
        for (what, drift) in [("owner", &self.owner), ("group", &self.group), ("mode", &self.mode)] {
            match drift {
                Some(Drift { from, to }) if from.is_empty() => words.add(&[what, " ", to]),
                Some(Drift { from, to }) => words.add(&[what, " ", from, " -> ", to]),
                None => {}
            }
        }
    }
}

/// Words with commas between them, written into one text.
struct Words<'a>(&'a mut String);

impl Words<'_> {
    fn add(&mut self, parts: &[&str]) {
        if !self.0.is_empty() {
            self.0.push_str(", ");
        }
        self.0.extend(parts.iter().copied());
    }
}

impl Removed {
    fn as_str(self) -> &'static str {
        match self {
            Self::File => "remove the file",
            Self::Directory | Self::LinkToDirectory => "remove the directory",
            Self::Tree => "remove the directory and all that is in it",
        }
    }

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
        let mut text = String::new();
        self.describe(diff, &mut Words(&mut text));
        text
    }
}

impl Change {
    fn describe(&self, diff: Option<&Diff>, words: &mut Words<'_>) {
        match self {
            Self::Write { created, over_link, content, drift, .. } => {
                let counts = diff.filter(|diff| content.is_some() && diff.added + diff.removed > 0);
                if *over_link {
                    words.add(&["replace the link"]);
                } else if *created {
                    words.add(&["new file"]);
                }
                match counts {
                    Some(diff) => words.add(&[&format!("content +{} -{}", diff.added, diff.removed)]),
                    None if content.is_some() && !created => words.add(&["content"]),
                    None => {}
                }
                drift.list(words);
            }
            Self::Attributes { drift, .. } => drift.list(words),
            Self::Directory { created, drift, .. } => {
                if *created {
                    words.add(&["new directory"]);
                }
                drift.list(words);
            }
            Self::Remove { is_link: true, .. } => words.add(&["remove the link"]),
            Self::Remove { removed, .. } => words.add(&[removed.as_str()]),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&engine::Change::headline(self, None))
    }
}
