//! Reading durations as Go's `time.ParseDuration` does.

use super::Duration;

/// Why a text is not a Go duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoDurationError {
    /// It is not made of numbers with units, or it is too long.
    #[error("invalid duration `{given}`")]
    Invalid {
        /// The whole text.
        given: String,
    },
    /// A number has no unit after it.
    #[error("missing unit in duration `{given}`")]
    MissingUnit {
        /// The whole text.
        given: String,
    },
    /// A unit is not one of Go's.
    #[error("unknown unit `{unit}` in duration `{given}`")]
    UnknownUnit {
        /// The unit.
        unit: String,
        /// The whole text.
        given: String,
    },
}

/// Magnitudes go up to here: the smallest span is one longer than the longest.
const LIMIT: u64 = 1 << 63;

impl Duration {
    /// Reads a Go duration: a sign, then decimal numbers, each with one of the units `ns us µs ms s m h`; or `0`.
    pub fn parse_go(given: &str) -> Result<Self, GoDurationError> {
        let (negative, magnitude) = match given.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, given.strip_prefix('+').unwrap_or(given)),
        };
        if magnitude == "0" {
            return Ok(Self::ZERO);
        }
        let nanos = sum(magnitude).map_err(|problem| problem.of(given))?;
        match (negative, i64::try_from(nanos)) {
            (false, Ok(nanos)) => Ok(Self::from_nanos(nanos)),
            (true, Ok(nanos)) => Ok(Self::from_nanos(-nanos)),
            (true, Err(_)) if nanos == LIMIT => Ok(Self::MIN),
            _ => Err(Problem::Invalid.of(given)),
        }
    }
}

/// What is wrong, before it is said with the whole text.
enum Problem<'a> {
    Invalid,
    MissingUnit,
    UnknownUnit(&'a str),
}

impl Problem<'_> {
    fn of(self, given: &str) -> GoDurationError {
        let given = given.to_string();
        match self {
            Self::Invalid => GoDurationError::Invalid { given },
            Self::MissingUnit => GoDurationError::MissingUnit { given },
            Self::UnknownUnit(unit) => GoDurationError::UnknownUnit { unit: unit.to_string(), given },
        }
    }
}

fn sum(mut text: &str) -> Result<u64, Problem<'_>> {
    if text.is_empty() {
        return Err(Problem::Invalid);
    }
    let mut total = 0_u64;
    while !text.is_empty() {
        let (nanos, rest) = part(text)?;
        total = total.checked_add(nanos).filter(|total| *total <= LIMIT).ok_or(Problem::Invalid)?;
        text = rest;
    }
    Ok(total)
}

/// One number with its unit, and what comes after it.
fn part(text: &str) -> Result<(u64, &str), Problem<'_>> {
    let (whole, rest) = digits(text);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), digits);
    if whole.is_empty() && fraction.is_empty() {
        return Err(Problem::Invalid);
    }
    let whole = number(whole).ok_or(Problem::Invalid)?;
    let (unit, rest) = rest.split_at(rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len()));
    if unit.is_empty() {
        return Err(Problem::MissingUnit);
    }
    let unit = unit_nanos(unit).ok_or(Problem::UnknownUnit(unit))?;
    let nanos = whole.checked_mul(unit).filter(|nanos| *nanos <= LIMIT).ok_or(Problem::Invalid)?;
    let nanos = nanos.checked_add(fraction_nanos(fraction, unit)).filter(|nanos| *nanos <= LIMIT);
    Ok((nanos.ok_or(Problem::Invalid)?, rest))
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

fn number(digits: &str) -> Option<u64> {
    if digits.is_empty() { Some(0) } else { digits.parse().ok().filter(|number| *number <= LIMIT) }
}

/// The part of a unit after the point, rounded the way Go does it: as many digits as fit into 63 bits, in floating point.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "Go computes it in floating point")]
#[expect(clippy::cast_sign_loss, reason = "there is no sign")]
fn fraction_nanos(digits: &str, unit: u64) -> u64 {
    let (mut value, mut scale) = (0_u64, 1.0);
    for digit in digits.bytes() {
        let longer = value.checked_mul(10).and_then(|value| value.checked_add(u64::from(digit - b'0')));
        let Some(longer) = longer.filter(|longer| *longer <= LIMIT) else { break };
        (value, scale) = (longer, scale * 10.0);
    }
    (value as f64 * (unit as f64 / scale)) as u64
}

pub(super) fn unit_nanos(unit: &str) -> Option<u64> {
    Some(match unit {
        "ns" => 1,
        // Both the micro sign and the Greek letter are in use.
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_parse_duration() {
        for (text, nanos) in [
            ("0", 0),
            ("-0", 0),
            ("1h30m", 5_400_000_000_000),
            ("1.5h", 5_400_000_000_000),
            ("-1.5ms", -1_500_000),
            ("+.5s", 500_000_000),
            ("5.s", 5_000_000_000),
            ("1µs1μs1us", 3_000),
            ("2m1h", 3_720_000_000_000),
            ("0.9223372036854775807h", 3_320_413_933_267),
            ("9223372036854775807ns", i64::MAX),
            ("-9223372036854775808ns", i64::MIN),
            ("1.9ns", 1),
        ] {
            assert_eq!(Duration::parse_go(text), Ok(Duration::from_nanos(nanos)), "{text}");
        }
    }

    #[test]
    fn errors_say_what_was_given() {
        for (text, message) in [
            ("", "invalid duration ``"),
            ("-", "invalid duration `-`"),
            (".s", "invalid duration `.s`"),
            ("9223372036854775808ns", "invalid duration `9223372036854775808ns`"),
            ("99999999999999999999s", "invalid duration `99999999999999999999s`"),
            ("3000000h", "invalid duration `3000000h`"),
            ("1", "missing unit in duration `1`"),
            ("1.1.1s", "missing unit in duration `1.1.1s`"),
            ("1d", "unknown unit `d` in duration `1d`"),
            ("1 h", "unknown unit ` h` in duration `1 h`"),
            ("1H", "unknown unit `H` in duration `1H`"),
        ] {
            assert_eq!(Duration::parse_go(text).map_err(|error| error.to_string()), Err(message.to_string()));
        }
    }
}
