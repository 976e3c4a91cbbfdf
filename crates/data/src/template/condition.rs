//! Conditions: expressions without marks that give a truth value.

use std::sync::Arc;

use expr::exprlang::Program;

use super::compiled::Expanded;
use super::environment::Environment;
use super::error::TextError;
use super::references::{self, Reference};
use super::scope::Scope;
use super::session::Session;

/// An expression that has to give a truth value, such as those of `control`. Null counts as false.
#[derive(Debug, Clone)]
pub struct Condition {
    source: Arc<str>,
    program: Program,
}

impl Condition {
    /// Compiles the whole text as one expression. When it is wrong, all its problems are given.
    pub fn compile(source: &str, scope: &Scope) -> Result<Self, Vec<TextError>> {
        match scope.compile_condition(source) {
            Ok(program) => Ok(Self { source: source.into(), program }),
            Err(error) => Err(references::mistakes(source, &(0..source.len()), scope, error)),
        }
    }

    /// Calls of functions of manifests that would fail when it runs: with too few or too many arguments, or with a template
    /// that is written down there and is wrong.
    pub fn miscalls(source: &str, scope: &Scope) -> Vec<TextError> {
        references::miscalls(source, &(0..source.len()), scope)
    }

    /// The expression as it is written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it holds: a truth value, or unknown with the reasons.
    pub fn holds(&self, environment: &Environment) -> Result<Expanded, TextError> {
        let session = Session::new(environment);
        let value = self.program.run(&session, &session.budget());
        let value = value.map_err(|error| TextError::run(&self.source, &(0..self.source.len()), error))?;
        Ok(Expanded { value, secret: session.secret() })
    }

    /// Whether it calls a function whose answer rests on files.
    pub fn reads_files(&self, scope: &Scope) -> bool {
        references::calls_any(&self.source, scope, &["readFile", "file", "template", "jet"])
    }

    /// What it refers to.
    pub fn references(&self, scope: &Scope) -> Vec<Reference> {
        references::of(&self.source, &(0..self.source.len()), scope)
    }
}
