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

    pub(super) fn is_simple_key(&self) -> bool {
        self.text.len() <= LONGEST_KEY && !self.text.contains(is_break)
    }
}

/// The text of anything but a list or a map.
pub(super) fn scalar_of(value: &Value, fidelity: Fidelity) -> Scalar<'_> {
    match value {
        Value::String(text) => Scalar::text(text.as_ref()),
        Value::Duration(span) => Scalar::text(span.to_string()),
        Value::Bytes(bytes) => {
            Scalar { text: lines_of_base64(bytes).into(), is_binary: true, reads_as_other: bytes.is_empty() }
        }
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
    let text = base64(bytes);
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

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().chain(&[0, 0]).take(3).fold(0, |bits: usize, byte| bits << 8 | usize::from(*byte));
        for digit in 0..4 {
            let sextet = (bits >> (18 - 6 * digit)) & 63;
            text.push(if digit <= group.len() { char::from(ALPHABET[sextet]) } else { '=' });
        }
    }
    text
}
