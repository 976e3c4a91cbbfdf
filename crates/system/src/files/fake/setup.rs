//! Setting up files in memory, making them fail, and looking at what was done to them.

use super::tree::{Body, Tree};
use crate::files::error::Attempt;
use crate::files::{Access, Attributes, FileError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files in memory, with owners, modes and links as the kernel has them; nothing is forbidden, as for root. Copies show
/// the same files.
#[derive(Clone)]
pub struct FakeFiles {
    state: Arc<Mutex<State>>,
}

/// A call that changes files, or would have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutation {
    /// The name of the port's method.
    pub verb: &'static str,
    /// What it was called with; empty for `sync`.
    pub path: PathBuf,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) tree: Tree,
    pub(super) mutations: Vec<Mutation>,
    faults: Vec<Fault>,
    rules: Vec<Rule>,
    /// Directories that are not open, by their path without links.
    pub(super) closed: Vec<(PathBuf, Access)>,
    /// Where the customs are others.
    pub(super) foreign: Vec<PathBuf>,
}

/// An error that comes once.
struct Fault {
    verb: &'static str,
    path: PathBuf,
    kind: ErrorKind,
}

type Rule = Box<dyn Fn(&str, &Path) -> Option<ErrorKind> + Send>;

impl Default for FakeFiles {
    fn default() -> Self {
        Self::new()
    }
}

impl FakeFiles {
    /// Only the root directory.
    pub fn new() -> Self {
        Self { state: Arc::default() }
    }

    /// Adds a file of root with mode 0644, and its parents.
    pub fn add_file(&self, path: impl AsRef<Path>, content: impl Into<Vec<u8>>) {
        self.add_file_with(path, content, Attributes::default());
    }

    /// Adds a file, and its parents.
    pub fn add_file_with(&self, path: impl AsRef<Path>, content: impl Into<Vec<u8>>, attributes: Attributes) {
        self.add(path.as_ref(), Body::File(content.into()), attributes);
    }

    /// Adds a directory, and its parents.
    pub fn add_directory(&self, path: impl AsRef<Path>, attributes: Attributes) {
        self.add(path.as_ref(), Body::Directory, attributes);
    }

    /// Adds a symbolic link, and its parents.
    pub fn add_link(&self, path: impl AsRef<Path>, target: impl Into<PathBuf>) {
        self.add(path.as_ref(), Body::Link(target.into()), Attributes::default());
    }

    /// Adds something that is neither file, directory nor link.
    pub fn add_other(&self, path: impl AsRef<Path>) {
        self.add(path.as_ref(), Body::Other, Attributes::default());
    }

    /// Adds a temporary file that a dead process left behind.
    pub fn add_leftover(&self, path: impl AsRef<Path>) {
        self.add(path.as_ref(), Body::File(Vec::new()), Attributes::mode(0o600));
        self.state().tree.leftovers.insert(path.as_ref().to_owned());
    }

    /// Says what is answered to those who want to write in a directory; nothing is refused to those who do.
    pub fn close(&self, directory: impl Into<PathBuf>, access: Access) {
        self.state().closed.push((directory.into(), access));
    }

    /// Says that what is at and below a path has customs of its own, as on a network file system.
    pub fn make_foreign(&self, path: impl Into<PathBuf>) {
        self.state().foreign.push(path.into());
    }

    fn add(&self, path: &Path, body: Body, attributes: Attributes) {
        let tree = &mut self.state().tree;
        // A path that cannot be followed is taken as it is: whoever sets up a test sees what is there.
        let place = tree.resolve_new(path).unwrap_or_else(|_| path.to_owned());
        tree.make_parents(&place, None);
        tree.put(place, body, attributes);
    }

    /// The next call of a port's method with this path fails.
    pub fn fail_next(&self, verb: &'static str, path: impl Into<PathBuf>, kind: ErrorKind) {
        self.state().faults.push(Fault { verb, path: path.into(), kind });
    }

    /// Every call fails for which `rule` gives an error.
    pub fn fail_when(&self, rule: impl Fn(&str, &Path) -> Option<ErrorKind> + Send + 'static) {
        self.state().rules.push(Box::new(rule));
    }

    /// The calls that change files, in order, those that failed included.
    pub fn mutations(&self) -> Vec<Mutation> {
        self.state().mutations.clone()
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Fails when a fault was set up for this call.
    pub(super) fn check(&mut self, verb: &'static str, path: &Path) -> Result<(), FileError> {
        let once = self.faults.iter().position(|fault| fault.verb == verb && fault.path == path);
        let kind = once.map(|index| self.faults.remove(index).kind);
        match kind.or_else(|| self.rules.iter().find_map(|rule| rule(verb, path))) {
            Some(kind) => Err(Attempt::new(verb, path).io(kind)),
            None => Ok(()),
        }
    }

    /// Writes a changing call down, and then checks it.
    pub(super) fn record(&mut self, verb: &'static str, path: &Path) -> Result<(), FileError> {
        self.mutations.push(Mutation { verb, path: path.to_owned() });
        self.check(verb, path)
    }
}
