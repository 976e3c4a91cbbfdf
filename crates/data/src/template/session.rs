//! One text being worked out: where its variables come from, and what was seen on the way.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use diagnostics::SecretKind;
use expr::exprlang::{Budget, FunctionCall, FunctionError, Variables};
use value::{Map, Timestamp, Unknown, Value};

use super::allowance::Allowance;
use super::environment::Environment;
use super::functions;
use super::opaque::GoFunction;

/// One text being worked out, with the templates that it renders on the way.
#[derive(Clone)]
pub(super) struct Session {
    environment: Environment,
    /// How many templates this one is inside of.
    depth: u32,
    seen: Arc<Seen>,
}

/// What happened so far, in nested templates too.
#[derive(Default)]
struct Seen {
    secret: AtomicU8,
    renders: AtomicU32,
    allowance: Allowance,
}

/// How deep templates may call each other.
const MAX_DEPTH: u32 = 8;

/// How many templates one text may render.
const MAX_RENDERS: u32 = 10_000;

impl Session {
    pub(super) fn new(environment: &Environment) -> Self {
        Self { environment: environment.clone(), depth: 0, seen: Arc::default() }
    }

    pub(super) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// How many templates this one is inside of.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// A template inside of this one.
    pub(super) fn enter(&self) -> Result<Self, String> {
        if self.depth == MAX_DEPTH {
            return Err(format!("templates call each other more than {MAX_DEPTH} levels deep"));
        }
        if self.seen.renders.fetch_add(1, Ordering::Relaxed) >= MAX_RENDERS {
            return Err(format!("more than {MAX_RENDERS} templates are rendered for one text"));
        }
        Ok(Self { environment: self.environment.clone(), depth: self.depth + 1, seen: Arc::clone(&self.seen) })
    }

    /// What one expression may use.
    pub(super) fn budget(&self) -> Budget {
        Budget { text: self.allowance().left(self.depth), ..Budget::default() }
    }

    /// How much text is on the way.
    pub(super) fn allowance(&self) -> &Allowance {
        &self.seen.allowance
    }

    /// The secrets that were read so far.
    pub(super) fn secret(&self) -> Option<SecretKind> {
        match self.seen.secret.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(SecretKind::ByName),
            _ => Some(SecretKind::Declared),
        }
    }

    /// Takes note of a value that was read.
    pub(super) fn note(&self, secret: Option<SecretKind>) {
        let rank = match secret {
            None => return,
            Some(SecretKind::ByName) => 1,
            Some(SecretKind::Declared) => 2,
        };
        self.seen.secret.fetch_max(rank, Ordering::Relaxed);
    }

    /// All facts.
    pub(super) fn all_facts(&self) -> Map {
        self.environment.facts().all()
    }

    /// `Data`, or what is read of it.
    pub(super) fn data<S: AsRef<str>>(&self, path: &[S]) -> &Value {
        self.note(self.environment.secrets().in_data(path));
        self.environment.data_value()
    }

    /// `Environ`, or one variable that is read of it.
    pub(super) fn environ(&self, name: Option<&str>) -> &Value {
        let environ = self.environment.environ();
        if let Value::Map(map) = environ {
            self.note(self.environment.secrets().in_environ(map, name));
        }
        environ
    }

    /// The names that are there because the original hands its own struct to expressions.
    fn accidental(&self, name: &str) -> Option<Value> {
        Some(match name {
            "WorkingDir" => self.environment.directory().display().to_string().into(),
            "DefaultOnMissing" | "RestrictFunctions" => self.environment.is_restricted().into(),
            "KVGetFunc" | "RegistrationsFunc" => Value::opaque(GoFunction),
            _ => return None,
        })
    }
}

impl Variables for Session {
    fn get(&self, name: &str) -> Option<Cow<'_, Value>> {
        match name {
            "Facts" => Some(Cow::Owned(self.all_facts().into())),
            "Data" => Some(Cow::Borrowed(self.data::<&str>(&[]))),
            "Environ" => Some(Cow::Borrowed(self.environ(None))),
            other => self.accidental(other).map(Cow::Owned),
        }
    }

    fn path(&self, path: &[Arc<str>]) -> (usize, Cow<'_, Value>) {
        match path {
            [root, group, ..] if &**root == "Facts" => {
                (2, Cow::Owned(self.environment.facts().group(group).unwrap_or_default()))
            }
            [root, rest @ ..] if &**root == "Data" => (1, Cow::Borrowed(self.data(rest))),
            [root, name, ..] if &**root == "Environ" => (1, Cow::Borrowed(self.environ(Some(name)))),
            [name, ..] => (1, self.get(name).unwrap_or_default()),
            [] => (0, Cow::default()),
        }
    }

    fn now(&self) -> Option<Timestamp> {
        self.environment.now()
    }

    fn call(&self, call: &FunctionCall<'_>) -> Result<Value, FunctionError> {
        if let Some(unknown) = Unknown::combine(call.arguments.iter().filter_map(Value::as_unknown)) {
            return Ok(unknown.into());
        }
        functions::call(self, call.name, call.arguments)
    }
}
