//! A room on the disk with a source and a target in it.

use crate::tiny::Tiny;
use scaffold::{Applied, Plan, Scaffold};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use system::{Interrupt, WriteWorld};
use value::{Map, Value};

pub(crate) struct Room {
    directory: tempfile::TempDir,
    pub(crate) world: WriteWorld,
    pub(crate) engine: Arc<Tiny>,
}

/// What a file of a tree is: mode and content, or where a link points.
pub(crate) type Tree = BTreeMap<String, String>;

impl Room {
    pub(crate) fn new() -> Self {
        let world = WriteWorld::real(Interrupt::never(), Vec::new());
        Self { directory: tempfile::tempdir().unwrap(), world, engine: Arc::default() }
    }

    pub(crate) fn with(source: &[(&str, &str)]) -> Self {
        let room = Self::new();
        fs::create_dir_all(room.path("source")).unwrap();
        for (path, text) in source {
            room.put(&format!("source/{path}"), text);
        }
        room
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    pub(crate) fn put(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn put_all(&self, files: &[(&str, &str)]) {
        for (path, text) in files {
            self.put(path, text);
        }
    }

    pub(crate) fn make(&self, path: &str) {
        fs::create_dir_all(self.path(path)).unwrap();
    }

    pub(crate) fn link(&self, path: &str, to: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(to.replace('@', self.directory.path().to_str().unwrap()), path).unwrap();
    }

    pub(crate) fn chmod(&self, path: &str, mode: u32) {
        fs::set_permissions(self.path(path), fs::Permissions::from_mode(mode)).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn scaffold(&self) -> Scaffold {
        let mut context = Map::new();
        context.insert("name", Value::string("app"));
        context.insert("port", Value::Int(8080));
        Scaffold::new(self.path("source"), self.path("target"), Arc::clone(&self.engine) as _, Value::Map(context))
    }

    /// The target below `path`, with modes.
    pub(crate) fn tree(&self, path: &str) -> Tree {
        let mut found = Tree::new();
        collect(&self.path(path), &self.path(path), &mut found);
        found
    }

    pub(crate) fn plan(&self, scaffold: &Scaffold) -> Result<Plan, String> {
        let rehearsed = scaffold.rehearse(&self.world.read);
        rehearsed.map(|rehearsal| rehearsal.plan().clone()).map_err(|problems| self.shown(&problems.to_string()))
    }

    pub(crate) fn apply(&self, scaffold: &Scaffold) -> Result<Applied, String> {
        let prepared = scaffold.prepare(&self.world).map_err(|problems| self.shown(&problems.to_string()))?;
        prepared.apply(&self.world).map_err(|error| self.shown(&error.to_string()))
    }

    /// Without the path of this room.
    pub(crate) fn shown(&self, text: &str) -> String {
        text.replace(self.directory.path().to_str().unwrap(), "@")
    }

    pub(crate) fn rendered(&self) -> usize {
        self.engine.rendered.load(Ordering::Relaxed)
    }
}

fn collect(root: &Path, path: &Path, found: &mut Tree) {
    let Ok(entries) = fs::read_dir(path) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().display().to_string();
        let meta = fs::symlink_metadata(&path).unwrap();
        if meta.is_dir() {
            found.insert(name + "/", format!("{:04o}", meta.permissions().mode() & 0o7777));
            collect(root, &path, found);
        } else if meta.is_symlink() {
            found.insert(name, format!("-> {}", fs::read_link(&path).unwrap().display()));
        } else {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            found.insert(name, format!("{:04o} {text}", meta.permissions().mode() & 0o7777));
        }
    }
}

/// A tree as it is expected.
pub(crate) fn tree(entries: &[(&str, &str)]) -> Tree {
    entries.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

/// `changed | stable | purged`.
pub(crate) fn lists(plan: &Plan) -> String {
    let join = |paths: Vec<&Path>| paths.iter().map(|path| path.to_str().unwrap()).collect::<Vec<_>>().join(" ");
    let (changed, stable, purged) = (plan.changed().collect(), plan.stable().collect(), plan.purged().collect());
    format!("{} | {} | {}", join(changed), join(stable), join(purged))
}

/// `changed | stable | purged`.
pub(crate) fn done(applied: &Applied) -> String {
    let join = |paths: &[PathBuf]| paths.iter().map(|path| path.to_str().unwrap()).collect::<Vec<_>>().join(" ");
    format!("{} | {} | {}", join(&applied.changed), join(&applied.stable), join(&applied.purged))
}
