//! Numbers of JSON.

use crate::Kind;

/// Whether a byte can be part of a number, or of something that was meant as one.
pub(super) fn part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_')
}

/// The value of a number, or `None` when it is not written as JSON writes numbers.
pub(super) fn read(text: &str) -> Option<Kind<'static>> {
    let body = text.strip_prefix('-').unwrap_or(text);
    let (whole, rest) = split_digits(body);
    if whole.is_empty() || whole.len() > 1 && whole.starts_with('0') {
        return None;
    }
    if rest.is_empty() {
        return whole_number(text);
    }
    let rest = match rest.strip_prefix('.') {
        Some(fraction) if split_digits(fraction).0.is_empty() => return None,
        Some(fraction) => split_digits(fraction).1,
        None => rest,
    };
    let exponent = rest.strip_prefix(['e', 'E']).map(|rest| rest.strip_prefix(['+', '-']).unwrap_or(rest));
    let fine =
        rest.is_empty() || exponent.is_some_and(|digits| !digits.is_empty() && split_digits(digits).1.is_empty());
    if fine { finite(text) } else { None }
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

fn whole_number(text: &str) -> Option<Kind<'static>> {
    if let Ok(value) = text.parse() {
        return Some(Kind::Int(value));
    }
    text.parse().map(Kind::Uint).ok().or_else(|| finite(text))
}

fn finite(text: &str) -> Option<Kind<'static>> {
    text.parse().ok().filter(|value: &f64| value.is_finite()).map(Kind::Float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_and_fractions() {
        assert_eq!(read("-0"), Some(Kind::Int(0)));
        assert_eq!(read("18446744073709551615"), Some(Kind::Uint(u64::MAX)));
        assert_eq!(read("18446744073709551616"), Some(Kind::Float(18_446_744_073_709_551_616.0)));
        assert_eq!(read("1.0"), Some(Kind::Float(1.0)));
        assert_eq!(read("1e3"), Some(Kind::Float(1000.0)));
        for wrong in ["", "-", "01", "1.", ".5", "+1", "1e", "1e+", "0x1", "1_0", "1e999"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
