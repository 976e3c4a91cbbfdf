//! Values as they are while a template runs: what Go's reflection tells apart and results depend on.

mod changes;
mod number;
mod object;
mod thing;
mod view;

use std::cell::Cell;
use std::rc::Rc;

use value::Value;

pub use object::{Object, object};

pub(crate) use changes::Changes;
pub(crate) use number::{Number, to_int64};
pub(crate) use object::Wrapped;
pub(crate) use thing::{Named, SharedMap, Thing, with_map};
pub(crate) use view::View;

use crate::functions::Callee;

/// The result of an expression.
#[derive(Clone)]
pub(crate) enum Val {
    /// Nothing at all: `nil`, a key that is missing, a function without result.
    Invalid,
    /// A value that is known by its own type; never null.
    Plain(Value),
    /// A value inside of an interface, as the items of a list are when `range` hands them out. Null is a nil interface.
    /// Operators and functions do not look inside.
    Any(Value),
    /// What arithmetic with integers gives.
    Int64(i64),
    /// A byte of a text.
    Uint8(u8),
    /// The counter of a range over `ints`. A variable that is set to it goes on with it, until the range ends.
    Counter(Rc<Cell<i64>>),
    Func(Callee),
}

impl Val {
    pub(crate) const TRUE: Self = Self::Plain(Value::Bool(true));
    pub(crate) const FALSE: Self = Self::Plain(Value::Bool(false));

    pub(crate) fn bool(value: bool) -> Self {
        Self::Plain(Value::Bool(value))
    }

    pub(crate) fn float(value: f64) -> Self {
        Self::Plain(Value::Float(value))
    }

    /// Text, which need not be UTF-8.
    pub(crate) fn text(bytes: Vec<u8>) -> Self {
        Self::Plain(Value::text(bytes))
    }

    pub(crate) fn thing(thing: Thing) -> Self {
        Self::Plain(Value::opaque(thing))
    }

    /// A value that was handed in, or that a function gave back: null is nothing.
    pub(crate) fn given(value: Value) -> Self {
        if value.is_null() { Self::Invalid } else { Self::Plain(value) }
    }

    /// An item of a list or a map whose items can be of any type. Looking one up finds the value itself, unless it is
    /// null.
    pub(crate) fn item(value: Value) -> Self {
        if value.is_null() { Self::Any(value) } else { Self::Plain(value) }
    }

    /// What a variable gives: an interface is opened, unless it is nil.
    pub(crate) fn opened(self) -> Self {
        match self {
            Self::Any(value) if !value.is_null() => Self::Plain(value),
            other => other,
        }
    }

    /// What is put into a list or a map, or handed to a function. Nothing when there is none.
    pub(crate) fn into_value(self) -> Option<Value> {
        Some(match self {
            Self::Invalid => return None,
            Self::Plain(value) | Self::Any(value) => value,
            Self::Int64(number) => Value::Int(number),
            Self::Uint8(byte) => Value::Uint(byte.into()),
            Self::Counter(number) => Value::Int(number.get()),
            Self::Func(callee) => Value::opaque(Thing::Func(callee)),
        })
    }

    pub(crate) fn is_valid(&self) -> bool {
        !matches!(self, Self::Invalid)
    }
}
