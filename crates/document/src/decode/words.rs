//! What messages call a shape.

use super::shape::Shape;
use std::fmt;

/// A shape in the words of a message.
pub(super) struct Words {
    pub(super) shape: Shape,
    pub(super) many: bool,
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pick = |one, many| if self.many { many } else { one };
        match self.shape {
            Shape::Anything => f.write_str(pick("any value", "values")),
            Shape::Boolean => f.write_str(pick("`true` or `false`", "booleans")),
            Shape::Integer { .. } => f.write_str(pick("a whole number", "whole numbers")),
            Shape::Number => f.write_str(pick("a number", "numbers")),
            Shape::Text(text) => {
                let (one, many) = text.called.unwrap_or(("a text", "texts"));
                f.write_str(pick(one, many))
            }
            Shape::List(item) => write!(f, "{} of {}", pick("a list", "lists"), item().plural()),
            Shape::MapOf(item) => write!(f, "{} of {}", pick("a map", "maps"), item().plural()),
            Shape::Record(_) => f.write_str(pick("a map", "maps")),
            Shape::Choice(choice) => alternatives(f, choice.options.iter().map(|option| format!("`{}`", option.text))),
            Shape::OneOf(shapes) => alternatives(f, shapes.iter().map(|shape| shape().singular().to_string())),
        }
    }
}

/// `a`, `a or b`, `a, b or c`.
fn alternatives(f: &mut fmt::Formatter<'_>, words: impl ExactSizeIterator<Item = String>) -> fmt::Result {
    let count = words.len();
    for (at, word) in words.enumerate() {
        let joint = match at {
            0 => "",
            _ if at + 1 == count => " or ",
            _ => ", ",
        };
        write!(f, "{joint}{word}")?;
    }
    Ok(())
}
