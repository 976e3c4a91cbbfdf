//! Decimal arithmetic on the digits that people wrote: `addf 0.1 0.2` is `0.3`.

/// An exact decimal number: `digits × 10^exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// The most significant digit first; zero has none.
    digits: Vec<u8>,
    exponent: i64,
}

/// A floating-point number by its shortest decimal digits, of which there are at most seventeen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand {
    negative: bool,
    digits: u64,
    exponent: i64,
}

/// Why there is no result. The texts are those of the original.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(super) enum DecimalError {
    /// NaN and infinities have no digits.
    #[error("Cannot create a Decimal from {0}")]
    NotFinite(String),
    /// The divisor is zero.
    #[error("decimal division by 0")]
    ZeroDivisor,
}

/// How many digits a quotient has behind the point.
const QUOTIENT_PLACES: i64 = 16;

impl Operand {
    pub(super) fn new(value: f64) -> Result<Self, DecimalError> {
        if !value.is_finite() {
            return Err(DecimalError::NotFinite(value::Value::from(value).to_string()));
        }
        let text = format!("{:e}", value.abs());
        let (mantissa, exponent) = text.split_once('e').expect("scientific notation has an exponent");
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let places = i64::try_from(fraction.len()).expect("a few digits");
        Ok(Self {
            negative: value < 0.0,
            digits: format!("{whole}{fraction}").parse().expect("at most seventeen digits"),
            exponent: exponent.parse::<i64>().expect("a small number") - places,
        })
    }
}

impl From<Operand> for Decimal {
    fn from(operand: Operand) -> Self {
        Self { negative: operand.negative, digits: digits_of(operand.digits), exponent: operand.exponent }
    }
}

impl Decimal {
    pub(super) fn plus(mut self, other: Operand) -> Self {
        let mut other = Self::from(other);
        let exponent = self.exponent.min(other.exponent);
        self.lower_exponent(exponent);
        other.lower_exponent(exponent);
        if self.negative == other.negative {
            self.digits = sum(&self.digits, &other.digits);
            return self;
        }
        let is_less = (self.digits.len(), &self.digits) < (other.digits.len(), &other.digits);
        let (large, small) = if is_less { (other, self) } else { (self, other) };
        Self { digits: difference(&large.digits, &small.digits), ..large }
    }

    pub(super) fn minus(self, other: Operand) -> Self {
        self.plus(Operand { negative: !other.negative, ..other })
    }

    pub(super) fn times(self, other: Operand) -> Self {
        Self {
            negative: self.negative != other.negative,
            digits: product(&self.digits, other.digits),
            exponent: self.exponent + other.exponent,
        }
    }

    /// The quotient to sixteen places, rounded half away from zero.
    pub(super) fn divided_by(self, other: Operand) -> Result<Self, DecimalError> {
        if other.digits == 0 {
            return Err(DecimalError::ZeroDivisor);
        }
        let shift = self.exponent - other.exponent + QUOTIENT_PLACES;
        let mut dividend = self.digits;
        let rest = if shift < 0 {
            let kept = dividend.len().saturating_sub(usize::try_from(-shift).unwrap_or(usize::MAX));
            let missing = usize::try_from(-shift).unwrap_or(usize::MAX) - (dividend.len() - kept);
            Rest::new(&dividend.split_off(kept), missing)
        } else {
            append_zeros(&mut dividend, shift);
            Rest::Nothing
        };
        let (mut quotient, remainder) = division(&dividend, other.digits);
        if rounds_up(remainder, &rest, other.digits) {
            quotient = sum(&quotient, &[1]);
        }
        Ok(Self { negative: self.negative != other.negative, digits: quotient, exponent: -QUOTIENT_PLACES })
    }

    /// The nearest floating-point number. Zero has no sign.
    pub(super) fn to_f64(&self) -> f64 {
        let digits: String = self.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        let sign = if self.negative && !self.digits.is_empty() { "-" } else { "" };
        format!("{sign}0{digits}e{}", self.exponent).parse().expect("a number in scientific notation")
    }

    fn lower_exponent(&mut self, exponent: i64) {
        append_zeros(&mut self.digits, self.exponent - exponent);
        self.exponent = exponent;
    }
}

/// What a dividend has behind the digits that are divided, as a fraction of one.
enum Rest {
    Nothing,
    LessThanHalf,
    HalfOrMore,
}

impl Rest {
    /// The fraction `0.digits` with `zeros` zeros behind the point first.
    fn new(digits: &[u8], zeros: usize) -> Self {
        match digits.first() {
            None => Self::Nothing,
            Some(5..) if zeros == 0 => Self::HalfOrMore,
            Some(_) => Self::LessThanHalf,
        }
    }
}

fn rounds_up(remainder: u64, rest: &Rest, divisor: u64) -> bool {
    let twice = remainder * 2;
    twice >= divisor || (twice + 1 == divisor && matches!(rest, Rest::HalfOrMore))
}

fn digits_of(mut number: u64) -> Vec<u8> {
    let mut digits = Vec::new();
    while number > 0 {
        digits.push(last_digit(&mut number));
    }
    digits.reverse();
    digits
}

fn last_digit(number: &mut u64) -> u8 {
    let digit = *number % 10;
    *number /= 10;
    u8::try_from(digit).expect("a digit")
}

fn append_zeros(digits: &mut Vec<u8>, count: i64) {
    if !digits.is_empty() {
        digits.extend(std::iter::repeat_n(0, usize::try_from(count).unwrap_or(0)));
    }
}

fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(a.len().max(b.len()) + 1);
    let mut carry = 0;
    let (mut a, mut b) = (a.iter().rev(), b.iter().rev());
    loop {
        let (x, y) = (a.next(), b.next());
        if x.is_none() && y.is_none() {
            break;
        }
        let digit = x.unwrap_or(&0) + y.unwrap_or(&0) + carry;
        result.push(digit % 10);
        carry = digit / 10;
    }
    result.push(carry);
    from_least_significant(result)
}

/// `a - b`, where `a` is not the smaller one.
fn difference(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(a.len());
    let mut borrow = 0;
    let mut b = b.iter().rev();
    for digit in a.iter().rev() {
        let less = b.next().unwrap_or(&0) + borrow;
        borrow = u8::from(*digit < less);
        result.push(digit + 10 * borrow - less);
    }
    from_least_significant(result)
}

fn product(a: &[u8], factor: u64) -> Vec<u8> {
    let mut result = Vec::with_capacity(a.len() + 18);
    let mut carry = 0_u64;
    for digit in a.iter().rev() {
        // Seventeen digits times nine, and a carry of as many, fit into 64 bits.
        carry += factor * u64::from(*digit);
        result.push(last_digit(&mut carry));
    }
    while carry > 0 {
        result.push(last_digit(&mut carry));
    }
    from_least_significant(result)
}

fn division(a: &[u8], divisor: u64) -> (Vec<u8>, u64) {
    let mut quotient = Vec::with_capacity(a.len());
    let mut remainder = 0_u64;
    for digit in a {
        remainder = remainder * 10 + u64::from(*digit);
        quotient.push(u8::try_from(remainder / divisor).expect("the remainder is below the divisor"));
        remainder %= divisor;
    }
    quotient.reverse();
    (from_least_significant(quotient), remainder)
}

/// Drops leading zeros and puts the most significant digit first.
fn from_least_significant(mut digits: Vec<u8>) -> Vec<u8> {
    let used = digits.iter().rposition(|digit| *digit != 0).map_or(0, |at| at + 1);
    digits.truncate(used);
    digits.reverse();
    digits
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "results are exact")]
    use super::*;

    fn number(value: f64) -> Operand {
        Operand::new(value).unwrap()
    }

    #[test]
    fn digits_are_what_counts() {
        for (a, b, sum, difference, product) in [
            (0.1, 0.2, 0.3, -0.1, 0.02),
            (1.1, 1.1, 2.2, 0.0, 1.21),
            (-1.0, 0.9, -0.1, -1.9, -0.9),
            (1e21, 1.0, 1e21, 1e21, 1e21),
            (1e308, 1e-308, 1e308, 1e308, 1.0),
            (1e308, 1e308, f64::INFINITY, 0.0, f64::INFINITY),
            (5e-324, 5e-324, 1e-323, 0.0, 0.0),
            (-0.0, 0.0, 0.0, 0.0, 0.0),
        ] {
            let decimal = || Decimal::from(number(a));
            assert_eq!(decimal().plus(number(b)).to_f64(), sum, "{a} + {b}");
            assert_eq!(decimal().minus(number(b)).to_f64(), difference, "{a} - {b}");
            assert_eq!(decimal().times(number(b)).to_f64(), product, "{a} * {b}");
        }
    }

    #[test]
    fn quotients_have_sixteen_places() {
        for (a, b, quotient) in [
            (1.0, 3.0, 0.333_333_333_333_333_3),
            (2.0, 3.0, 0.666_666_666_666_666_7),
            (-7.0, 2.0, -3.5),
            (1e-17, 2.0, 0.0),
            (1e-16, 2.0, 1e-16),
            (-1e-16, 2.0, -1e-16),
            (1e21, 3.0, 3.333_333_333_333_333e20),
            (1e-30, 1e-30, 1.0),
            (3e-300, 7e200, 0.0),
        ] {
            assert_eq!(Decimal::from(number(a)).divided_by(number(b)).unwrap().to_f64(), quotient, "{a} / {b}");
        }
        let zero = Decimal::from(number(1.0)).divided_by(number(0.0));
        assert_eq!(zero.unwrap_err().to_string(), "decimal division by 0");
        assert_eq!(Operand::new(f64::NEG_INFINITY).unwrap_err().to_string(), "Cannot create a Decimal from -Inf");
    }
}
