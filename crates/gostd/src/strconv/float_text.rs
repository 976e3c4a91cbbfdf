//! Floating-point numbers as `strconv.FormatFloat` writes them, with both sizes and the binary forms.

use value::FloatFormat;

/// The size of a floating-point number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bits {
    /// `float32`.
    Single,
    /// `float64`.
    Double,
}

/// The form of a number, by the letter that Go uses for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatVerb {
    /// `b`: `4503599627370496p-52`.
    Binary,
    /// `x`: `0x1.8p+01`.
    LowerHex,
    /// `X`: `0X1.8P+01`.
    UpperHex,
    /// The decimal forms.
    Decimal(FloatFormat),
}

impl FloatVerb {
    /// The form that a letter stands for.
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'b' => Self::Binary,
            'x' => Self::LowerHex,
            'X' => Self::UpperHex,
            'e' => Self::Decimal(FloatFormat::LowerExponent),
            'E' => Self::Decimal(FloatFormat::UpperExponent),
            'f' | 'F' => Self::Decimal(FloatFormat::Plain),
            'g' => Self::Decimal(FloatFormat::LowerGeneral),
            'G' => Self::Decimal(FloatFormat::UpperGeneral),
            _ => return None,
        })
    }
}

/// The text of a number, as `strconv.FormatFloat`; no precision is Go's `-1`. A precision that somebody else chose is
/// bounded by the caller: each digit is a byte.
#[expect(clippy::cast_possible_truncation, reason = "a number of single precision is asked for")]
pub fn format_float(value: f64, verb: FloatVerb, precision: Option<usize>, bits: Bits) -> String {
    match (verb, bits) {
        (FloatVerb::Decimal(format), Bits::Double) => value::format_float(value, format, precision),
        (FloatVerb::Decimal(format), Bits::Single) => value::format_float32(value as f32, format, precision),
        _ if !value.is_finite() => value::format_float(value, FloatFormat::Plain, None),
        (FloatVerb::Binary, _) => Parts::of(value, bits).binary(),
        (FloatVerb::LowerHex, _) => Parts::of(value, bits).hex(precision),
        (FloatVerb::UpperHex, _) => Parts::of(value, bits).hex(precision).to_uppercase(),
    }
}

/// A number taken apart: the mantissa as an integer with so many bits after its point, times two to the power of the
/// exponent.
struct Parts {
    negative: bool,
    mantissa: u64,
    exponent: i32,
    mantissa_bits: u32,
}

/// Where the leading bit of a mantissa stands while hexadecimal digits are made.
const LEAD: u32 = 60;

impl Parts {
    fn of(value: f64, bits: Bits) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a number of single precision is asked for")]
        let (raw, mantissa_bits, exponent_bits) = match bits {
            Bits::Single => (u64::from((value as f32).to_bits()), 23, 8),
            Bits::Double => (value.to_bits(), 52, 11),
        };
        let stored = i32::try_from((raw >> mantissa_bits) & ((1 << exponent_bits) - 1)).expect("it has few bits");
        let fraction = raw & ((1 << mantissa_bits) - 1);
        let middle = (1 << (exponent_bits - 1)) - 1;
        let (mantissa, exponent) =
            if stored == 0 { (fraction, 1 - middle) } else { (fraction | 1 << mantissa_bits, stored - middle) };
        Self { negative: value.is_sign_negative(), mantissa, exponent, mantissa_bits }
    }

    fn sign(&self) -> &'static str {
        if self.negative { "-" } else { "" }
    }

    fn binary(&self) -> String {
        let exponent = self.exponent - self.mantissa_bits.cast_signed();
        format!("{}{}p{exponent:+}", self.sign(), self.mantissa)
    }

    fn hex(mut self, precision: Option<usize>) -> String {
        self.normalize();
        if let Some(digits) = precision.and_then(|digits| u32::try_from(digits).ok()).filter(|digits| *digits < 15) {
            self.round(digits);
        }
        let mut fraction = format!("{:015x}", self.mantissa & ((1 << LEAD) - 1));
        let digits = precision.unwrap_or_else(|| fraction.trim_end_matches('0').len());
        fraction.truncate(digits);
        fraction.extend(std::iter::repeat_n('0', digits - fraction.len()));
        let point = if fraction.is_empty() { "" } else { "." };
        let (mark, exponent) = (if self.exponent < 0 { '-' } else { '+' }, self.exponent.unsigned_abs());
        format!("{}0x{}{point}{fraction}p{mark}{exponent:02}", self.sign(), self.mantissa >> LEAD)
    }

    /// Moves the leading bit, if there is one, to its place.
    fn normalize(&mut self) {
        if self.mantissa == 0 {
            self.exponent = 0;
            return;
        }
        self.mantissa <<= LEAD - self.mantissa_bits;
        let missing = self.mantissa.leading_zeros() - (u64::BITS - 1 - LEAD);
        self.mantissa <<= missing;
        self.exponent -= missing.cast_signed();
    }

    /// Rounds to so many hexadecimal digits after the point, halves to even.
    fn round(&mut self, digits: u32) {
        let dropped = LEAD - digits * 4;
        let rest = self.mantissa & ((1 << dropped) - 1);
        let kept = self.mantissa >> dropped;
        let half = 1 << (dropped - 1);
        let up = rest > half || (rest == half && kept & 1 == 1);
        self.mantissa = (kept + u64::from(up)) << dropped;
        if self.mantissa >> (LEAD + 1) != 0 {
            self.mantissa >>= 1;
            self.exponent += 1;
        }
    }
}
