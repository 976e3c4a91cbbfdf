//! Why an input has no value.

use crate::{CelError, TemplateError};
use diagnostics::Span;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use value::Key;

/// An input that could not be worked out.
#[derive(Debug)]
pub struct FormError {
    /// The form that is to blame.
    pub span: Span,
    /// Its text, when it is an expression or a template.
    pub text: Option<Arc<str>>,
    /// The way to it from the input, outermost first.
    pub path: Vec<Key>,
    /// What is wrong.
    pub problem: Box<FormProblem>,
}

/// What is wrong with a form.
#[derive(Debug)]
pub enum FormProblem {
    /// A resolver that has no value.
    NoResolver(String),
    /// Its expression, and what it said.
    Expression(CelError, String),
    /// Its template.
    Template(TemplateError),
    /// It looks like a form and is none.
    Broken(String),
}

impl FormError {
    /// The place inside of the form's text.
    pub fn place(&self) -> Option<Range<usize>> {
        match &*self.problem {
            FormProblem::Expression(error, _) => error.place(),
            FormProblem::Template(error) => Some(error.place()),
            FormProblem::NoResolver(_) | FormProblem::Broken(_) => None,
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match &*self.problem {
            FormProblem::Expression(error, _) => error.help(),
            _ => None,
        }
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.path {
            match step {
                Key::Int(index) => write!(f, "index {index}: ")?,
                key => write!(f, "key {}: ", value::quote(&key.to_value().to_string()))?,
            }
        }
        match &*self.problem {
            FormProblem::NoResolver(name) => write!(f, "resolver {} not found", value::quote(name)),
            FormProblem::Expression(_, report) => write!(f, "failed to evaluate expression: {report}"),
            FormProblem::Template(TemplateError::Parse(error)) => {
                write!(f, "failed to execute template: parse error: {error}")
            }
            FormProblem::Template(TemplateError::Render(error)) => write!(f, "failed to execute template: {error}"),
            FormProblem::Broken(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for FormError {}
