//! The form for failing tests and for messages of the program itself: kinds can be told apart.

use std::fmt;

use super::walk::{Form, Marks};
use crate::{Key, List, Map, Value};

const DEBUG: Form = Form {
    list: Marks { open: "[", between: ", ", close: "]" },
    map: Marks { open: "{", between: ", ", close: "}" },
    colon: ": ",
    sort: false,
    scalar: write_scalar,
    key: write_key,
};

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DEBUG.write(self, f)
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DEBUG.write(&Value::List(self.clone()), f)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DEBUG.write(&Value::Map(self.clone()), f)
    }
}

fn write_scalar(value: &Value, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Null => f.write_str("null"),
        Value::Uint(value) => write!(f, "{value}u"),
        Value::Float(value) => write!(f, "{value:?}"),
        Value::String(value) => write!(f, "{value:?}"),
        Value::Bytes(value) => write!(f, "b\"{}\"", value.escape_ascii()),
        Value::Timestamp(value) => write!(f, "timestamp({})", value.to_rfc3339()),
        Value::Duration(value) => write!(f, "duration({value})"),
        Value::Opaque(_) if let Some(text) = value.as_raw_text() => write!(f, "\"{}\"", text.escape_ascii()),
        Value::Opaque(value) => {
            write!(f, "{}(", value.type_name())?;
            value.display(f)?;
            f.write_str(")")
        }
        other => write!(f, "{other}"),
    }
}

fn write_key(key: &Key, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_scalar(&key.to_value(), f)
}

#[cfg(test)]
mod tests {
    use crate::{Duration, Key, Map, Timestamp, Value};

    #[test]
    fn kinds_can_be_told_apart() {
        let items = vec![
            Value::Null,
            1.into(),
            Value::Uint(1),
            1.0.into(),
            "1".into(),
            Value::bytes(*b"1\n"),
            Map::from_iter([(Key::from("k"), Value::from(true)), (Key::Int(2), Value::from(vec![]))]).into(),
            Timestamp::UNIX_EPOCH.into(),
            Duration::SECOND.into(),
        ];
        assert_eq!(
            format!("{:?}", Value::from(items)),
            r#"[null, 1, 1u, 1.0, "1", b"1\n", {"k": true, 2: []}, timestamp(1970-01-01T00:00:00Z), duration(1s)]"#
        );
    }
}
