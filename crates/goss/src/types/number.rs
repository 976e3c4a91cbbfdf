//! Numbers of the system as values, and times as Go writes them.

use std::time::Duration;
use value::Value;

/// An integer of any type; what does not fit is as large as can be.
pub(crate) fn int(number: impl TryInto<i64>) -> Value {
    Value::Int(number.try_into().unwrap_or(i64::MAX))
}

/// Milliseconds as a time, and as text: `200ms`. Negative ones are over already.
pub(crate) fn millis(millis: i64) -> (Duration, String) {
    let shown = value::Duration::from_nanos(millis.saturating_mul(1_000_000)).to_string();
    (Duration::from_millis(u64::try_from(millis).unwrap_or(0)), shown)
}
