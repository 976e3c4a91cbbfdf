//! Values that may be refused without taking their record with them.

use super::decoder::{Decode, Decoder};
use super::shape::Shape;
use crate::Node;
use value::Value;

/// A value, or the hole that a refused one leaves. The record around it is decoded all the same, so that rules about
/// several keys are checked in the same go; whoever uses the record has to stop at a hole, which was reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lenient<T>(Option<T>);

impl<T> Lenient<T> {
    /// The value; `None` when it was refused and reported.
    pub const fn get(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

impl<T> Lenient<T> {
    /// The value, to change it.
    pub const fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut()
    }
}

impl<T> From<T> for Lenient<T> {
    fn from(value: T) -> Self {
        Self(Some(value))
    }
}

impl<T: Decode> Decode for Lenient<T> {
    const OPTIONAL: bool = T::OPTIONAL;
    const TAKES_NULL: bool = T::TAKES_NULL;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(Self(T::decode(node, decoder)))
    }

    fn shape() -> Shape {
        T::shape()
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self::from)
    }

    fn hole() -> Option<Self> {
        Some(Self(None))
    }

    fn encode(&self) -> Option<Value> {
        self.get().and_then(T::encode)
    }
}
