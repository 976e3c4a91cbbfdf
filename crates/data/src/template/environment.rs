//! What expressions see when they run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use diagnostics::Redactor;
use expr::exprlang::Variables;
use system::files::ReadFiles;
use value::{GoType, Map, Timestamp, Value};

use super::scope::{Reach, Scope};
use super::secrets::Secrets;
use super::session::Session;

/// The facts of a machine, asked for when they are needed. Answers are expected to be remembered by whoever gives them.
pub trait Facts: Send + Sync {
    /// One fact at the top, such as `host`; nothing when there is none.
    fn group(&self, name: &str) -> Option<Value>;

    /// All facts.
    fn all(&self) -> Map;
}

impl Facts for Map {
    fn group(&self, name: &str) -> Option<Value> {
        self.get(name).cloned()
    }

    fn all(&self) -> Map {
        self.clone()
    }
}

impl Facts for crate::facts::Facts {
    fn group(&self, name: &str) -> Option<Value> {
        Self::group(self, name)
    }

    fn all(&self) -> Map {
        Self::all(self)
    }
}

/// What expressions see when they run: facts, data, environment variables, and files through `readFile` and its kind.
/// Cheap to clone; one is made for a run, and nothing of it is copied for an expression.
#[derive(Clone)]
pub struct Environment(Arc<Inner>);

/// Tells the time.
type Now = dyn Fn() -> Timestamp + Send + Sync;

#[derive(Clone)]
struct Inner {
    scope: Scope,
    facts: Arc<dyn Facts>,
    data: Value,
    environ: Value,
    files: Option<Arc<dyn ReadFiles>>,
    directory: PathBuf,
    now: Option<Arc<Now>>,
    secrets: Secrets,
}

impl Environment {
    /// Facts and nothing else. What expressions may reach is decided by the scope.
    pub fn new(scope: Scope, facts: Arc<dyn Facts>) -> Self {
        Self(Arc::new(Inner {
            scope,
            facts,
            data: Map::new().into(),
            environ: Map::new().with_type(GoType::STRING_MAP).into(),
            files: None,
            directory: PathBuf::new(),
            now: None,
            secrets: Secrets::default(),
        }))
    }

    /// `Data`.
    #[must_use]
    pub fn with_data(self, data: Map) -> Self {
        self.with(|inner| inner.data = data.into())
    }

    /// `Environ`: texts by name.
    #[must_use]
    pub fn with_environ(self, environ: Map) -> Self {
        self.with(|inner| inner.environ = environ.with_type(GoType::STRING_MAP).into())
    }

    /// Files, and the directory in which relative names begin. In a rehearsal these are the files of its overlay.
    #[must_use]
    pub fn with_files(self, files: Arc<dyn ReadFiles>, directory: impl Into<PathBuf>) -> Self {
        self.with(|inner| (inner.files, inner.directory) = (Some(files), directory.into()))
    }

    /// What `now()` gives.
    #[must_use]
    pub fn with_now(self, now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        self.with(|inner| inner.now = Some(Arc::new(now)))
    }

    /// Values of `Data` that are secret, each with all that is below it. What is made from one is secret too.
    #[must_use]
    pub fn with_secrets(self, paths: impl IntoIterator<Item = value::Path>) -> Self {
        self.with(|inner| inner.secrets.declare(paths))
    }

    /// Who is told the environment variables that are secret by their names, as they are read.
    #[must_use]
    pub fn with_redactor(self, redactor: Redactor) -> Self {
        self.with(|inner| inner.secrets.tell(redactor))
    }

    fn with(mut self, change: impl FnOnce(&mut Inner)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// The names that expressions are compiled against.
    pub fn scope(&self) -> &Scope {
        &self.0.scope
    }

    /// `Data`.
    pub fn data(&self) -> &Map {
        self.0.data.as_map().expect("data is a map")
    }

    /// Facts, data and environment variables, each under both its names: what a tree of templates begins with. Of the
    /// facts only those of `groups` are there, when they are given.
    pub fn variables(&self, groups: Option<&BTreeSet<&str>>) -> Map {
        let facts = self.facts();
        let some = |names: &BTreeSet<&str>| names.iter().filter_map(|name| Some((*name, facts.group(name)?))).collect();
        let facts: Value = groups.map_or_else(|| facts.all(), some).into();
        let named =
            [("facts", "Facts", &facts), ("data", "Data", &self.0.data), ("environ", "Environ", &self.0.environ)];
        named.into_iter().flat_map(|(small, large, value)| [(small, value.clone()), (large, value.clone())]).collect()
    }

    /// What an expression sees that was compiled without a text around it, with the names of the scope.
    pub fn values(&self) -> impl Variables {
        Session::new(self)
    }

    pub(super) fn is_restricted(&self) -> bool {
        self.0.scope.reach() == Reach::Facts
    }

    pub(super) fn facts(&self) -> &dyn Facts {
        &*self.0.facts
    }

    pub(super) fn data_value(&self) -> &Value {
        &self.0.data
    }

    pub(super) fn environ(&self) -> &Value {
        &self.0.environ
    }

    pub(super) fn files(&self) -> Option<&dyn ReadFiles> {
        self.0.files.as_deref()
    }

    /// The directory in which relative names begin.
    pub fn directory(&self) -> &Path {
        &self.0.directory
    }

    pub(super) fn now(&self) -> Option<Timestamp> {
        self.0.now.as_deref().map(|now| now())
    }

    pub(super) fn secrets(&self) -> &Secrets {
        &self.0.secrets
    }
}

impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Environment").field("reach", &self.0.scope.reach()).finish_non_exhaustive()
    }
}
