//! Why a text is not a number, in Go's words.

use std::fmt;

/// Why a text is not a number. The text is Go's: `strconv.ParseInt: parsing "x": invalid syntax`.
#[derive(Debug, Clone, PartialEq)]
pub struct NumError<T> {
    /// The function of Go that says so.
    pub function: &'static str,
    /// The text that was given.
    pub text: String,
    /// What is wrong with it.
    pub problem: NumProblem,
    /// What Go gives together with the error: the nearest number when it is out of range, or else zero. Programs that
    /// ignore the error go on with it.
    pub value: T,
}

/// What can be wrong with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumProblem {
    /// It is none.
    Syntax,
    /// It does not fit.
    Range,
    /// There are no numbers of such a base.
    Base(u32),
    /// There are no numbers of so many bits.
    BitSize(u32),
}

impl fmt::Display for NumProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("invalid syntax"),
            Self::Range => f.write_str("value out of range"),
            Self::Base(base) => write!(f, "invalid base {base}"),
            Self::BitSize(bits) => write!(f, "invalid bit size {bits}"),
        }
    }
}

impl<T> fmt::Display for NumError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "strconv.{}: parsing {}: {}", self.function, value::quote(&self.text), self.problem)
    }
}

impl<T: fmt::Debug> std::error::Error for NumError<T> {}

impl<T> NumError<T> {
    pub(super) fn new(function: &'static str, text: &str, problem: NumProblem, value: T) -> Self {
        Self { function, text: text.to_string(), problem, value }
    }
}

/// What went wrong, and the value that Go gives beside it.
pub(super) type Reason<T> = (NumProblem, T);

/// The text is not quoted, or has an escape that does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid syntax")]
pub struct SyntaxError;
