//! Go strings that are not UTF-8.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use value::{Opaque, Value};

/// A Go string that is not UTF-8, as `trunc 1 "é"` makes it. Text that is UTF-8 is always a [`Value::String`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text(Arc<[u8]>);

/// A Go string of these bytes: [`Value::String`] when they are UTF-8, [`Text`] when they are not.
pub fn string(bytes: impl Into<Vec<u8>>) -> Value {
    match String::from_utf8(bytes.into()) {
        Ok(text) => text.into(),
        Err(error) => Value::opaque(Text(error.into_bytes().into())),
    }
}

impl Text {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Opaque for Text {
    fn type_name(&self) -> &'static str {
        "string"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self == other)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&gostd::utf8::to_text(&self.0))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    /// The bytes, which is how formatting knows them; see [`super::encodable`] for text.
    fn to_plain(&self) -> Option<Value> {
        Some(Value::Bytes(Arc::clone(&self.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_utf8_is_wrapped() {
        assert_eq!(string("é").as_str(), Some("é"));
        let half = string(&b"\xc3"[..]);
        assert_eq!(half.type_name(), "string");
        assert_eq!(half.as_opaque::<Text>().unwrap().bytes(), b"\xc3");
        assert_eq!(half, string(&b"\xc3"[..]));
    }
}
