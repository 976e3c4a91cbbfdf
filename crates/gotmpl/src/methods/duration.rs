//! Methods of `time.Duration`.

use value::{Duration, Value};

use crate::function::{Call, CallError, Param};
use crate::go::{Method, Number, Type};

const UNIT: &[Param] = &[Param::new("unit", Type::Duration)];

pub(crate) const DURATION: &[Method] = &[
    method("Abs", &[], Type::Duration, |span, _| Ok(Duration::from_nanos(nanos(span).saturating_abs()).into())),
    method("Hours", &[], Type::Float64, |span, _| Ok(fraction(span, 3_600_000_000_000))),
    method("Microseconds", &[], Type::Int64, |span, _| Ok(Number::Int64(nanos(span) / 1_000).into())),
    method("Milliseconds", &[], Type::Int64, |span, _| Ok(Number::Int64(nanos(span) / 1_000_000).into())),
    method("Minutes", &[], Type::Float64, |span, _| Ok(fraction(span, 60_000_000_000))),
    method("Nanoseconds", &[], Type::Int64, |span, _| Ok(Number::Int64(nanos(span)).into())),
    method("Round", UNIT, Type::Duration, |span, call| Ok(length(span).round(call.duration(0)).into())),
    method("Seconds", &[], Type::Float64, |span, _| Ok(fraction(span, 1_000_000_000))),
    method("String", &[], Type::String, |span, _| Ok(length(span).to_string().into())),
    method("Truncate", UNIT, Type::Duration, |span, call| Ok(length(span).truncate(call.duration(0)).into())),
];

const fn method(
    name: &'static str,
    params: &'static [Param],
    returns: Type,
    call: fn(&Value, &mut Call<'_>) -> Result<Value, CallError>,
) -> Method {
    Method { name, params, returns, call }
}

fn length(value: &Value) -> Duration {
    value.as_duration().expect("methods are found by the kind of their receiver")
}

fn nanos(value: &Value) -> i64 {
    length(value).as_nanos()
}

/// Go divides whole units and the rest separately.
#[expect(clippy::cast_precision_loss, reason = "the parts are small enough, and Go loses the same")]
fn fraction(value: &Value, unit: i64) -> Value {
    let nanos = nanos(value);
    Value::Float((nanos / unit) as f64 + (nanos % unit) as f64 / unit as f64)
}
