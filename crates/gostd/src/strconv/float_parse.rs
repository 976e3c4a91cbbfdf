//! Floating-point numbers from text.

use super::error::{NumError, NumProblem, Reason};
use super::float_text::Bits;
use super::underscores;

/// The number that a text stands for, as `strconv.ParseFloat`: decimal, hexadecimal with an exponent, `inf`, `infinity`
/// and `nan` in any case, with underscores between digits. Of single precision it is rounded once, to that.
pub fn parse_float(text: &str, bits: Bits) -> Result<f64, NumError<f64>> {
    let fail = |(problem, value)| NumError::new("ParseFloat", text, problem, value);
    match read_prefix(text, bits) {
        Some((length, number)) if length == text.len() => number.map_err(fail),
        _ => Err(fail((NumProblem::Syntax, 0.0))),
    }
}

/// The number at the beginning of a text, and its length; it may be out of range. `None` when there is none.
pub(super) fn read_prefix(text: &str, bits: Bits) -> Option<(usize, Result<f64, Reason<f64>>)> {
    if let Some((length, number)) = read_special(text) {
        return Some((length, Ok(number)));
    }
    let literal = Literal::read(text.as_bytes())?;
    let magnitude = literal.value(&text[..literal.length], bits);
    let number = if literal.negative { -magnitude } else { magnitude };
    let result = if number.is_finite() { Ok(number) } else { Err((NumProblem::Range, number)) };
    Some((literal.length, result))
}

/// Infinity with or without a sign, or NaN without one.
fn read_special(text: &str) -> Option<(usize, f64)> {
    let bytes = text.as_bytes();
    let signed = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let starts = |word: &str| {
        bytes.get(signed..signed + word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word.as_bytes()))
    };
    let infinity = if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
    if starts("infinity") {
        Some((signed + 8, infinity))
    } else if starts("inf") {
        Some((signed + 3, infinity))
    } else if signed == 0 && starts("nan") {
        Some((3, f64::NAN))
    } else {
        None
    }
}

/// A number as it is written, with its parts checked.
struct Literal {
    negative: bool,
    hex: bool,
    length: usize,
    /// The digits of a hexadecimal number, as many as fit; more of them only tell whether something was left out.
    mantissa: u64,
    left_out: bool,
    /// The power of two that the mantissa of a hexadecimal number is multiplied with.
    exponent: i64,
}

/// Exponents with more digits make any number too large or too small.
const LARGEST_EXPONENT: i64 = 1_000_000;
/// Digits that fit into a mantissa.
const MANTISSA_DIGITS: u32 = 16;

impl Literal {
    fn read(text: &[u8]) -> Option<Self> {
        let mut reader = Reader { text, at: 0, underscores: false };
        let negative = reader.sign();
        let hex = matches!(text.get(reader.at..), Some([b'0', b'x' | b'X', _, ..]));
        let mut literal = Self { negative, hex, length: 0, mantissa: 0, left_out: false, exponent: 0 };
        reader.at += if hex { 2 } else { 0 };
        literal.digits(&mut reader)?;
        let mark = if hex { b'p' } else { b'e' };
        if text.get(reader.at).is_some_and(|byte| byte.eq_ignore_ascii_case(&mark)) {
            reader.at += 1;
            literal.exponent += reader.exponent()?;
        } else if hex {
            return None;
        }
        literal.length = reader.at;
        let fits = !reader.underscores || underscores::are_between_digits(&text[..reader.at]);
        fits.then_some(literal)
    }

    /// Reads the digits and the point.
    fn digits(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let radix = if self.hex { 16 } else { 10 };
        let (mut any, mut after_point, mut count) = (false, false, 0);
        while let Some(byte) = reader.text.get(reader.at) {
            match (byte, char::from(*byte).to_digit(radix)) {
                (b'_', _) => reader.underscores = true,
                (b'.', _) if !after_point => after_point = true,
                (_, Some(digit)) => {
                    any = true;
                    if self.hex {
                        self.push_hex(digit, after_point, &mut count);
                    }
                }
                _ => break,
            }
            reader.at += 1;
        }
        any.then_some(())
    }

    fn push_hex(&mut self, digit: u32, after_point: bool, count: &mut u32) {
        if *count < MANTISSA_DIGITS {
            self.mantissa = self.mantissa << 4 | u64::from(digit);
            *count += u32::from(self.mantissa != 0);
            self.exponent -= if after_point { 4 } else { 0 };
        } else {
            self.left_out |= digit != 0;
            self.exponent += if after_point { 0 } else { 4 };
        }
    }

    /// The number without its sign.
    fn value(&self, text: &str, bits: Bits) -> f64 {
        if self.hex {
            return from_binary(self.mantissa, self.exponent, self.left_out, bits);
        }
        let plain = text.trim_start_matches(['+', '-']);
        let plain = if plain.contains('_') { &plain.replace('_', "") } else { plain };
        match bits {
            Bits::Double => plain.parse().unwrap_or(f64::NAN),
            Bits::Single => plain.parse::<f32>().map_or(f64::NAN, f64::from),
        }
    }
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    underscores: bool,
}

impl Reader<'_> {
    /// Takes a sign, if there is one; tells whether it is a minus.
    fn sign(&mut self) -> bool {
        let sign = self.text.get(self.at).filter(|byte| matches!(byte, b'+' | b'-'));
        self.at += usize::from(sign.is_some());
        sign == Some(&b'-')
    }

    fn exponent(&mut self) -> Option<i64> {
        let negative = self.sign();
        self.text.get(self.at).filter(|byte| byte.is_ascii_digit())?;
        let mut exponent = 0_i64;
        while let Some(byte) = self.text.get(self.at).filter(|byte| byte.is_ascii_digit() || **byte == b'_') {
            if *byte == b'_' {
                self.underscores = true;
            } else {
                exponent = (exponent * 10 + i64::from(byte - b'0')).min(LARGEST_EXPONENT);
            }
            self.at += 1;
        }
        Some(if negative { -exponent } else { exponent })
    }
}

/// The nearest number to a mantissa times a power of two, halves to even; infinity when it is too large.
fn from_binary(mantissa: u64, exponent: i64, left_out: bool, bits: Bits) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let (precision, least, most) = match bits {
        Bits::Single => (24, -126, 127),
        Bits::Double => (53, -1_022, 1_023),
    };
    let shift = mantissa.leading_zeros();
    let mantissa = mantissa << shift;
    // The power of two of the leading bit.
    let lead = exponent + 63 - i64::from(shift);
    let kept = precision - (least - lead).max(0);
    if kept < 0 {
        return 0.0;
    }
    let dropped = u32::try_from(64 - kept).expect("at most as many bits are kept as there are");
    let head = mantissa.checked_shr(dropped).unwrap_or(0);
    let rest = mantissa - head.checked_shl(dropped).unwrap_or(0);
    let half = 1_u64 << (dropped - 1);
    let up = rest > half || (rest == half && (left_out || head & 1 == 1));
    let head = head + u64::from(up);
    // The power of two of the last bit that is kept.
    let unit = lead.max(least) + 1 - precision;
    if i64::from(head.checked_ilog2().unwrap_or(0)) + unit > most { f64::INFINITY } else { scaled(head, unit) }
}

/// An integer of at most 54 bits times a power of two; both steps are exact.
#[expect(clippy::cast_precision_loss, reason = "it has few bits")]
fn scaled(integer: u64, power: i64) -> f64 {
    let half = i32::try_from(power / 2).expect("powers are small");
    let rest = i32::try_from(power - power / 2).expect("powers are small");
    integer as f64 * 2_f64.powi(half) * 2_f64.powi(rest)
}
