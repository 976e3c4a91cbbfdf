//! Values while they are worked out, and how one type becomes another.

use super::number::Number;
use std::collections::BTreeMap;
use value::{List, Map, Value};

#[derive(Debug, Clone)]
pub(super) enum Datum {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Datum>),
    Object(BTreeMap<String, Datum>),
}

impl Datum {
    pub(super) fn to_value(&self) -> Option<Value> {
        Some(match self {
            Self::Null => Value::Null,
            Self::Bool(is) => Value::from(*is),
            Self::Number(number) => number.to_value()?,
            Self::Text(text) => Value::string(text.as_str()),
            Self::List(items) => items.iter().map(Self::to_value).collect::<Option<List>>()?.into(),
            Self::Object(entries) => {
                let values = entries.values().map(Self::to_value).collect::<Option<Vec<_>>>()?;
                entries.keys().map(String::as_str).zip(values).collect::<Map>().into()
            }
        })
    }

    pub(super) fn to_number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => Number::parse(text),
            _ => None,
        }
    }

    pub(super) fn to_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(is) => Some(*is),
            Self::Text(text) => match text.as_str() {
                "true" | "1" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn to_text(&self) -> Option<String> {
        match self {
            Self::Bool(is) => Some(is.to_string()),
            Self::Number(number) => Some(number.to_string()),
            Self::Text(text) => Some(text.clone()),
            Self::Null | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// How much it is: parts, and bytes of text.
    pub(super) fn size(&self) -> usize {
        1 + match self {
            Self::Text(text) => text.len(),
            Self::List(items) => items.iter().map(Self::size).sum(),
            Self::Object(entries) => entries.iter().map(|(key, value)| key.len() + value.size()).sum(),
            Self::Null | Self::Bool(_) | Self::Number(_) => 0,
        }
    }

    /// Values of different types are never equal.
    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a.compare(*b).is_eq(),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::List(a), Self::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b)),
            (Self::Object(a), Self::Object(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((a_key, a), (b_key, b))| a_key == b_key && a.equals(b))
            }
            _ => false,
        }
    }
}
