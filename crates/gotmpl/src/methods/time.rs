//! Methods of `time.Time`.

use gostd::time::{format, unix_micro, unix_milli, unix_nano};
use value::{Timestamp, TimestampError, Value};

use super::named::{month, weekday};
use crate::function::{Call, CallError, Param};
use crate::go::{Method, Number, Type};

const LAYOUT: &[Param] = &[Param::new("layout", Type::String)];
const SPAN: &[Param] = &[Param::new("duration", Type::Duration)];
const OTHER: &[Param] = &[Param::new("other", Type::Time)];
const DATE: &[Param] =
    &[Param::new("years", Type::Int), Param::new("months", Type::Int), Param::new("days", Type::Int)];

pub(crate) const TIME: &[Method] = &[
    method("Add", SPAN, Type::Time, |time, call| moved(at(time).checked_add(call.duration(0)))),
    method("AddDate", DATE, Type::Time, |time, call| moved(at(time).add_date(call.int(0), call.int(1), call.int(2)))),
    method("After", OTHER, Type::Bool, |time, call| Ok((at(time) > call.time(0)).into())),
    method("Before", OTHER, Type::Bool, |time, call| Ok((at(time) < call.time(0)).into())),
    method("Compare", OTHER, Type::Int, |time, call| Ok(Value::Int(at(time).cmp(call.time(0)) as i64))),
    method("Day", &[], Type::Int, |time, _| Ok(i64::from(at(time).civil().day).into())),
    method("Equal", OTHER, Type::Bool, |time, call| Ok((at(time) == call.time(0)).into())),
    method("Format", LAYOUT, Type::String, |time, call| Ok(format(at(time), &call.text(0)).into())),
    method("Hour", &[], Type::Int, |time, _| Ok(i64::from(at(time).civil().hour).into())),
    method("IsDST", &[], Type::Bool, |_, _| Ok(false.into())),
    method("IsZero", &[], Type::Bool, |time, _| Ok((*at(time) == Timestamp::GO_ZERO).into())),
    method("Minute", &[], Type::Int, |time, _| Ok(i64::from(at(time).civil().minute).into())),
    method("Month", &[], Type::Int, |time, _| Ok(month(at(time).civil().month))),
    method("Nanosecond", &[], Type::Int, |time, _| Ok(i64::from(at(time).nanos()).into())),
    method("Round", SPAN, Type::Time, |time, call| moved(at(time).round(call.duration(0)))),
    method("Second", &[], Type::Int, |time, _| Ok(i64::from(at(time).civil().second).into())),
    method("String", &[], Type::String, |time, _| Ok(at(time).to_string().into())),
    method("Sub", OTHER, Type::Duration, |time, call| Ok(at(time).since(call.time(0)).into())),
    method("Truncate", SPAN, Type::Time, |time, call| moved(at(time).truncate(call.duration(0)))),
    method("UTC", &[], Type::Time, |time, _| moved(at(time).to_utc())),
    method("Unix", &[], Type::Int64, |time, _| Ok(Number::Int64(at(time).unix_seconds()).into())),
    method("UnixMicro", &[], Type::Int64, |time, _| Ok(Number::Int64(unix_micro(at(time))).into())),
    method("UnixMilli", &[], Type::Int64, |time, _| Ok(Number::Int64(unix_milli(at(time))).into())),
    method("UnixNano", &[], Type::Int64, |time, _| Ok(Number::Int64(unix_nano(at(time))).into())),
    method("Weekday", &[], Type::Int, |time, _| Ok(weekday(at(time).civil().weekday()))),
    method("Year", &[], Type::Int, |time, _| Ok(i64::from(at(time).year()).into())),
    method("YearDay", &[], Type::Int, |time, _| Ok(i64::from(at(time).civil().year_day()).into())),
];

const fn method(
    name: &'static str,
    params: &'static [Param],
    returns: Type,
    call: fn(&Value, &mut Call<'_>) -> Result<Value, CallError>,
) -> Method {
    Method { name, params, returns, call }
}

/// Methods with several results, which Go finds and refuses to call: the message, whatever they are given.
pub(crate) fn refusal(value: &Value, name: &str, count: usize) -> Option<String> {
    let reason = match name {
        "Clock" | "Date" => format!("function {name} has 3 return values; should be 1 or 2"),
        "ISOWeek" | "Zone" => {
            format!("invalid function signature for {name}: second return value should be error; is int")
        }
        _ => return None,
    };
    value.as_timestamp()?;
    Some(if count == 0 { reason } else { format!("wrong number of args for {name}: want 0 got {count}") })
}

fn at(value: &Value) -> &Timestamp {
    value.as_timestamp().expect("methods are found by the kind of their receiver")
}

fn moved(time: Result<Timestamp, TimestampError>) -> Result<Value, CallError> {
    time.map(Value::from).map_err(|error| CallError::new(error.to_string()))
}
