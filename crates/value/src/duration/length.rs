//! The span of time itself.

use serde::{Deserialize, Serialize};

/// A span of time in nanoseconds, as Go counts it: at most 292 years, negative ones too.
///
/// `Display` gives Go's text (`1h30m0s`); serde writes and reads the number of nanoseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Duration(i64);

impl Duration {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// The longest span.
    pub const MAX: Self = Self(i64::MAX);
    /// The longest negative span.
    pub const MIN: Self = Self(i64::MIN);
    /// A thousandth of a millisecond.
    pub const MICROSECOND: Self = Self(1_000);
    /// A thousandth of a second.
    pub const MILLISECOND: Self = Self(1_000_000);
    /// A second.
    pub const SECOND: Self = Self(1_000_000_000);
    /// A minute.
    pub const MINUTE: Self = Self(60 * Self::SECOND.0);
    /// An hour.
    pub const HOUR: Self = Self(60 * Self::MINUTE.0);

    /// So many nanoseconds.
    pub const fn from_nanos(nanos: i64) -> Self {
        Self(nanos)
    }

    /// So many seconds, if that is not too long.
    pub const fn from_secs(seconds: i64) -> Option<Self> {
        match seconds.checked_mul(Self::SECOND.0) {
            Some(nanos) => Some(Self(nanos)),
            None => None,
        }
    }

    /// The number of nanoseconds.
    pub const fn as_nanos(self) -> i64 {
        self.0
    }

    /// The number of seconds, with a fraction.
    #[expect(clippy::cast_precision_loss, reason = "fractions of a second are rounded, as in Go")]
    pub fn as_secs_f64(self) -> f64 {
        let (whole, rest) = (self.0 / Self::SECOND.0, self.0 % Self::SECOND.0);
        whole as f64 + rest as f64 / 1e9
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The sum, if it is not too long.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference, if it is not too long.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// The span towards zero to a whole multiple of `unit`; unchanged when `unit` is not positive.
    #[must_use]
    pub const fn truncate(self, unit: Self) -> Self {
        if unit.0 <= 0 { self } else { Self(self.0 - self.0 % unit.0) }
    }

    /// The nearest whole multiple of `unit`, halves away from zero; unchanged when `unit` is not positive. Where the
    /// result would be too long it is the longest span.
    #[must_use]
    pub fn round(self, unit: Self) -> Self {
        if unit.0 <= 0 {
            return self;
        }
        let rest = self.0 % unit.0;
        let towards_zero = self.0 - rest;
        if rest.unsigned_abs() * 2 < unit.0.unsigned_abs() {
            return Self(towards_zero);
        }
        Self(towards_zero.saturating_add(unit.0 * self.0.signum()))
    }
}

impl From<Duration> for std::time::Duration {
    /// Negative spans become zero: they cannot be waited for.
    fn from(value: Duration) -> Self {
        Self::from_nanos(u64::try_from(value.0).unwrap_or(0))
    }
}

impl From<std::time::Duration> for Duration {
    /// Spans above 292 years become the longest one.
    fn from(value: std::time::Duration) -> Self {
        i64::try_from(value.as_nanos()).map_or(Self::MAX, Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncates_and_rounds_as_go() {
        let unit = Duration::SECOND;
        for (nanos, truncated, rounded) in [
            (1_499_999_999, 1_000_000_000, 1_000_000_000),
            (1_500_000_000, 1_000_000_000, 2_000_000_000),
            (-1_500_000_000, -1_000_000_000, -2_000_000_000),
            (-1_499_999_999, -1_000_000_000, -1_000_000_000),
            (i64::MAX, 9_223_372_036_000_000_000, i64::MAX),
            (i64::MIN, -9_223_372_036_000_000_000, i64::MIN),
        ] {
            let given = Duration::from_nanos(nanos);
            assert_eq!(
                (given.truncate(unit).as_nanos(), given.round(unit).as_nanos()),
                (truncated, rounded),
                "{nanos}"
            );
            assert_eq!((given.truncate(Duration::ZERO), given.round(Duration::MIN)), (given, given));
        }
        assert_eq!(Duration::from_nanos(3).round(Duration::MAX), Duration::ZERO);
    }

    #[test]
    fn converts_to_and_from_std() {
        assert_eq!(Duration::from(std::time::Duration::from_millis(5)), Duration::from_nanos(5_000_000));
        assert_eq!(Duration::from(std::time::Duration::MAX), Duration::MAX);
        assert_eq!(std::time::Duration::from(Duration::from_nanos(-5)), std::time::Duration::ZERO);
        assert_eq!(Duration::from_secs(90).unwrap().to_string(), "1m30s");
        assert_eq!(Duration::from_secs(i64::MAX), None);
        assert!((Duration::from_nanos(1_500_000_000).as_secs_f64() - 1.5).abs() < f64::EPSILON);
    }
}
