//! Methods of durations.

use value::{Duration, Value};

use super::{Method, Results, wrong};
use crate::exprlang::check::Overload;
use crate::exprlang::fault::Result;
use crate::exprlang::types::Nature;

const NONE: &[Nature] = &[];
const SPAN: &[Nature] = &[Nature::Duration];

macro_rules! method {
    ($name:literal, $parameters:ident => $result:ident, $run:expr) => {
        Method {
            name: $name,
            overload: Overload { parameters: $parameters, result: Nature::$result },
            results: Results::One,
            run: $run,
        }
    };
}

type Run = fn(Duration, &[Value]) -> Result<Value>;

pub(super) const METHODS: &[Method<Run>] = &[
    method!("Abs", NONE => Duration, |span, _| Ok(absolute(span).into())),
    method!("Hours", NONE => Float, |span, _| Ok(units(span, 3_600_000_000_000).into())),
    method!("Microseconds", NONE => Int64, |span, _| Ok((span.as_nanos() / 1_000).into())),
    method!("Milliseconds", NONE => Int64, |span, _| Ok((span.as_nanos() / 1_000_000).into())),
    method!("Minutes", NONE => Float, |span, _| Ok(units(span, 60_000_000_000).into())),
    method!("Nanoseconds", NONE => Int64, |span, _| Ok(span.as_nanos().into())),
    method!("Round", SPAN => Duration, |span, arguments| Ok(span.round(argument("Round", arguments)?).into())),
    method!("Seconds", NONE => Float, |span, _| Ok(units(span, 1_000_000_000).into())),
    method!("String", NONE => Text, |span, _| Ok(span.to_string().into())),
    method!("Truncate", SPAN => Duration, |span, arguments| Ok(span.truncate(argument("Truncate", arguments)?).into())),
];

fn argument(name: &'static str, arguments: &[Value]) -> Result<Duration> {
    arguments[0].as_duration().ok_or_else(|| wrong(name, &arguments[0]))
}

fn absolute(span: Duration) -> Duration {
    Duration::from_nanos(span.as_nanos().checked_abs().unwrap_or(i64::MAX))
}

/// Whole units and their fraction, added as Go does it.
#[expect(clippy::cast_precision_loss, reason = "Go computes it in floating point")]
fn units(span: Duration, nanos: i64) -> f64 {
    (span.as_nanos() / nanos) as f64 + (span.as_nanos() % nanos) as f64 / nanos as f64
}
