//! Dates, times and durations. The clock and the local time zone come from the caller.

use gostd::time::{self, Zone};
use gotmpl::go::{Number, Type};
use gotmpl::{Call, CallError, Function, Param};
use value::{Duration, GoDurationError, Timestamp, TimestampError, Value};

use super::bound::Outer;
use super::declare::{any, text};
use crate::Outside;

const GROUP: &str = "dates";

const LAYOUT: Param = text("layout");
const DATE: Param = any("date");
const TIME: Param = Param::new("date", Type::Time);
const DATE_ONLY: &str = "2006-01-02";

/// The functions that need nothing from outside.
pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("duration", &[any("seconds")], Type::String, |call| Ok(duration(call.value(0)).into()))
        .help(GROUP, "so many seconds, as text or `int64`, as a duration")
        .example(r#"{{ duration "3725" }}"#, "1h2m5s"),
    Function::new("unixEpoch", &[TIME], Type::String, |call| Ok(call.time(0).unix_seconds().to_string().into()))
        .help(GROUP, "the seconds from 1970 to a time")
        .example(r#"{{ toDate "2006-01-02" "2024-02-29" | unixEpoch }}"#, "1709164800"),
];

const IN_ZONE: Outer = Outer::new("dateInZone", &[LAYOUT, DATE, text("zone")], Type::String, |call, outside| {
    format(&call.text(0), call.value(1), &zone(&call.text(2), outside), outside)
})
.help(GROUP, "a time in the form of a layout, in a time zone; one that is not known is UTC");
const MODIFY: Outer = Outer::new("dateModify", &[text("duration"), TIME], Type::Time, |call, outside| {
    modify(call, outside).or_else(|error| match error {
        Modify::Duration(_) => Ok(call.take(1)),
        Modify::Range(error) => Err(out_of_range(&error)),
    })
})
.help(GROUP, "a time and a duration later; the same time when the duration is none");
const MUST_MODIFY: Outer =
    Outer::new("mustDateModify", &[text("duration"), TIME], Type::Time, |call, outside| modify_or_fail(call, outside))
        .help(GROUP, "as `dateModify`; fails when the duration is none");

/// The functions that take the time or the time zone from outside.
pub(super) static BOUND: &[Outer] = &[
    Outer::new("now", &[], Type::Time, |_, outside| Ok(local(&outside.now(), outside)?.into()))
        .help(GROUP, "the time that it is")
        .example("{{ now | kindOf }}", "struct"),
    Outer::new("ago", &[DATE], Type::String, ago)
        .help(GROUP, "how long a time is ago, in seconds")
        .example("{{ ago now }}", "0s"),
    Outer::new("date", &[LAYOUT, DATE], Type::String, |call, outside| {
        format(&call.text(0), call.value(1), outside.zone(), outside)
    })
    .help(GROUP, "a time, or the seconds since 1970, in the form of a layout; anything else is now")
    .example(r#"{{ date "Jan 2, 2006 15:04" 1709164800 }}"#, "Feb 29, 2024 00:00"),
    Outer::new("htmlDate", &[DATE], Type::String, |call, outside| {
        format(DATE_ONLY, call.value(0), outside.zone(), outside)
    })
    .help(GROUP, "a date as web pages have it")
    .example("{{ htmlDate 1709164800 }}", "2024-02-29"),
    Outer::new("htmlDateInZone", &[DATE, text("zone")], Type::String, |call, outside| {
        format(DATE_ONLY, call.value(0), &zone(&call.text(1), outside), outside)
    })
    .help(GROUP, "as `htmlDate`, in a time zone")
    .example(r#"{{ htmlDateInZone 1709164800 "America/New_York" }}"#, "2024-02-28"),
    IN_ZONE.example(r#"{{ dateInZone "15:04 MST" 0 "Asia/Tokyo" }}"#, "09:00 JST"),
    IN_ZONE.named("date_in_zone").example(r#"{{ date_in_zone "15:04" 0 "UTC" }}"#, "00:00"),
    MODIFY.example(r#"{{ toDate "2006-01-02" "2024-02-29" | dateModify "24h" | htmlDate }}"#, "2024-03-01"),
    MODIFY.named("date_modify").example(r#"{{ toDate "15:04" "10:30" | date_modify "-1h" | date "15:04" }}"#, "09:30"),
    MUST_MODIFY.example(r#"{{ toDate "2006" "2024" | mustDateModify "48h" | htmlDate }}"#, "2024-01-03"),
    MUST_MODIFY
        .named("must_date_modify")
        .example(r#"{{ toDate "2006" "2024" | must_date_modify "1h" | date "15" }}"#, "01"),
    Outer::new("toDate", &[LAYOUT, text("text")], Type::Time, |call, outside| {
        Ok(time::parse(&call.text(0), &call.text(1), outside.zone()).unwrap_or(Timestamp::GO_ZERO).into())
    })
    .help(GROUP, "the time that a text in the form of a layout says; the year 1 when it says none")
    .example(r#"{{ toDate "2006-01-02" "2024-02-29" }}"#, "2024-02-29 00:00:00 +0000 UTC"),
    Outer::new("mustToDate", &[LAYOUT, text("text")], Type::Time, |call, outside| {
        let time = time::parse(&call.text(0), &call.text(1), outside.zone());
        Ok(time.map_err(|error| CallError::new(error.to_string()))?.into())
    })
    .help(GROUP, "as `toDate`; fails when the text says no time")
    .example(r#"{{ (mustToDate "Jan 2 2006" "Feb 29 2024").Weekday }}"#, "Thursday"),
    Outer::new("durationRound", &[any("duration")], Type::String, |call, outside| {
        Ok(rounded(call.value(0), outside).into())
    })
    .help(GROUP, "a duration in its largest unit: `3d`, `2mo`, `5y`; of a time, how long it is ago")
    .example(r#"{{ durationRound "2400h10m5s" }}"#, "3mo"),
];

fn out_of_range(error: &TimestampError) -> CallError {
    CallError::new(error.to_string())
}

/// An instant on a clock in the local time zone.
fn local(time: &Timestamp, outside: &Outside) -> Result<Timestamp, CallError> {
    outside.zone().at(time).map_err(|error| out_of_range(&error))
}

/// The zone with a name; `Local` is that of the caller, one that is not known UTC.
fn zone(name: &str, outside: &Outside) -> Zone {
    if name == "Local" { outside.zone().clone() } else { Zone::named(name).unwrap_or_else(|_| Zone::utc()) }
}

/// The instant that a value means: itself, or the seconds since 1970 that it counts.
fn instant(value: &Value) -> Option<Result<Timestamp, CallError>> {
    let seconds = match (value, Number::of(value)) {
        (Value::Timestamp(time), _) => return Some(Ok(*time)),
        (Value::Int(seconds), _) => *seconds,
        (_, Some(Number::Int64(seconds))) => seconds,
        (_, Some(Number::Int32(seconds))) => seconds.into(),
        _ => return None,
    };
    Some(Timestamp::from_parts(seconds, 0, 0).map_err(|error| out_of_range(&error)))
}

fn format(layout: &str, date: &Value, zone: &Zone, outside: &Outside) -> Result<Value, CallError> {
    let time = instant(date).unwrap_or_else(|| Ok(outside.now()))?;
    Ok(time::format(&zone.at(&time).map_err(|error| out_of_range(&error))?, layout).into())
}

fn ago(call: &mut Call<'_>, outside: &Outside) -> Result<Value, CallError> {
    let date = call.value(0);
    let is_counted = !matches!(Number::of(date), Some(Number::Int32(_)));
    let time = instant(date).filter(|_| is_counted).unwrap_or_else(|| Ok(outside.now()))?;
    Ok(outside.now().since(&time).round(Duration::SECOND).to_string().into())
}

/// Why there is no time later.
enum Modify {
    Duration(GoDurationError),
    Range(TimestampError),
}

fn modify(call: &Call<'_>, outside: &Outside) -> Result<Value, Modify> {
    let span = Duration::parse_go(&call.text(0)).map_err(Modify::Duration)?;
    let before = call.time(1);
    let after = before.checked_add(span).map_err(Modify::Range)?;
    // A time that the local clock shows is still one after clocks were changed.
    let is_local = |time: &Timestamp| (time.offset_seconds(), time.zone().to_owned());
    match outside.zone().at(before) {
        Ok(shown) if is_local(&shown) == is_local(before) => {
            Ok(outside.zone().at(&after).map_err(Modify::Range)?.into())
        }
        _ => Ok(after.into()),
    }
}

fn modify_or_fail(call: &Call<'_>, outside: &Outside) -> Result<Value, CallError> {
    modify(call, outside).map_err(|error| match error {
        Modify::Duration(error) => CallError::new(in_words_of_go(&error)),
        Modify::Range(error) => out_of_range(&error),
    })
}

fn in_words_of_go(error: &GoDurationError) -> String {
    match error {
        GoDurationError::MissingUnit { given } => format!("time: missing unit in duration {}", quoted(given)),
        GoDurationError::UnknownUnit { unit, given } => {
            format!("time: unknown unit {} in duration {}", quoted(unit), quoted(given))
        }
        GoDurationError::Invalid { given } => format!("time: invalid duration {}", quoted(given)),
        other => other.to_string(),
    }
}

/// Text in double quotes as Go's package `time` has it: an escape for each byte that is not ASCII.
fn quoted(text: &str) -> String {
    let escaped = text.bytes().map(|byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=0x7f => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Seconds as text or as `int64`; other types count as none.
fn duration(value: &Value) -> String {
    let seconds = match (value, Number::of(value)) {
        // The original ignores the error, and with it goes on with the nearest number when it is out of range.
        (Value::String(text), _) => gostd::strconv::parse_int(text, 10, 64).unwrap_or_else(|error| error.value),
        (_, Some(Number::Int64(seconds))) => seconds,
        _ => 0,
    };
    Duration::from_nanos(seconds.wrapping_mul(Duration::SECOND.as_nanos())).to_string()
}

const UNITS: [(u64, &str); 6] = [
    (365 * 86_400_000_000_000, "y"),
    (30 * 86_400_000_000_000, "mo"),
    (86_400_000_000_000, "d"),
    (3_600_000_000_000, "h"),
    (60_000_000_000, "m"),
    (1_000_000_000, "s"),
];

/// A duration as text or as nanoseconds in an `int64`, or the time since an instant, in the largest unit of which there
/// is more than one.
fn rounded(value: &Value, outside: &Outside) -> String {
    let span = match (value, Number::of(value)) {
        (Value::String(text), _) => Duration::parse_go(text).unwrap_or(Duration::ZERO),
        (Value::Timestamp(time), _) => outside.now().since(time),
        (_, Some(Number::Int64(nanos))) => Duration::from_nanos(nanos),
        _ => Duration::ZERO,
    };
    let nanos = span.as_nanos().unsigned_abs();
    let unit = UNITS.iter().find(|(length, _)| nanos > *length);
    unit.map_or_else(|| "0s".to_owned(), |(length, name)| format!("{}{name}", nanos / length))
}
