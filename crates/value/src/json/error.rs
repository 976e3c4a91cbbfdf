//! What can be wrong with JSON.

use crate::Path;

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem} at byte {offset}")]
pub struct JsonError {
    /// Where, in bytes from the start of the text.
    pub offset: usize,
    /// What is wrong there.
    pub problem: JsonProblem,
}

/// What is wrong with a text that should be JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonProblem {
    /// The text ends too early.
    #[error("the text ends where {expected} should be")]
    End {
        /// What should be there.
        expected: &'static str,
    },
    /// Something else stands there.
    #[error("found `{}` where {expected} should be", found.escape_debug())]
    Unexpected {
        /// What stands there.
        found: char,
        /// What should be there.
        expected: &'static str,
    },
    /// A control character stands in a string as it is.
    #[error("control character `{}` in a string", found.escape_debug())]
    Control {
        /// The character.
        found: char,
    },
    /// A backslash is followed by something that is not an escape.
    #[error("`{given}` is not an escape")]
    Escape {
        /// The backslash and what follows.
        given: String,
    },
    /// A number is too large for a floating-point number.
    #[error("number `{given}` is too large")]
    TooLarge {
        /// The number as written.
        given: String,
    },
    /// Lists and maps are nested too deep.
    #[error("more than {limit} nested lists and maps")]
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
}

/// Why a value cannot be written as JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonWriteError {
    /// JSON has no way to say NaN or infinity.
    #[error("{} is `{value}`, which JSON cannot say", place(path))]
    NotFinite {
        /// Where it is in the value.
        path: Path,
        /// The number, as Go prints it.
        value: String,
    },
    /// It is of a type that has no JSON form.
    #[error("{} is of type `{type_name}`, which has no JSON form", place(path))]
    Opaque {
        /// Where it is in the value.
        path: Path,
        /// The name of the type.
        type_name: String,
    },
    /// It is not known yet.
    #[error("{} is unknown: {reason}", place(path))]
    Unknown {
        /// Where it is in the value.
        path: Path,
        /// Why it is not known.
        reason: String,
    },
    /// The text would be longer than it may be.
    #[error("JSON of the value is longer than {limit} bytes")]
    TooLong {
        /// How long it may be.
        limit: usize,
    },
}

fn place(path: &Path) -> String {
    if path.is_root() { "the value".to_string() } else { format!("`{path}`") }
}
