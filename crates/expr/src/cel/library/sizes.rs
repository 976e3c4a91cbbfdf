//! `size`.

use value::Value;

use super::function::{Native, function, method};
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{Bytes, Int, List, Map, Param, String};
use crate::cel::values::MapRef;

pub(super) static TABLE: &[Native] = &[Native {
    name: "size",
    group: "standard",
    help: "the number of characters, bytes, items or entries",
    example: "size(\"héllo\") + [1, 2].size()",
    result: "7",
    overloads: &[
        function("size_bytes", &[Bytes], Int, size).unguarded(),
        method("bytes_size", &[Bytes], Int, size).unguarded(),
        function("size_list", &[List(&Param("A"))], Int, size).unguarded(),
        method("list_size", &[List(&Param("A"))], Int, size).unguarded(),
        function("size_map", &[Map(&Param("A"), &Param("B"))], Int, size).unguarded(),
        method("map_size", &[Map(&Param("A"), &Param("B"))], Int, size).unguarded(),
        function("size_string", &[String], Int, size).unguarded(),
        method("string_size", &[String], Int, size).unguarded(),
    ],
}];

fn size(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let size = match &arguments[0] {
        Value::String(text) => text.chars().count(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(list) => list.len(),
        other => MapRef::of(other).ok_or_else(|| Failure::no_overload_of("size"))?.len(),
    };
    Ok(count(size))
}

/// A count as a value.
pub(super) fn count(count: usize) -> Value {
    Value::Int(i64::try_from(count).unwrap_or(i64::MAX))
}
