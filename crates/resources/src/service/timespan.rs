//! How systemd writes lengths of time: `1min 30s`, `infinity`.

use std::time::Duration;

/// The length of time; none for `infinity` and for what is not understood.
pub(super) fn parse(text: &str) -> Option<Duration> {
    let mut whole = Duration::ZERO;
    for word in text.split_whitespace() {
        let digits = word.find(|c: char| c.is_alphabetic())?;
        let (number, unit) = word.split_at(digits);
        let seconds = number.parse::<f64>().ok().filter(|number| *number >= 0.0)? * seconds(unit)?;
        whole = whole.checked_add(Duration::try_from_secs_f64(seconds).ok()?)?;
    }
    (!text.trim().is_empty()).then_some(whole)
}

fn seconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "us" => 0.000_001,
        "ms" => 0.001,
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3_600.0,
        "d" => 86_400.0,
        "w" => 604_800.0,
        "month" => 2_629_800.0,
        "y" => 31_557_600.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_understood() {
        for (text, milliseconds) in [
            ("1min 30s", 90_000),
            ("90s", 90_000),
            ("1.5s", 1_500),
            ("2h 100ms", 7_200_100),
            ("0", 0),
            ("1w", 604_800_000),
        ] {
            let expected = (text != "0").then(|| Duration::from_millis(milliseconds));
            assert_eq!(parse(text), expected, "{text}");
        }
    }

    #[test]
    fn what_has_no_end_is_none() {
        for text in ["infinity", "", "soon", "12 parsecs", "-1s", "9e999y"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
