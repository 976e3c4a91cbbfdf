//! What belongs to a value: members of objects, and functions of times, durations and errors.

use std::sync::Arc;

use value::Value;

use super::methods::{DURATION, Method, NAMED, TIME};
use crate::functions::{Callee, Receiver};
use crate::val::{Thing, Val, Wrapped};

/// A member of a value, if it has one of this name.
pub(crate) fn member(value: &Value, name: &str) -> Option<Val> {
    match value {
        Value::Timestamp(time) => method(TIME, name, || Receiver::Time(*time)),
        Value::Duration(_) => method(DURATION, name, || Receiver::Number(value.clone())),
        Value::Opaque(_) => opaque_member(value, name),
        _ => None,
    }
}

fn opaque_member(value: &Value, name: &str) -> Option<Val> {
    if let Some(Wrapped(object)) = value.as_opaque() {
        return object.member(name).map(|member| match member.as_opaque() {
            Some(Thing::Func(callee)) => Val::Func(callee.clone()),
            _ => Val::item(member),
        });
    }
    match value.as_opaque::<Thing>()? {
        Thing::Error(text) if name == "Error" => Some(Val::Func(Callee::ErrorText(Arc::clone(text)))),
        Thing::Named(_) => method(NAMED, name, || Receiver::Number(value.clone())),
        _ => None,
    }
}

fn method(methods: &'static [Method], name: &str, receiver: impl FnOnce() -> Receiver) -> Option<Val> {
    let method = methods.iter().find(|method| method.entry.name == name)?;
    Some(Val::Func(Callee::Method(Arc::new(receiver()), method)))
}
