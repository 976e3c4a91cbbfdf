//! What can be wrong with an expression before it runs.

use std::fmt;

use super::cause::Cause;
use super::syntax::Place;

/// When a mistake was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// While the text was read.
    Parse,
    /// While names and types were checked.
    Check,
    /// While it ran.
    Evaluate,
}

/// One mistake in an expression, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// When it was found.
    pub phase: Phase,
    /// What is wrong.
    pub cause: Cause,
    /// Where.
    pub place: Place,
    /// The name that was probably meant.
    pub suggestion: Option<String>,
}

impl Problem {
    pub(crate) fn syntax(cause: Cause, place: Place) -> Self {
        Self { phase: Phase::Parse, cause, place, suggestion: None }
    }

    pub(crate) fn check(cause: Cause, place: Place) -> Self {
        Self { phase: Phase::Check, cause, place, suggestion: None }
    }

    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        if let Some(name) = &self.suggestion {
            return Some(format!("did you mean `{name}`?"));
        }
        let words = match &self.cause {
            Cause::UnexpectedCharacter { given } | Cause::UnexpectedToken { found: given, .. } => {
                given.trim_matches('`')
            }
            Cause::BadEscape { .. } => {
                return Some("write `\\\\` for a backslash, or put `r` before the quote".to_string());
            }
            Cause::ReservedName { name } => return Some(format!("a field of that name is written as `_[\"{name}\"]`")),
            _ => return None,
        };
        let instead = match words {
            "=" => "==",
            "&" | "and" => "&&",
            "|" | "or" => "||",
            "not" => "!",
            _ => return None,
        };
        Some(format!("did you mean `{instead}`?"))
    }

    /// The same with the name that was probably meant.
    pub(crate) fn suggest(mut self, name: Option<String>) -> Self {
        self.suggestion = name;
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

/// More problems than this are only counted.
const MAX_PROBLEMS: usize = 100;

/// Collects what is wrong with an expression.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    found: Vec<Problem>,
    more: usize,
}

impl Problems {
    /// Adds a problem, which is made only if it is kept.
    pub(crate) fn push(&mut self, problem: impl FnOnce() -> Problem) {
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(problem());
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

/// Everything that is wrong with an expression, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileError {
    problems: Vec<Problem>,
    more: usize,
}

impl CompileError {
    /// The mistakes; there is at least one.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many more there are than were kept.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl From<Problems> for CompileError {
    fn from(problems: Problems) -> Self {
        let Problems { mut found, more } = problems;
        found.sort_by_key(|problem| problem.place.mark);
        Self { problems: found, more }
    }
}

impl From<Problem> for CompileError {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem], more: 0 }
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if at == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for CompileError {}
