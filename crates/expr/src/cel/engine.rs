//! The environment that expressions are compiled in.

use std::sync::{Arc, LazyLock};

use super::check::check;
use super::library::{Function, Library, Registry, TABLES};
use super::plan::plan;
use super::problem::CompileError;
use super::program::Program;
use super::references::{Reference, references};
use super::syntax::parse;

/// All functions of this crate.
static NATIVES: LazyLock<Arc<Registry>> = LazyLock::new(|| {
    let mut registry = Registry::default();
    for table in TABLES {
        registry.add_natives(table);
    }
    Arc::new(registry)
});

/// The functions that expressions can use. It is made once and compiles any number of expressions; clones share.
#[derive(Clone)]
pub struct Engine {
    registry: Arc<Registry>,
    handed_in: Vec<Function>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// The functions that need nothing from outside.
    pub fn new() -> Self {
        Self { registry: Arc::clone(&NATIVES), handed_in: Vec::new() }
    }

    /// The same with the functions of a library.
    #[must_use]
    pub fn with(mut self, library: Library) -> Self {
        Arc::make_mut(&mut self.registry).add_library(&library);
        self.handed_in.extend(library.functions);
        self
    }

    /// Compiles an expression in which these variables can be used; all of them are of any type.
    pub fn compile(&self, text: &str, variables: &[&str]) -> Result<Program, CompileError> {
        let checked = check(parse(text)?, &self.registry, variables)?;
        let plan = plan(&checked)?;
        Ok(Program::new(text, plan, checked.result))
    }

    /// The names that an expression takes from outside, each with the fields that it asks for, in the order of the text.
    /// Types and variables are not checked.
    pub fn references(&self, text: &str) -> Result<Vec<Reference>, CompileError> {
        Ok(references(&parse(text)?, &self.registry))
    }

    pub(crate) fn handed_in(&self) -> &[Function] {
        &self.handed_in
    }
}
