//! The dynamic value and its typed accessors.

use std::collections::HashSet;
use std::sync::Arc;

use crate::{Duration, Kind, List, Map, Opaque, Timestamp, Unknown};

/// One value of any kind.
///
/// `==` is structural: `Int(1)` is not `Uint(1)`, NaN is not equal to itself, timestamps are equal when they are the same
/// instant, maps when they have equal entries in any order, and Go types of lists and maps do not count.
/// [`Value::loosely_equal`] compares numbers of different kinds by what they count.
#[derive(Clone, Default)]
pub enum Value {
    /// Nothing: `null`, `nil`.
    #[default]
    Null,
    /// A truth value.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A floating-point number.
    Float(f64),
    /// Text. The rare text that is not UTF-8 is a [`RawText`](crate::RawText).
    String(Arc<str>),
    /// Bytes that need not be text.
    Bytes(Arc<[u8]>),
    /// Values in order.
    List(List),
    /// Values under keys, in the order in which they were put in.
    Map(Map),
    /// An instant with the offset it was written in.
    Timestamp(Timestamp),
    /// A span of time.
    Duration(Duration),
    /// What only one language knows.
    Opaque(Arc<dyn Opaque>),
    /// What can only be known later.
    Unknown(Unknown),
}

const _: () = assert!(size_of::<Value>() <= 24, "a value is moved around a lot and stays small");

impl Value {
    /// Text, shared from here on.
    pub fn string(text: impl Into<Arc<str>>) -> Self {
        Self::String(text.into())
    }

    /// Bytes, shared from here on.
    pub fn bytes(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::Bytes(bytes.into())
    }

    /// What only one language knows.
    pub fn opaque(value: impl Opaque) -> Self {
        Self::Opaque(Arc::new(value))
    }

    /// The kind of value.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Int(_) => Kind::Int,
            Self::Uint(_) => Kind::Uint,
            Self::Float(_) => Kind::Float,
            Self::String(_) => Kind::String,
            Self::Bytes(_) => Kind::Bytes,
            Self::List(_) => Kind::List,
            Self::Map(_) => Kind::Map,
            Self::Timestamp(_) => Kind::Timestamp,
            Self::Duration(_) => Kind::Duration,
            Self::Opaque(_) if self.as_raw_text().is_some() => Kind::String,
            Self::Opaque(_) => Kind::Opaque,
            Self::Unknown(_) => Kind::Unknown,
        }
    }

    /// Whether it is [`Value::Null`].
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The number, if it is a signed integer.
    pub fn as_int(&self) -> Option<i64> {
        if let Self::Int(value) = self { Some(*value) } else { None }
    }

    /// The number, if it is an unsigned integer.
    pub fn as_uint(&self) -> Option<u64> {
        if let Self::Uint(value) = self { Some(*value) } else { None }
    }

    /// The number, if it is a floating-point number.
    pub fn as_float(&self) -> Option<f64> {
        if let Self::Float(value) = self { Some(*value) } else { None }
    }

    /// The text, if it is text that is UTF-8; see [`Value::as_text_bytes`] for any text.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(value) = self { Some(value) } else { None }
    }

    /// The bytes, if it is bytes. Text is not.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        if let Self::Bytes(value) = self { Some(value) } else { None }
    }

    /// The list, if it is one.
    pub fn as_list(&self) -> Option<&List> {
        if let Self::List(value) = self { Some(value) } else { None }
    }

    /// The map, if it is one.
    pub fn as_map(&self) -> Option<&Map> {
        if let Self::Map(value) = self { Some(value) } else { None }
    }

    /// The list to change, if it is one.
    pub fn as_list_mut(&mut self) -> Option<&mut List> {
        if let Self::List(value) = self { Some(value) } else { None }
    }

    /// The map to change, if it is one.
    pub fn as_map_mut(&mut self) -> Option<&mut Map> {
        if let Self::Map(value) = self { Some(value) } else { None }
    }

    /// The instant, if it is one.
    pub fn as_timestamp(&self) -> Option<&Timestamp> {
        if let Self::Timestamp(value) = self { Some(value) } else { None }
    }

    /// The span of time, if it is one.
    pub fn as_duration(&self) -> Option<Duration> {
        if let Self::Duration(value) = self { Some(*value) } else { None }
    }

    /// The value of one language, if it is of type `T`.
    pub fn as_opaque<T: Opaque>(&self) -> Option<&T> {
        if let Self::Opaque(value) = self { value.as_any().downcast_ref() } else { None }
    }

    /// Why it is not known, if it is not.
    pub fn as_unknown(&self) -> Option<&Unknown> {
        if let Self::Unknown(value) = self { Some(value) } else { None }
    }

    /// Why it is not known, or parts of it are not; nothing when all of it is.
    pub fn unknown(&self) -> Option<Unknown> {
        Self::unknown_among([self])
    }

    /// The same of several values. What they share is looked at once.
    pub fn unknown_among<'a>(values: impl IntoIterator<Item = &'a Self>) -> Option<Unknown> {
        if !Unknown::is_any() {
            return None;
        }
        let (mut left, mut found): (Vec<&Self>, Vec<&Unknown>) = (values.into_iter().collect(), Vec::new());
        let mut seen: HashSet<*const Self> = HashSet::new();
        // No two lists or maps have the same first value, unless they are the same.
        let mut is_new = |first: Option<&Self>| first.is_some_and(|first| seen.insert(std::ptr::from_ref(first)));
        while let Some(value) = left.pop() {
            match value {
                Self::Unknown(unknown) => found.push(unknown),
                Self::List(list) if is_new(list.first()) => left.extend(list.iter()),
                Self::Map(map) if is_new(map.values().next()) => left.extend(map.values()),
                _ => {}
            }
        }
        Unknown::combine(found.into_iter().rev())
    }
}

macro_rules! from {
    ($($source:ty => |$value:ident| $result:expr;)*) => {$(
        impl From<$source> for Value {
            fn from($value: $source) -> Self {
                $result
            }
        }
    )*};
}

from! {
    bool => |value| Self::Bool(value);
    i32 => |value| Self::Int(value.into());
    i64 => |value| Self::Int(value);
    u32 => |value| Self::Int(value.into());
    u64 => |value| Self::Uint(value);
    f64 => |value| Self::Float(value);
    &str => |value| Self::String(value.into());
    String => |value| Self::String(value.into());
    Arc<str> => |value| Self::String(value);
    &[u8] => |value| Self::Bytes(value.into());
    List => |value| Self::List(value);
    Vec<Value> => |value| Self::List(value.into());
    Map => |value| Self::Map(value);
    Timestamp => |value| Self::Timestamp(value);
    Duration => |value| Self::Duration(value);
    Unknown => |value| Self::Unknown(value);
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl FromIterator<Self> for Value {
    fn from_iter<I: IntoIterator<Item = Self>>(items: I) -> Self {
        Self::List(items.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accessors_answer_for_their_own_kind_only() {
        let text = Value::from("x");
        assert_eq!(text.as_str(), Some("x"));
        assert!(text.as_bytes().is_none() && text.as_int().is_none() && text.as_map().is_none());
        assert_eq!(Value::from(7).as_int(), Some(7));
        assert_eq!(Value::from(7).as_uint(), None);
        assert_eq!(Value::from(None::<&str>).kind(), Kind::Null);
        assert_eq!(Value::from(b"ab".as_slice()).as_bytes(), Some(b"ab".as_slice()));
        assert!(Value::from(Unknown::new("later")).as_unknown().is_some());
    }
}
