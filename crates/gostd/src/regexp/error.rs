//! Why something is not a regular expression, in Go's words.

use std::fmt;

/// Why a pattern cannot be used. The text is Go's: ``error parsing regexp: missing closing ]: `[a` ``.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("error parsing regexp: {problem}: `{part}`")]
pub struct RegexpError {
    /// What is wrong.
    pub problem: Problem,
    /// The part of the pattern that it is about.
    pub part: String,
}

/// What can be wrong with a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A range that ends before it begins, or a class that does not exist.
    InvalidCharRange,
    /// A backslash before something that it gives no meaning to.
    InvalidEscape,
    /// A group whose name is not one.
    InvalidNamedCapture,
    /// Something after `(?` that is not supported.
    InvalidPerlOp,
    /// A repetition of a repetition.
    InvalidRepeatOp,
    /// A count above 1000, alone or multiplied with those inside, or a range of counts that ends before it begins.
    InvalidRepeatSize,
    /// No `]`.
    MissingBracket,
    /// No `)`.
    MissingParen,
    /// Nothing to repeat.
    MissingRepeatArgument,
    /// A backslash at the end.
    TrailingBackslash,
    /// A `)` without a group.
    UnexpectedParen,
    /// Too many groups in groups.
    NestingDepth,
    /// Too much for the memory that an expression may take.
    Large,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InvalidCharRange => "invalid character class range",
            Self::InvalidEscape => "invalid escape sequence",
            Self::InvalidNamedCapture => "invalid named capture",
            Self::InvalidPerlOp => "invalid or unsupported Perl syntax",
            Self::InvalidRepeatOp => "invalid nested repetition operator",
            Self::InvalidRepeatSize => "invalid repeat count",
            Self::MissingBracket => "missing closing ]",
            Self::MissingParen => "missing closing )",
            Self::MissingRepeatArgument => "missing argument to repetition operator",
            Self::TrailingBackslash => "trailing backslash at end of expression",
            Self::UnexpectedParen => "unexpected )",
            Self::NestingDepth => "expression nests too deeply",
            Self::Large => "expression too large",
        })
    }
}

impl RegexpError {
    pub(super) fn new(problem: Problem, part: &str) -> Self {
        Self { problem, part: part.to_string() }
    }
}
