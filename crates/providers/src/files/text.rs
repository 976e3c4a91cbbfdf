//! Content as a value.

use value::Value;

/// Text where it is text; other bytes stay what they are.
pub(crate) fn text_or_bytes(bytes: Vec<u8>) -> Value {
    String::from_utf8(bytes).map_or_else(|error| Value::bytes(error.into_bytes()), Value::string)
}
