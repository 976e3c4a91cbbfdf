//! Words of an expression.

use std::fmt;
use std::sync::Arc;

use crate::exprlang::Place;

/// A word and its place.
#[derive(Debug, Clone)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) place: Place,
}

/// What sort of word it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TokenKind<'a> {
    Name(&'a str),
    /// As written; read when it is known to be a number and not the key of a map.
    Number(&'a str),
    Text(Arc<str>),
    Bytes(Arc<[u8]>),
    /// A sign or a word that is an operator.
    Operator(&'a str),
    /// One of `()[]{}`.
    Bracket(u8),
    End,
}

impl TokenKind<'_> {
    pub(crate) fn is_operator(&self, text: &str) -> bool {
        matches!(self, Self::Operator(operator) if *operator == text)
    }

    pub(crate) fn is_bracket(&self, bracket: u8) -> bool {
        *self == Self::Bracket(bracket)
    }
}

impl fmt::Display for TokenKind<'_> {
    /// How messages name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) | Self::Number(text) | Self::Operator(text) => write!(f, "`{text}`"),
            Self::Text(_) => f.write_str("string literal"),
            Self::Bytes(_) => f.write_str("bytes literal"),
            Self::Bracket(bracket) => write!(f, "`{}`", char::from(*bracket)),
            Self::End => f.write_str("end of the expression"),
        }
    }
}
