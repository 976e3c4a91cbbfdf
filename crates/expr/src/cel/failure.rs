//! What can go wrong while an expression runs.

use std::borrow::Cow;
use std::fmt;

use super::syntax::Place;

/// Why an expression has no value. The words are those of cel-go.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvalCause {
    /// A map has no such key, or it is no map at all.
    #[error("no such key: {key}")]
    NoSuchKey {
        /// The key.
        key: String,
    },
    /// A list has no such position.
    #[error("index out of bounds: {index}")]
    IndexOutOfBounds {
        /// The position.
        index: String,
    },
    /// A position of a list that is no integer.
    #[error("unsupported index {given} in list")]
    UnsupportedIndex {
        /// Its value, or its type.
        given: String,
    },
    /// A value that cannot be an index or a key.
    #[error("invalid qualifier type: {of}")]
    InvalidQualifier {
        /// Its type.
        of: String,
    },
    /// A variable that was declared and is not there.
    #[error("no such attribute(s): {name}")]
    NoSuchVariable {
        /// Its name.
        name: String,
    },
    /// A function or an operator does not take arguments of these types.
    #[error("no such overload{}{}", if call.is_some() { ": " } else { "" }, call.as_deref().unwrap_or_default())]
    NoSuchOverload {
        /// The function, with the types as far as they help.
        call: Option<Cow<'static, str>>,
    },
    /// A loop over something that is neither a list nor a map.
    #[error("got '{of}', expected iterable type")]
    NotIterable {
        /// Its type.
        of: String,
    },
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A rest of a division by zero.
    #[error("modulus by zero")]
    ModulusByZero,
    /// A number beyond what its type can hold.
    #[error("{}integer overflow", if *unsigned { "unsigned " } else { "" })]
    Overflow {
        /// Whether the type is unsigned.
        unsigned: bool,
    },
    /// A time before the year 1 or after the year 9999.
    #[error("timestamp overflow")]
    TimestampOverflow,
    /// What is no number has no order.
    #[error("NaN values cannot be ordered")]
    NotANumber,
    /// A value that cannot be converted.
    #[error("type conversion error from '{from}' to '{to}'")]
    Conversion {
        /// The type that it has.
        from: String,
        /// The type that was asked for.
        to: &'static str,
    },
    /// The value of an optional that has none.
    #[error("optional.none() dereference")]
    NoneDereference,
    /// It costs more than it may.
    #[error("operation cancelled: actual cost limit exceeded")]
    CostLimit,
    /// It takes more steps than it may.
    #[error("operation cancelled: more than {limit} steps")]
    Steps {
        /// How many it may take.
        limit: u64,
    },
    /// It builds more than it may.
    #[error("operation cancelled: the expression builds more than {limit} bytes of text, lists and maps")]
    Memory {
        /// How many bytes it may build.
        limit: u64,
    },
    /// A value is nested too deeply for what is done with it.
    #[error("value is nested too deeply")]
    TooDeep,
    /// A function says why it has no result.
    #[error("{text}")]
    Function {
        /// Its words.
        text: String,
    },
}

impl EvalCause {
    /// What to do about it, where that is the same for all expressions.
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Memory { .. } => {
                "all that is built counts, also what is only a step: put the parts of a text into a list and `join` it, \
                 and `filter` a list before it is mapped"
            }
            Self::Steps { .. } => {
                "`filter` a list before it is mapped, keep loops out of loops, or split the work over several expressions"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }

    /// Whether it ends the whole expression: no operator makes up for it.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Self::CostLimit | Self::Steps { .. } | Self::Memory { .. })
    }
}

/// Why a function or an operator has no result. What it stands for is known to the caller.
#[derive(Debug, Clone)]
pub struct Failure(Box<Body>);

#[derive(Debug, Clone)]
struct Body {
    cause: EvalCause,
    place: Option<Place>,
    help: Option<String>,
}

impl Failure {
    /// A failure in the function's own words.
    pub fn new(text: impl Into<String>) -> Self {
        EvalCause::Function { text: text.into() }.into()
    }

    /// Why.
    pub fn cause(&self) -> &EvalCause {
        &self.0.cause
    }

    /// Says where it happened, unless that is known already.
    pub(crate) fn at(mut self, place: Place) -> Self {
        self.0.place.get_or_insert(place);
        self
    }

    /// Adds what to do about it, or what more is known.
    pub(crate) fn with_help(mut self, help: Option<String>) -> Self {
        self.0.help = self.0.help.or(help);
        self
    }

    pub(crate) fn is_final(&self) -> bool {
        self.0.cause.is_final()
    }

    /// No overload takes these types.
    pub(crate) fn no_overload() -> Self {
        EvalCause::NoSuchOverload { call: None }.into()
    }

    /// The function does not take what it was given.
    pub(crate) fn no_overload_of(call: impl Into<Cow<'static, str>>) -> Self {
        EvalCause::NoSuchOverload { call: Some(call.into()) }.into()
    }
}

impl From<EvalCause> for Failure {
    fn from(cause: EvalCause) -> Self {
        Self(Box::new(Body { cause, place: None, help: None }))
    }
}

/// Why an expression has no value, and where in its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalError {
    /// Why.
    pub cause: EvalCause,
    /// Where.
    pub place: Place,
    /// What to do about it, or what more is known.
    pub help: Option<String>,
}

impl EvalError {
    pub(crate) fn new(failure: Failure, otherwise: Place) -> Self {
        let Body { cause, place, help } = *failure.0;
        let help = help.or_else(|| cause.help());
        Self { cause, place: place.unwrap_or(otherwise), help }
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl std::error::Error for EvalError {}
