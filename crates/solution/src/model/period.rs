//! Durations in documents.

use crate::codes::BAD_DURATION;
use diagnostics::Diagnostic;
use document::decode::{Decode, Decoder, Shape};
use document::{Kind, Node};
use std::time::Duration;

/// A duration as Go writes it, `1m30s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period(pub Duration);

/// The same, or a whole number of nanoseconds: actions take both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nanoseconds(pub Duration);

impl Decode for Period {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(text) = node.as_str() else {
            let message = format!("expected a duration such as 30s, found {}", node.kind_name());
            let help = "write it as text with a unit: ns, us, ms, s, m or h".to_owned();
            return decoder.refuse(Diagnostic::error(&BAD_DURATION, message).at(node.span, "no duration").help(help));
        };
        match value::Duration::parse_go(text) {
            Ok(duration) => Some(Self(duration.into())),
            Err(error) => {
                let problem = Diagnostic::error(&BAD_DURATION, error.to_string()).at(node.span, "no duration");
                decoder.refuse(problem.help("units are ns, us, ms, s, m and h: 1m30s".to_owned()))
            }
        }
    }

    fn shape() -> Shape {
        String::shape()
    }
}

impl Decode for Nanoseconds {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match node.kind {
            Kind::Int(nanoseconds) => Some(Self(Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(0)))),
            _ => Period::decode(node, decoder).map(|period| Self(period.0)),
        }
    }

    fn shape() -> Shape {
        Shape::OneOf(const { &[String::shape, u64::shape] })
    }
}
