//! The instant itself.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Civil, ZoneName};

/// An instant to the nanosecond, with the offset from UTC that a clock at its place shows and, where known, the short name
/// of the time zone. That clock shows a year from 0 to 9999; anything else is an error.
///
/// Timestamps are equal, and ordered, by instant; offset and name do not count.
#[derive(Debug, Clone, Copy)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
    offset: i32,
    zone: ZoneName,
}

/// Why something is not a timestamp.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimestampError {
    /// It is before the year 0 or after the year 9999.
    #[error("time is outside of the years 0 to 9999")]
    OutOfRange,
    /// There are more nanoseconds than a second has.
    #[error("`{nanos}` nanoseconds are more than a second")]
    Nanos {
        /// The number that was given.
        nanos: u32,
    },
    /// The offset from UTC is a day or more.
    #[error("offset of `{offset}` seconds from UTC is not less than a day")]
    Offset {
        /// The number that was given.
        offset: i32,
    },
    /// There is no such date or time of day.
    #[error("no such date or time: `{0}`")]
    NoSuchDate(Civil),
    /// The text is not in the form of RFC 3339.
    #[error("`{given}` is not a time as in RFC 3339 (`2006-01-02T15:04:05Z`)")]
    NotRfc3339 {
        /// The text that was given.
        given: String,
    },
}

const NANOS_PER_SECOND: u32 = 1_000_000_000;
const SECONDS_PER_DAY: i32 = 86_400;
/// The first and the last second that a clock can show.
const FIRST: i64 = -62_167_219_200;
const LAST: i64 = 253_402_300_799;
/// Where the year 1 begins.
const YEAR_ONE: i64 = -62_135_596_800;

impl Timestamp {
    /// 1970 began.
    pub const UNIX_EPOCH: Self = Self { seconds: 0, nanos: 0, offset: 0, zone: ZoneName::UTC };
    /// Go's zero time: the year 1 began.
    pub const GO_ZERO: Self = Self { seconds: YEAR_ONE, nanos: 0, offset: 0, zone: ZoneName::UTC };

    /// The instant so many seconds and nanoseconds after 1970 began in UTC, shown by a clock at this offset east of it.
    /// An offset of zero is UTC.
    pub fn from_parts(unix_seconds: i64, nanos: u32, offset_seconds: i32) -> Result<Self, TimestampError> {
        if nanos >= NANOS_PER_SECOND {
            return Err(TimestampError::Nanos { nanos });
        }
        if offset_seconds <= -SECONDS_PER_DAY || offset_seconds >= SECONDS_PER_DAY {
            return Err(TimestampError::Offset { offset: offset_seconds });
        }
        let shown = unix_seconds.checked_add(offset_seconds.into()).ok_or(TimestampError::OutOfRange)?;
        if !(FIRST..=LAST).contains(&shown) {
            return Err(TimestampError::OutOfRange);
        }
        let zone = if offset_seconds == 0 { ZoneName::UTC } else { ZoneName::NONE };
        Ok(Self { seconds: unix_seconds, nanos, offset: offset_seconds, zone })
    }

    /// The instant when a clock at this offset shows a date and a time.
    pub fn from_civil(civil: Civil, nanos: u32, offset_seconds: i32) -> Result<Self, TimestampError> {
        if !civil.is_valid() {
            return Err(TimestampError::NoSuchDate(civil));
        }
        Self::from_parts(civil.to_seconds() - i64::from(offset_seconds), nanos, offset_seconds)
    }

    /// Whole seconds since 1970; the nanoseconds count on from there, for times before 1970 too.
    pub fn unix_seconds(&self) -> i64 {
        self.seconds
    }

    /// Nanoseconds after the whole second.
    pub fn nanos(&self) -> u32 {
        self.nanos
    }

    /// Nanoseconds since 1970.
    pub fn unix_nanos(&self) -> i128 {
        i128::from(self.seconds) * i128::from(NANOS_PER_SECOND) + i128::from(self.nanos)
    }

    /// The instant so many nanoseconds after 1970, in UTC.
    pub fn from_unix_nanos(nanos: i128) -> Result<Self, TimestampError> {
        let per_second = i128::from(NANOS_PER_SECOND);
        let seconds = i64::try_from(nanos.div_euclid(per_second)).map_err(|_| TimestampError::OutOfRange)?;
        let rest = u32::try_from(nanos.rem_euclid(per_second)).expect("a rest is below its divisor");
        Self::from_parts(seconds, rest, 0)
    }

    /// Seconds east of UTC.
    pub fn offset_seconds(&self) -> i32 {
        self.offset
    }

    /// The short name of the time zone; empty when only the offset is known.
    pub fn zone(&self) -> &str {
        self.zone.as_str()
    }

    /// The same instant with another name for its time zone.
    #[must_use]
    pub fn with_zone(mut self, zone: ZoneName) -> Self {
        self.zone = zone;
        self
    }

    /// The same instant on a clock at another offset.
    pub fn with_offset(&self, offset_seconds: i32) -> Result<Self, TimestampError> {
        Self::from_parts(self.seconds, self.nanos, offset_seconds)
    }

    /// The same instant in UTC.
    pub fn to_utc(&self) -> Result<Self, TimestampError> {
        self.with_offset(0)
    }

    /// What calendar and clock show.
    pub fn civil(&self) -> Civil {
        Civil::from_seconds(self.shown_seconds()).expect("a timestamp is in the years 0 to 9999")
    }

    /// The year.
    pub fn year(&self) -> i32 {
        self.civil().year
    }

    /// Whether it is in the years 1 to 9999 in UTC, which is what CEL and protobuf allow.
    pub fn is_in_common_era(&self) -> bool {
        (YEAR_ONE..=LAST).contains(&self.seconds)
    }

    /// Seconds since 1970 on the clock that shows it.
    pub(super) fn shown_seconds(&self) -> i64 {
        self.seconds + i64::from(self.offset)
    }

    pub(super) fn zone_name(&self) -> ZoneName {
        self.zone
    }

    fn instant(&self) -> (i64, u32) {
        (self.seconds, self.nanos)
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.instant() == other.instant()
    }
}

impl Eq for Timestamp {}

impl Hash for Timestamp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.instant().hash(state);
    }
}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        self.instant().cmp(&other.instant())
    }
}

impl TryFrom<SystemTime> for Timestamp {
    type Error = TimestampError;

    fn try_from(time: SystemTime) -> Result<Self, TimestampError> {
        let nanos = match time.duration_since(UNIX_EPOCH) {
            Ok(after) => i128::try_from(after.as_nanos()),
            Err(before) => i128::try_from(before.duration().as_nanos()).map(|nanos| -nanos),
        };
        Self::from_unix_nanos(nanos.map_err(|_| TimestampError::OutOfRange)?)
    }
}

impl From<Timestamp> for SystemTime {
    fn from(time: Timestamp) -> Self {
        let seconds = std::time::Duration::from_secs(time.seconds.unsigned_abs());
        let whole = if time.seconds < 0 { UNIX_EPOCH - seconds } else { UNIX_EPOCH + seconds };
        whole + std::time::Duration::from_nanos(time.nanos.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_checked() {
        assert_eq!(Timestamp::from_parts(0, 1_000_000_000, 0), Err(TimestampError::Nanos { nanos: 1_000_000_000 }));
        assert_eq!(Timestamp::from_parts(0, 0, 86_400), Err(TimestampError::Offset { offset: 86_400 }));
        assert_eq!(Timestamp::from_parts(i64::MAX, 0, 1), Err(TimestampError::OutOfRange));
        assert_eq!(Timestamp::from_parts(LAST + 1, 0, 0), Err(TimestampError::OutOfRange));
        assert!(Timestamp::from_parts(LAST + 1, 0, -1).is_ok());
        assert!(Timestamp::from_parts(FIRST, 0, 0).is_ok());
        assert_eq!(Timestamp::from_parts(FIRST - 1, 0, 0), Err(TimestampError::OutOfRange));
    }

    #[test]
    fn the_instant_decides() {
        let utc = Timestamp::from_parts(7_200, 0, 0).unwrap();
        let east = utc.with_offset(7_200).unwrap();
        assert_eq!(utc, east);
        assert_eq!((utc.civil().hour, east.civil().hour), (2, 4));
        assert!(utc < Timestamp::from_parts(7_200, 1, 0).unwrap());
        assert_eq!(Timestamp::from_civil(east.civil(), 0, 7_200), Ok(utc));
        assert!(Timestamp::GO_ZERO.is_in_common_era());
        assert!(!Timestamp::from_parts(FIRST, 0, 0).unwrap().is_in_common_era());
    }

    #[test]
    fn system_times_there_and_back() {
        for nanos in [0, 1, -1, 1_709_210_096_789_000_000, -62_135_596_800_000_000_000] {
            let time = Timestamp::from_unix_nanos(nanos).unwrap();
            assert_eq!(Timestamp::try_from(SystemTime::from(time)), Ok(time));
            assert_eq!(time.unix_nanos(), nanos);
        }
    }
}
