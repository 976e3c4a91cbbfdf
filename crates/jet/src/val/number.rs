//! Numbers, and how Go turns them into one another.

/// A number by its sort; the sizes that Go knows beyond that do not matter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Int(i64),
    Uint(u64),
    Float(f64),
}

impl Number {
    /// As a signed integer, cut off or wrapped around.
    pub(crate) fn to_int(self) -> i64 {
        match self {
            Self::Int(number) => number,
            Self::Uint(number) => number.cast_signed(),
            Self::Float(number) => to_int64(number),
        }
    }

    /// As an unsigned integer, cut off or wrapped around.
    pub(crate) fn to_uint(self) -> u64 {
        match self {
            Self::Int(number) => number.cast_unsigned(),
            Self::Uint(number) => number,
            Self::Float(number) => to_uint64(number),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "Go rounds as well")]
    pub(crate) fn to_float(self) -> f64 {
        match self {
            Self::Int(number) => number as f64,
            Self::Uint(number) => number as f64,
            Self::Float(number) => number,
        }
    }

    /// Whether it is the zero value of its type.
    pub(crate) fn is_zero(self) -> bool {
        match self {
            Self::Int(number) => number == 0,
            Self::Uint(number) => number == 0,
            Self::Float(number) => number == 0.0,
        }
    }
}

/// Go's `int64(f)`. What does not fit is the smallest number, as the processors do it that the original runs on.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
pub(crate) fn to_int64(number: f64) -> i64 {
    let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&number);
    if fits { number as i64 } else { i64::MIN }
}

/// Go's `uint64(f)`: negative numbers wrap around.
pub(crate) fn to_uint64(number: f64) -> u64 {
    const HALF: f64 = 9_223_372_036_854_775_808.0;
    if number < HALF { to_int64(number).cast_unsigned() } else { to_int64(number - HALF).cast_unsigned() | (1 << 63) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_as_the_original_does_them() {
        for (float, int, uint) in [
            (1e19, i64::MIN, 10_000_000_000_000_000_000),
            (-1.5, -1, u64::MAX),
            (9.3e18, i64::MIN, 9_300_000_000_000_000_000),
            (1e30, i64::MIN, 1 << 63),
            (-1e30, i64::MIN, 1 << 63),
            (f64::NAN, i64::MIN, 1 << 63),
            (f64::INFINITY, i64::MIN, 1 << 63),
            (7.9, 7, 7),
        ] {
            assert_eq!((to_int64(float), to_uint64(float)), (int, uint), "{float}");
        }
        assert!(Number::Float(-0.0).is_zero() && Number::Float(0.0).is_zero());
    }
}
