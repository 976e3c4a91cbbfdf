//! Go's reading of numbers, and its writing of them.

use crate::Kind;

/// A whole number, signed if it fits.
pub(super) fn whole(value: u64) -> Kind<'static> {
    i64::try_from(value).map_or(Kind::Uint(value), Kind::Int)
}

/// Digits of a base, without a sign or prefix.
pub(super) fn digits(text: &str, base: u32) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if plain { u64::from_str_radix(text, base).ok() } else { None }
}

/// A number below zero from the digits behind the sign.
pub(super) fn negative(digits: u64) -> Option<i64> {
    0_i64.checked_sub_unsigned(digits)
}

/// A decimal fraction with an optional sign and exponent; what is too large for a float is not one.
pub(super) fn float(text: &str) -> Option<f64> {
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    let shape = body.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    if !shape || !body.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// A float as Go's `%v` writes it.
pub(super) fn go_float(value: f64) -> String {
    value::format_float(value, value::FloatFormat::LowerGeneral, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_as_go_writes_them() {
        let cases = [
            (1.0, "1"),
            (1.5, "1.5"),
            (100_000.0, "100000"),
            (1e6, "1e+06"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (-0.0, "-0"),
            (f64::INFINITY, "+Inf"),
            (123_456_789.5, "1.234567895e+08"),
        ];
        for (value, text) in cases {
            assert_eq!(go_float(value), text);
        }
    }

    #[test]
    fn the_smallest_number_fits() {
        assert_eq!(negative(9_223_372_036_854_775_808), Some(i64::MIN));
        assert_eq!(negative(9_223_372_036_854_775_809), None);
    }
}
