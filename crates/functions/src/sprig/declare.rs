//! Short words for the tables of functions, and for the values that functions give.

use std::borrow::Cow;

use gotmpl::go::{self, Number, Type};
use gotmpl::{CallError, Param};
use value::{GoType, List, Value};

pub(crate) const fn any(name: &'static str) -> Param {
    Param::new(name, Type::Any)
}

pub(crate) const fn text(name: &'static str) -> Param {
    Param::new(name, Type::String)
}

pub(crate) const fn int(name: &'static str) -> Param {
    Param::new(name, Type::Int)
}

pub(crate) const fn map(name: &'static str) -> Param {
    Param::new(name, Type::Map)
}

/// `[]int`.
pub(crate) const INTS: Type = Type::Other(GoType::INTS);
/// `[][]interface {}`.
pub(crate) const LISTS: Type = Type::Other(GoType::LISTS);

/// An `int64`.
pub(crate) fn int64(number: i64) -> Value {
    Number::Int64(number).into()
}

/// A Go string.
pub(crate) fn string(bytes: impl Into<Vec<u8>>) -> Value {
    Value::text(bytes)
}

/// A `[]string`.
pub(crate) fn strings<T: Into<Vec<u8>>>(items: impl IntoIterator<Item = T>) -> Value {
    items.into_iter().map(string).collect::<List>().with_type(GoType::STRINGS).into()
}

/// What Go says when a function asks for the type of `nil`.
pub(crate) fn nil_dereference() -> CallError {
    CallError::new("runtime error: invalid memory address or nil pointer dereference")
}

/// The text of a value as `toString` gives it: strings and bytes as they are, anything else as `%v` prints it.
pub(crate) fn text_of(value: &Value) -> Result<Cow<'_, [u8]>, CallError> {
    if let Some(bytes) = value.as_text_bytes().or_else(|| value.as_bytes()) {
        return Ok(Cow::Borrowed(bytes));
    }
    printed(value).map(Cow::Owned)
}

/// The text of a value as `%v` prints it.
pub(crate) fn printed(value: &Value) -> Result<Vec<u8>, CallError> {
    match value.as_text_bytes() {
        Some(bytes) => Ok(bytes.to_vec()),
        None => gostd::fmt::sprint(&[go::plain(value)?]).map_err(|error| CallError::limit(error.to_string())),
    }
}

/// Whether a value counts as not given: nil, zero, false or empty. Structs never do.
pub(crate) fn is_empty(value: &Value) -> bool {
    !go::is_true(value)
}

/// How many blanks a value takes when each level of it is indented by so many: deep values are mostly blanks.
pub(crate) fn blanks(value: &Value, indent: usize) -> usize {
    let mut open = vec![(value, 0_usize)];
    let mut blanks = 0_usize;
    while let Some((value, depth)) = open.pop() {
        blanks = blanks.saturating_add(depth.saturating_mul(indent));
        match value {
            Value::List(list) => open.extend(list.iter().map(|item| (item, depth + 1))),
            Value::Map(map) => open.extend(map.values().map(|value| (value, depth + 1))),
            _ => {}
        }
    }
    blanks
}
