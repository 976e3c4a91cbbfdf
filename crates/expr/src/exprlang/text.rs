//! Texts, which Go also has as bytes that are not UTF-8: a slice can cut a character in two.

use std::any::Any;
use std::fmt;

use gostd::utf8::to_text;
use value::{Opaque, Value};

/// A text that is not UTF-8. It behaves as text in expressions; elsewhere each broken character is shown as `\u{fffd}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawText(Box<[u8]>);

impl RawText {
    /// A text of these bytes, whether they are UTF-8 or not.
    pub fn value_of(bytes: Vec<u8>) -> Value {
        from_bytes(bytes)
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Opaque for RawText {
    fn type_name(&self) -> &'static str {
        "string"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_text(&self.0))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(to_text(&self.0).as_ref().into())
    }
}

/// A text of bytes that may or may not be UTF-8.
pub(crate) fn from_bytes(bytes: Vec<u8>) -> Value {
    match String::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(error) => Value::opaque(RawText(error.into_bytes().into())),
    }
}

/// A text of a part of a text.
pub(crate) fn from_part(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => Value::opaque(RawText(bytes.into())),
    }
}

/// The bytes of a text; `None` when it is none.
pub(crate) fn bytes(value: &Value) -> Option<&[u8]> {
    match value {
        Value::String(text) => Some(text.as_bytes()),
        Value::Opaque(_) => value.as_opaque::<RawText>().map(RawText::as_bytes),
        _ => None,
    }
}
