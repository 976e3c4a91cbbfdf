//! Truth values, numbers, text and secrets.

use super::decoder::{Decode, Decoder};
use super::shape::{Shape, TextShape};
use super::text::{scalar_text, warn_of_other_text};
use crate::{Dialect, Kind, Node};
use value::{Secret, Value};

impl Decode for bool {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match &node.kind {
            Kind::Bool(value) => Some(*value),
            Kind::String(word) if decoder.dialect() == Dialect::YamlV3 => {
                old_boolean(word).or_else(|| decoder.wrong_type(node, &Shape::Boolean))
            }
            _ => decoder.wrong_type(node, &Shape::Boolean),
        }
    }

    fn shape() -> Shape {
        Shape::Boolean
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::Bool(*self))
    }
}

/// YAML 1.1's words, which yaml.v3 takes where a truth value is asked for.
fn old_boolean(word: &str) -> Option<bool> {
    match word {
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

macro_rules! integers {
    ($($type:ty => |$number:ident| $encoded:expr;)*) => {$(
        impl Decode for $type {
            fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                let shape = Self::shape();
                let Some(number) = whole_number(node, decoder.dialect()) else { return decoder.wrong_type(node, &shape) };
                let (min, max) = (i128::from(Self::MIN), i128::from(Self::MAX));
                Self::try_from(number).ok().or_else(|| decoder.out_of_range(node, min, max))
            }

            fn shape() -> Shape {
                Shape::Integer { min: Self::MIN.into(), max: Self::MAX.into() }
            }

            fn encode(&self) -> Option<Value> {
                let $number = *self;
                Some($encoded)
            }
        }
    )*};
}

integers! {
    i32 => |number| Value::Int(number.into());
    i64 => |number| Value::Int(number);
    u8 => |number| Value::Int(number.into());
    u16 => |number| Value::Int(number.into());
    u32 => |number| Value::Int(number.into());
    u64 => |number| i64::try_from(number).map_or(Value::Uint(number), Value::Int);
}

fn whole_number(node: &Node<'_>, dialect: Dialect) -> Option<i128> {
    match &node.kind {
        Kind::Int(number) => Some((*number).into()),
        Kind::Uint(number) => Some((*number).into()),
        Kind::Float(number) => whole(*number),
        Kind::String(text) if dialect == Dialect::Goccy => text.parse().ok().or_else(|| decimal(text).and_then(whole)),
        _ => None,
    }
}

/// A number without a fraction: `1e3` and `5.0` are whole numbers, too.
fn whole(number: f64) -> Option<i128> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number has no fraction and is far inside the range of 128 bits"
    )]
    (number.fract() == 0.0 && number.abs() < 1e20).then_some(number as i128)
}

/// A number in digits; not the words and hexadecimal forms that a parser of floats may know.
fn decimal(text: &str) -> Option<f64> {
    let is_decimal = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    if is_decimal { text.parse().ok() } else { None }
}

impl Decode for f64 {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        #[expect(clippy::cast_precision_loss, reason = "a number is asked for, and Go rounds here as well")]
        let number = match &node.kind {
            Kind::Int(number) => Some(*number as Self),
            Kind::Uint(number) => Some(*number as Self),
            Kind::Float(number) => Some(*number),
            Kind::String(text) if decoder.dialect() == Dialect::Goccy => decimal(text),
            _ => None,
        };
        number.or_else(|| decoder.wrong_type(node, &Shape::Number))
    }

    fn shape() -> Shape {
        Shape::Number
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::Float(*self))
    }
}

impl Decode for String {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = scalar_text(node, decoder)?;
        warn_of_other_text(node, &text, decoder);
        Some(text.into_owned())
    }

    fn shape() -> Shape {
        Shape::TEXT
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::from(self.as_str()))
    }
}

impl Decode for Secret<String> {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        String::decode(node, decoder).map(Self::new)
    }

    fn shape() -> Shape {
        Shape::Text(TextShape { secret: true, ..TextShape::PLAIN })
    }
}
