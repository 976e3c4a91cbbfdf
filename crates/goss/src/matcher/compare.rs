//! Numbers beside numbers.

use std::cmp::Ordering;
use value::Value;

use super::shown::json;

/// How two numbers stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

impl Comparison {
    /// Those that can be written; equality is the number itself.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Greater, Self::GreaterOrEqual, Self::Less, Self::LessOrEqual].into_iter().find(|one| one.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Equal => "eq",
            Self::Greater => "gt",
            Self::GreaterOrEqual => "ge",
            Self::Less => "lt",
            Self::LessOrEqual => "le",
        }
    }

    fn holds(self, order: Option<Ordering>) -> bool {
        let Some(order) = order else { return false };
        match self {
            Self::Equal => order.is_eq(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
        }
    }

    /// Two integers compare as integers, everything else as floats.
    pub(super) fn test(self, actual: &Value, expected: &Value) -> Result<bool, String> {
        let actual = Number::of(actual).ok_or_else(|| not_a_number(actual))?;
        let expected = Number::of(expected).ok_or_else(|| not_a_number(expected))?;
        Ok(self.holds(match (actual, expected) {
            (Number::Whole(a), Number::Whole(b)) => Some(a.cmp(&b)),
            (a, b) => a.float().partial_cmp(&b.float()),
        }))
    }
}

#[derive(Clone, Copy)]
enum Number {
    Whole(i128),
    Float(f64),
}

impl Number {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Int(number) => Some(Self::Whole((*number).into())),
            Value::Uint(number) => Some(Self::Whole((*number).into())),
            Value::Float(number) => Some(Self::Float(*number)),
            _ => None,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "beside a float a number is one")]
    fn float(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

fn not_a_number(given: &Value) -> String {
    format!("Expected a number. Got: <{}>: {}", given.type_name(), json(given))
}
