//! The kinds of values, by the words that messages use.

use std::fmt;

/// What sort of value it is. `Display` gives the word that messages use: `null`, `bool`, `int`, `list`, …
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing.
    Null,
    /// A truth value.
    Bool,
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
    /// A floating-point number.
    Float,
    /// Text.
    String,
    /// Bytes.
    Bytes,
    /// Values in order.
    List,
    /// Values under keys.
    Map,
    /// An instant.
    Timestamp,
    /// A span of time.
    Duration,
    /// What only one language knows.
    Opaque,
    /// What can only be known later.
    Unknown,
}

impl Kind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Float => "float",
            Self::String => "string",
            Self::Bytes => "bytes",
            Self::List => "list",
            Self::Map => "map",
            Self::Timestamp => "timestamp",
            Self::Duration => "duration",
            Self::Opaque => "opaque",
            Self::Unknown => "unknown",
        }
    }

    /// The word with its article, for the middle of a sentence: `a list`, `an int`, `null`.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a bool",
            Self::Int => "an int",
            Self::Uint => "a uint",
            Self::Float => "a float",
            Self::String => "a string",
            Self::Bytes => "bytes",
            Self::List => "a list",
            Self::Map => "a map",
            Self::Timestamp => "a timestamp",
            Self::Duration => "a duration",
            Self::Opaque => "an opaque value",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
