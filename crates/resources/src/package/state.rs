//! What was observed of a package.

use super::offer::{Lists, Offer};
use super::packages::{Condition, Package};
use super::version::Scheme;
use engine::Status;
use serde_json::{Map, Value as Json, json};

/// A package as it is, and what could be had of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) provider: &'static str,
    pub(super) scheme: Scheme,
    /// What the database knows under the name; several when it is there more than once.
    pub(super) packages: Vec<Package>,
    /// The command that finishes what was interrupted, when something was.
    pub(super) unfinished: Option<&'static str>,
    /// Asked only when the answer counts.
    pub(super) offered: Option<Offered>,
    /// What went along with the change that led here.
    pub(super) gone: Vec<String>,
}

/// What could be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offered {
    pub(super) offer: Offer,
    pub(super) lists: Lists,
}

impl State {
    /// The package that is there; of several the latest one.
    pub(super) fn there(&self) -> Option<&Package> {
        let there = self.packages.iter().filter(|package| package.is_there());
        there.max_by(|a, b| self.scheme.order(&a.version, &b.version))
    }

    /// The one that is there in a version.
    pub(super) fn there_in(&self, version: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.is_there() && self.scheme.is_same(&package.version, version))
    }
}

impl Status for State {
    fn ensure(&self) -> &str {
        match self.there() {
            Some(Package { condition: Condition::Installed, version, .. }) => self.scheme.short(version),
            _ => "absent",
        }
    }

    fn fields(&self, name: &str) -> Map<String, Json> {
        let mut metadata = Map::new();
        metadata.insert("name".into(), name.into());
        metadata.insert("provider".into(), self.provider.into());
        metadata.insert("version".into(), "absent".into());
        let known = self.there().or(self.packages.first());
        if let Some(package) = known.filter(|package| package.condition == Condition::Installed) {
            metadata.insert("version".into(), self.scheme.without_epoch(&package.version).into());
            metadata.insert("arch".into(), package.architecture.as_str().into());
        }
        let extended = self.extended(known);
        if extended != json!({}) {
            metadata.insert("extended".into(), extended);
        }
        Map::from_iter([("metadata".to_owned(), Json::Object(metadata))])
    }

    // ccm: a package is called stable only when nothing was done.
    fn is_stable_after_change(&self) -> bool {
        false
    }
}

impl State {
    fn extended(&self, known: Option<&Package>) -> Json {
        match (self.scheme, known) {
            (Scheme::Rpm, Some(package)) => {
                let (epoch, release) = self.scheme.details(&package.version).unwrap_or_default();
                json!({"epoch": epoch, "release": release})
            }
            (Scheme::Rpm, None) => json!({}),
            (Scheme::Debian, None) => json!({"status": "unknown"}),
            (Scheme::Debian, Some(package)) => json!({"status": match &package.condition {
                Condition::Installed => "installed",
                Condition::Broken { status, .. } | Condition::Gone { status } => status,
            }}),
        }
    }
}
