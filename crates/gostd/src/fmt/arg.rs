//! Operands of the formatting functions.

use value::Value;

/// An operand: a value, with the name of its Go type where that is not the one that the value itself has.
///
/// The type decides how the value is read: an integer as `uint8` is `0x1` in Go syntax, bytes as `string` are text that
/// need not be UTF-8, and a list of two numbers as `complex128` is a complex number. A value of one language whose type
/// name is that of a basic type, such as `int64`, is formatted as its plain form with that type.
#[derive(Clone, Copy)]
pub struct Arg<'a> {
    pub(super) value: &'a Value,
    pub(super) go_type: Option<&'a str>,
}

impl<'a> Arg<'a> {
    /// A value as the type that it has.
    pub fn new(value: &'a Value) -> Self {
        Self { value, go_type: None }
    }

    /// A value as another Go type, written as `%T` prints it.
    pub fn typed(value: &'a Value, go_type: &'a str) -> Self {
        Self { value, go_type: Some(go_type) }
    }
}

/// What can be an operand.
pub trait Argument {
    /// The operand.
    fn as_arg(&self) -> Arg<'_>;
}

impl Argument for Value {
    fn as_arg(&self) -> Arg<'_> {
        Arg::new(self)
    }
}

impl Argument for Arg<'_> {
    fn as_arg(&self) -> Arg<'_> {
        *self
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn as_arg(&self) -> Arg<'_> {
        (**self).as_arg()
    }
}

/// Operands by position, so that the printer is compiled once and needs no copy of them.
pub(super) trait Args {
    fn at(&self, position: usize) -> Option<Arg<'_>>;
    fn count(&self) -> usize;
}

pub(super) struct Operands<'a, A>(pub(super) &'a [A]);

impl<A: Argument> Args for Operands<'_, A> {
    fn at(&self, position: usize) -> Option<Arg<'_>> {
        self.0.get(position).map(Argument::as_arg)
    }

    fn count(&self) -> usize {
        self.0.len()
    }
}
