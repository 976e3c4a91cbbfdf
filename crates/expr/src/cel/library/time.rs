//! Parts of instants and of spans of time.

use gostd::time::Zone;
use value::{Timestamp as Time, Value};

use super::function::{Native, NativeBody, NativeOverload, method};
use super::strings::text;
use crate::cel::civil::Civil;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{Duration, Int, String, Timestamp};

const GROUP: &str = "time";

/// A part of what a clock shows: in UTC, or in the zone that the second argument names.
macro_rules! part {
    ($name:literal, $id:literal, $zoned:literal, $help:literal, $example:literal, $result:literal, $part:expr) => {
        Native {
            name: $name,
            group: GROUP,
            help: $help,
            example: $example,
            result: $result,
            overloads: &[
                method($id, &[Timestamp], Int, |_, arguments| shown(arguments, $part)),
                method($zoned, &[Timestamp, String], Int, |_, arguments| shown(arguments, $part)),
            ],
        }
    };
    ($name:literal, $id:literal, $zoned:literal, $help:literal, $example:literal, $result:literal, $part:expr, $span:expr) => {
        Native {
            name: $name,
            group: GROUP,
            help: $help,
            example: $example,
            result: $result,
            overloads: &[
                method($id, &[Timestamp], Int, |_, arguments| shown(arguments, $part)),
                method($zoned, &[Timestamp, String], Int, |_, arguments| shown(arguments, $part)),
                $span,
            ],
        }
    };
}

const fn of_span(id: &'static str, body: NativeBody) -> NativeOverload {
    method(id, &[Duration], Int, body)
}

pub(super) static TABLE: &[Native] = &[
    part!(
        "getFullYear",
        "timestamp_to_year",
        "timestamp_to_year_with_tz",
        "the year",
        "timestamp(\"2024-02-29T12:00:00Z\").getFullYear()",
        "2024",
        |civil| civil.year
    ),
    part!(
        "getMonth",
        "timestamp_to_month",
        "timestamp_to_month_with_tz",
        "the month, counted from 0",
        "timestamp(\"2024-02-29T12:00:00Z\").getMonth()",
        "1",
        |civil| civil.month - 1
    ),
    part!(
        "getDayOfYear",
        "timestamp_to_day_of_year",
        "timestamp_to_day_of_year_with_tz",
        "the day of the year, counted from 0",
        "timestamp(\"2024-02-29T12:00:00Z\").getDayOfYear()",
        "59",
        |civil| civil.day_of_year
    ),
    part!(
        "getDayOfMonth",
        "timestamp_to_day_of_month",
        "timestamp_to_day_of_month_with_tz",
        "the day of the month, counted from 0",
        "timestamp(\"2024-02-29T12:00:00Z\").getDayOfMonth()",
        "28",
        |civil| civil.day - 1
    ),
    part!(
        "getDate",
        "timestamp_to_day_of_month_1_based",
        "timestamp_to_day_of_month_1_based_with_tz",
        "the day of the month, counted from 1",
        "timestamp(\"2024-02-29T12:00:00Z\").getDate()",
        "29",
        |civil| civil.day
    ),
    part!(
        "getDayOfWeek",
        "timestamp_to_day_of_week",
        "timestamp_to_day_of_week_with_tz",
        "the day of the week, Sunday is 0",
        "timestamp(\"2024-02-29T12:00:00Z\").getDayOfWeek()",
        "4",
        |civil| civil.day_of_week
    ),
    part!(
        "getHours",
        "timestamp_to_hours",
        "timestamp_to_hours_with_tz",
        "the hour of an instant, or all hours of a span",
        "timestamp(\"2024-02-29T23:30:00Z\").getHours(\"America/New_York\")",
        "18",
        |civil| civil.hour,
        of_span("duration_to_hours", |_, arguments| Ok(units(arguments, 3_600_000_000_000)))
    ),
    part!(
        "getMinutes",
        "timestamp_to_minutes",
        "timestamp_to_minutes_with_tz",
        "the minute of an instant, or all minutes of a span",
        "duration(\"1h30m\").getMinutes()",
        "90",
        |civil| civil.minute,
        of_span("duration_to_minutes", |_, arguments| Ok(units(arguments, 60_000_000_000)))
    ),
    part!(
        "getSeconds",
        "timestamp_to_seconds",
        "timestamp_to_seconds_tz",
        "the second of an instant, or all seconds of a span",
        "duration(\"1m30s\").getSeconds()",
        "90",
        |civil| civil.second,
        of_span("duration_to_seconds", |_, arguments| Ok(units(arguments, 1_000_000_000)))
    ),
    Native {
        name: "getMilliseconds",
        group: GROUP,
        help: "the milliseconds after the second of an instant, or all milliseconds of a span",
        example: "duration(\"1.5s\").getMilliseconds()",
        result: "1500",
        overloads: &[
            method("timestamp_to_milliseconds", &[Timestamp], Int, |_, arguments| milliseconds(arguments)),
            method("timestamp_to_milliseconds_with_tz", &[Timestamp, String], Int, |_, arguments| {
                shown(arguments, |civil| civil.hour)?;
                milliseconds(arguments)
            }),
            of_span("duration_to_milliseconds", |_, arguments| Ok(units(arguments, 1_000_000))),
        ],
    },
];

fn time(arguments: &[Value]) -> Result<&Time, Failure> {
    arguments[0].as_timestamp().ok_or_else(Failure::no_overload)
}

/// A part of what a clock shows, in UTC or in a zone.
fn shown(arguments: &[Value], part: fn(&Civil) -> i64) -> Result<Value, Failure> {
    let time = time(arguments)?;
    let offset = if arguments.len() > 1 { offset(text(arguments, 1), time)? } else { 0 };
    Ok(Value::Int(part(&Civil::of(time.unix_seconds().saturating_add(offset)))))
}

/// Seconds east of UTC: of a zone by its name at that instant, or as `+02:00`.
fn offset(zone: &str, at: &Time) -> Result<i64, Failure> {
    let Some((hours, minutes)) = zone.split_once(':') else { return named(zone, at) };
    let number = |text: &str| {
        let wrong = || Failure::new(format!("strconv.Atoi: parsing {}: invalid syntax", value::quote(text)));
        text.parse::<i64>().map_err(|_| wrong())
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let minutes = if zone.starts_with('-') { minutes.saturating_neg() } else { minutes };
    Ok(hours.saturating_mul(60).saturating_add(minutes).saturating_mul(60).clamp(-MAX_OFFSET, MAX_OFFSET))
}

/// No offset is larger than this, so that sums do not overflow.
const MAX_OFFSET: i64 = 1 << 40;

fn named(zone: &str, at: &Time) -> Result<i64, Failure> {
    // Which zone the machine is in is not known here; its clock is taken to show UTC.
    let zone = if zone == "Local" { Ok(Zone::utc()) } else { Zone::named(zone) };
    let zone = zone.map_err(|error| Failure::new(error.to_string()))?;
    // In the first and the last day of all time the offset is that of the day beside it.
    let near = [0, 86_400, -86_400].map(|by| zone.from_unix(at.unix_seconds() + by, 0));
    Ok(near.into_iter().find_map(Result::ok).map_or(0, |time| time.offset_seconds().into()))
}

/// The part of a second in thousandths.
fn milliseconds(arguments: &[Value]) -> Result<Value, Failure> {
    Ok(Value::Int(i64::from(time(arguments)?.nanos() / 1_000_000)))
}

/// How many whole units a span of time has.
fn units(arguments: &[Value], nanos: i64) -> Value {
    Value::Int(arguments[0].as_duration().map_or(0, |span| span.as_nanos() / nanos))
}
