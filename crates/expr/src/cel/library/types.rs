//! Types as values, and values whose type is not looked at.

use std::borrow::Cow;

use value::Value;

use super::function::{Native, NativeBody, function};
use crate::cel::types::Type::{Dyn, Param, TypeOf};
use crate::cel::values::{TypeValue, type_name};

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "type",
        group: "standard",
        help: "the type of a value",
        example: "type(1.5) == double",
        result: "true",
        overloads: &[
            function("type", &[Param("A")], TypeOf(&Param("A")), |_, arguments| Ok(type_of(&arguments[0]))).unguarded()
        ],
    },
    Native {
        name: "dyn",
        group: "standard",
        help: "the same value, whose type is looked at only when the expression runs",
        example: "dyn(1) == 1.0",
        result: "true",
        overloads: &[function("to_dyn", &[Param("A")], Dyn, IDENTITY).unguarded()],
    },
];

fn type_of(value: &Value) -> Value {
    let known = |name| TypeValue::of(Cow::Borrowed(name));
    match value {
        Value::Null => known("null_type"),
        Value::Bool(_) => known("bool"),
        Value::Int(_) => known("int"),
        Value::Uint(_) => known("uint"),
        Value::Float(_) => known("double"),
        Value::String(_) => known("string"),
        Value::Bytes(_) => known("bytes"),
        Value::List(_) => known("list"),
        Value::Map(_) => known("map"),
        other => TypeValue::of(type_name(other).to_string()),
    }
}

/// The argument itself.
pub(super) const IDENTITY: NativeBody = |_, arguments| Ok(arguments[0].clone());
