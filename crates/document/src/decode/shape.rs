//! What a type looks like in a document, as data. Schemas, flags and reference pages are made from it.

use super::marks::{Marks, RecordMarks};
use super::words::Words;
use std::collections::HashSet;
use std::fmt;
use value::Value;

/// The form of a value. Parts are functions so that a type can contain itself.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Any value.
    Anything,
    /// `true` or `false`.
    Boolean,
    /// A whole number between two bounds, both included.
    Integer {
        /// The smallest one allowed.
        min: i128,
        /// The greatest one allowed.
        max: i128,
    },
    /// A number, with or without a fraction.
    Number,
    /// Text.
    Text(TextShape),
    /// A list of one shape.
    List(fn() -> Shape),
    /// A map from any text to one shape.
    MapOf(fn() -> Shape),
    /// A map with known keys.
    Record(&'static RecordShape),
    /// One of a few words.
    Choice(&'static ChoiceShape),
    /// Any one of several shapes.
    OneOf(&'static [fn() -> Shape]),
}

impl Shape {
    /// Text without further rules.
    pub const TEXT: Self = Self::Text(TextShape::PLAIN);

    /// What a message says was expected, such as `a list of texts`.
    pub fn singular(&self) -> impl fmt::Display {
        Words { shape: *self, many: false }
    }

    /// The keys of its records, and of those in them.
    pub fn keys(&self) -> HashSet<&'static str> {
        let mut records = Vec::new();
        self.records(&mut records);
        records.iter().flat_map(|record| record.all_fields()).map(|field| field.key).collect()
    }

    /// Adds all its records. One may contain itself.
    fn records(&self, found: &mut Vec<&'static RecordShape>) {
        match self {
            Self::Record(record) if found.iter().all(|known| !std::ptr::eq(*known, *record)) => {
                found.push(record);
                record.all_fields().for_each(|field| field.shape().records(found));
            }
            Self::List(inner) | Self::MapOf(inner) => inner().records(found),
            Self::OneOf(shapes) => shapes.iter().for_each(|shape| shape().records(found)),
            _ => {}
        }
    }

    pub(super) fn plural(self) -> impl fmt::Display {
        Words { shape: self, many: true }
    }
}

/// What is known about a text.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextShape {
    /// A regular expression that the text has to match, in the common subset of ECMAScript and Rust.
    pub pattern: Option<&'static str>,
    /// A name of JSON Schema's `format`, such as `uri`, or one of ours, such as `duration`.
    pub format: Option<&'static str>,
    /// What messages call it instead of `a text` and `texts`: `a duration`, `durations`.
    pub called: Option<(&'static str, &'static str)>,
    /// It must never be shown.
    pub secret: bool,
    /// It holds more than blanks.
    pub filled: bool,
}

impl TextShape {
    /// No rules.
    pub const PLAIN: Self = Self { pattern: None, format: None, called: None, secret: false, filled: false };
}

/// A map with known keys.
#[derive(Debug, Clone, Copy)]
pub struct RecordShape {
    /// The name of the type, or the one its `name` mark gives.
    pub name: &'static str,
    /// The module that declares it; tells two records of one name apart.
    pub module: &'static str,
    /// What it is.
    pub doc: Doc,
    /// Rules for the whole record.
    pub marks: RecordMarks,
    /// Records whose keys stand at the same level as these fields.
    pub parts: &'static [&'static RecordShape],
    /// The keys, in the order of their declaration.
    pub fields: &'static [Field],
}

impl RecordShape {
    /// The keys of the record and of its parts, parts last.
    pub fn all_fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        let mut pending = vec![(self.fields, self.parts)];
        let mut fields = Vec::new();
        while let Some((own, parts)) = pending.pop() {
            fields.extend(own);
            pending.extend(parts.iter().rev().map(|part| (part.fields, part.parts)));
        }
        fields.into_iter()
    }

    /// The field of a key, in the record or in one of its parts.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        let own = self.fields.iter().find(|field| field.key == key);
        own.or_else(|| self.parts.iter().find_map(|part| part.field(key)))
    }

    /// The title of the record: its `name` mark, or the name of the type.
    pub fn title(&self) -> &'static str {
        self.marks.name.unwrap_or(self.name)
    }
}

/// One key of a record.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key as it is written in a document.
    pub key: &'static str,
    /// What it means.
    pub doc: Doc,
    /// Whether the key must be given.
    pub required: bool,
    /// What holds when the key is not given; the inner `None` says that the default has no form in a document.
    pub default: Option<fn() -> Option<Value>>,
    /// Rules for this key.
    pub marks: Marks,
    /// The form of its value.
    pub shape: fn() -> Shape,
}

impl Field {
    /// The form of the value with the rules of the field applied to it.
    pub fn shape(&self) -> Shape {
        match (self.shape)() {
            Shape::Text(text) => Shape::Text(TextShape {
                pattern: self.marks.pattern.or(text.pattern),
                format: self.marks.format.or(text.format),
                secret: self.marks.secret || text.secret,
                filled: self.marks.filled || text.filled,
                ..text
            }),
            Shape::Integer { min, max } => Shape::Integer {
                min: self.marks.min.map_or(min, |own| own.max(min)),
                max: self.marks.max.map_or(max, |own| own.min(max)),
            },
            other => other,
        }
    }

    /// Whether the value must never be shown.
    pub fn is_secret(&self) -> bool {
        self.marks.secret || matches!((self.shape)(), Shape::Text(TextShape { secret: true, .. }))
    }

    /// The default as a document would have it.
    pub fn default_value(&self) -> Option<Value> {
        self.default.and_then(|default| default())
    }
}

/// One of a few words.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceShape {
    /// The name of the type.
    pub name: &'static str,
    /// What is chosen.
    pub doc: Doc,
    /// The words.
    pub options: &'static [ChoiceOption],
}

/// One word of a choice.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceOption {
    /// The word as it is written in a document.
    pub text: &'static str,
    /// What it means.
    pub doc: Doc,
}

/// The lines of a doc comment.
#[derive(Debug, Clone, Copy)]
pub struct Doc(pub &'static [&'static str]);

impl Doc {
    /// Whether nothing was written.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Doc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, line) in self.0.iter().enumerate() {
            let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
            write!(f, "{}{line}", if at == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}
