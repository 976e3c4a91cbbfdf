//! The types of resolvers, and what becomes of values that are of another one.

use gostd::strconv::{Bits, parse_bool, parse_float, parse_int};
use gostd::time::Zone;
use value::{Duration, FloatFormat, List, Timestamp, Value, quote};

/// A type that the value of a resolver gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResolverType {
    /// Text.
    String,
    /// A whole number.
    Int,
    /// Any number.
    Float,
    /// True or false.
    Bool,
    /// A list.
    Array,
    /// A map with texts as keys.
    Object,
    /// A point in time.
    Time,
    /// A length of time.
    Duration,
    /// Whatever it is.
    Any,
}

impl ResolverType {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::String,
        Self::Int,
        Self::Float,
        Self::Bool,
        Self::Array,
        Self::Object,
        Self::Time,
        Self::Duration,
        Self::Any,
    ];

    /// The type of this name. The names themselves are case-sensitive, other words for them are not.
    pub fn named(name: &str) -> Option<Self> {
        let aliases = [
            ("integer", Self::Int),
            ("number", Self::Float),
            ("boolean", Self::Bool),
            ("map", Self::Object),
            ("timestamp", Self::Time),
            ("datetime", Self::Time),
        ];
        let alias = || aliases.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind);
        Self::ALL.into_iter().find(|kind| kind.name() == name).or_else(alias)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Int => "int",
            Self::Float => "float",
            Self::Bool => "bool",
            Self::Array => "array",
            Self::Object => "object",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Any => "any",
        }
    }
}

/// The value as the type, or why it cannot be one. Null is of every type, and so is what is not known.
pub fn coerce(value: Value, to: ResolverType) -> Result<Value, String> {
    if value.is_null() || value.as_unknown().is_some() {
        return Ok(value);
    }
    match to {
        ResolverType::Any => Ok(value),
        ResolverType::String => string(value),
        ResolverType::Int => int(&value),
        ResolverType::Float => float(&value),
        ResolverType::Bool => boolean(&value),
        ResolverType::Array if value.as_list().is_some() => Ok(value),
        ResolverType::Array => Ok([value].into_iter().collect::<List>().into()),
        ResolverType::Object => object(value),
        ResolverType::Time => time(&value),
        ResolverType::Duration => duration(&value),
    }
}

fn string(value: Value) -> Result<Value, String> {
    Ok(match &value {
        Value::String(_) => return Ok(value),
        Value::Opaque(_) if value.as_raw_text().is_some() => return Ok(value),
        Value::Float(number) => value::format_float(*number, FloatFormat::Plain, None).into(),
        Value::Timestamp(time) => time.to_rfc3339_seconds().into(),
        Value::Int(_) | Value::Uint(_) | Value::Bool(_) | Value::Duration(_) => value.to_string().into(),
        _ => return Err(format!("cannot coerce {} to string", value.type_name())),
    })
}

fn int(value: &Value) -> Result<Value, String> {
    match value {
        Value::Int(_) => Ok(value.clone()),
        Value::Uint(number) => {
            i64::try_from(*number).map(Value::Int).map_err(|_| format!("uint64 value {number} is too large for int"))
        }
        Value::Float(number) if number.fract() != 0.0 || !number.is_finite() => {
            Err(format!("float64 value {value} has decimal part, cannot coerce to int"))
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it has no fraction, and numbers beyond the range are cut at its ends"
        )]
        Value::Float(number) => Ok(Value::Int(*number as i64)),
        Value::Bool(answer) => Ok(Value::Int(i64::from(*answer))),
        Value::String(text) => parse_int(text, 10, 64)
            .map(Value::Int)
            .map_err(|error| format!("cannot coerce string {} to int: {error}", quote(text))),
        _ => Err(format!("cannot coerce {} to int", value.type_name())),
    }
}

fn float(value: &Value) -> Result<Value, String> {
    #[expect(clippy::cast_precision_loss, reason = "a float is what is asked for")]
    match value {
        Value::Float(_) => Ok(value.clone()),
        Value::Int(number) => Ok(Value::Float(*number as f64)),
        Value::Uint(number) => Ok(Value::Float(*number as f64)),
        Value::Bool(answer) => Ok(Value::Float(f64::from(u8::from(*answer)))),
        Value::String(text) => parse_float(text, Bits::Double)
            .map(Value::Float)
            .map_err(|error| format!("cannot coerce string {} to float: {error}", quote(text))),
        _ => Err(format!("cannot coerce {} to float", value.type_name())),
    }
}

fn boolean(value: &Value) -> Result<Value, String> {
    match value {
        Value::Bool(_) => Ok(value.clone()),
        Value::Int(number) => Ok((*number != 0).into()),
        Value::Uint(number) => Ok((*number != 0).into()),
        Value::Float(number) => Ok((*number != 0.0).into()),
        Value::String(text) => parse_bool(text)
            .map(Value::Bool)
            .map_err(|error| format!("cannot coerce string {} to bool: {error}", quote(text))),
        _ => Err(format!("cannot coerce {} to bool", value.type_name())),
    }
}

fn object(value: Value) -> Result<Value, String> {
    match &value {
        Value::Map(map) if map.keys().all(|key| key.as_str().is_some()) => Ok(value),
        _ => Err(format!("cannot coerce {} to object", value.type_name())),
    }
}

/// The layouts that a text may have, tried in order.
const LAYOUTS: [&str; 5] = [
    "2006-01-02T15:04:05.999999999Z07:00",
    "2006-01-02T15:04:05Z07:00",
    "2006-01-02T15:04:05",
    "2006-01-02 15:04:05",
    "2006-01-02",
];

fn time(value: &Value) -> Result<Value, String> {
    let unix = |seconds: i64, nanos: u32| {
        Timestamp::from_parts(seconds, nanos, 0).map(Value::from).map_err(|error| error.to_string())
    };
    match value {
        Value::Timestamp(_) => Ok(value.clone()),
        Value::Int(seconds) => unix(*seconds, 0),
        Value::Uint(seconds) => unix(i64::try_from(*seconds).unwrap_or(i64::MAX), 0),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the fraction is positive and below a second"
        )]
        Value::Float(seconds) if seconds.abs() < 1e15 => {
            unix(seconds.floor() as i64, ((seconds - seconds.floor()) * 1e9) as u32)
        }
        Value::String(text) => {
            let parsed = LAYOUTS.iter().find_map(|layout| gostd::time::parse(layout, text, &Zone::utc()).ok());
            let parsed = parsed
                .map(Value::from)
                .map_or_else(|| parse_int(text, 10, 64).ok().map(|seconds| unix(seconds, 0)), |time| Some(Ok(time)));
            parsed.unwrap_or_else(|| {
                Err(format!("cannot coerce string {} to time: unrecognized time format", quote(text)))
            })
        }
        _ => Err(format!("cannot coerce {} to time", value.type_name())),
    }
}

fn duration(value: &Value) -> Result<Value, String> {
    match value {
        Value::Duration(_) => Ok(value.clone()),
        Value::Int(nanoseconds) => Ok(Duration::from_nanos(*nanoseconds).into()),
        Value::Uint(nanoseconds) => Ok(Duration::from_nanos(i64::try_from(*nanoseconds).unwrap_or(i64::MAX)).into()),
        #[expect(clippy::cast_possible_truncation, reason = "numbers beyond the range are cut at its ends")]
        Value::Float(seconds) => Ok(Duration::from_nanos((seconds * 1e9) as i64).into()),
        Value::String(text) => Duration::parse_go(text)
            .map(Value::from)
            .map_err(|error| format!("cannot coerce string {} to duration: {error}", quote(text))),
        _ => Err(format!("cannot coerce {} to duration", value.type_name())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::{Escape, KeyOrder};

    fn coerced(json: &str, to: ResolverType) -> String {
        let given = Value::from_json(json).unwrap();
        match coerce(given, to) {
            Ok(value) => value.to_json(Escape::Plain, KeyOrder::Sorted).unwrap_or_else(|error| error.to_string()),
            Err(error) => error,
        }
    }

    #[test]
    fn values_get_the_type_of_their_resolver() {
        use ResolverType::{Array, Bool, Duration, Float, Int, Object, String, Time};
        for (json, to, expected) in [
            ("1e21", String, "\"1000000000000000000000\""),
            ("1.50", String, "\"1.5\""),
            ("[1]", String, "cannot coerce []interface {} to string"),
            ("\"+7\"", Int, "7"),
            ("3.0", Int, "3"),
            ("1.5", Int, "float64 value 1.5 has decimal part, cannot coerce to int"),
            (
                "\"0x10\"",
                Int,
                "cannot coerce string \"0x10\" to int: strconv.ParseInt: parsing \"0x10\": invalid syntax",
            ),
            ("true", Float, "1"),
            ("\"1e3\"", Float, "1000"),
            ("-1.5", Bool, "true"),
            (
                "\"yes\"",
                Bool,
                "cannot coerce string \"yes\" to bool: strconv.ParseBool: parsing \"yes\": invalid syntax",
            ),
            ("{\"a\": 1}", Array, "[{\"a\":1}]"),
            ("\"{}\"", Object, "cannot coerce string to object"),
            ("\"2024-01-02\"", Time, "\"2024-01-02T00:00:00Z\""),
            ("\"1704164645\"", Time, "\"2024-01-02T03:04:05Z\""),
            ("1.5", Time, "\"1970-01-01T00:00:01.5Z\""),
            ("\"yesterday\"", Time, "cannot coerce string \"yesterday\" to time: unrecognized time format"),
            ("1.5", Duration, "1500000000"),
            ("\"1h30m\"", Duration, "5400000000000"),
            ("null", Int, "null"),
        ] {
            assert_eq!(coerced(json, to), expected, "{json} as {}", to.name());
        }
    }

    #[test]
    fn other_words_for_types_are_known_in_any_case() {
        assert_eq!(ResolverType::named("DateTime"), Some(ResolverType::Time));
        assert_eq!(ResolverType::named("String"), None);
    }
}
