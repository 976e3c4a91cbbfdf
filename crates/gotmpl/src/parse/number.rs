//! Numbers: what one literal is as every type that can hold it.

use gostd::strconv::{Bits, parse_float, parse_int, parse_uint, unquote_char};

/// A number as every type that can hold it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Number {
    pub(crate) int: Option<i64>,
    pub(crate) uint: Option<u64>,
    pub(crate) float: Option<f64>,
    /// Real and imaginary part.
    pub(crate) complex: Option<(f64, f64)>,
    /// Whether it is a floating-point number where no type is wanted.
    pub(crate) is_written_as_float: bool,
}

impl Number {
    /// `'x'`
    pub(super) fn character(text: &[u8]) -> Result<Self, String> {
        let (found, rest) = unquote_char(&text[1..], b'\'').map_err(|error| error.to_string())?;
        if rest != b"'" {
            return Err(format!("malformed character constant: {}", gostd::utf8::to_text(text)));
        }
        let code = found.code();
        Ok(Self { int: Some(code.into()), uint: Some(code.into()), float: Some(code.into()), ..Self::default() })
    }

    /// `1+2i`
    pub(super) fn complex(text: &[u8]) -> Result<Self, String> {
        let text = gostd::utf8::to_text(text);
        let mut rest = &*text;
        let real = float_token(&mut rest);
        let signed = rest;
        let sign = accept(&mut rest, "+-");
        float_token(&mut rest);
        let imaginary = &signed[..signed.len() - rest.len()];
        if !sign || !accept(&mut rest, "i") {
            return Err("syntax error scanning complex number".to_owned());
        }
        let part = |text| parse_float(text, Bits::Double).map_err(|error| error.to_string());
        Ok(Self::from_complex(part(real)?, part(imaginary)?))
    }

    /// All other numbers.
    pub(super) fn read(text: &[u8]) -> Result<Self, String> {
        let text = gostd::utf8::to_text(text);
        let float = |text: &str| parse_float(text, Bits::Double).ok();
        if let Some(imaginary) = text.strip_suffix('i').and_then(float) {
            return Ok(Self::from_complex(0.0, imaginary));
        }
        let is_written_as_float = is_written_as_float(&text);
        let int = parse_int(&text, 0, 64).ok();
        let uint = parse_uint(&text, 0, 64).ok().or(int.filter(|int| *int == 0).map(|_| 0));
        if let Some(whole) = nearest(int, uint) {
            return Ok(Self { int, uint, float: Some(whole), complex: None, is_written_as_float });
        }
        let Some(float) = float(&text) else { return Err(format!("illegal number syntax: {}", value::quote(&text))) };
        if !text.contains(['.', 'e', 'E', 'p', 'P']) {
            return Err(format!("integer overflow: {}", value::quote(&text)));
        }
        Ok(Self { is_written_as_float, ..Self::from_float(float) })
    }

    fn from_complex(real: f64, imaginary: f64) -> Self {
        let simple = if imaginary == 0.0 { Self::from_float(real) } else { Self::default() };
        Self { complex: Some((real, imaginary)), ..simple }
    }

    /// A float, and the integers that it is equal to.
    fn from_float(float: f64) -> Self {
        Self { int: int_of(float), uint: uint_of(float), float: Some(float), ..Self::default() }
    }
}

/// The float next to an integer.
#[expect(clippy::cast_precision_loss, reason = "an integer where a float is wanted is the nearest float")]
fn nearest(int: Option<i64>, uint: Option<u64>) -> Option<f64> {
    int.map(|int| int as f64).or_else(|| uint.map(|uint| uint as f64))
}

/// The integer that the float is; beyond the ends Go's conversion gives the smallest one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "it is compared with what it came from"
)]
#[expect(clippy::float_cmp, reason = "the question is whether they are the same")]
fn int_of(float: f64) -> Option<i64> {
    let in_range = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float);
    let int = if in_range { float as i64 } else { i64::MIN };
    (int as f64 == float).then_some(int)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "as above")]
#[expect(clippy::float_cmp, reason = "the question is whether they are the same")]
fn uint_of(float: f64) -> Option<u64> {
    let uint = float as u64;
    (uint as f64 == float).then_some(uint)
}

/// Whether a number is meant to be a float.
fn is_written_as_float(text: &str) -> bool {
    let is_hex = text.len() > 2 && (text.starts_with("0x") || text.starts_with("0X"));
    text.contains(['p', 'P']) || (!is_hex && text.contains(['.', 'e', 'E']))
}

/// The part that Go's scanner takes for a float: it takes an `i` for the beginning of `Inf`, too.
fn float_token<'t>(rest: &mut &'t str) -> &'t str {
    let start = *rest;
    accept(rest, "+-");
    if accept(rest, "iI") {
        return &start[..start.len() - rest.len()];
    }
    let (mut digits, mut exponent) = ("0123456789_", "eEpP");
    if accept(rest, "0") && accept(rest, "xX") {
        (digits, exponent) = ("0123456789aAbBcCdDeEfF_", "pP");
    }
    while accept(rest, digits) {}
    if accept(rest, ".") {
        while accept(rest, digits) {}
    }
    if accept(rest, exponent) {
        accept(rest, "+-");
        while accept(rest, "0123456789_") {}
    }
    &start[..start.len() - rest.len()]
}

fn accept(rest: &mut &str, valid: &str) -> bool {
    match rest.strip_prefix(|found| valid.contains(found)) {
        Some(after) => {
            *rest = after;
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Number, String> {
        Number::read(text.as_bytes())
    }

    #[test]
    fn one_number_is_of_every_type_that_holds_it() {
        let three = read("3.0").unwrap();
        assert_eq!((three.int, three.uint, three.float), (Some(3), Some(3), Some(3.0)));
        assert!(three.is_written_as_float);
        let minus = read("-1").unwrap();
        assert_eq!((minus.int, minus.uint, minus.float), (Some(-1), None, Some(-1.0)));
        let large = read("9223372036854775808").unwrap();
        assert_eq!((large.int, large.uint), (None, Some(1 << 63)));
        assert_eq!(read("-0").unwrap().uint, Some(0));
        assert_eq!(read("2i").unwrap().complex, Some((0.0, 2.0)));
        assert_eq!(read("0i").unwrap().int, Some(0));
        assert!(!read("0x1e").unwrap().is_written_as_float);
        assert_eq!(read("0x1p4").unwrap().float, Some(16.0));
    }

    #[test]
    fn mistakes_in_the_words_of_go() {
        for (text, message) in [
            ("1__0", "illegal number syntax: \"1__0\""),
            ("08", "integer overflow: \"08\""),
            ("1e400", "illegal number syntax: \"1e400\""),
            ("18446744073709551616", "integer overflow: \"18446744073709551616\""),
        ] {
            assert_eq!(read(text).unwrap_err(), message);
        }
        assert_eq!(Number::character(b"'ab'").unwrap_err(), "malformed character constant: 'ab'");
        assert_eq!(Number::character(b"''").unwrap_err(), "invalid syntax");
        assert_eq!(Number::complex(b"1i+2i").unwrap_err(), "syntax error scanning complex number");
        assert_eq!(Number::complex(b"1+i").unwrap_err(), "syntax error scanning complex number");
        assert_eq!(Number::complex(b"1.5-2i").unwrap().complex, Some((1.5, -2.0)));
    }
}
