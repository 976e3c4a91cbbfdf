//! Instants as one number since 1970.

use value::{Timestamp, TimestampError};

/// Milliseconds since 1970.
pub fn unix_milli(time: &Timestamp) -> i64 {
    time.unix_seconds() * 1_000 + i64::from(time.nanos() / 1_000_000)
}

/// Microseconds since 1970.
pub fn unix_micro(time: &Timestamp) -> i64 {
    time.unix_seconds() * 1_000_000 + i64::from(time.nanos() / 1_000)
}

/// Nanoseconds since 1970. Before 1678 and after 2262 the number wraps around, as in Go.
pub fn unix_nano(time: &Timestamp) -> i64 {
    time.unix_seconds().wrapping_mul(1_000_000_000).wrapping_add(time.nanos().into())
}

/// The instant so many milliseconds after 1970, in UTC.
pub fn from_unix_milli(count: i64) -> Result<Timestamp, TimestampError> {
    Timestamp::from_unix_nanos(i128::from(count) * 1_000_000)
}

/// The instant so many microseconds after 1970, in UTC.
pub fn from_unix_micro(count: i64) -> Result<Timestamp, TimestampError> {
    Timestamp::from_unix_nanos(i128::from(count) * 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for (text, milli, micro, nano) in [
            ("1969-12-31T23:59:59.9999999Z", -1, -1, -100),
            ("2001-09-09T01:46:40.123456789Z", 1_000_000_000_123, 1_000_000_000_123_456, 1_000_000_000_123_456_789),
            ("2300-01-01T00:00:00Z", 10_413_792_000_000, 10_413_792_000_000_000, -8_032_952_073_709_551_616),
        ] {
            let time: Timestamp = text.parse().expect("it is a time");
            assert_eq!((unix_milli(&time), unix_micro(&time), unix_nano(&time)), (milli, micro, nano), "{text}");
            assert_eq!(from_unix_milli(milli).map(|time| unix_milli(&time)), Ok(milli));
            assert_eq!(from_unix_micro(micro).map(|time| unix_micro(&time)), Ok(micro));
        }
        assert!(from_unix_milli(i64::MAX).is_err());
    }
}
