//! What a path found.

use value::{KeyOrder, Value};

use super::json::{Json, Kind, raw};
use super::limit::GjsonError;
use super::modifier::text_of;

/// What a path found, or that it found nothing.
pub struct Found<'a> {
    pub(super) part: Json<'a>,
    pub(super) order: KeyOrder,
}

/// What kind of JSON it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundKind {
    /// Null, or nothing.
    Null,
    /// False.
    False,
    /// A number.
    Number,
    /// A text.
    String,
    /// True.
    True,
    /// A list or an object.
    Json,
}

impl FoundKind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "Null",
            Self::False => "False",
            Self::Number => "Number",
            Self::String => "String",
            Self::True => "True",
            Self::Json => "JSON",
        }
    }
}

impl Found<'_> {
    /// Whether something was found; null counts.
    pub fn exists(&self) -> bool {
        self.part.exists()
    }

    /// What kind of JSON it is.
    pub fn kind(&self) -> FoundKind {
        match self.part.kind() {
            Kind::Missing | Kind::Null | Kind::Unknown(_) => FoundKind::Null,
            Kind::Bool(true) => FoundKind::True,
            Kind::Bool(false) => FoundKind::False,
            Kind::Number(_) => FoundKind::Number,
            Kind::Text(_) => FoundKind::String,
            Kind::List | Kind::Object => FoundKind::Json,
        }
    }

    /// Its text: that of a string itself, of a list or an object its JSON, of null the empty one.
    pub fn text(&self) -> Result<String, GjsonError> {
        text_of(&self.part, self.order)
    }

    /// Its JSON; empty when nothing was found.
    pub fn raw(&self) -> Result<String, GjsonError> {
        raw(&self.part, self.order)
    }

    /// The value; nil when nothing was found.
    pub fn to_value(&self) -> Value {
        self.part.to_value()
    }
}
