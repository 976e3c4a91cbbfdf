//! Keys of maps.

use std::fmt;
use std::sync::Arc;

use crate::Value;

/// The key of an entry. Keys of different kinds are different keys, `1` and `1u` too.
///
/// The order is the one in which Go prints maps: by kind, then by value; text by its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A truth value.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// Text.
    String(Arc<str>),
}

/// A key that is only looked at: what lookups take, so that looking up a `&str` needs no memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyRef<'a> {
    /// A truth value.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// Text.
    String(&'a str),
}

impl Key {
    /// The key as one that is only looked at.
    pub fn as_ref(&self) -> KeyRef<'_> {
        match self {
            Self::Bool(key) => KeyRef::Bool(*key),
            Self::Int(key) => KeyRef::Int(*key),
            Self::Uint(key) => KeyRef::Uint(*key),
            Self::String(key) => KeyRef::String(key),
        }
    }

    /// The text, if it is text.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(key) = self { Some(key) } else { None }
    }

    /// The key as a value.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Bool(key) => Value::Bool(*key),
            Self::Int(key) => Value::Int(*key),
            Self::Uint(key) => Value::Uint(*key),
            Self::String(key) => Value::String(Arc::clone(key)),
        }
    }
}

impl KeyRef<'_> {
    /// The key as one that can be stored.
    pub fn to_key(self) -> Key {
        match self {
            Self::Bool(key) => Key::Bool(key),
            Self::Int(key) => Key::Int(key),
            Self::Uint(key) => Key::Uint(key),
            Self::String(key) => Key::String(key.into()),
        }
    }
}

impl Value {
    /// The value as a key, if it is of a kind that can be one.
    pub fn as_key(&self) -> Option<KeyRef<'_>> {
        match self {
            Self::Bool(key) => Some(KeyRef::Bool(*key)),
            Self::Int(key) => Some(KeyRef::Int(*key)),
            Self::Uint(key) => Some(KeyRef::Uint(*key)),
            Self::String(key) => Some(KeyRef::String(key)),
            _ => None,
        }
    }
}

impl fmt::Display for KeyRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(key) => key.fmt(f),
            Self::Int(key) => key.fmt(f),
            Self::Uint(key) => key.fmt(f),
            Self::String(key) => f.write_str(key),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

macro_rules! from {
    ($($source:ty => $key:ident($value:ident) $result:expr;)*) => {$(
        impl From<$source> for Key {
            fn from($value: $source) -> Self {
                Self::$key($result)
            }
        }
    )*};
}

from! {
    bool => Bool(key) key;
    i32 => Int(key) key.into();
    i64 => Int(key) key;
    u64 => Uint(key) key;
    &str => String(key) key.into();
    String => String(key) key.into();
    Arc<str> => String(key) key;
}

impl From<KeyRef<'_>> for Key {
    fn from(key: KeyRef<'_>) -> Self {
        key.to_key()
    }
}

impl<'a> From<&'a Key> for KeyRef<'a> {
    fn from(key: &'a Key) -> Self {
        key.as_ref()
    }
}

impl<'a> From<&'a str> for KeyRef<'a> {
    fn from(key: &'a str) -> Self {
        Self::String(key)
    }
}

impl<'a> From<&'a String> for KeyRef<'a> {
    fn from(key: &'a String) -> Self {
        Self::String(key)
    }
}

impl From<bool> for KeyRef<'_> {
    fn from(key: bool) -> Self {
        Self::Bool(key)
    }
}

impl From<i64> for KeyRef<'_> {
    fn from(key: i64) -> Self {
        Self::Int(key)
    }
}

impl From<u64> for KeyRef<'_> {
    fn from(key: u64) -> Self {
        Self::Uint(key)
    }
}
