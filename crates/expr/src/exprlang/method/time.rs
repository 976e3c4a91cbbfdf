//! Methods of times. The local zone is UTC: an expression gives the same result on every machine.

use gostd::time::{self, Zone};
use value::{Duration, Timestamp, Value};

use super::{Method, Results, wrong};
use crate::exprlang::check::Overload;
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::moment::{Moment, placed};
use crate::exprlang::opaque::Named;
use crate::exprlang::operate::integer;
use crate::exprlang::types::Nature;
use crate::exprlang::zone::ZoneValue;

const NONE: &[Nature] = &[];
const SPAN: &[Nature] = &[Nature::Duration];
const TIME: &[Nature] = &[Nature::Time];
const TEXT: &[Nature] = &[Nature::Text];
const ZONE: &[Nature] = &[Nature::Zone];
const DATE: &[Nature] = &[Nature::Int, Nature::Int, Nature::Int];

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

macro_rules! several {
    ($name:literal) => {
        Method {
            name: $name,
            overload: Overload { parameters: NONE, result: Nature::Unknown },
            results: Results::Several,
            run: |_, _| {
                Err(Fault::Builtin(concat!("`", $name, "` returns several values and cannot be used").to_string()))
            },
        }
    };
}

type Run = fn(Moment<'_>, &[Value]) -> Result<Value>;

pub(super) const METHODS: &[Method<Run>] = &[
    method!("Add", SPAN => Time, |at, arguments| at.moved(at.time.checked_add(span("Add", arguments)?))),
    method!("AddDate", DATE => Time, add_date),
    method!("After", TIME => Bool, |at, arguments| Ok((at.time > other("After", arguments)?).into())),
    method!("Before", TIME => Bool, |at, arguments| Ok((at.time < other("Before", arguments)?).into())),
    several!("Clock"),
    method!("Compare", TIME => Int, |at, arguments| Ok((at.time.cmp(&other("Compare", arguments)?) as i64).into())),
    several!("Date"),
    method!("Day", NONE => Int, |at, _| Ok(i64::from(at.time.civil().day).into())),
    method!("Equal", TIME => Bool, |at, arguments| Ok((at.time == other("Equal", arguments)?).into())),
    method!("Format", TEXT => Text, |at, arguments| {
        let layout = arguments[0].as_str().ok_or_else(|| wrong("Format", &arguments[0]))?;
        Ok(time::format(&at.time, layout).into())
    }),
    method!("Hour", NONE => Int, |at, _| Ok(i64::from(at.time.civil().hour).into())),
    method!("ISOWeek", NONE => Int, |at, _| Ok(time::iso_week(&at.time).0.into())),
    method!("In", ZONE => Time, |at, arguments| {
        let zone = arguments[0].as_opaque::<ZoneValue>().ok_or_else(|| wrong("In", &arguments[0]))?;
        placed(&at.time, &zone.0)
    }),
    method!("IsDST", NONE => Bool, |at, _| Ok(at.is_summer_time().into())),
    method!("IsZero", NONE => Bool, |at, _| Ok((at.time == Timestamp::GO_ZERO).into())),
    method!("Local", NONE => Time, |at, _| placed(&at.time, &Zone::utc())),
    method!("Location", NONE => Zone, |at, _| Ok(Value::opaque(ZoneValue(location(at))))),
    method!("MarshalJSON", NONE => Bytes, |at, _| {
        Ok(Value::bytes(format!("\"{}\"", at.time.to_rfc3339()).as_bytes()))
    }),
    method!("MarshalText", NONE => Bytes, |at, _| Ok(Value::bytes(at.time.to_rfc3339().as_bytes()))),
    method!("Minute", NONE => Int, |at, _| Ok(i64::from(at.time.civil().minute).into())),
    method!("Month", NONE => Month, |at, _| Ok(Value::opaque(Named::month(at.time.civil().month)))),
    method!("Nanosecond", NONE => Int, |at, _| Ok(i64::from(at.time.nanos()).into())),
    method!("Round", SPAN => Time, |at, arguments| at.moved(at.time.round(span("Round", arguments)?))),
    method!("Second", NONE => Int, |at, _| Ok(i64::from(at.time.civil().second).into())),
    method!("String", NONE => Text, |at, _| Ok(at.time.to_string().into())),
    method!("Sub", TIME => Duration, |at, arguments| Ok(at.time.since(&other("Sub", arguments)?).into())),
    method!("Truncate", SPAN => Time, |at, arguments| at.moved(at.time.truncate(span("Truncate", arguments)?))),
    method!("UTC", NONE => Time, |at, _| placed(&at.time, &Zone::utc())),
    method!("Unix", NONE => Int64, |at, _| Ok(at.time.unix_seconds().into())),
    method!("UnixMicro", NONE => Int64, |at, _| Ok(since_1970(&at.time, 1_000).into())),
    method!("UnixMilli", NONE => Int64, |at, _| Ok(since_1970(&at.time, 1_000_000).into())),
    method!("UnixNano", NONE => Int64, |at, _| Ok(since_1970(&at.time, 1).into())),
    method!("Weekday", NONE => Weekday, |at, _| Ok(Value::opaque(Named::weekday(at.time.civil().weekday())))),
    method!("Year", NONE => Int, |at, _| Ok(i64::from(at.time.year()).into())),
    method!("YearDay", NONE => Int, |at, _| Ok(i64::from(at.time.civil().year_day()).into())),
    method!("Zone", NONE => Text, |at, _| Ok(at.time.zone().into())),
];

fn span(name: &'static str, arguments: &[Value]) -> Result<Duration> {
    arguments[0].as_duration().ok_or_else(|| wrong(name, &arguments[0]))
}

fn other(name: &'static str, arguments: &[Value]) -> Result<Timestamp> {
    Moment::of(&arguments[0]).map(|at| at.time).ok_or_else(|| wrong(name, &arguments[0]))
}

fn add_date(at: Moment<'_>, arguments: &[Value]) -> Result<Value> {
    let number = |at: usize| integer(&arguments[at]).ok_or_else(|| wrong("AddDate", &arguments[at]));
    at.add_date(number(0)?, number(1)?, number(2)?)
}

/// The zone that a time is in; one of its own when only the offset is known.
fn location(at: Moment<'_>) -> Zone {
    match at.zone {
        Some(zone) => zone.clone(),
        None if at.time.offset_seconds() == 0 => Zone::utc(),
        None => Zone::fixed(at.time.zone(), at.time.offset_seconds()).unwrap_or(Zone::utc()),
    }
}

/// Whole units of so many nanoseconds since 1970; what does not fit wraps around, as in Go.
#[expect(clippy::cast_possible_truncation, reason = "what does not fit wraps around")]
fn since_1970(time: &Timestamp, unit: i128) -> i64 {
    time.unix_nanos().div_euclid(unit) as i64
}
