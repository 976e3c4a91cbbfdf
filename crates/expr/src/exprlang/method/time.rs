//! Methods of times. The local zone is UTC: an expression gives the same result on every machine.

use gostd::time::{self, Zone};
use value::{Duration, Timestamp, Value};

use super::{Method, Results, Shown, wrong};
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

macro_rules! several {
    ($name:literal) => {
        Method {
            name: $name,
            overload: Overload { parameters: NONE, result: Nature::Unknown },
            results: Results::Several,
            shown: None,
            run: |_, _| {
                Err(Fault::Builtin(concat!("`", $name, "` returns several values and cannot be used").to_string()))
            },
        }
    };
}

type Run = fn(Moment<'_>, &[Value]) -> Result<Value>;

pub(super) const METHODS: &[Method<Run>] = &[
    method!("Add", "A duration later.", "date('2024-02-29T15:04:05.5Z').Add(duration('1h')).Hour()" => "16",
        SPAN => Time, |at, arguments| at.moved(at.time.checked_add(span("Add", arguments)?))),
    method!("AddDate",
        "So many years, months and days later.", "date('2024-02-29').AddDate(0, 0, 1).Format('2006-01-02')" => "\"2024-03-01\"",
        DATE => Time, add_date),
    method!("After",
        "Whether it is later than another time.", "date('2024-02-29T15:04:05.5Z').After(date('2024-01-01'))" => "true",
        TIME => Bool, |at, arguments| Ok((at.time > other("After", arguments)?).into())),
    method!("Before",
        "Whether it is earlier than another time.", "date('2024-02-29T15:04:05.5Z').Before(date('2024-01-01'))" => "false",
        TIME => Bool, |at, arguments| Ok((at.time < other("Before", arguments)?).into())),
    several!("Clock"),
    method!("Compare",
        "-1, 0 or 1, as it is before, at or after another time.", "date('2024-02-29T15:04:05.5Z').Compare(date('2024-01-01'))" => "1",
        TIME => Int, |at, arguments| Ok((at.time.cmp(&other("Compare", arguments)?) as i64).into())),
    several!("Date"),
    method!("Day", "The day of the month.", "date('2024-02-29T15:04:05.5Z').Day()" => "29",
        NONE => Int, |at, _| Ok(i64::from(at.time.civil().day).into())),
    method!("Equal",
        "Whether it is the same instant as another time.", "date('2024-02-29T15:04:05.5Z').Equal(date('2024-02-29T15:04:05.5Z'))" => "true",
        TIME => Bool, |at, arguments| Ok((at.time == other("Equal", arguments)?).into())),
    method!("Format",
        "In the form of a layout, which shows how Monday, 2006-01-02 15:04:05 -0700 is written.", "date('2024-02-29T15:04:05.5Z').Format('Jan 2, 15:04')" => "\"Feb 29, 15:04\"",
        TEXT => Text, |at, arguments| {
        let layout = arguments[0].as_str().ok_or_else(|| wrong("Format", &arguments[0]))?;
        Ok(time::format(&at.time, layout).into())
    }),
    method!("Hour", "The hour of the day.", "date('2024-02-29T15:04:05.5Z').Hour()" => "15",
        NONE => Int, |at, _| Ok(i64::from(at.time.civil().hour).into())),
    method!("ISOWeek", "The year that the week of ISO 8601 belongs to.", "date('2024-12-30').ISOWeek()" => "2025",
        NONE => Int, |at, _| Ok(time::iso_week(&at.time).0.into())),
    method!("In",
        "The same instant on a clock in a time zone.", "date('2024-02-29T15:04:05.5Z').In(timezone('Europe/Berlin')).Hour()" => "16",
        ZONE => Time, |at, arguments| {
        let zone = arguments[0].as_opaque::<ZoneValue>().ok_or_else(|| wrong("In", &arguments[0]))?;
        placed(&at.time, &zone.0)
    }),
    method!("IsDST",
        "Whether it is summer time.", "date('2024-02-29T15:04:05.5Z').In(timezone('Europe/Berlin')).IsDST()" => "false",
        NONE => Bool, |at, _| Ok(at.is_summer_time().into())),
    method!("IsZero",
        "Whether it is the first instant of the year 1.", "date('2024-02-29T15:04:05.5Z').IsZero()" => "false",
        NONE => Bool, |at, _| Ok((at.time == Timestamp::GO_ZERO).into())),
    method!("Local", "The same instant in UTC.", "date('2024-02-29T15:04:05+02:00').Local().Hour()" => "13",
        NONE => Time, |at, _| placed(&at.time, &Zone::utc())),
    method!("Location", "The time zone.", "date('2024-02-29T15:04:05.5Z').Location().String()" => "\"UTC\"",
        NONE => Zone, |at, _| Ok(Value::opaque(ZoneValue(location(at))))),
    method!("MarshalJSON", "The bytes of its JSON.", "len(date('2024-02-29T15:04:05.5Z').MarshalJSON())" => "24",
        NONE => Bytes, |at, _| {
        Ok(Value::bytes(format!("\"{}\"", at.time.to_rfc3339()).as_bytes()))
    }),
    method!("MarshalText",
        "The bytes of its text as in RFC 3339.", "len(date('2024-02-29T15:04:05.5Z').MarshalText())" => "22",
        NONE => Bytes, |at, _| Ok(Value::bytes(at.time.to_rfc3339().as_bytes()))),
    method!("Minute", "The minute of the hour.", "date('2024-02-29T15:04:05.5Z').Minute()" => "4",
        NONE => Int, |at, _| Ok(i64::from(at.time.civil().minute).into())),
    method!("Month",
        "The month; as text its name.", "date('2024-02-29T15:04:05.5Z').Month().String()" => "\"February\"",
        NONE => Month, |at, _| Ok(Value::opaque(Named::month(at.time.civil().month)))),
    method!("Nanosecond",
        "The nanoseconds after the second.", "date('2024-02-29T15:04:05.5Z').Nanosecond()" => "500000000",
        NONE => Int, |at, _| Ok(i64::from(at.time.nanos()).into())),
    method!("Round",
        "The nearest multiple of a duration since the year 1.", "date('2024-02-29T15:04:05.5Z').Round(duration('1h')).Hour()" => "15",
        SPAN => Time, |at, arguments| at.moved(at.time.round(span("Round", arguments)?))),
    method!("Second", "The second of the minute.", "date('2024-02-29T15:04:05.5Z').Second()" => "5",
        NONE => Int, |at, _| Ok(i64::from(at.time.civil().second).into())),
    method!("String", "As text.", "date('2024-02-29').String()" => "\"2024-02-29 00:00:00 +0000 UTC\"",
        NONE => Text, |at, _| Ok(at.time.to_string().into())),
    method!("Sub",
        "The duration since another time.", "date('2024-02-29T15:04:05.5Z').Sub(date('2024-02-29')).Hours() > 15" => "true",
        TIME => Duration, |at, arguments| Ok(at.time.since(&other("Sub", arguments)?).into())),
    method!("Truncate",
        "The multiple of a duration since the year 1 that is not later.", "date('2024-02-29T15:04:05.5Z').Truncate(duration('1h')).Minute()" => "0",
        SPAN => Time, |at, arguments| at.moved(at.time.truncate(span("Truncate", arguments)?))),
    method!("UTC", "The same instant in UTC.", "date('2024-02-29T15:04:05+02:00').UTC().Hour()" => "13",
        NONE => Time, |at, _| placed(&at.time, &Zone::utc())),
    method!("Unix", "The seconds since 1970.", "date('2024-02-29T15:04:05.5Z').Unix()" => "1709219045",
        NONE => Int64, |at, _| Ok(at.time.unix_seconds().into())),
    method!("UnixMicro",
        "The microseconds since 1970.", "date('2024-02-29T15:04:05.5Z').UnixMicro()" => "1709219045500000",
        NONE => Int64, |at, _| Ok(since_1970(&at.time, 1_000).into())),
    method!("UnixMilli",
        "The milliseconds since 1970.", "date('2024-02-29T15:04:05.5Z').UnixMilli()" => "1709219045500",
        NONE => Int64, |at, _| Ok(since_1970(&at.time, 1_000_000).into())),
    method!("UnixNano",
        "The nanoseconds since 1970.", "date('2024-02-29T15:04:05.5Z').UnixNano()" => "1709219045500000000",
        NONE => Int64, |at, _| Ok(since_1970(&at.time, 1).into())),
    method!("Weekday",
        "The day of the week; as text its name.", "date('2024-02-29T15:04:05.5Z').Weekday().String()" => "\"Thursday\"",
        NONE => Weekday, |at, _| Ok(Value::opaque(Named::weekday(at.time.civil().weekday())))),
    method!("Year", "The year.", "date('2024-02-29T15:04:05.5Z').Year()" => "2024",
        NONE => Int, |at, _| Ok(i64::from(at.time.year()).into())),
    method!("YearDay", "The day of the year.", "date('2024-02-29T15:04:05.5Z').YearDay()" => "60",
        NONE => Int, |at, _| Ok(i64::from(at.time.civil().year_day()).into())),
    method!("Zone", "The short name of the time zone.", "date('2024-02-29T15:04:05.5Z').Zone()" => "\"UTC\"",
        NONE => Text, |at, _| Ok(at.time.zone().into())),
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
