//! Values of one type made from another.

use gostd::strconv;
use value::{Duration as Span, FloatFormat, Number, Timestamp as Time, Value, format_float};

use super::cost::Cost;
use super::function::{Native, function};
use super::types::IDENTITY;
use crate::cel::eval::Budget;
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::types::Type::{Bool, Bytes, Double, Duration, Int, String, Timestamp, Uint};
use crate::cel::values::type_name;

const GROUP: &str = "conversions";

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "bool",
        group: GROUP,
        help: "a truth value from text: `true`, `t`, `1`, `false`, `f`, `0` in the usual spellings",
        example: "bool(\"true\")",
        result: "true",
        overloads: &[
            function("bool_to_bool", &[Bool], Bool, IDENTITY),
            function("string_to_bool", &[String], Bool, to_bool),
        ],
    },
    Native {
        name: "bytes",
        group: GROUP,
        help: "the bytes of a text in UTF-8",
        example: "bytes(\"hé\")",
        result: "b\"h\\xc3\\xa9\"",
        overloads: &[
            function("bytes_to_bytes", &[Bytes], Bytes, IDENTITY),
            function("string_to_bytes", &[String], Bytes, to_bytes).cost(Cost::Traversal),
        ],
    },
    Native {
        name: "double",
        group: GROUP,
        help: "a floating-point number from a number or from text",
        example: "double(\"1.5\")",
        result: "1.5",
        overloads: &[
            function("double_to_double", &[Double], Double, IDENTITY),
            function("int64_to_double", &[Int], Double, to_double),
            function("string_to_double", &[String], Double, to_double),
            function("uint64_to_double", &[Uint], Double, to_double),
        ],
    },
    Native {
        name: "duration",
        group: GROUP,
        help: "a span of time from text with the units `h m s ms us ns`",
        example: "duration(\"1h30m\")",
        result: "duration(\"5400s\")",
        overloads: &[
            function("duration_to_duration", &[Duration], Duration, IDENTITY),
            function("int64_to_duration", &[Int], Duration, |_, arguments| to_duration(&arguments[0])),
            function("string_to_duration", &[String], Duration, |_, arguments| to_duration(&arguments[0])),
        ],
    },
    Native {
        name: "int",
        group: GROUP,
        help: "an integer: of a double without its fraction, of a timestamp its seconds since 1970, of a duration its nanoseconds",
        example: "int(\"42\") + int(1.9)",
        result: "43",
        overloads: &[
            function("int64_to_int64", &[Int], Int, IDENTITY),
            function("double_to_int64", &[Double], Int, to_int),
            function("duration_to_int64", &[Duration], Int, to_int),
            function("string_to_int64", &[String], Int, to_int),
            function("timestamp_to_int64", &[Timestamp], Int, to_int),
            function("uint64_to_int64", &[Uint], Int, to_int),
        ],
    },
    Native {
        name: "string",
        group: GROUP,
        help: "the text of a value",
        example: "string(1.5) + string(duration(\"1m\"))",
        result: "\"1.560s\"",
        overloads: &[
            function("string_to_string", &[String], String, IDENTITY),
            function("bool_to_string", &[Bool], String, to_string),
            function("bytes_to_string", &[Bytes], String, to_string).cost(Cost::Traversal),
            function("double_to_string", &[Double], String, to_string),
            function("duration_to_string", &[Duration], String, to_string),
            function("int64_to_string", &[Int], String, to_string),
            function("timestamp_to_string", &[Timestamp], String, to_string),
            function("uint64_to_string", &[Uint], String, to_string),
        ],
    },
    Native {
        name: "timestamp",
        group: GROUP,
        help: "an instant from text as in RFC 3339 or from seconds since 1970",
        example: "timestamp(\"2024-02-29T12:00:00Z\")",
        result: "timestamp(\"2024-02-29T12:00:00Z\")",
        overloads: &[
            function("timestamp_to_timestamp", &[Timestamp], Timestamp, IDENTITY),
            function("int64_to_timestamp", &[Int], Timestamp, |_, arguments| to_timestamp(&arguments[0])),
            function("string_to_timestamp", &[String], Timestamp, |_, arguments| to_timestamp(&arguments[0])),
        ],
    },
    Native {
        name: "uint",
        group: GROUP,
        help: "an unsigned integer from a number or from text",
        example: "uint(\"42\")",
        result: "42u",
        overloads: &[
            function("uint64_to_uint64", &[Uint], Uint, IDENTITY),
            function("double_to_uint64", &[Double], Uint, to_uint),
            function("int64_to_uint64", &[Int], Uint, to_uint),
            function("string_to_uint64", &[String], Uint, to_uint),
        ],
    },
];

fn impossible(value: &Value, to: &'static str) -> Failure {
    EvalCause::Conversion { from: type_name(value).to_string(), to }.into()
}

fn to_bool(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    match arguments[0].as_str() {
        Some("1" | "t" | "T" | "true" | "TRUE" | "True") => Ok(Value::Bool(true)),
        Some("0" | "f" | "F" | "false" | "FALSE" | "False") => Ok(Value::Bool(false)),
        _ => Err(impossible(&arguments[0], "bool")),
    }
}

fn to_bytes(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = arguments[0].as_str().ok_or_else(|| impossible(&arguments[0], "bytes"))?;
    budget.allocate(text.len())?;
    Ok(Value::bytes(text.as_bytes()))
}

fn to_double(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let number = match &arguments[0] {
        Value::String(text) => strconv::parse_float(text, strconv::Bits::Double).ok(),
        other => other.as_number().map(Number::to_f64),
    };
    number.map(Value::Float).ok_or_else(|| impossible(&arguments[0], "double"))
}

/// A span of time from text.
pub(crate) fn to_duration(value: &Value) -> Result<Value, Failure> {
    let span = value.as_str().and_then(|text| Span::parse_go(text).ok());
    span.map(Value::Duration).ok_or_else(|| impossible(value, "google.protobuf.Duration"))
}

fn to_int(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let overflow = || EvalCause::Overflow { unsigned: false };
    let number = match &arguments[0] {
        Value::Uint(number) => i64::try_from(*number).map_err(|_| overflow())?,
        Value::Float(number) => truncated(*number).ok_or_else(overflow)?,
        Value::Duration(span) => span.as_nanos(),
        Value::Timestamp(time) => time.unix_seconds(),
        Value::String(text) => text.parse().map_err(|_| impossible(&arguments[0], "int"))?,
        other => return Err(impossible(other, "int")),
    };
    Ok(Value::Int(number))
}

/// The number without its fraction, if it is strictly inside of the range of integers.
#[expect(clippy::cast_possible_truncation, reason = "the range was checked, and the fraction is to go")]
fn truncated(number: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    (-LIMIT < number && number < LIMIT).then_some(number as i64)
}

fn to_string(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    Ok(match &arguments[0] {
        Value::Bool(flag) => Value::from(if *flag { "true" } else { "false" }),
        Value::Int(number) => Value::string(number.to_string()),
        Value::Uint(number) => Value::string(number.to_string()),
        Value::Float(number) => Value::string(format_float(*number, FloatFormat::LowerGeneral, None)),
        Value::Duration(span) => Value::string(seconds(*span)),
        Value::Timestamp(time) => Value::string(time.to_rfc3339()),
        Value::Bytes(bytes) => {
            budget.allocate(bytes.len())?;
            let text = std::str::from_utf8(bytes);
            Value::from(text.map_err(|_| Failure::new("invalid UTF-8 in bytes, cannot convert to string"))?)
        }
        other => return Err(impossible(other, "string")),
    })
}

/// A span of time in seconds, with as many digits as needed.
pub(super) fn seconds(span: Span) -> std::string::String {
    format!("{}s", format_float(span.as_secs_f64(), FloatFormat::Plain, None))
}

/// An instant from text, or from seconds since 1970.
pub(crate) fn to_timestamp(value: &Value) -> Result<Value, Failure> {
    let time = match value {
        Value::Int(seconds) => Time::from_parts(*seconds, 0, 0).map_err(|_| EvalCause::TimestampOverflow)?,
        Value::String(text) => Time::parse_rfc3339(text).map_err(|_| impossible(value, "google.protobuf.Timestamp"))?,
        other => return Err(impossible(other, "google.protobuf.Timestamp")),
    };
    if time.is_in_common_era() { Ok(Value::Timestamp(time)) } else { Err(EvalCause::TimestampOverflow.into()) }
}

fn to_uint(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let overflow = || EvalCause::Overflow { unsigned: true };
    let number = match &arguments[0] {
        Value::Int(number) => u64::try_from(*number).map_err(|_| overflow())?,
        Value::Float(number) => unsigned(*number).ok_or_else(overflow)?,
        Value::String(text) if !text.starts_with('+') => text.parse().map_err(|_| impossible(&arguments[0], "uint"))?,
        other => return Err(impossible(other, "uint")),
    };
    Ok(Value::Uint(number))
}

#[expect(clippy::cast_possible_truncation, reason = "the range was checked, and the fraction is to go")]
#[expect(clippy::cast_sign_loss, reason = "a number in range has no sign")]
fn unsigned(number: f64) -> Option<u64> {
    (0.0..18_446_744_073_709_551_616.0).contains(&number).then_some(number as u64)
}
