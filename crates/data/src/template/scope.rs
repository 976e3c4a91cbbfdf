//! The names that expressions in texts can use, and the expressions that were compiled against them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use expr::exprlang::{self, CompileError, Function, Program, Signature, Type};

use super::error::TextError;
use super::references::{self, Reference};

/// The names that expressions are compiled against. Each text is compiled once, however often it occurs; clones share
/// what was compiled. Nothing in it depends on a machine or on data.
#[derive(Debug, Clone)]
pub struct Scope(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    names: exprlang::Environment,
    reach: Reach,
    values: Mutex<Compiled>,
    conditions: Mutex<Compiled>,
    compiles: AtomicUsize,
}

type Compiled = HashMap<Arc<str>, Result<Program, CompileError>>;

/// What expressions may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Everything: properties, messages, conditions.
    All,
    /// Facts and `lookup` only, and what `lookup` does not find is empty: expressions inside of data.
    Facts,
}

/// How many expressions are kept. Documents have some thousands; texts that expressions make at run time may be endless.
const MAX_KEPT: usize = 20_000;

/// Functions that need the files, the templates or the connections of a manifest.
pub const FUNCTIONS_OF_MANIFESTS: [&str; 6] = ["readFile", "file", "template", "jet", "registrations", "kvGet"];

static ALL: LazyLock<exprlang::Environment> =
    LazyLock::new(|| FUNCTIONS_OF_MANIFESTS.into_iter().fold(FACTS.clone(), declare));
static FACTS: LazyLock<exprlang::Environment> = LazyLock::new(|| accidental(declare(roots(), "lookup")));

impl Scope {
    /// A scope in which nothing is compiled yet.
    pub fn new(reach: Reach) -> Self {
        let names = if reach == Reach::All { &ALL } else { &FACTS };
        Self(Arc::new(Inner {
            names: (*names).clone(),
            reach,
            values: Mutex::default(),
            conditions: Mutex::default(),
            compiles: AtomicUsize::new(0),
        }))
    }

    /// What expressions may reach.
    pub fn reach(&self) -> Reach {
        self.0.reach
    }

    /// Whether a text could be used as an expression that gives a value, and what it refers to.
    pub fn check(&self, code: &str) -> Result<Vec<Reference>, TextError> {
        let whole = 0..code.len();
        self.compile(code).map_err(|error| TextError::compile(code, &whole, error))?;
        Ok(references::of(code, &whole, self))
    }

    /// How many expressions were compiled so far; what was compiled before does not count again.
    pub fn compiles(&self) -> usize {
        self.0.compiles.load(Ordering::Relaxed)
    }

    /// An expression that gives a value.
    pub(super) fn compile(&self, code: &str) -> Result<Program, CompileError> {
        self.kept(&self.0.values, code, exprlang::compile)
    }

    /// An expression that gives a truth value.
    pub(super) fn compile_condition(&self, code: &str) -> Result<Program, CompileError> {
        self.kept(&self.0.conditions, code, exprlang::compile_bool)
    }

    /// The names themselves, for an expression that is compiled without a text around it.
    pub fn names(&self) -> &exprlang::Environment {
        &self.0.names
    }

    fn kept(
        &self,
        kept: &Mutex<Compiled>,
        code: &str,
        compile: impl Fn(&str, &exprlang::Environment) -> Result<Program, CompileError>,
    ) -> Result<Program, CompileError> {
        let lock = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = lock().get(code) {
            return compiled.clone();
        }
        self.0.compiles.fetch_add(1, Ordering::Relaxed);
        let compiled = compile(code, &self.0.names);
        let mut kept = lock();
        if kept.len() < MAX_KEPT {
            kept.insert(code.into(), compiled.clone());
        }
        compiled
    }
}

fn declare(names: exprlang::Environment, function: &str) -> exprlang::Environment {
    names.function(Function::declared(function, Signature::any()))
}

fn roots() -> exprlang::Environment {
    exprlang::Environment::new()
        .variable("Facts", Type::Map)
        .variable("Data", Type::Map)
        .variable("Environ", Type::StringMap)
}

/// Names that are there because the original hands its own struct to expressions.
fn accidental(names: exprlang::Environment) -> exprlang::Environment {
    let names = names
        .variable("WorkingDir", Type::String)
        .variable("DefaultOnMissing", Type::Bool)
        .variable("RestrictFunctions", Type::Bool)
        .variable("KVGetFunc", Type::Function)
        .variable("RegistrationsFunc", Type::Function);
    ["GoFunctions", "JetFunctions", "JetVariables"]
        .into_iter()
        .fold(names, |names, name| names.function(Function::declared(name, Signature::new([], Type::Map))))
}
