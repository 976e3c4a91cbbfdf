//! Numbers with decimal places, exact as far as they fit.

use std::cmp::Ordering;
use value::{FloatFormat, Value, format_float};

/// More places than this are not kept exactly.
const MOST_PLACES: u32 = 30;

#[derive(Debug, Clone, Copy)]
pub(super) enum Number {
    /// The digits, and how many of them stand behind the point.
    Exact(i128, u32),
    Float(f64),
}

impl Number {
    pub(super) fn from_index(index: usize) -> Self {
        Self::Exact(i128::try_from(index).unwrap_or(i128::MAX), 0)
    }

    /// The number that a text is.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::parse_exact(text).or_else(|| {
            let plain =
                text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
            plain.then(|| text.parse().ok()).flatten().filter(|number: &f64| number.is_finite()).map(Self::Float)
        })
    }

    fn parse_exact(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if mantissa.len() > 36 || whole.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        let places = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        match u32::try_from(places) {
            Ok(places) if places <= MOST_PLACES => Some(Self::Exact(digits, places).reduced()),
            Ok(_) => None,
            Err(_) => Some(Self::Exact(digits.checked_mul(10_i128.checked_pow(places.unsigned_abs())?)?, 0)),
        }
    }

    /// Without zeros at the end.
    fn reduced(self) -> Self {
        let Self::Exact(mut digits, mut places) = self else { return self };
        while places > 0 && digits % 10 == 0 {
            digits /= 10;
            places -= 1;
        }
        Self::Exact(digits, places)
    }

    #[expect(clippy::cast_precision_loss, reason = "a float is what is asked for")]
    pub(super) fn to_f64(self) -> f64 {
        match self {
            Self::Exact(digits, 0) => digits as f64,
            // The text is read back, so that 0.1 is the float nearest to it.
            Self::Exact(..) => self.to_string().parse().unwrap_or(f64::NAN),
            Self::Float(number) => number,
        }
    }

    /// Both with the same places.
    fn together(self, other: Self) -> Option<(i128, i128, u32)> {
        let (Self::Exact(a, a_places), Self::Exact(b, b_places)) = (self, other) else { return None };
        let places = a_places.max(b_places);
        let grown = |digits: i128, from: u32| digits.checked_mul(10_i128.checked_pow(places - from)?);
        Some((grown(a, a_places)?, grown(b, b_places)?, places))
    }

    pub(super) fn add(self, other: Self) -> Self {
        let exact = self.together(other).and_then(|(a, b, places)| Some(Self::Exact(a.checked_add(b)?, places)));
        exact.map_or_else(|| Self::Float(self.to_f64() + other.to_f64()), Self::reduced)
    }

    pub(super) fn negated(self) -> Self {
        match self {
            Self::Exact(digits, places) => Self::Exact(digits.saturating_neg(), places),
            Self::Float(number) => Self::Float(-number),
        }
    }

    pub(super) fn multiply(self, other: Self) -> Self {
        let exact = match (self, other) {
            (Self::Exact(a, a_places), Self::Exact(b, b_places)) if a_places + b_places <= MOST_PLACES => {
                a.checked_mul(b).map(|digits| Self::Exact(digits, a_places + b_places))
            }
            _ => None,
        };
        exact.map_or_else(|| Self::Float(self.to_f64() * other.to_f64()), Self::reduced)
    }

    pub(super) fn divide(self, other: Self) -> Option<Self> {
        if other.to_f64() == 0.0 {
            return None;
        }
        match self.together(other) {
            Some((a, b, _)) if b != 0 && a % b == 0 => Some(Self::Exact(a / b, 0)),
            _ => Some(Self::Float(self.to_f64() / other.to_f64())),
        }
    }

    pub(super) fn modulo(self, other: Self) -> Option<Self> {
        match self.together(other) {
            Some((a, b, places)) if b != 0 => Some(Self::Exact(a % b, places).reduced()),
            Some(_) => None,
            None => Some(Self::Float(self.to_f64() % other.to_f64())),
        }
    }

    pub(super) fn compare(self, other: Self) -> Ordering {
        match self.together(other) {
            Some((a, b, _)) => a.cmp(&b),
            None => self.to_f64().total_cmp(&other.to_f64()),
        }
    }

    /// As a position in a list.
    pub(super) fn to_index(self) -> Option<usize> {
        match self.reduced() {
            Self::Exact(digits, 0) => usize::try_from(digits).ok(),
            _ => None,
        }
    }

    pub(super) fn to_value(self) -> Option<Value> {
        match self.reduced() {
            Self::Exact(digits, 0) if i64::try_from(digits).is_ok() => i64::try_from(digits).ok().map(Value::Int),
            number => Some(number.to_f64()).filter(|number| number.is_finite()).map(Value::Float),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.reduced() {
            Self::Float(number) => f.write_str(&format_float(number, FloatFormat::Plain, None)),
            Self::Exact(digits, 0) => write!(f, "{digits}"),
            Self::Exact(digits, places) => {
                let (sign, digits) = (if digits < 0 { "-" } else { "" }, digits.unsigned_abs());
                let unit = 10_u128.pow(places);
                let width = places as usize;
                write!(f, "{sign}{}.{:0width$}", digits / unit, digits % unit)
            }
        }
    }
}
