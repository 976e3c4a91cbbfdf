//! Timestamps as text in the form of RFC 3339.

use std::fmt::Write as _;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::text::{Offset, write_fraction};
use super::{Civil, Timestamp, TimestampError};

impl Timestamp {
    /// The text in the form of RFC 3339, with as many digits after the second as needed and the offset kept; UTC is `Z`.
    pub fn to_rfc3339(&self) -> String {
        self.written(|text| write_fraction(text, self.nanos()))
    }

    /// The text in the form of RFC 3339 to the second.
    pub fn to_rfc3339_seconds(&self) -> String {
        self.written(|_| Ok(()))
    }

    fn written(&self, fraction: impl FnOnce(&mut String) -> std::fmt::Result) -> String {
        let at = self.civil();
        let mut text =
            format!("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", at.year, at.month, at.day, at.hour, at.minute, at.second);
        fraction(&mut text).expect("a string can be written to");
        if self.offset_seconds() == 0 {
            text.push('Z');
        } else {
            let offset = Offset::of(self);
            write!(text, "{}{:02}:{:02}", offset.sign, offset.hours, offset.minutes)
                .expect("a string can be written to");
        }
        text
    }

    /// Reads a time in the form of RFC 3339 as Go does: `T` and `Z` are capital, the hour may have one digit, any number of
    /// digits may follow the second after a point or a comma, of which nine count.
    pub fn parse_rfc3339(given: &str) -> Result<Self, TimestampError> {
        let not = || TimestampError::NotRfc3339 { given: given.to_string() };
        let parts = Parts::read(given.as_bytes()).ok_or_else(not)?;
        if !parts.civil.is_valid() {
            return Err(TimestampError::NoSuchDate(parts.civil));
        }
        Self::from_civil(parts.civil, parts.nanos, parts.offset)
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(given: &str) -> Result<Self, TimestampError> {
        Self::parse_rfc3339(given)
    }
}

struct Parts {
    civil: Civil,
    nanos: u32,
    offset: i32,
}

impl Parts {
    fn read(text: &[u8]) -> Option<Self> {
        let mut rest = text;
        let year = number(&mut rest, 4)?;
        let month = after(&mut rest, b'-')?;
        let day = after(&mut rest, b'-')?;
        let hour = hour(&mut rest)?;
        let minute = after(&mut rest, b':')?;
        let second = after(&mut rest, b':')?;
        let nanos = fraction(&mut rest)?;
        let offset = offset(rest)?;
        Some(Self { civil: Civil { year: year.cast_signed(), month, day, hour, minute, second }, nanos, offset })
    }
}

/// The hour, the one number that Go also takes with a single digit.
fn hour(rest: &mut &[u8]) -> Option<u8> {
    let digits = rest.strip_prefix(b"T")?;
    let count = if digits.get(1).is_some_and(u8::is_ascii_digit) { 2 } else { 1 };
    *rest = digits;
    u8::try_from(number(rest, count)?).ok()
}

/// A number of two digits after a separator.
fn after(rest: &mut &[u8], separator: u8) -> Option<u8> {
    *rest = rest.strip_prefix(&[separator])?;
    u8::try_from(number(rest, 2)?).ok()
}

fn number(rest: &mut &[u8], digits: usize) -> Option<u32> {
    let (text, after) = rest.split_at_checked(digits)?;
    *rest = after;
    text.iter().try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0')))
}

fn fraction(rest: &mut &[u8]) -> Option<u32> {
    let Some(digits) = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b",")) else { return Some(0) };
    let count = digits.iter().take_while(|digit| digit.is_ascii_digit()).count();
    *rest = &digits[count..];
    let padded = digits[..count].iter().copied().chain(std::iter::repeat(b'0')).take(9);
    (count > 0).then(|| padded.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
}

fn offset(rest: &[u8]) -> Option<i32> {
    if rest == b"Z" {
        return Some(0);
    }
    let (sign, mut rest) = match rest.split_first()? {
        (b'+', rest) => (1, rest),
        (b'-', rest) => (-1, rest),
        _ => return None,
    };
    let hours = number(&mut rest, 2)?;
    let minutes = after(&mut rest, b':')?;
    let in_range = hours < 24 && minutes < 60 && rest.is_empty();
    in_range.then(|| sign * (hours.cast_signed() * 3_600 + i32::from(minutes) * 60))
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_rfc3339())
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::parse_rfc3339(&text).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_there_and_back() {
        for (text, seconds, nanos, offset) in [
            ("1970-01-01T00:00:00Z", 0, 0, 0),
            ("2024-02-29T12:34:56.789Z", 1_709_210_096, 789_000_000, 0),
            ("2024-02-29T12:34:56.000000001+02:00", 1_709_202_896, 1, 7_200),
            ("1969-12-31T23:59:59.5-07:30", 26_999, 500_000_000, -27_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0, 0),
            ("0000-01-01T15:04:05Z", -62_167_164_955, 0, 0),
            ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999, 0),
        ] {
            let time = Timestamp::parse_rfc3339(text).unwrap();
            assert_eq!((time.unix_seconds(), time.nanos(), time.offset_seconds()), (seconds, nanos, offset), "{text}");
            assert_eq!(time.to_rfc3339(), text);
        }
    }

    #[test]
    fn what_go_also_takes() {
        for (given, text) in [
            ("2024-02-29T1:02:03Z", "2024-02-29T01:02:03Z"),
            ("2024-02-29T12:34:56,5Z", "2024-02-29T12:34:56.5Z"),
            ("2024-02-29T12:34:56.1234567899Z", "2024-02-29T12:34:56.123456789Z"),
            ("2024-02-29T12:34:56+00:00", "2024-02-29T12:34:56Z"),
        ] {
            assert_eq!(given.parse::<Timestamp>().unwrap().to_rfc3339(), text);
        }
        assert_eq!(
            Timestamp::parse_rfc3339("2024-02-29T12:34:56.9Z").unwrap().to_rfc3339_seconds(),
            "2024-02-29T12:34:56Z"
        );
    }

    #[test]
    fn errors_say_what_was_given() {
        for given in [
            "",
            "2024-02-29",
            "2024-02-29 12:34:56Z",
            "2024-02-29T12:34:56",
            "2024-02-29t12:34:56Z",
            "2024-2-29T12:34:56Z",
            "2024-02-29T12:34:56.Z",
            "2024-02-29T12:34:56z",
            "2024-02-29T12:34:56+0200",
            "2024-02-29T12:34:56+24:00",
            "2024-02-29T12:34:56+02:60",
            "2024-02-29T12:34:56Zx",
            "+024-02-29T12:34:56Z",
            "２024-02-29T12:34:56Z",
        ] {
            assert_eq!(Timestamp::parse_rfc3339(given), Err(TimestampError::NotRfc3339 { given: given.to_string() }));
        }
        for given in ["2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:60Z"] {
            let error = Timestamp::parse_rfc3339(given).unwrap_err();
            assert!(matches!(error, TimestampError::NoSuchDate(_)), "{given}");
            let shown = given.replace('T', " ").replace('Z', "");
            assert_eq!(error.to_string(), format!("no such date or time: `{shown}`"));
        }
    }

    #[test]
    fn serde_uses_the_same_text() {
        let time = Timestamp::parse_rfc3339("2024-02-29T12:34:56.5+02:00").unwrap();
        let json = serde_json::to_string(&time).unwrap();
        assert_eq!(json, r#""2024-02-29T12:34:56.5+02:00""#);
        assert_eq!(serde_json::from_str::<Timestamp>(&json).unwrap(), time);
        assert!(serde_json::from_str::<Timestamp>(r#""yesterday""#).is_err());
    }
}
