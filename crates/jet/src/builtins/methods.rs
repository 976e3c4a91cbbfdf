//! Functions of times, durations, months and days of the week, as Go has them.

use value::{Duration, Timestamp, Value};

use super::kind::{Argument, Parameter, Signature};
use crate::error::Cause;
use crate::functions::Receiver;
use crate::reference::Entry;
use crate::val::{Named, Thing, Val};

/// A function that belongs to values of a type.
pub(crate) struct Method {
    pub(crate) entry: Entry,
    /// The type that the function has in Go.
    pub(crate) go_type: &'static str,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) run: fn(&Receiver, &[Argument]) -> Result<Val, Cause>,
}

impl Method {
    pub(crate) fn signature(&self) -> Signature {
        Signature { name: self.entry.name, go_type: self.go_type }
    }
}

/// All of them.
pub(crate) const METHODS: [&[Method]; 3] = [TIME, DURATION, NAMED];

const SPAN: Parameter = Parameter::Int("time.Duration");
const WHOLE: Parameter = Parameter::Int("int");

macro_rules! method {
    ($group:literal, $name:literal, $go_type:literal, [$($parameter:expr),*], $help:literal, $example:literal => $result:literal,
        |$receiver:ident: $of:ident, $arguments:ident| $run:expr) => {
        Method {
            entry: Entry {
                group: $group,
                name: $name,
                signature: concat!($name, " ", $go_type),
                help: $help,
                example: $example,
                result: $result,
            },
            go_type: $go_type,
            parameters: &[$($parameter),*],
            run: |receiver, $arguments| {
                let $receiver = $of(receiver);
                $run
            },
        }
    };
}

/// A method that takes nothing and cannot fail.
macro_rules! simple {
    ($group:literal, $name:literal, $go_type:literal, $help:literal, $example:literal => $result:literal, |$receiver:ident: $of:ident| $run:expr) => {
        method!($group, $name, $go_type, [], $help, $example => $result, |$receiver: $of, _arguments| Ok($run))
    };
}

/// Functions of times.
pub(crate) const TIME: &[Method] = &[
    simple!("Times", "Year", "func() int", "The year.", "{{ start.Year() }}" => "2024", |t: time| int(i64::from(t.civil().year))),
    simple!("Times", "Month", "func() time.Month", "The month; prints its name, counts from 1.", "{{ start.Month() }} {{ start.Month() + 1 }}" => "May 6", |t: time| named(Named::Month(t.civil().month))),
    simple!("Times", "Day", "func() int", "The day of the month.", "{{ start.Day() }}" => "6", |t: time| int(t.civil().day.into())),
    simple!("Times", "Hour", "func() int", "The hour.", "{{ start.Hour() }}" => "7", |t: time| int(t.civil().hour.into())),
    simple!("Times", "Minute", "func() int", "The minute.", "{{ start.Minute() }}" => "8", |t: time| int(t.civil().minute.into())),
    simple!("Times", "Second", "func() int", "The second.", "{{ start.Second() }}" => "9", |t: time| int(t.civil().second.into())),
    simple!("Times", "Nanosecond", "func() int", "The nanoseconds within the second.", "{{ start.Nanosecond() }}" => "0", |t: time| int(t.nanos().into())),
    simple!("Times", "YearDay", "func() int", "The day of the year, from 1.", "{{ start.YearDay() }}" => "127", |t: time| int(t.civil().year_day().into())),
    simple!("Times", "Weekday", "func() time.Weekday", "The day of the week; prints its name, Sunday is 0.", "{{ start.Weekday() }}" => "Monday", |t: time| named(Named::Weekday(t.civil().weekday()))),
    simple!("Times", "Unix", "func() int64", "Seconds since 1970.", "{{ start.Unix() }}" => "1714979289", |t: time| Val::Int64(t.unix_seconds())),
    simple!("Times", "UnixMilli", "func() int64", "Milliseconds since 1970.", "{{ start.UnixMilli() }}" => "1714979289000", |t: time| since_epoch(&t, 1_000_000)),
    simple!("Times", "UnixMicro", "func() int64", "Microseconds since 1970.", "{{ start.UnixMicro() }}" => "1714979289000000", |t: time| since_epoch(&t, 1_000)),
    simple!("Times", "UnixNano", "func() int64", "Nanoseconds since 1970.", "{{ start.UnixNano() }}" => "1714979289000000000", |t: time| since_epoch(&t, 1)),
    simple!("Times", "String", "func() string", "The time as it is printed.", "{{ start.String() }}" => "2024-05-06 07:08:09 +0000 UTC", |t: time| Val::Plain(t.to_string().into())),
    simple!("Times", "IsZero", "func() bool", "Whether it is the first moment of the year 1.", "{{ start.IsZero() }}" => "false", |t: time| Val::bool(t == Timestamp::GO_ZERO)),
    method!("Times", "UTC", "func() time.Time", [], "The same time in UTC.", "{{ start.UTC() }}" => "2024-05-06 07:08:09 +0000 UTC", |t: time, _arguments| moved(t.to_utc())),
    method!("Times", "Format", "func(string) string", [Parameter::Text], "The time in a layout that shows how Mon Jan 2 15:04:05 2006 would look.", "{{ start.Format(\"2006-01-02 15:04\") }}" => "2024-05-06 07:08", |t: time, arguments| {
        Ok(Val::Plain(gostd::time::format(&t, &String::from_utf8_lossy(arguments[0].text())).into()))
    }),
    method!("Times", "After", "func(time.Time) bool", [Parameter::Time], "Whether it is later than another.", "{{ start.After(start.Add(timeout)) }}" => "false", |t: time, arguments| Ok(Val::bool(t.unix_nanos() > arguments[0].time().unix_nanos()))),
    method!("Times", "Before", "func(time.Time) bool", [Parameter::Time], "Whether it is earlier than another.", "{{ start.Before(start.Add(timeout)) }}" => "true", |t: time, arguments| Ok(Val::bool(t.unix_nanos() < arguments[0].time().unix_nanos()))),
    method!("Times", "Equal", "func(time.Time) bool", [Parameter::Time], "Whether it is the same moment as another.", "{{ start.Equal(start) }}" => "true", |t: time, arguments| Ok(Val::bool(t.unix_nanos() == arguments[0].time().unix_nanos()))),
    method!("Times", "Compare", "func(time.Time) int", [Parameter::Time], "-1 when it is earlier than another, 1 when it is later, 0 otherwise.", "{{ start.Compare(start) }}" => "0", |t: time, arguments| Ok(int(t.unix_nanos().cmp(&arguments[0].time().unix_nanos()) as i64))),
    method!("Times", "Add", "func(time.Duration) time.Time", [SPAN], "The time a duration later.", "{{ start.Add(timeout) }}" => "2024-05-06 08:38:09 +0000 UTC", |t: time, arguments| moved(t.checked_add(Duration::from_nanos(arguments[0].int())))),
    method!("Times", "Sub", "func(time.Time) time.Duration", [Parameter::Time], "The duration since another time.", "{{ start.Add(timeout).Sub(start) }}" => "1h30m0s", |t: time, arguments| Ok(Val::Plain(t.since(&arguments[0].time()).into()))),
    method!("Times", "AddDate", "func(int, int, int) time.Time", [WHOLE, WHOLE, WHOLE], "The time so many years, months and days later.", "{{ start.AddDate(0, 1, 1) }}" => "2024-06-07 07:08:09 +0000 UTC", |t: time, arguments| moved(t.add_date(arguments[0].int(), arguments[1].int(), arguments[2].int()))),
    method!("Times", "Truncate", "func(time.Duration) time.Time", [SPAN], "The time down to a multiple of a duration.", "{{ start.Truncate(timeout) }}" => "2024-05-06 06:00:00 +0000 UTC", |t: time, arguments| moved(t.truncate(Duration::from_nanos(arguments[0].int())))),
    method!("Times", "Round", "func(time.Duration) time.Time", [SPAN], "The time to the nearest multiple of a duration.", "{{ start.Round(timeout) }}" => "2024-05-06 07:30:00 +0000 UTC", |t: time, arguments| moved(t.round(Duration::from_nanos(arguments[0].int())))),
];

/// Functions of durations.
pub(crate) const DURATION: &[Method] = &[
    simple!("Durations", "Hours", "func() float64", "The hours, with a fraction.", "{{ timeout.Hours() }}" => "1.5", |d: span| fraction(d, Duration::HOUR)),
    simple!("Durations", "Minutes", "func() float64", "The minutes, with a fraction.", "{{ timeout.Minutes() }}" => "90", |d: span| fraction(d, Duration::MINUTE)),
    simple!("Durations", "Seconds", "func() float64", "The seconds, with a fraction.", "{{ timeout.Seconds() }}" => "5400", |d: span| fraction(d, Duration::SECOND)),
    simple!("Durations", "Milliseconds", "func() int64", "The milliseconds.", "{{ timeout.Milliseconds() }}" => "5400000", |d: span| Val::Int64(d.as_nanos() / 1_000_000)),
    simple!("Durations", "Microseconds", "func() int64", "The microseconds.", "{{ timeout.Microseconds() }}" => "5400000000", |d: span| Val::Int64(d.as_nanos() / 1_000)),
    simple!("Durations", "Nanoseconds", "func() int64", "The nanoseconds.", "{{ timeout.Nanoseconds() }}" => "5400000000000", |d: span| Val::Int64(d.as_nanos())),
    simple!("Durations", "String", "func() string", "The duration as it is printed.", "{{ timeout.String() }}" => "1h30m0s", |d: span| Val::Plain(d.to_string().into())),
    simple!("Durations", "Abs", "func() time.Duration", "The duration without its sign.", "{{ timeout.Abs() }}" => "1h30m0s", |d: span| Val::Plain(Duration::from_nanos(d.as_nanos().saturating_abs()).into())),
    method!("Durations", "Round", "func(time.Duration) time.Duration", [SPAN], "The nearest multiple of another duration.", "{{ timeout.Round(timeout) }}" => "1h30m0s", |d: span, arguments| Ok(Val::Plain(d.round(Duration::from_nanos(arguments[0].int())).into()))),
    method!("Durations", "Truncate", "func(time.Duration) time.Duration", [SPAN], "The duration down to a multiple of another.", "{{ timeout.Truncate(timeout) }}" => "1h30m0s", |d: span, arguments| Ok(Val::Plain(d.truncate(Duration::from_nanos(arguments[0].int())).into()))),
];

/// Functions of months and days of the week.
pub(crate) const NAMED: &[Method] = &[
    simple!("Months and days of the week", "String", "func() string", "The name of a month or of a day of the week.", "{{ start.Month().String() }}" => "May", |name: name| Val::Plain(name.into())),
];

fn time(receiver: &Receiver) -> Timestamp {
    if let Receiver::Time(time) = receiver { *time } else { Timestamp::GO_ZERO }
}

fn span(receiver: &Receiver) -> Duration {
    match receiver {
        Receiver::Number(Value::Duration(span)) => *span,
        _ => Duration::ZERO,
    }
}

fn name(receiver: &Receiver) -> &'static str {
    match receiver {
        Receiver::Number(value) => match value.as_opaque() {
            Some(Thing::Named(named)) => named.name(),
            _ => "",
        },
        Receiver::Time(_) => "",
    }
}

fn int(number: i64) -> Val {
    Val::Plain(Value::Int(number))
}

fn named(named: Named) -> Val {
    Val::thing(Thing::Named(named))
}

/// Parts of a second since 1970, wrapped around as in Go.
#[expect(clippy::cast_possible_truncation, reason = "Go wraps around as well")]
fn since_epoch(time: &Timestamp, nanos: i128) -> Val {
    Val::Int64(time.unix_nanos().div_euclid(nanos) as i64)
}

/// Whole units and the fraction are added up separately, as Go does to round once less.
#[expect(clippy::cast_precision_loss, reason = "the fraction is smaller than a unit")]
fn fraction(span: Duration, unit: Duration) -> Val {
    let (nanos, unit) = (span.as_nanos(), unit.as_nanos());
    Val::float((nanos / unit) as f64 + (nanos % unit) as f64 / unit as f64)
}

fn moved(time: Result<Timestamp, value::TimestampError>) -> Result<Val, Cause> {
    match time {
        Ok(time) => Ok(Val::Plain(time.into())),
        Err(error) => Err(Cause::Function { message: error.to_string(), error: None }),
    }
}
