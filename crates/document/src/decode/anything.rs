//! Nodes as dynamic values.

use super::decoder::{Decode, Decoder};
use super::shape::Shape;
use crate::Node;
use value::{Map, Value};

impl Decode for Value {
    const TAKES_NULL: bool = true;

    fn decode(node: &Node<'_>, _: &mut Decoder<'_>) -> Option<Self> {
        Some(node.to_value())
    }

    fn shape() -> Shape {
        Shape::Anything
    }

    fn encode(&self) -> Option<Value> {
        Some(self.clone())
    }
}

impl Decode for Map {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match node.to_value() {
            Value::Map(map) => Some(map),
            _ => decoder.wrong_type(node, &Self::shape()),
        }
    }

    fn shape() -> Shape {
        Shape::MapOf(Value::shape)
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::Map(self.clone()))
    }
}
