//! Values inside typed data.

use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, SerializeMap, SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};

use crate::{Key, List, MAX_DEPTH, Map, Value};

impl Serialize for Value {
    /// Bytes become base64, timestamps RFC 3339, durations nanoseconds, unknowns their text. Values that are nested deeper
    /// than [`MAX_DEPTH`], and opaque ones that have no plain form, are errors.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Nested { value: self, depth: 0 }.serialize(serializer)
    }
}

impl Serialize for List {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_list(self, 0, serializer)
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_map(self, 0, serializer)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(key) => serializer.serialize_bool(*key),
            Self::Int(key) => serializer.serialize_i64(*key),
            Self::Uint(key) => serializer.serialize_u64(*key),
            Self::String(key) => serializer.serialize_str(key),
        }
    }
}

/// A value that knows how deep it is.
struct Nested<'a> {
    value: &'a Value,
    depth: usize,
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Int(value) => serializer.serialize_i64(*value),
            Value::Uint(value) => serializer.serialize_u64(*value),
            Value::Float(value) => serializer.serialize_f64(*value),
            Value::String(value) => serializer.serialize_str(value),
            Value::Bytes(value) => serializer.serialize_str(&crate::base64::encode(value)),
            Value::List(list) => serialize_list(list, self.depth, serializer),
            Value::Map(map) => serialize_map(map, self.depth, serializer),
            Value::Timestamp(value) => value.serialize(serializer),
            Value::Duration(value) => value.serialize(serializer),
            Value::Opaque(value) => {
                let no_form = || ser::Error::custom(format_args!("type `{}` has no plain form", value.type_name()));
                let plain = value.to_plain().ok_or_else(no_form)?;
                Nested { value: &plain, depth: deeper(self.depth)? }.serialize(serializer)
            }
            Value::Unknown(value) => serializer.collect_str(value),
        }
    }
}

fn deeper<E: ser::Error>(depth: usize) -> Result<usize, E> {
    if depth < MAX_DEPTH { Ok(depth + 1) } else { Err(E::custom(TooDeep)) }
}

fn serialize_list<S: Serializer>(list: &List, depth: usize, serializer: S) -> Result<S::Ok, S::Error> {
    let depth = deeper(depth)?;
    let mut items = serializer.serialize_seq(Some(list.len()))?;
    for value in list {
        items.serialize_element(&Nested { value, depth })?;
    }
    items.end()
}

fn serialize_map<S: Serializer>(map: &Map, depth: usize, serializer: S) -> Result<S::Ok, S::Error> {
    let depth = deeper(depth)?;
    let mut entries = serializer.serialize_map(Some(map.len()))?;
    for (key, value) in map.iter() {
        entries.serialize_entry(key, &Nested { value, depth })?;
    }
    entries.end()
}

/// What both directions say when a value is nested too deep.
struct TooDeep;

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MAX_DEPTH} nested lists and maps")
    }
}

impl<'de> Deserialize<'de> for Value {
    /// Integers stay integers; those that do not fit a signed one are unsigned.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reader { depth: 0 }.deserialize(deserializer)
    }
}

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::List(list) => Ok(list),
            other => Err(de::Error::custom(format_args!("expected a list, found {}", other.kind().with_article()))),
        }
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Map(map) => Ok(map),
            other => Err(de::Error::custom(format_args!("expected a map, found {}", other.kind().with_article()))),
        }
    }
}

/// Reads a value at some depth.
#[derive(Clone, Copy)]
struct Reader {
    depth: usize,
}

impl Reader {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        if self.depth < MAX_DEPTH { Ok(Self { depth: self.depth + 1 }) } else { Err(E::custom(TooDeep)) }
    }
}

impl<'de> DeserializeSeed<'de> for Reader {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(i64::try_from(value).map_or(Value::Uint(value), Value::Int))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_bytes<E>(self, value: &[u8]) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let reader = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(reader)? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let reader = self.deeper()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<Key>()? {
            map.insert(key, entries.next_value_seed(reader)?);
        }
        Ok(map.into())
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KeyReader)
    }
}

struct KeyReader;

impl Visitor<'_> for KeyReader {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, an integer or a bool")
    }

    fn visit_bool<E>(self, key: bool) -> Result<Key, E> {
        Ok(Key::Bool(key))
    }

    fn visit_i64<E>(self, key: i64) -> Result<Key, E> {
        Ok(Key::Int(key))
    }

    fn visit_u64<E>(self, key: u64) -> Result<Key, E> {
        Ok(i64::try_from(key).map_or(Key::Uint(key), Key::Int))
    }

    fn visit_str<E>(self, key: &str) -> Result<Key, E> {
        Ok(key.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Duration, Timestamp, Unknown};

    #[test]
    fn typed_data_can_hold_values() {
        #[derive(Serialize, Deserialize, PartialEq, Debug)]
        struct Event {
            value: Value,
            map: Map,
        }
        let text = r#"{"value":{"b":[1,-2,1.0,null,true,"x"],"a":18446744073709551615},"map":{"z":1,"y":{}}}"#;
        let event: Event = serde_json::from_str(text).unwrap();
        assert_eq!(format!("{:?}", event.value), r#"{"b": [1, -2, 1.0, null, true, "x"], "a": 18446744073709551615u}"#);
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        assert!(serde_json::from_str::<Map>("[]").unwrap_err().to_string().contains("expected a map, found a list"));
        assert!(serde_json::from_str::<List>("{}").is_err());
    }

    #[test]
    fn other_kinds_become_plain() {
        let value = Value::from(vec![
            Value::bytes(*b"foo"),
            Timestamp::UNIX_EPOCH.into(),
            Duration::SECOND.into(),
            Unknown::new("later").into(),
            Map::from_iter([(Key::Int(1), 1), (Key::Bool(true), 2)]).into(),
        ]);
        let expected = r#"["Zm9v","1970-01-01T00:00:00Z",1000000000,"unknown: later",{"1":1,"true":2}]"#;
        assert_eq!(serde_json::to_string(&value).unwrap(), expected);
    }

    #[test]
    fn depth_has_a_limit() {
        let nested = |depth| (0..depth).fold(Value::Null, |value, _| Value::from(vec![value]));
        assert!(serde_json::to_string(&nested(MAX_DEPTH)).is_ok());
        let error = serde_json::to_string(&nested(MAX_DEPTH + 1)).unwrap_err();
        assert_eq!(error.to_string(), "more than 512 nested lists and maps");
        assert!(serde_json::to_string(&nested(1_000_000)).is_err());
        let deep = |depth| (0..depth).fold(serde_json::Value::Null, |value, _| serde_json::Value::Array(vec![value]));
        assert!(Value::deserialize(deep(MAX_DEPTH)).is_ok());
        let error = Value::deserialize(deep(MAX_DEPTH + 1)).unwrap_err();
        assert_eq!(error.to_string(), "more than 512 nested lists and maps");
    }
}
