//! Timestamps and spans of time.

use super::civil::days_from_civil;
use super::{Timestamp, TimestampError};
use crate::Duration;

impl Timestamp {
    /// The instant after that span, at the same offset.
    pub fn checked_add(&self, span: Duration) -> Result<Self, TimestampError> {
        self.at(self.unix_nanos() + i128::from(span.as_nanos()))
    }

    /// The instant before that span, at the same offset.
    pub fn checked_sub(&self, span: Duration) -> Result<Self, TimestampError> {
        self.at(self.unix_nanos() - i128::from(span.as_nanos()))
    }

    /// The span from `earlier` to this instant; the longest one when it is longer than that, as Go's `Sub`.
    pub fn since(&self, earlier: &Self) -> Duration {
        let nanos = self.unix_nanos() - earlier.unix_nanos();
        let limit = if nanos < 0 { Duration::MIN } else { Duration::MAX };
        i64::try_from(nanos).map_or(limit, Duration::from_nanos)
    }

    /// The date so many years, months and days later, at the same time of day. A day that the month does not have counts
    /// on into the next month, as Go's `AddDate`.
    pub fn add_date(&self, years: i64, months: i64, days: i64) -> Result<Self, TimestampError> {
        let civil = self.civil();
        let sum = |a: i64, b: i64| {
            a.checked_add(b).filter(|sum| sum.unsigned_abs() < 1 << 40).ok_or(TimestampError::OutOfRange)
        };
        let month = sum(i64::from(civil.month) - 1, months)?;
        let year = sum(i64::from(civil.year) + month.div_euclid(12), years)?;
        let day = days_from_civil(year, month.rem_euclid(12) + 1, sum(civil.day.into(), days)?);
        let shown = day * 86_400 + self.shown_seconds().rem_euclid(86_400);
        let moved = Self::from_parts(shown - i64::from(self.offset_seconds()), self.nanos(), self.offset_seconds())?;
        Ok(moved.with_zone(self.zone_name()))
    }

    /// The instant down to a whole multiple of `unit` since the year 1; unchanged when `unit` is not positive.
    pub fn truncate(&self, unit: Duration) -> Result<Self, TimestampError> {
        let unit = i128::from(unit.as_nanos());
        if unit <= 0 {
            return Ok(*self);
        }
        let since_year_one = self.unix_nanos() - Self::GO_ZERO.unix_nanos();
        self.at(self.unix_nanos() - since_year_one.rem_euclid(unit))
    }

    /// The nearest whole multiple of `unit` since the year 1, halves up; unchanged when `unit` is not positive.
    pub fn round(&self, unit: Duration) -> Result<Self, TimestampError> {
        let below = self.truncate(unit)?;
        let unit = i128::from(unit.as_nanos());
        let rest = self.unix_nanos() - below.unix_nanos();
        if unit <= 0 || rest * 2 < unit { Ok(below) } else { below.at(below.unix_nanos() + unit) }
    }

    /// Another instant at the same place.
    fn at(&self, unix_nanos: i128) -> Result<Self, TimestampError> {
        let seconds = i64::try_from(unix_nanos.div_euclid(1_000_000_000)).map_err(|_| TimestampError::OutOfRange)?;
        let nanos = u32::try_from(unix_nanos.rem_euclid(1_000_000_000)).expect("a rest is below its divisor");
        Ok(Self::from_parts(seconds, nanos, self.offset_seconds())?.with_zone(self.zone_name()))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Duration, Timestamp, TimestampError, ZoneName};

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn spans() {
        let time = at("2024-02-29T23:59:59.5+01:00").with_zone(ZoneName::new("CET").unwrap());
        let later = time.checked_add(Duration::SECOND).unwrap();
        assert_eq!(later.to_string(), "2024-03-01 00:00:00.5 +0100 CET");
        assert_eq!(later.checked_sub(Duration::SECOND).unwrap().to_rfc3339(), time.to_rfc3339());
        assert_eq!(later.since(&time), Duration::SECOND);
        assert_eq!(time.since(&later), Duration::from_nanos(-1_000_000_000));
        assert_eq!(at("9000-01-01T00:00:00Z").since(&at("0001-01-01T00:00:00Z")), Duration::MAX);
        assert_eq!(at("0001-01-01T00:00:00Z").since(&at("9000-01-01T00:00:00Z")), Duration::MIN);
    }

    #[test]
    fn the_years_have_ends() {
        assert_eq!(at("9999-12-31T23:59:59Z").checked_add(Duration::SECOND), Err(TimestampError::OutOfRange));
        assert_eq!(at("0000-01-01T00:00:00Z").checked_sub(Duration::from_nanos(1)), Err(TimestampError::OutOfRange));
        assert_eq!(at("9999-12-31T23:59:59-01:00").to_utc(), Err(TimestampError::OutOfRange));
        assert_eq!(Timestamp::UNIX_EPOCH.add_date(i64::MAX, 0, 0), Err(TimestampError::OutOfRange));
        assert_eq!(Timestamp::UNIX_EPOCH.add_date(0, i64::MIN, i64::MAX), Err(TimestampError::OutOfRange));
    }

    #[test]
    fn dates_count_on() {
        for (given, (years, months, days), expected) in [
            ("2024-01-31T10:00:00Z", (0, 1, 0), "2024-03-02T10:00:00Z"),
            ("2023-01-31T10:00:00Z", (0, 1, 0), "2023-03-03T10:00:00Z"),
            ("2024-02-29T10:00:00Z", (1, 0, 0), "2025-03-01T10:00:00Z"),
            ("2024-03-31T10:00:00Z", (0, -1, 0), "2024-03-02T10:00:00Z"),
            ("2024-01-01T00:30:00+02:00", (0, 0, -1), "2023-12-31T00:30:00+02:00"),
            ("2024-06-15T00:00:00Z", (-1, 14, 30), "2024-09-14T00:00:00Z"),
        ] {
            assert_eq!(at(given).add_date(years, months, days).unwrap().to_rfc3339(), expected, "{given}");
        }
    }

    #[test]
    fn whole_multiples() {
        let time = at("2024-01-02T03:34:05.5Z");
        assert_eq!(time.truncate(Duration::HOUR).unwrap(), at("2024-01-02T03:00:00Z"));
        assert_eq!(time.round(Duration::HOUR).unwrap(), at("2024-01-02T04:00:00Z"));
        assert_eq!(time.truncate(Duration::ZERO).unwrap(), time);
        assert_eq!(time.round(Duration::MIN).unwrap(), time);
        // Weeks count from the first Monday of the year 1.
        let week = Duration::from_secs(7 * 86_400).unwrap();
        assert_eq!(time.truncate(week).unwrap(), at("2024-01-01T00:00:00Z"));
    }
}
