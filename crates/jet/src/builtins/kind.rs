//! What a built-in function is.

use value::{Timestamp, Value};

use super::escape;
use super::table::ALL;
use crate::error::Cause;
use crate::reference::Entry;
use crate::val::{Val, View};

/// A function that every template has.
pub(crate) struct Builtin {
    /// What the reference page says about it; the name is there.
    pub(crate) entry: Entry,
    /// The type that the function has in Go, which messages show.
    pub(crate) go_type: &'static str,
    pub(crate) kind: Kind,
}

/// What messages say about a function.
#[derive(Clone, Copy)]
pub(crate) struct Signature {
    pub(crate) name: &'static str,
    /// The type that it has in Go.
    pub(crate) go_type: &'static str,
}

impl Builtin {
    pub(crate) fn signature(&self) -> Signature {
        Signature { name: self.entry.name, go_type: self.go_type }
    }

    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|builtin| builtin.entry.name == name)
    }
}

/// A function of values.
pub(crate) type Plain = fn(&[Argument]) -> Val;

/// A function whose result can be larger than what it is given; it gets how many bytes that may be.
pub(crate) type Growing = fn(&[Argument], usize) -> Result<Val, Cause>;

/// How a function is called.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// With values, after they are converted.
    Plain(&'static [Parameter], Plain),
    /// The same, for one that can fail.
    Growing(&'static [Parameter], Growing),
    /// By the runtime itself.
    Special(Special),
    /// With values to write.
    Writer(Writer),
}

/// What a function takes.
#[derive(Clone, Copy)]
pub(crate) enum Parameter {
    Text,
    /// A whole number, by the name of its Go type.
    Int(&'static str),
    Time,
    Any,
}

/// What a function gets.
pub(crate) enum Argument {
    None,
    /// Text, which need not be UTF-8.
    Text(Value),
    Int(i64),
    Time(Timestamp),
    Any(Value),
}

impl Argument {
    pub(super) fn text(&self) -> &[u8] {
        match self {
            Self::Text(value) => match View::of(value) {
                View::Text(text) => text,
                _ => b"",
            },
            _ => b"",
        }
    }

    pub(super) fn int(&self) -> i64 {
        if let Self::Int(number) = self { *number } else { 0 }
    }

    pub(super) fn time(&self) -> Timestamp {
        if let Self::Time(time) = self { *time } else { Timestamp::GO_ZERO }
    }

    pub(crate) fn into_any(self) -> Value {
        if let Self::Any(value) = self { value } else { Value::Null }
    }
}

/// Functions that the runtime carries out.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Special {
    Isset,
    Len,
    Map,
    Slice,
    IncludeIfExists,
    Exec,
    Ints,
    Dump,
    Json,
    WriteJson,
}

/// How values are written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Writer {
    Raw,
    Html,
    Js,
}

impl Writer {
    pub(crate) fn escape(self, text: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Raw => text,
            Self::Html => escape::template_html(&text),
            Self::Js => escape::template_js(&text),
        }
    }
}
