//! Floating-point and complex numbers.

use super::printer::Printer;
use super::spec::Flag;
use crate::strconv::{Bits, FloatVerb, format_float};

/// Digits that `#` keeps when no precision is given.
const DIGITS_KEPT: usize = 6;

impl Printer {
    pub(super) fn float(&mut self, value: f64, bits: Bits, verb: char) -> bool {
        let (letter, precision) = match verb {
            'v' => ('g', None),
            'b' | 'g' | 'G' | 'x' | 'X' => (verb, None),
            'e' | 'E' | 'f' => (verb, Some(6)),
            'F' => ('f', Some(6)),
            _ => return false,
        };
        self.number(value, bits, letter, self.spec.precision.or(precision));
        true
    }

    pub(super) fn complex(&mut self, real: f64, imaginary: f64, bits: Bits, verb: char) -> bool {
        if !matches!(verb, 'v' | 'b' | 'g' | 'G' | 'x' | 'X' | 'f' | 'F' | 'e' | 'E') {
            return false;
        }
        self.out.push("(");
        self.float(real, bits, verb);
        let flags = self.spec.flags;
        self.spec.flags.set(Flag::Plus, true);
        self.float(imaginary, bits, verb);
        self.spec.flags = flags;
        self.out.push("i)");
        true
    }

    fn number(&mut self, value: f64, bits: Bits, letter: char, precision: Option<usize>) {
        let form = FloatVerb::from_letter(letter).expect("only letters of forms are passed");
        let text = format_float(value, form, precision, bits);
        let (negative, magnitude) = match text.strip_prefix(['-', '+']) {
            Some(rest) => (text.starts_with('-'), rest),
            None => (false, text.as_str()),
        };
        if !value.is_finite() {
            return self.not_finite(value, negative);
        }
        let sign = self.number_sign(negative);
        let magnitude = if self.spec.has(Flag::Sharp) && letter != 'b' {
            &with_point(magnitude, letter, precision)
        } else {
            magnitude
        };
        self.signed_number(sign, magnitude);
    }

    fn number_sign(&self, negative: bool) -> &'static str {
        match (negative, self.spec.has(Flag::Plus), self.spec.has(Flag::Space)) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// Infinities always have a sign, and neither they nor NaN are filled with zeros.
    fn not_finite(&mut self, value: f64, negative: bool) {
        let sign = self.number_sign(negative);
        let text = match (value.is_nan(), sign) {
            (true, sign) => format!("{sign}NaN"),
            (false, "") => "+Inf".to_string(),
            (false, sign) => format!("{sign}Inf"),
        };
        self.pad_with(b' ', text.as_bytes());
    }

    /// Zeros that fill the width stand between the sign and the digits.
    fn signed_number(&mut self, sign: &str, magnitude: &str) {
        let length = sign.len() + magnitude.len();
        let zeros = self.spec.width.filter(|_| self.spec.zero_fills()).unwrap_or(0).saturating_sub(length);
        if sign.is_empty() {
            return self.pad(magnitude.as_bytes());
        }
        if zeros == 0 {
            return self.pad(format!("{sign}{magnitude}").as_bytes());
        }
        self.out.push(sign);
        self.out.repeat(b'0', zeros);
        self.out.push(magnitude);
    }
}

/// What `#` asks for: a point in any case, and the zeros at the end that `g` and `x` leave out.
fn with_point(magnitude: &str, letter: char, precision: Option<usize>) -> String {
    let hex = matches!(letter, 'x' | 'X');
    let is_exponent = |c: char| matches!(c, 'p' | 'P') || (!hex && matches!(c, 'e' | 'E'));
    let (digits, exponent) = magnitude.split_at(magnitude.find(is_exponent).unwrap_or(magnitude.len()));
    let wanted = if matches!(letter, 'g' | 'G' | 'x') { precision.unwrap_or(DIGITS_KEPT) } else { 0 };
    // The `x` of the prefix counts as a digit in Go.
    let significant = digits.trim_start_matches(['0', '.']).bytes().filter(|byte| *byte != b'.').count();
    let lone_zero = usize::from(digits == "0");
    let point = if digits.contains('.') { "" } else { "." };
    let zeros = "0".repeat(wanted.saturating_sub(significant + lone_zero));
    format!("{digits}{point}{zeros}{exponent}")
}
