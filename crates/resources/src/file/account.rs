//! Users and groups as a manifest names them.

use diagnostics::{Code, Diagnostic};
use document::Node;
use document::decode::{Decode, Decoder, Shape, Text, TextShape, Value};
use std::fmt;

pub(crate) static ACCOUNT: Code = Code::new(
    "file::account",
    "An owner or group is a name, or a number below 4294967295. A text of digits is always taken as the number.",
);

/// A user or group as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Account {
    /// All digits: a number, never looked up.
    Id(u32),
    /// Anything else, looked up when it is needed.
    Name(String),
}

impl Account {
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Name(name) if name.is_empty())
    }
}

impl Decode for Account {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = Text::decode(node, decoder)?;
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Some(Self::Name(text.value));
        }
        // The largest number means "leave it" to the kernel.
        match text.parse() {
            Ok(id) if id < u32::MAX => Some(Self::Id(id)),
            _ => {
                let message = format!("`{}` is too large for the number of a user or group", text.value);
                decoder.refuse(Diagnostic::error(&ACCOUNT, message).at(text.span, "given here"))
            }
        }
    }

    fn shape() -> Shape {
        Shape::Text(TextShape { called: Some(("a name or number", "names or numbers")), ..TextShape::PLAIN })
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::from(self.to_string()))
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}
