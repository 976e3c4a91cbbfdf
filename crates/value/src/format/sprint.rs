//! What Go's `%v` prints.

use std::fmt;

use super::float::{FloatFormat, format_float};
use super::walk::{Form, Marks};
use crate::{Key, Value};

const PERCENT_V: Form = Form {
    list: Marks { open: "[", between: " ", close: "]" },
    map: Marks { open: "map[", between: " ", close: "]" },
    colon: ":",
    sort: true,
    scalar: write_scalar,
    key: write_key,
};

impl fmt::Display for Value {
    /// What Go's `%v` prints: `<nil>`, `1e+06`, `[a b]`, `map[a:1 b:2]` with sorted keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PERCENT_V.write(self, f)
    }
}

fn write_scalar(value: &Value, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Null => f.write_str("<nil>"),
        Value::Bool(value) => write!(f, "{value}"),
        Value::Int(value) => write!(f, "{value}"),
        Value::Uint(value) => write!(f, "{value}"),
        Value::Float(value) => f.write_str(&format_float(*value, FloatFormat::LowerGeneral, None)),
        Value::String(value) => f.write_str(value),
        Value::Bytes(value) => write_bytes(value, f),
        Value::Timestamp(value) => write!(f, "{value}"),
        Value::Duration(value) => write!(f, "{value}"),
        Value::Opaque(value) => value.display(f),
        Value::Unknown(value) => write!(f, "{value}"),
        Value::List(_) | Value::Map(_) => unreachable!("lists and maps are taken apart before"),
    }
}

fn write_bytes(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (position, byte) in bytes.iter().enumerate() {
        write!(f, "{}{byte}", if position == 0 { "" } else { " " })?;
    }
    f.write_str("]")
}

fn write_key(key: &Key, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{key}")
}

#[cfg(test)]
mod tests {
    use crate::{Duration, Key, List, Map, Timestamp, Unknown, Value};

    #[test]
    fn as_percent_v() {
        let nested = Map::from_iter([
            ("b", Value::from(vec!["x".into(), Value::Null, Map::new().into()])),
            ("a", 1.into()),
            ("C", List::new().into()),
        ]);
        for (value, text) in [
            (Value::Null, "<nil>"),
            (true.into(), "true"),
            (Value::Int(i64::MIN), "-9223372036854775808"),
            (Value::Uint(u64::MAX), "18446744073709551615"),
            (1e6.into(), "1e+06"),
            (16_777_216.0.into(), "1.6777216e+07"),
            (4.0.into(), "4"),
            ("a\"b".into(), "a\"b"),
            (Value::bytes(*b"\x01\xff"), "[1 255]"),
            (Value::bytes([]), "[]"),
            (nested.into(), "map[C:[] a:1 b:[x <nil> map[]]]"),
            (
                Map::from_iter([(Key::Int(10), 1), (Key::Int(9), 2), (Key::Bool(false), 3)]).into(),
                "map[false:3 9:2 10:1]",
            ),
            (Duration::from_nanos(5_400_000_000_000).into(), "1h30m0s"),
            (Timestamp::UNIX_EPOCH.into(), "1970-01-01 00:00:00 +0000 UTC"),
            (Value::from(vec![Value::from(Timestamp::GO_ZERO)]), "[0001-01-01 00:00:00 +0000 UTC]"),
            (Unknown::new("exec#a runs first").into(), "unknown: exec#a runs first"),
        ] {
            assert_eq!(value.to_string(), text);
        }
    }

    #[test]
    fn deep_values_are_written_without_recursion() {
        let depth = 200_000;
        let value = (0..depth).fold(Value::from(1), |value, _| Value::from(vec![value]));
        assert_eq!(value.to_string().len(), 2 * depth + 1);
        assert_eq!(format!("{value:?}").len(), 2 * depth + 1);
    }
}
