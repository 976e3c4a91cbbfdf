//! Values that exist only while a template runs.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gostd::time::{month_name, weekday_name};
use value::{Map, Opaque, Value};

use crate::functions::Callee;

/// What no other language knows; it is carried inside of a [`Value`], so that lists and maps can hold it.
pub(crate) enum Thing {
    /// A map that templates can change; everybody who holds it sees the change.
    Map(SharedMap),
    Func(Callee),
    /// What `catch` names.
    Error(Arc<str>),
    /// What `ints` gives.
    Ints {
        from: i64,
        to: i64,
    },
    /// What `includeIfExists` gives: true or false that prints nothing.
    Hidden(bool),
    /// What `writeJson` gives: printed as JSON.
    Json(Value),
    /// A number with a name.
    Named(Named),
}

/// A number of a type that prints its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// From 1.
    Month(u8),
    /// From 0, which is Sunday.
    Weekday(u8),
}

impl Named {
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Month(number) | Self::Weekday(number) => number.into(),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Month(number) => month_name(number),
            Self::Weekday(number) => weekday_name(number),
        }
    }
}

/// A map that is shared and can be changed.
pub(crate) struct SharedMap(Mutex<Map>);

impl SharedMap {
    pub(crate) fn new(map: Map) -> Self {
        Self(Mutex::new(map))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Map> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What `f` finds in a map; nothing when the value is none.
pub(crate) fn with_map<R>(value: &Value, f: impl FnOnce(&Map) -> R) -> Option<R> {
    match value {
        Value::Map(map) => Some(f(map)),
        Value::Opaque(_) => match value.as_opaque::<Thing>()? {
            Thing::Map(map) => Some(f(&map.lock())),
            _ => None,
        },
        _ => None,
    }
}

impl Opaque for Thing {
    fn type_name(&self) -> &str {
        match self {
            Self::Map(map) => map.lock().go_type().name(),
            Self::Func(callee) => callee.type_name(),
            Self::Error(_) => "*errors.errorString",
            Self::Ints { .. } => "*jet.intsRanger",
            Self::Hidden(_) => "jet.hiddenBool",
            Self::Json(_) => "jet.RendererFunc",
            Self::Named(Named::Month(_)) => "time.Month",
            Self::Named(Named::Weekday(_)) => "time.Weekday",
        }
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| std::ptr::eq(self, other))
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Map(map) => write!(f, "{}", Value::from(map.lock().clone())),
            Self::Func(callee) => f.write_str(callee.type_name()),
            Self::Error(text) => f.write_str(text),
            Self::Ints { from, to } => write!(f, "&{{-1 {} {to}}}", from.wrapping_sub(1)),
            Self::Hidden(value) => write!(f, "{value}"),
            Self::Json(value) => write!(f, "{value}"),
            Self::Named(named) => f.write_str(named.name()),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        match self {
            Self::Map(map) => Some(map.lock().clone().into()),
            Self::Error(_) | Self::Ints { .. } => Some(Map::new().into()),
            Self::Hidden(value) => Some(Value::Bool(*value)),
            Self::Named(named) => Some(Value::Int(named.number())),
            Self::Func(_) | Self::Json(_) => None,
        }
    }

    fn release(&mut self, children: &mut Vec<Value>) {
        match self {
            Self::Map(map) => {
                let map = std::mem::take(&mut *map.lock());
                children.push(map.into());
            }
            Self::Json(value) => children.push(std::mem::take(value)),
            _ => {}
        }
    }
}
