//! Methods of durations.

use value::{Duration, Value};

use super::{Method, Results, Shown, wrong};
use crate::exprlang::check::Overload;
use crate::exprlang::fault::Result;
use crate::exprlang::types::Nature;

const NONE: &[Nature] = &[];
const SPAN: &[Nature] = &[Nature::Duration];

macro_rules! method {
    ($name:literal, $help:literal, $example:literal => $gives:literal, $parameters:ident => $result:ident, $run:expr) => {
        Method {
            name: $name,
            overload: Overload { parameters: $parameters, result: Nature::$result },
            results: Results::One,
            shown: Some(Shown { help: $help, example: $example, result: $gives }),
            run: $run,
        }
    };
}

type Run = fn(Duration, &[Value]) -> Result<Value>;

pub(super) const METHODS: &[Method<Run>] = &[
    method!("Abs", "Without its sign.", "duration('-1h').Abs().Hours()" => "1.0",
        NONE => Duration, |span, _| Ok(absolute(span).into())),
    method!("Hours", "As hours.", "duration('90m').Hours()" => "1.5",
        NONE => Float, |span, _| Ok(units(span, 3_600_000_000_000).into())),
    method!("Microseconds", "As whole microseconds.", "duration('2ms').Microseconds()" => "2000",
        NONE => Int64, |span, _| Ok((span.as_nanos() / 1_000).into())),
    method!("Milliseconds", "As whole milliseconds.", "duration('1.5s').Milliseconds()" => "1500",
        NONE => Int64, |span, _| Ok((span.as_nanos() / 1_000_000).into())),
    method!("Minutes", "As minutes.", "duration('1h30m').Minutes()" => "90.0",
        NONE => Float, |span, _| Ok(units(span, 60_000_000_000).into())),
    method!("Nanoseconds", "As nanoseconds.", "duration('1us').Nanoseconds()" => "1000",
        NONE => Int64, |span, _| Ok(span.as_nanos().into())),
    method!("Round",
        "The nearest multiple of another duration.", "duration('1h40m').Round(duration('1h')).Hours()" => "2.0",
        SPAN => Duration, |span, arguments| Ok(span.round(argument("Round", arguments)?).into())),
    method!("Seconds", "As seconds.", "duration('1m30s').Seconds()" => "90.0",
        NONE => Float, |span, _| Ok(units(span, 1_000_000_000).into())),
    method!("String", "As text.", "duration('90m').String()" => "\"1h30m0s\"",
        NONE => Text, |span, _| Ok(span.to_string().into())),
    method!("Truncate",
        "The multiple of another duration that is not longer.", "duration('1h40m').Truncate(duration('1h')).Hours()" => "1.0",
        SPAN => Duration, |span, arguments| Ok(span.truncate(argument("Truncate", arguments)?).into())),
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
