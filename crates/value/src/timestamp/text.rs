//! The text of a timestamp, as Go's `Time.String` writes it.

use std::fmt;

use super::Timestamp;

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let civil = self.civil();
        write!(
            f,
            "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
            civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second
        )?;
        write_fraction(f, self.nanos())?;
        let offset = Offset::of(self);
        write!(f, " {}{:02}{:02} ", offset.sign, offset.hours, offset.minutes)?;
        match self.zone() {
            "" => write!(f, "{}{:02}{:02}", offset.sign, offset.hours, offset.minutes),
            name => f.write_str(name),
        }
    }
}

/// The offset from UTC as it is written; seconds of it are left out.
pub(super) struct Offset {
    pub(super) sign: char,
    pub(super) hours: u32,
    pub(super) minutes: u32,
}

impl Offset {
    pub(super) fn of(time: &Timestamp) -> Self {
        // Go takes the sign of the whole minutes, so that half a minute west is `+00:00`.
        let minutes = time.offset_seconds() / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        Self { sign, hours: minutes.unsigned_abs() / 60, minutes: minutes.unsigned_abs() % 60 }
    }
}

/// The digits after the second that are needed, if any.
pub(super) fn write_fraction(f: &mut impl fmt::Write, nanos: u32) -> fmt::Result {
    if nanos == 0 {
        return Ok(());
    }
    let digits = format!("{nanos:09}");
    write!(f, ".{}", digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use crate::{Timestamp, ZoneName};

    #[test]
    fn as_time_string() {
        let at = |nanos, offset, zone: &str| {
            let time = Timestamp::from_parts(1_709_210_096, nanos, offset).unwrap();
            if zone.is_empty() { time } else { time.with_zone(ZoneName::new(zone).unwrap()) }
        };
        for (time, text) in [
            (at(0, 0, ""), "2024-02-29 12:34:56 +0000 UTC"),
            (at(789_000_000, 0, ""), "2024-02-29 12:34:56.789 +0000 UTC"),
            (at(0, 3_600, "CET"), "2024-02-29 13:34:56 +0100 CET"),
            (at(1, -16_200, ""), "2024-02-29 08:04:56.000000001 -0430 -0430"),
            (at(0, -30, ""), "2024-02-29 12:34:26 +0000 +0000"),
            (Timestamp::from_parts(-62_167_164_955, 0, 0).unwrap(), "0000-01-01 15:04:05 +0000 UTC"),
        ] {
            assert_eq!(time.to_string(), text);
        }
    }
}
