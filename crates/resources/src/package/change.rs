//! What can be done to a package.

use super::along::Left;
use super::files::Owned;
use super::version::Scheme;
use engine::{Change as _, Verb};
use serde::Serialize;
use std::fmt;

/// One step that brings a package to its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Change {
    /// What is done.
    #[serde(skip)]
    pub(super) deed: Deed,
    /// The version that is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// The version that comes, when it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<String>,
    /// Where it comes from: a release or a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) origin: Option<String>,
    /// The command that is run before, because something was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<&'static str>,
    /// Other packages that it removes; known in a rehearsal, and when it is done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also_removed: Vec<String>,
    /// Packages that come along, that it cannot be without, and that are not as the manifest wants them further down; known
    /// in a rehearsal.
    #[serde(skip)]
    pub(super) unwanted: Vec<String>,
    /// What it leaves; known in a rehearsal that could try it.
    #[serde(skip)]
    pub(super) left: Left,
    /// The files of packages that go with it or change; known in a rehearsal.
    #[serde(skip)]
    pub(super) files: Owned,
    /// What the manifest asks for.
    pub(super) requested: String,
    /// Whose versions these are.
    #[serde(skip)]
    pub(super) scheme: Scheme,
}

/// What is done to a package.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Deed {
    Install,
    Upgrade,
    Downgrade,
    /// What was left halfway is finished.
    Repair {
        status: String,
        needs_unpacking: bool,
    },
    Remove,
}

impl engine::Change for Change {
    fn step(&self) -> &'static str {
        match self.deed {
            Deed::Install => "install",
            Deed::Upgrade => "upgrade",
            Deed::Downgrade => "downgrade",
            Deed::Repair { .. } => "repair",
            Deed::Remove => "remove",
        }
    }

    fn verb(&self) -> Option<Verb> {
        let past = match self.deed {
            Deed::Install => "installed",
            Deed::Upgrade => "upgraded",
            Deed::Downgrade => "downgraded",
            Deed::Repair { .. } => "repaired",
            Deed::Remove => "removed",
        };
        Some(Verb { plain: self.step(), past })
    }

    /// The versions, and where the new one comes from.
    fn details(&self) -> String {
        let versions = match (&self.from, &self.to) {
            (Some(from), Some(to)) if from != to => format!("{from} -> {to}"),
            (_, Some(version)) | (Some(version), None) => version.clone(),
            (None, None) => String::new(),
        };
        let details = match (&self.deed, &self.origin) {
            (Deed::Repair { status, .. }, _) => format!("{versions}, which is {status}"),
            (_, Some(origin)) => format!("{versions} (candidate of {origin})"),
            (_, None) => versions,
        };
        let details = match self.after {
            Some(command) => format!("{details}, after `{command}`"),
            None => details,
        };
        match self.also_removed.as_slice() {
            [] => details,
            names => format!("{details}, removing {} too", names.join(", ")),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.step())?;
        match self.details() {
            details if details.is_empty() => Ok(()),
            details => write!(f, " {details}"),
        }
    }
}

impl Change {
    /// The original's sentence.
    pub(super) fn would_have(&self) -> String {
        let asked = &self.requested;
        match &self.deed {
            Deed::Install if asked == "latest" => "Would have installed latest".to_owned(),
            Deed::Install => format!("Would have installed version {asked}"),
            Deed::Upgrade => format!("Would have upgraded to {asked}"),
            Deed::Downgrade => format!("Would have downgraded to {asked}"),
            Deed::Repair { .. } => "Would have repaired".to_owned(),
            Deed::Remove => "Would have uninstalled".to_owned(),
        }
    }
}
