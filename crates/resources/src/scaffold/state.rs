//! What was observed of a tree and its target.

use super::properties::{Engine, Ensure};
use engine::Status;
use scaffold::{Plan, PlannedFile, Verdict};
use serde_json::{Map, Value as Json};
use std::path::{Path, PathBuf};
use value::Unknown;

/// The rendered tree beside its target.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// What the type is asked for decides what counts.
    pub(super) ensure: Ensure,
    pub(super) engine: Engine,
    pub(super) target: PathBuf,
    /// What the tree and the target have in common and what not.
    pub(super) tree: Plan,
    /// Set once the tree was written: what is not as it was written.
    pub(super) undone: Option<Vec<PathBuf>>,
    /// Set once the tree was written: the files that were.
    pub(super) written: Option<Vec<PathBuf>>,
    /// Whether the target is there now.
    pub(super) presence: Presence,
    /// Files of the tree of which only the run will tell whether they are there, and why; only asked when they have to go.
    pub(super) unsure: Vec<(PathBuf, Unknown)>,
}

/// Whether something is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Presence {
    There,
    Missing,
    /// Only the run will tell.
    Unknown(Unknown),
}

impl State {
    /// Files that are to be written, or to be removed although somebody changed them.
    pub(super) fn changed(&self) -> Vec<&Path> {
        match &self.undone {
            Some(undone) => undone.iter().map(PathBuf::as_path).collect(),
            None => self.counted(true),
        }
    }

    /// Files that are as they were rendered.
    pub(super) fn stable(&self) -> Vec<&Path> {
        let all = self.tree.files().iter().map(|file| file.path.as_path());
        match &self.undone {
            Some(undone) => all.filter(|path| !undone.iter().any(|wrong| wrong == path)).collect(),
            None => self.counted(false),
        }
    }

    /// What the target has beside the tree.
    pub(super) fn purged(&self) -> Vec<&Path> {
        let is_gone = self.undone.is_some() && self.tree.purges();
        if is_gone { Vec::new() } else { self.tree.purged().collect() }
    }

    /// For `absent` only files count that are there.
    fn counted(&self, changed: bool) -> Vec<&Path> {
        let files = self.tree.files().iter().filter(|file| file.verdict.is_change() == changed);
        let is_there = |file: &&PlannedFile| self.ensure == Ensure::Present || file.verdict != Verdict::Add;
        files.filter(is_there).map(|file| file.path.as_path()).collect()
    }
}

impl Status for State {
    fn ensure(&self) -> &'static str {
        if self.presence == Presence::Missing { "absent" } else { "present" }
    }

    fn fields(&self, name: &str) -> Map<String, Json> {
        let list = |paths: Vec<&Path>| -> Json {
            paths.into_iter().map(|path| self.target.join(path).display().to_string()).collect()
        };
        let mut metadata = Map::from_iter([
            ("name".to_owned(), name.into()),
            ("provider".to_owned(), "choria".into()),
            ("engine".to_owned(), self.engine.as_str().into()),
        ]);
        if self.presence == Presence::There {
            metadata.insert("target_exists".into(), true.into());
        }
        for (key, paths) in [("changed", self.changed()), ("purged", self.purged()), ("stable", self.stable())] {
            if !paths.is_empty() {
                metadata.insert(key.into(), list(paths));
            }
        }
        Map::from_iter([("metadata".to_owned(), Json::Object(metadata))])
    }
}
