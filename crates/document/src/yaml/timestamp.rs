//! Points in time as both libraries read them: `2024-1-2`, with a time behind `T`, `t` or a space.

use value::{Civil, Timestamp};

/// Reads a date or a date and a time; `None` when it is neither.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let mut rest = Rest(text.as_bytes());
    let year = i32::from(rest.exactly(2)?) * 100 + i32::from(rest.exactly(2)?);
    rest.skip(b'-')?;
    let month = rest.one_or_two()?;
    rest.skip(b'-')?;
    let day = rest.one_or_two()?;
    let mut civil = Civil { year, month, day, hour: 0, minute: 0, second: 0 };
    let mut nanos = 0;
    let mut offset = 0;
    if let Some((&separator, after)) = rest.0.split_first() {
        rest.0 = if separator == b' ' { after.trim_ascii_start() } else { after };
        nanos = rest.time(&mut civil)?;
        offset = match separator {
            b' ' => 0,
            b'T' | b't' => rest.zone()?,
            _ => return None,
        };
    }
    let ended = rest.0.is_empty();
    ended.then(|| Timestamp::from_civil(civil, nanos, offset).ok()).flatten()
}

struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn skip(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[byte])?;
        Some(())
    }

    fn digit(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        let digit = first.is_ascii_digit().then(|| first - b'0')?;
        self.0 = rest;
        Some(digit)
    }

    fn exactly(&mut self, digits: usize) -> Option<u8> {
        (0..digits).try_fold(0, |value, _| Some(value * 10 + self.digit()?))
    }

    fn one_or_two(&mut self) -> Option<u8> {
        let first = self.digit()?;
        Some(self.digit().map_or(first, |second| first * 10 + second))
    }

    /// The time of day; gives the nanoseconds.
    fn time(&mut self, civil: &mut Civil) -> Option<u32> {
        civil.hour = self.one_or_two()?;
        self.skip(b':')?;
        civil.minute = self.one_or_two()?;
        self.skip(b':')?;
        civil.second = self.one_or_two()?;
        Some(self.fraction())
    }

    fn fraction(&mut self) -> u32 {
        if !matches!(self.0, [b'.' | b',', b'0'..=b'9', ..]) {
            return 0;
        }
        self.0 = &self.0[1..];
        let mut nanos = 0;
        let mut scale = 100_000_000;
        while let Some(digit) = self.digit() {
            nanos += u32::from(digit) * scale;
            scale /= 10;
        }
        nanos
    }

    /// `Z` or `+02:00`, in seconds.
    fn zone(&mut self) -> Option<i32> {
        if self.skip(b'Z').is_some() {
            return Some(0);
        }
        let sign = if self.skip(b'-').is_some() { -1 } else { self.skip(b'+').map(|()| 1)? };
        let hours = self.exactly(2)?;
        self.skip(b':')?;
        let minutes = self.exactly(2)?;
        (hours <= 24 && minutes <= 60).then(|| sign * (i32::from(hours) * 3600 + i32::from(minutes) * 60))
    }
}
