//! The text of scalars.

use super::emit::{Fidelity, is_break};
use super::resemblance::reads_as_other;
use std::borrow::Cow;
use value::Value;

/// The tag before bytes.
pub(super) const BINARY: &str = "!!binary";

/// yaml.v3 writes a longer key behind a `?`.
const LONGEST_KEY: usize = 128;

/// The length of a line of bytes.
const LINE: usize = 70;

/// A scalar as text, before its form is chosen.
#[derive(Debug)]
pub(super) struct Scalar<'v> {
    pub(super) text: Cow<'v, str>,
    pub(super) is_binary: bool,
    /// Without quotes it would be read as another type.
    pub(super) reads_as_other: bool,
}

impl<'v> Scalar<'v> {
    fn text(text: impl Into<Cow<'v, str>>) -> Self {
        let text = text.into();
        let reads_as_other = reads_as_other(&text);
        Self { text, is_binary: false, reads_as_other }
    }

    fn plain(text: impl Into<Cow<'v, str>>) -> Self {
        Self { text: text.into(), is_binary: false, reads_as_other: false }
    }

    fn binary(bytes: &[u8]) -> Self {
        Self { text: lines_of_base64(bytes).into(), is_binary: true, reads_as_other: bytes.is_empty() }
    }

    pub(super) fn is_simple_key(&self) -> bool {
        self.text.len() <= LONGEST_KEY && !self.text.contains(is_break)
    }
}

/// The text of anything but a list or a map.
pub(super) fn scalar_of(value: &Value, fidelity: Fidelity) -> Scalar<'_> {
    match value {
        Value::String(text) => Scalar::text(text.as_ref()),
        Value::Duration(span) => Scalar::text(span.to_string()),
        Value::Bytes(bytes) => Scalar::binary(bytes),
        Value::Opaque(_) if let Some(text) = value.as_raw_text() => Scalar::binary(text),
        Value::Timestamp(time) => Scalar::plain(time.to_rfc3339()),
        Value::Float(number) if number.is_nan() => Scalar::plain(".nan"),
        Value::Float(f64::INFINITY) => Scalar::plain(".inf"),
        Value::Float(f64::NEG_INFINITY) => Scalar::plain("-.inf"),
        Value::Float(number) if fidelity == Fidelity::Meaning && number.fract() == 0.0 => Scalar::plain(pointed(value)),
        Value::Null => Scalar::plain("null"),
        other => Scalar::plain(other.to_string()),
    }
}

/// A number without a fraction that still reads as one that could have one.
fn pointed(number: &Value) -> String {
    let text = number.to_string();
    if text.contains('e') { text } else { text + ".0" }
}

/// Bytes as text; in lines when one is not enough.
fn lines_of_base64(bytes: &[u8]) -> String {
    let text = value::base64::encode(bytes);
    if text.len() < LINE {
        return text;
    }
    let mut lines = String::with_capacity(text.len() + text.len() / LINE + 1);
    for (at, char) in text.char_indices() {
        if at > 0 && at % LINE == 0 {
            lines.push('\n');
        }
        lines.push(char);
    }
    lines.push('\n');
    lines
}
