//! How long something takes or may take.

use super::codes::DURATION;
use super::{Decode, Decoder, Shape, Text, TextShape, Value};
use crate::Node;
use diagnostics::Diagnostic;
use std::time::Duration;

/// A duration that is not negative, written as `30s`, `1h30m` or `2w`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period(pub Duration);

impl Decode for Period {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = Text::decode(node, decoder)?;
        let problem = match value::Duration::parse(&text) {
            Ok(duration) if duration >= value::Duration::ZERO => {
                return Some(Self(Duration::from_nanos(duration.as_nanos().unsigned_abs())));
            }
            Ok(_) => format!("duration `{}` is negative", text.value),
            Err(error) => error.to_string(),
        };
        let help = "write it as `30s`, `5m` or `1h30m`".to_owned();
        decoder.refuse(Diagnostic::error(&DURATION, problem).at(text.span, "given here").help(help))
    }

    fn shape() -> Shape {
        Shape::Text(TextShape {
            format: Some("duration"),
            called: Some(("a duration", "durations")),
            ..TextShape::PLAIN
        })
    }

    fn encode(&self) -> Option<Value> {
        let nanos = i64::try_from(self.0.as_nanos()).unwrap_or(i64::MAX);
        Some(Value::from(value::Duration::from_nanos(nanos).to_string()))
    }
}
