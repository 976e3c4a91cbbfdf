//! Types as signatures declare them.

use std::fmt;

/// A type in the signature of a function. The parts of a type are borrowed for ever, so that tables of functions are
/// constants: `Type::List(&Type::String)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Anything, decided when the expression runs.
    Dyn,
    /// Anything, as protocol buffers call it.
    Any,
    /// Nothing.
    Null,
    /// A truth value.
    Bool,
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
    /// A floating-point number.
    Double,
    /// Text.
    String,
    /// Bytes.
    Bytes,
    /// A span of time.
    Duration,
    /// An instant.
    Timestamp,
    /// Values of one type in order.
    List(&'static Type),
    /// Values of one type under keys of one type.
    Map(&'static Type, &'static Type),
    /// A value that may be missing.
    Optional(&'static Type),
    /// The type of values of that type.
    TypeOf(&'static Type),
    /// Any one type: the same wherever the name stands in a signature.
    Param(&'static str),
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dyn => f.write_str("dyn"),
            Self::Any => f.write_str("any"),
            Self::Null => f.write_str("null"),
            Self::Bool => f.write_str("bool"),
            Self::Int => f.write_str("int"),
            Self::Uint => f.write_str("uint"),
            Self::Double => f.write_str("double"),
            Self::String => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::Duration => f.write_str("duration"),
            Self::Timestamp => f.write_str("timestamp"),
            Self::List(item) => write!(f, "list({item})"),
            Self::Map(key, value) => write!(f, "map({key}, {value})"),
            Self::Optional(value) => write!(f, "optional({value})"),
            Self::TypeOf(of) => write!(f, "type({of})"),
            Self::Param(name) => f.write_str(name),
        }
    }
}
