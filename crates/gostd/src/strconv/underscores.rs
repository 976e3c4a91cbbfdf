//! Where underscores may stand in numbers.

/// Whether each underscore stands between digits, or between the prefix of a base and a digit.
pub(super) fn are_between_digits(number: &[u8]) -> bool {
    let number = number.strip_prefix(b"-").or_else(|| number.strip_prefix(b"+")).unwrap_or(number);
    let hex = matches!(number, [b'0', b'x' | b'X', ..]);
    let prefixed = hex || matches!(number, [b'0', b'b' | b'B' | b'o' | b'O', ..]);
    let digits = &number[if prefixed { 2 } else { 0 }..];
    let is_digit = |byte: &u8| if hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let mut after_digit = prefixed;
    let mut after_underscore = false;
    for byte in digits {
        let digit = is_digit(byte);
        if (*byte == b'_' && !after_digit) || (*byte != b'_' && after_underscore && !digit) {
            return false;
        }
        (after_digit, after_underscore) = (digit, *byte == b'_');
    }
    !after_underscore
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_digits_only() {
        for number in ["1_000", "0x_1", "0b_1_0", "-1_0", "1_0.2_0e1_0", "0_7"] {
            assert!(are_between_digits(number.as_bytes()), "{number}");
        }
        for number in ["_1", "1_", "1__0", "1_.5", "1._5", "-_1", "1e_5", "0x1_p5", "_"] {
            assert!(!are_between_digits(number.as_bytes()), "{number}");
        }
    }
}
