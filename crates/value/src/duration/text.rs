//! The text of a span, as Go's `Duration.String` writes it.

use std::fmt;

use super::Duration;

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.as_nanos().unsigned_abs();
        let sign = if self.is_negative() { "-" } else { "" };
        let text = match nanos {
            0 => "0s".to_string(),
            1..1_000 => format!("{sign}{nanos}ns"),
            1_000..1_000_000 => format!("{sign}{}µs", decimal(nanos, 3)),
            1_000_000..1_000_000_000 => format!("{sign}{}ms", decimal(nanos, 6)),
            _ => format!("{sign}{}", clock(nanos)),
        };
        f.pad(&text)
    }
}

/// Hours and minutes, as far as there are any, and seconds.
fn clock(nanos: u64) -> String {
    const MINUTE: u64 = 60_000_000_000;
    let (minutes, seconds) = (nanos / MINUTE, decimal(nanos % MINUTE, 9));
    match (minutes / 60, minutes % 60) {
        (0, 0) => format!("{seconds}s"),
        (0, minutes) => format!("{minutes}m{seconds}s"),
        (hours, minutes) => format!("{hours}h{minutes}m{seconds}s"),
    }
}

/// `value` divided by ten to the power of `places`, without zeros at the end.
fn decimal(value: u64, places: u32) -> String {
    let unit = 10_u64.pow(places);
    let (whole, fraction) = (value / unit, value % unit);
    if fraction == 0 {
        return whole.to_string();
    }
    let digits = format!("{fraction:0width$}", width = places as usize);
    format!("{whole}.{}", digits.trim_end_matches('0'))
}
