//! Why a text is not a time, in Go's words.

use std::fmt::{self, Write as _};

/// Why a text is not a time in the form of a layout. The text is Go's: `parsing time "x" as "2006": cannot parse "x" as
/// "2006"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    pub(super) layout: String,
    pub(super) value: String,
    pub(super) problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Problem {
    /// Something else stands where an element or a text of the layout is expected.
    Mismatch { expected: String, found: Vec<u8> },
    /// Something follows that the layout does not have.
    ExtraText(Vec<u8>),
    /// A part has a value that it cannot have, or two parts contradict each other.
    Invalid(&'static str),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parsing time {}", Quoted(self.value.as_bytes()))?;
        match &self.problem {
            Problem::Mismatch { expected, found } => {
                let (layout, expected) = (Quoted(self.layout.as_bytes()), Quoted(expected.as_bytes()));
                write!(f, " as {layout}: cannot parse {} as {expected}", Quoted(found))
            }
            Problem::ExtraText(text) => write!(f, ": extra text: {}", Quoted(text)),
            Problem::Invalid(what) => write!(f, ": {what}"),
        }
    }
}

impl std::error::Error for ParseError {}

/// Text in quotes as the package `time` writes it: everything but ASCII is a number.
struct Quoted<'t>(&'t [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{}", char::from(*byte))?,
                b' '..=0x7f => f.write_char(char::from(*byte))?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        f.write_char('"')
    }
}
