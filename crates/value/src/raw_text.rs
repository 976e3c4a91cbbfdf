//! Text that is not UTF-8, which Go's strings can be: a file in another encoding, a slice that cuts a character in two.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use crate::{Opaque, Value};

/// A text that is not UTF-8. Its type is `string` everywhere, and what is written of it are its bytes. Where only
/// characters can stand, as in messages, each byte that is part of none is shown as U+FFFD.
///
/// Text that is UTF-8 is always a [`Value::String`], so that the two are never equal; see [`Value::text`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawText(Box<[u8]>);

impl RawText {
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
        f.write_str(&lossy_text(&self.0))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(lossy_text(&self.0).into_owned().into())
    }
}

impl Value {
    /// Text of these bytes, whether they are UTF-8 or not: a [`Value::String`], or a [`RawText`] in the rare other case.
    pub fn text(bytes: impl Into<Vec<u8>>) -> Self {
        match String::from_utf8(bytes.into()) {
            Ok(text) => text.into(),
            Err(error) => Self::opaque(RawText(error.into_bytes().into())),
        }
    }

    /// Text of a part of a text, copied once.
    pub fn text_part(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => Self::opaque(RawText(bytes.into())),
        }
    }

    /// The bytes of the text, if it is text, whether it is UTF-8 or not. [`Value::Bytes`] is none.
    pub fn as_text_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::String(text) => Some(text.as_bytes()),
            Self::Opaque(_) => self.as_raw_text(),
            _ => None,
        }
    }

    /// The bytes of the text, if it is text that is not UTF-8.
    pub fn as_raw_text(&self) -> Option<&[u8]> {
        self.as_opaque().map(RawText::as_bytes)
    }
}

/// The bytes as text; each byte that is not part of a character becomes U+FFFD, as in Go.
pub fn lossy_text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(std::iter::repeat_n(char::REPLACEMENT_CHARACTER, chunk.invalid().len()));
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use crate::{Escape, Extent, KeyOrder, Kind};

    /// `\xe4\xb8` is the beginning of a character: Go counts two bytes, not one.
    const BROKEN: &[u8] = b"a\xe4\xb8b\xff";

    #[test]
    fn only_what_is_not_utf8_is_wrapped() {
        assert_eq!(Value::text("é").as_str(), Some("é"));
        assert_eq!(Value::text_part("é".as_bytes()).as_str(), Some("é"));
        assert_eq!(Value::text("é").as_text_bytes(), Some("é".as_bytes()));
        assert_eq!(Value::text("é").as_raw_text(), None);
        let raw = Value::text(BROKEN);
        assert_eq!((raw.as_str(), raw.as_bytes()), (None, None));
        assert_eq!((raw.as_text_bytes(), raw.as_raw_text()), (Some(BROKEN), Some(BROKEN)));
        assert_eq!(raw, Value::text_part(BROKEN));
        assert_eq!(Value::bytes(BROKEN).as_text_bytes(), None);
    }

    #[test]
    fn it_is_a_string_by_name() {
        let raw = Value::text(BROKEN);
        assert_eq!((raw.kind(), raw.type_name(), raw.kind_name()), (Kind::String, "string", "string"));
        assert_eq!(raw.to_string(), "a\u{fffd}\u{fffd}b\u{fffd}");
        assert_eq!(format!("{raw:?}"), r#""a\xe4\xb8b\xff""#);
    }

    #[test]
    fn it_is_compared_by_its_bytes() {
        let raw = Value::text(BROKEN);
        assert_ne!(raw, Value::from("a\u{fffd}\u{fffd}b\u{fffd}"));
        assert_ne!(raw, Value::bytes(BROKEN));
        assert!(raw.loosely_equal(&Value::text(BROKEN)) && !raw.loosely_equal(&Value::text(&b"\xff"[..])));
        assert_eq!(raw.order(&Value::from("a")), Some(Ordering::Greater));
        assert_eq!(Value::from("b").order(&raw), Some(Ordering::Greater));
        assert_eq!(raw.order(&Value::text(&b"a\xe4\xb8c\xff"[..])), Some(Ordering::Less));
        assert_eq!(raw.order(&Value::bytes(BROKEN)), None);
    }

    #[test]
    fn json_escapes_each_byte_that_is_no_character() {
        let value = Value::from(vec![Value::text(&b"<\xff\xfe\0\"\xe4\xb8\xad\xef\xbf\xbd"[..])]);
        let json = value.to_json(Escape::Html, KeyOrder::Keep).unwrap();
        assert_eq!(json, "[\"\\u003c\\ufffd\\ufffd\\u0000\\\"中\u{fffd}\"]");
        assert_eq!(serde_json::to_string(&Value::text(&b"a\xff"[..])).unwrap(), "\"a\u{fffd}\"");
    }

    #[test]
    fn its_bytes_are_counted() {
        let value = Value::from(vec![Value::text(BROKEN)]);
        assert_eq!(value.extent_within(Extent::MAX), Ok(Extent { nodes: 2, bytes: 7, depth: 1 }));
        assert!(value.extent_within(Extent { bytes: 6, ..Extent::MAX }).is_err());
    }
}
