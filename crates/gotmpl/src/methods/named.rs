//! `time.Month` and `time.Weekday`: numbers with names.

use std::any::Any;

use gostd::time::{month_name, weekday_name};
use value::Value;

use crate::go::{Kind, Method, Object, Type, object};

/// A number of a type that has names for its numbers.
#[derive(PartialEq)]
struct Named {
    type_name: &'static str,
    name: &'static str,
    number: i64,
}

/// A month, counted from one.
pub(super) fn month(number: u8) -> Value {
    named("time.Month", month_name(number), number)
}

/// A day of the week, counted from Sunday, which is zero.
pub(super) fn weekday(number: u8) -> Value {
    named("time.Weekday", weekday_name(number), number)
}

fn named(type_name: &'static str, name: &'static str, number: u8) -> Value {
    object(Named { type_name, name, number: number.into() })
}

impl Object for Named {
    fn type_name(&self) -> &'static str {
        self.type_name
    }

    fn text(&self) -> String {
        self.name.to_owned()
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self == other)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn kind(&self) -> Kind {
        Kind::Int
    }

    fn methods(&self) -> &'static [Method] {
        &[Method { name: "String", params: &[], returns: Type::String, call: |value, _| Ok(value.to_string().into()) }]
    }

    fn plain(&self) -> Option<Value> {
        Some(Value::Int(self.number))
    }
}
