//! Reading durations as manifests write them: Go's units, and days, weeks, months and years.

use super::{Duration, GoDurationError};

/// Why a text is not a duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DurationError {
    /// There is no number with a unit in it.
    #[error("invalid duration `{given}`")]
    Invalid {
        /// The whole text.
        given: String,
    },
    /// Something in it is neither a number with a unit nor white space.
    #[error("invalid duration `{given}`: `{part}` is not a number with a unit")]
    Unreadable {
        /// The part that is not.
        part: String,
        /// The whole text.
        given: String,
    },
    /// A unit is not known.
    #[error("invalid duration `{given}`: invalid unit `{unit}`")]
    UnknownUnit {
        /// The unit.
        unit: String,
        /// The whole text.
        given: String,
    },
    /// The text before a unit is not a number.
    #[error("invalid duration `{given}`: `{number}` is not a number")]
    BadNumber {
        /// What should be a number.
        number: String,
        /// The whole text.
        given: String,
    },
    /// A number is beyond anything that can be counted in hours.
    #[error("invalid duration `{given}`: `{number}` is too large")]
    TooLarge {
        /// The number.
        number: String,
        /// The whole text.
        given: String,
    },
    /// A part with one of Go's units is one that Go refuses.
    #[error("invalid duration `{given}`: {source}")]
    Go {
        /// What Go would say of that part.
        source: GoDurationError,
        /// The whole text.
        given: String,
    },
}

/// Hours of the units that Go does not have.
fn hours_in(unit: &str) -> Option<f64> {
    Some(match unit {
        "d" | "D" => 24.0,
        "w" | "W" => 7.0 * 24.0,
        "M" => 30.0 * 24.0,
        "y" | "Y" => 365.0 * 24.0,
        _ => return None,
    })
}

impl Duration {
    /// Reads a duration: a sign, then decimal numbers, each with one of the units `ns us ms s m h`, `d` or `D` (24 hours),
    /// `w` or `W` (7 days), `M` (30 days), `y` or `Y` (365 days); or `0`. White space around the parts is skipped.
    ///
    /// Two habits of the original are kept, because files in use rely on its results: fractions of the long units count
    /// in whole hours (`0.1d` is two hours), and what is longer than 292 years wraps around. One is not: text between the
    /// parts that it cannot read (`1_000s`, `1,5h`, `1d1µs`) is skipped there and an error here.
    pub fn parse(given: &str) -> Result<Self, DurationError> {
        if given == "0" {
            return Ok(Self::ZERO);
        }
        let text = given.trim();
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let nanos = sum(text, given)?;
        Ok(Self::from_nanos(if negative { nanos.wrapping_neg() } else { nanos }))
    }
}

fn sum(mut text: &str, given: &str) -> Result<i64, DurationError> {
    if !text.contains(|c: char| c.is_ascii_digit() || c == '.') {
        return Err(DurationError::Invalid { given: given.to_string() });
    }
    let mut total = 0_i64;
    while !text.is_empty() {
        let Some((number, unit, rest)) = split_part(text) else {
            return Err(DurationError::Unreadable { part: text.to_string(), given: given.to_string() });
        };
        total = total.wrapping_add(part(number, unit, given)?);
        text = rest.trim_start();
    }
    Ok(total)
}

/// A number, its unit, and what comes after them; `None` when there is not at least one character of each.
fn split_part(text: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = split_while(text, |c| c.is_ascii_digit() || c == '.')?;
    let (unit, rest) = split_while(rest, |c| c.is_ascii_alphabetic())?;
    Some((number, unit, rest))
}

fn split_while(text: &str, belongs: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    let end = text.find(|c| !belongs(c)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn part(number: &str, unit: &str, given: &str) -> Result<i64, DurationError> {
    if let Some(hours) = hours_in(unit) {
        return long_unit(number, hours, given);
    }
    if super::go::unit_nanos(unit).is_none() {
        return Err(DurationError::UnknownUnit { unit: unit.to_string(), given: given.to_string() });
    }
    Duration::parse_go(&format!("{number}{unit}"))
        .map(Duration::as_nanos)
        .map_err(|source| DurationError::Go { source, given: given.to_string() })
}

/// Whole hours, as recorded from the original. The recorded cases agree with single and with double precision.
fn long_unit(number: &str, hours: f64, given: &str) -> Result<i64, DurationError> {
    let Ok(count) = number.parse::<f32>() else {
        return Err(DurationError::BadNumber { number: number.to_string(), given: given.to_string() });
    };
    let hours = f64::from(count) * hours;
    if hours >= 9_223_372_036_854_775_808.0 {
        return Err(DurationError::TooLarge { number: number.to_string(), given: given.to_string() });
    }
    #[expect(clippy::cast_possible_truncation, reason = "only whole hours count")]
    let hours = hours as i64;
    Ok(hours.wrapping_mul(Duration::HOUR.as_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_units_count_in_whole_hours() {
        for (text, hours) in
            [("1.5d", 36), ("0.1d", 2), ("0.9w", 151), ("0.3M", 216), ("0.5y", 4_380), ("1d 2h", 26), ("-1w1d", -192)]
        {
            assert_eq!(Duration::parse(text), Ok(Duration::from_secs(hours * 3_600).unwrap()), "{text}");
        }
        assert_eq!(Duration::parse("0"), Ok(Duration::ZERO));
    }

    #[test]
    fn half_readable_text_is_an_error() {
        for (text, message) in [
            ("1d1µs", "invalid duration `1d1µs`: `1µs` is not a number with a unit"),
            ("1_000s", "invalid duration `1_000s`: `1_000s` is not a number with a unit"),
            ("1,5h", "invalid duration `1,5h`: `1,5h` is not a number with a unit"),
            ("1h-30m", "invalid duration `1h-30m`: `-30m` is not a number with a unit"),
            ("--1h", "invalid duration `--1h`: `-1h` is not a number with a unit"),
            ("1h30", "invalid duration `1h30`: `30` is not a number with a unit"),
            ("1 h", "invalid duration `1 h`: `1 h` is not a number with a unit"),
            ("soon", "invalid duration `soon`"),
            ("", "invalid duration ``"),
            ("1fortnight", "invalid duration `1fortnight`: invalid unit `fortnight`"),
            ("1.2.3d", "invalid duration `1.2.3d`: `1.2.3` is not a number"),
            ("99999999999999999999d", "invalid duration `99999999999999999999d`: `99999999999999999999` is too large"),
            ("1.1.1s", "invalid duration `1.1.1s`: missing unit in duration `1.1.1s`"),
        ] {
            assert_eq!(Duration::parse(text).map_err(|error| error.to_string()), Err(message.to_string()));
        }
    }
}
