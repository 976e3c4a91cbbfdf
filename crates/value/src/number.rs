//! Numbers of different kinds, compared by what they count and without rounding.

use std::cmp::Ordering;

use crate::Value;

/// A number of any kind. Comparing two is exact: no kind is converted into one that cannot hold it.
#[derive(Debug, Clone, Copy)]
pub enum Number {
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A floating-point number.
    Float(f64),
}

/// 2 to the power of 63 and 64, which floating-point numbers can say exactly.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_64: f64 = 18_446_744_073_709_551_616.0;

impl Number {
    /// The number as a signed integer, if it is a whole one in that range.
    pub fn to_i64(self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(value),
            Self::Uint(value) => i64::try_from(value).ok(),
            #[expect(clippy::cast_possible_truncation, reason = "a whole number in range is exact")]
            Self::Float(value) => (is_whole(value) && (-TWO_63..TWO_63).contains(&value)).then_some(value as i64),
        }
    }

    /// The number as an unsigned integer, if it is a whole one in that range.
    pub fn to_u64(self) -> Option<u64> {
        match self {
            Self::Int(value) => u64::try_from(value).ok(),
            Self::Uint(value) => Some(value),
            #[expect(clippy::cast_possible_truncation, reason = "a whole number in range is exact")]
            #[expect(clippy::cast_sign_loss, reason = "a number in range has no sign")]
            Self::Float(value) => (is_whole(value) && (0.0..TWO_64).contains(&value)).then_some(value as u64),
        }
    }

    /// The nearest floating-point number.
    #[expect(clippy::cast_precision_loss, reason = "the nearest one is asked for")]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Uint(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

#[expect(clippy::float_cmp, reason = "a whole number is exactly itself without its fraction")]
fn is_whole(value: f64) -> bool {
    value.trunc() == value
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.integer(), other.integer()) {
            (Ok(a), Ok(b)) => Some(a.cmp(&b)),
            (Ok(a), Err(b)) => compare_with_float(a, b),
            (Err(a), Ok(b)) => compare_with_float(b, a).map(Ordering::reverse),
            (Err(a), Err(b)) => a.partial_cmp(&b),
        }
    }
}

impl Number {
    /// The number as an integer that holds both kinds, or as the float that it is.
    fn integer(self) -> Result<i128, f64> {
        match self {
            Self::Int(value) => Ok(value.into()),
            Self::Uint(value) => Ok(value.into()),
            Self::Float(value) => Err(value),
        }
    }
}

/// Compares whole parts as integers; only when those are equal does the fraction decide.
fn compare_with_float(integer: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if !(-TWO_64..TWO_64).contains(&float) {
        return Some(if float < 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked and the fraction is compared below")]
    let whole = float.trunc() as i128;
    Some(integer.cmp(&whole).then_with(|| 0.0.partial_cmp(&float.fract()).unwrap_or(Ordering::Equal)))
}

impl Value {
    /// The number, if it is one of any kind.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Self::Int(value) => Some(Number::Int(*value)),
            Self::Uint(value) => Some(Number::Uint(*value)),
            Self::Float(value) => Some(Number::Float(*value)),
            _ => None,
        }
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        match number {
            Number::Int(value) => Self::Int(value),
            Number::Uint(value) => Self::Uint(value),
            Number::Float(value) => Self::Float(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Number::{Float, Int, Uint};
    use super::*;

    #[test]
    fn compares_exactly_across_kinds() {
        use Ordering::{Equal, Greater, Less};
        for (a, b, expected) in [
            (Int(1), Uint(1), Some(Equal)),
            (Int(-1), Uint(u64::MAX), Some(Less)),
            (Uint(u64::MAX), Int(-1), Some(Greater)),
            (Int(i64::MAX), Uint(1 << 63), Some(Less)),
            (Int(1), Float(1.0), Some(Equal)),
            (Int(1), Float(1.5), Some(Less)),
            (Int(-1), Float(-1.5), Some(Greater)),
            (Int(0), Float(-0.0), Some(Equal)),
            (Int(0), Float(5e-324), Some(Less)),
            (Int(0), Float(-5e-324), Some(Greater)),
            // As floats these would be equal.
            (Int(9_007_199_254_740_993), Float(9_007_199_254_740_992.0), Some(Greater)),
            (Int(i64::MAX), Float(TWO_63), Some(Less)),
            (Int(i64::MIN), Float(-TWO_63), Some(Equal)),
            (Uint(u64::MAX), Float(TWO_64), Some(Less)),
            (Uint(1 << 63), Float(TWO_63), Some(Equal)),
            (Uint(u64::MAX), Float(f64::INFINITY), Some(Less)),
            (Int(i64::MIN), Float(f64::NEG_INFINITY), Some(Greater)),
            (Int(0), Float(f64::NAN), None),
            (Float(f64::NAN), Float(f64::NAN), None),
            (Float(0.5), Float(0.25), Some(Greater)),
        ] {
            assert_eq!(a.partial_cmp(&b), expected, "{a:?} {b:?}");
            assert_eq!(b.partial_cmp(&a), expected.map(Ordering::reverse), "{b:?} {a:?}");
        }
    }

    #[test]
    fn converts_only_what_stays_the_same() {
        assert_eq!(Float(3.0).to_i64(), Some(3));
        assert_eq!(Float(3.5).to_i64(), None);
        assert_eq!((Float(TWO_63).to_i64(), Float(TWO_63).to_u64()), (None, Some(1 << 63)));
        assert_eq!((Float(-TWO_63).to_i64(), Float(-1.0).to_u64()), (Some(i64::MIN), None));
        assert_eq!((Uint(u64::MAX).to_i64(), Int(-1).to_u64()), (None, None));
        assert_eq!((Float(f64::NAN).to_i64(), Float(f64::INFINITY).to_u64()), (None, None));
    }
}
