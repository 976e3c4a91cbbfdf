//! A value as operators see it.

use std::borrow::Cow;

use value::{List, Timestamp, Value};

use super::{Named, Number, Object, Thing, Val, Wrapped};

/// What sort of value it is, with what is inside.
pub(crate) enum View<'a> {
    Invalid,
    /// An interface; null is a nil one.
    Any(&'a Value),
    Bool(bool),
    Number(Number),
    Text(&'a [u8]),
    Bytes(&'a [u8]),
    List(&'a List),
    /// A map, shared or not.
    Map(&'a Value),
    Time(&'a Timestamp),
    Func,
    Error(&'a str),
    Ints(i64, i64),
    Json,
    Object(&'a dyn Object),
    /// A value of another language.
    Opaque,
    /// What can only be known later.
    Unknown,
}

impl<'a> View<'a> {
    /// What a value is that is known by its own type.
    pub(crate) fn of(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Any(value),
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(number) => Self::Number(Number::Int(*number)),
            Value::Uint(number) => Self::Number(Number::Uint(*number)),
            Value::Float(number) => Self::Number(Number::Float(*number)),
            Value::String(text) => Self::Text(text.as_bytes()),
            Value::Bytes(bytes) => Self::Bytes(bytes),
            Value::List(list) => Self::List(list),
            Value::Map(_) => Self::Map(value),
            Value::Timestamp(time) => Self::Time(time),
            Value::Duration(span) => Self::Number(Number::Int(span.as_nanos())),
            Value::Opaque(_) => Self::of_opaque(value),
            Value::Unknown(_) => Self::Unknown,
        }
    }

    fn of_opaque(value: &'a Value) -> Self {
        if let Some(Wrapped(object)) = value.as_opaque() {
            return Self::Object(&**object);
        }
        match value.as_opaque() {
            Some(Thing::Map(_)) => Self::Map(value),
            Some(Thing::Func(_)) => Self::Func,
            Some(Thing::Error(text)) => Self::Error(text),
            Some(Thing::Ints { from, to }) => Self::Ints(*from, *to),
            Some(Thing::Hidden(value)) => Self::Bool(*value),
            Some(Thing::Json(_)) => Self::Json,
            Some(Thing::Named(named)) => Self::Number(Number::Int(Named::number(*named))),
            None => value.as_raw_text().map_or(Self::Opaque, Self::Text),
        }
    }

    pub(crate) fn number(&self) -> Option<Number> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// Whether Go sees it as true: anything but nothing, and the zero value of its type. Empty lists and maps are
    /// true.
    pub(crate) fn is_true(&self) -> bool {
        match self {
            Self::Invalid => false,
            Self::Any(value) => !value.is_null(),
            Self::Bool(value) => *value,
            Self::Number(number) => !number.is_zero(),
            Self::Text(text) => !text.is_empty(),
            Self::Time(time) => **time != Timestamp::GO_ZERO,
            _ => true,
        }
    }

    /// The name of its reflection kind.
    pub(crate) fn kind_name(&self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Any(_) => "interface",
            Self::Bool(_) => "bool",
            Self::Number(Number::Int(_)) => "int",
            Self::Number(Number::Uint(_)) => "uint64",
            Self::Number(Number::Float(_)) => "float64",
            Self::Text(_) => "string",
            Self::Bytes(_) | Self::List(_) => "slice",
            Self::Map(_) => "map",
            Self::Func | Self::Json => "func",
            Self::Error(_) | Self::Ints(..) => "ptr",
            Self::Time(_) | Self::Object(_) | Self::Opaque | Self::Unknown => "struct",
        }
    }
}

impl Val {
    /// What sort of value it is.
    pub(crate) fn view(&self) -> View<'_> {
        match self {
            Self::Invalid => View::Invalid,
            Self::Plain(value) => View::of(value),
            Self::Any(value) => View::Any(value),
            Self::Int64(number) => View::Number(Number::Int(*number)),
            Self::Uint8(byte) => View::Number(Number::Uint((*byte).into())),
            Self::Counter(number) => View::Number(Number::Int(number.get())),
            Self::Func(_) => View::Func,
        }
    }

    pub(crate) fn is_true(&self) -> bool {
        self.view().is_true()
    }

    /// Whether it is neither nothing nor nil.
    pub(crate) fn is_set(&self) -> bool {
        match self {
            Self::Invalid => false,
            Self::Any(value) => !value.is_null(),
            _ => true,
        }
    }

    /// The name of its type, as Go has it.
    pub(crate) fn type_name(&self) -> Cow<'_, str> {
        Cow::Borrowed(match self {
            Self::Invalid => "<invalid>",
            // The guard of a shared map cannot outlive this call, so its name is taken from the thing itself.
            Self::Plain(value) => value.type_name(),
            Self::Any(_) => "interface {}",
            Self::Int64(_) | Self::Counter(_) => "int64",
            Self::Uint8(_) => "uint8",
            Self::Func(callee) => callee.type_name(),
        })
    }
}
