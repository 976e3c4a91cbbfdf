//! Dates whose parts may be out of range, and weeks.

use value::{Civil, Timestamp, TimestampError};

const SECONDS_PER_DAY: i64 = 86_400;
const NANOS_PER_SECOND: i64 = 1_000_000_000;
/// Seconds from 1970 that are far outside of all years that a timestamp can show, and far inside of all numbers.
pub(super) const FARTHEST: u64 = 1 << 40;

/// Parts of a date and a time of day. They may be out of range: the month 13 is January of the next year, the day 0 the
/// last one of the month before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateParts {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// The hour.
    pub hour: i64,
    /// The minute.
    pub minute: i64,
    /// The second.
    pub second: i64,
    /// The nanosecond.
    pub nano: i64,
}

impl DateParts {
    /// The parts of what a clock shows.
    pub fn of(time: &Timestamp) -> Self {
        let at = time.civil();
        Self {
            year: at.year.into(),
            month: at.month.into(),
            day: at.day.into(),
            hour: at.hour.into(),
            minute: at.minute.into(),
            second: at.second.into(),
            nano: time.nanos().into(),
        }
    }

    /// Seconds since 1970 of a clock that shows this, and nanoseconds after that.
    pub(super) fn to_seconds(self) -> Result<(i64, u32), TimestampError> {
        let out_of_range = |_| TimestampError::OutOfRange;
        let months = i128::from(self.year) * 12 + i128::from(self.month) - 1;
        let first = Civil {
            year: i32::try_from(months.div_euclid(12)).map_err(out_of_range)?,
            month: u8::try_from(months.rem_euclid(12) + 1).map_err(out_of_range)?,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
        };
        let mut seconds = i128::from(first.to_seconds() - SECONDS_PER_DAY);
        for (count, unit) in [(self.day, SECONDS_PER_DAY), (self.hour, 3_600), (self.minute, 60), (self.second, 1)] {
            seconds += i128::from(count) * i128::from(unit);
        }
        seconds += i128::from(self.nano.div_euclid(NANOS_PER_SECOND));
        let seconds = i64::try_from(seconds).map_err(out_of_range)?;
        let nanos = u32::try_from(self.nano.rem_euclid(NANOS_PER_SECOND)).map_err(out_of_range)?;
        if seconds.unsigned_abs() < FARTHEST { Ok((seconds, nanos)) } else { Err(TimestampError::OutOfRange) }
    }
}

/// The year and the number of the week by ISO 8601: the first week of a year is the one with its first Thursday.
pub fn iso_week(time: &Timestamp) -> (i32, u16) {
    let at = time.civil();
    let day = i64::from((at.weekday() + 6) % 7);
    let thursday = at.to_seconds() + (3 - day) * SECONDS_PER_DAY;
    let thursday = Civil::from_seconds(thursday).expect("it is in the same week");
    (thursday.year, (thursday.year_day() - 1) / 7 + 1)
}
