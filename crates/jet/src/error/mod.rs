//! What can go wrong while a template runs.

mod cause;
mod original;
mod words;

use std::fmt;
use std::sync::Arc;

use crate::source::Place;

pub use cause::{CallPosition, Cause};

pub(crate) use words::{of_context, of_expected, of_type};

/// A template that failed while it ran, and where. Small, so that the way without errors stays cheap.
#[derive(Debug)]
pub struct RenderError(Box<Failure>);

#[derive(Debug)]
struct Failure {
    place: Place,
    cause: Cause,
    trail: Vec<Place>,
    /// The line that the original names; without it, it does not say where.
    line: Option<u32>,
}

impl RenderError {
    pub(crate) fn new(place: Place, cause: Cause, line: Option<u32>) -> Self {
        Self(Box::new(Failure { place, cause, trail: Vec::new(), line }))
    }

    /// Where.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// What.
    pub fn cause(&self) -> &Cause {
        &self.0.cause
    }

    /// The includes and yields that led there, the innermost first.
    pub fn trail(&self) -> &[Place] {
        &self.0.trail
    }

    /// What to do about it, where that can be said.
    pub fn help(&self) -> Option<String> {
        self.0.cause.help()
    }

    /// Adds an include or a yield on the way out.
    pub(crate) fn through(mut self, place: Place) -> Self {
        if self.0.trail.len() < MAX_TRAIL {
            self.0.trail.push(place);
        }
        self
    }

    /// The text that `catch` sees: the words of the original.
    pub(crate) fn original(&self) -> Arc<str> {
        let text = self.0.cause.original();
        match self.0.line {
            Some(line) => format!("Jet Runtime Error ({}:{line}): {text}", value::quote(&self.0.place.template)).into(),
            None => text.into(),
        }
    }
}

/// Nobody reads more of it.
const MAX_TRAIL: usize = 20;

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.place, self.0.cause)
    }
}

impl std::error::Error for RenderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.0.cause)
    }
}

/// An error on its way.
pub(crate) type Fault = RenderError;

/// The outcome of running something.
pub(crate) type Run<T> = Result<T, Fault>;
