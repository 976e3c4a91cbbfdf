//! Integers.

use super::error::{NumError, NumProblem, Reason};
use super::underscores;

const ALL_BITS: u32 = 64;

/// The signed integer that a text stands for, as `strconv.ParseInt`. With base 0 the text says the base (`0x`, `0o`,
/// `0b`, `0`) and may have underscores; `bits` is the size it has to fit in, and 0 stands for 64.
pub fn parse_int(text: &str, base: u32, bits: u32) -> Result<i64, NumError<i64>> {
    read_signed(text, base, bits).map_err(|(problem, value)| NumError::new("ParseInt", text, problem, value))
}

/// The unsigned integer that a text stands for, as `strconv.ParseUint`; a sign is not allowed.
pub fn parse_uint(text: &str, base: u32, bits: u32) -> Result<u64, NumError<u64>> {
    read_unsigned(text, base, bits).map_err(|(problem, value)| NumError::new("ParseUint", text, problem, value))
}

/// The signed decimal integer that a text stands for, as `strconv.Atoi`.
pub fn atoi(text: &str) -> Result<i64, NumError<i64>> {
    read_signed(text, 10, ALL_BITS).map_err(|(problem, value)| NumError::new("Atoi", text, problem, value))
}

fn read_signed(text: &str, base: u32, bits: u32) -> Result<i64, Reason<i64>> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let magnitude = match read_unsigned(digits, base, bits) {
        Ok(magnitude) | Err((NumProblem::Range, magnitude)) => i128::from(magnitude),
        Err((problem, _)) => return Err((problem, 0)),
    };
    let limit = 1_i128 << (if bits == 0 { ALL_BITS } else { bits } - 1);
    let number = if negative { -magnitude } else { magnitude };
    let nearest = number.clamp(-limit, limit - 1);
    let value = i64::try_from(nearest).expect("it was brought into the range");
    if number == nearest { Ok(value) } else { Err((NumProblem::Range, value)) }
}

fn read_unsigned(text: &str, base: u32, bits: u32) -> Result<u64, Reason<u64>> {
    let syntax = (NumProblem::Syntax, 0);
    if text.is_empty() {
        return Err(syntax);
    }
    let (radix, digits) = match base {
        0 => implied_base(text.as_bytes()),
        2..=36 => (base, text.as_bytes()),
        _ => return Err((NumProblem::Base(base), 0)),
    };
    let largest = match bits {
        0 | ALL_BITS => u64::MAX,
        1..ALL_BITS => (1 << bits) - 1,
        _ => return Err((NumProblem::BitSize(bits), 0)),
    };
    let mut number = 0_u64;
    for byte in digits {
        if *byte == b'_' && base == 0 {
            continue;
        }
        let digit = char::from(*byte).to_digit(radix).ok_or(syntax)?;
        let sum = number.checked_mul(radix.into()).and_then(|number| number.checked_add(digit.into()));
        number = sum.filter(|sum| *sum <= largest).ok_or((NumProblem::Range, largest))?;
    }
    let underscores_fit = base != 0 || !digits.contains(&b'_') || underscores::are_between_digits(text.as_bytes());
    if underscores_fit { Ok(number) } else { Err(syntax) }
}

/// The base that a prefix stands for, and what follows it. A prefix alone is not one, but its zero is.
fn implied_base(text: &[u8]) -> (u32, &[u8]) {
    match text {
        [b'0', b'b' | b'B', rest @ ..] if !rest.is_empty() => (2, rest),
        [b'0', b'o' | b'O', rest @ ..] if !rest.is_empty() => (8, rest),
        [b'0', b'x' | b'X', rest @ ..] if !rest.is_empty() => (16, rest),
        [b'0', rest @ ..] => (8, rest),
        text => (10, text),
    }
}
