//! Parts of a document that are data.

use document::Node;
use document::decode::{Decode, Decoder, Shape};
use value::Value;

/// Anything, null included.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyValue(pub Value);

impl Decode for AnyValue {
    const TAKES_NULL: bool = true;

    fn decode(node: &Node<'_>, _: &mut Decoder<'_>) -> Option<Self> {
        Some(Self(node.to_value()))
    }

    fn shape() -> Shape {
        Shape::Anything
    }
}
