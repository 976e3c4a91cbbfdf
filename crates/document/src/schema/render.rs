//! Shapes as JSON Schema.

use super::definitions::{Definitions, is_same};
use crate::decode::{ChoiceShape, Doc, Expansion, Field, RecordShape, Shape, TextShape};
use value::{List, Map, Value};

/// What a schema says about itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct SchemaOptions<'a> {
    /// The address of the schema.
    pub id: Option<&'a str>,
    /// Its title; the title of the record otherwise.
    pub title: Option<&'a str>,
    /// A regular expression for texts that are expanded before they are looked at. Where a field is not marked as
    /// literal, such a text is valid instead of a word of a choice, or of a text with rules.
    pub template: Option<&'a str>,
}

/// The schema of a shape. Keys come in a fixed order: what a person reads first stands first.
pub fn json_schema(root: Shape, options: &SchemaOptions<'_>) -> Value {
    let renderer = Renderer { root, definitions: Definitions::of(root), template: options.template };
    let body = match root {
        Shape::Record(record) => renderer.record(record),
        other => renderer.shape(other, false),
    };
    let mut schema = head(options);
    for (key, value) in body.iter().filter(|(key, _)| key.as_str() != Some("title") || options.title.is_none()) {
        schema.insert(key.clone(), value.clone());
    }
    let definitions = renderer.definitions();
    if !definitions.is_empty() {
        schema.insert("$defs", definitions);
    }
    Value::Map(schema)
}

/// What stands before everything else.
fn head(options: &SchemaOptions<'_>) -> Map {
    let mut head = Map::from_iter([("$schema", "https://json-schema.org/draft/2020-12/schema")]);
    head.extend(options.id.map(|id| ("$id", id)));
    head.extend(options.title.map(|title| ("title", title)));
    head
}

struct Renderer<'a> {
    root: Shape,
    definitions: Definitions,
    template: Option<&'a str>,
}

impl Renderer<'_> {
    fn definitions(&self) -> Map {
        let shared = self.definitions.iter().filter(|(record, _)| !self.is_root(record));
        shared.map(|(record, name)| (name, self.record(record))).collect()
    }

    fn is_root(&self, record: &RecordShape) -> bool {
        matches!(self.root, Shape::Record(root) if is_same(root, record))
    }

    /// The schema of a value; with `may_expand`, a template is valid in its place and in place of its parts.
    fn value(&self, shape: Shape, may_expand: bool) -> Map {
        match self.template {
            Some(pattern) if may_expand && may_be_template(&shape) => {
                any_of([self.shape(shape, true), with(typed("string"), "pattern", pattern)].into_iter())
            }
            _ => self.shape(shape, may_expand),
        }
    }

    fn shape(&self, shape: Shape, may_expand: bool) -> Map {
        match shape {
            Shape::Anything => Map::new(),
            Shape::Boolean => typed("boolean"),
            Shape::Integer { min, max } => integer(min, max),
            Shape::Number => typed("number"),
            Shape::Text(shape) => text(&shape),
            Shape::List(item) => with(typed("array"), "items", self.value(item(), may_expand)),
            Shape::MapOf(item) => with(typed("object"), "additionalProperties", self.value(item(), may_expand)),
            Shape::Record(record) => with(Map::new(), "$ref", self.reference(record)),
            Shape::Choice(shape) => choice(shape),
            Shape::OneOf(shapes) => any_of(shapes.iter().map(|shape| self.shape(shape(), may_expand))),
        }
    }

    fn reference(&self, record: &RecordShape) -> String {
        if self.is_root(record) { "#".to_owned() } else { format!("#/$defs/{}", self.definitions.name(record)) }
    }

    fn record(&self, record: &RecordShape) -> Map {
        let mut schema = Map::new();
        schema.insert("title", record.title());
        describe(&mut schema, record.doc);
        schema.insert("type", "object");
        let required: List = record.all_fields().filter(|field| field.required).map(|field| field.key).collect();
        if !required.is_empty() {
            schema.insert("required", required);
        }
        let properties: Map = record.all_fields().map(|field| (field.key, self.field(field))).collect();
        schema.insert("properties", properties);
        if record.marks.extensions {
            schema.insert("patternProperties", Map::from_iter([("^x-", Map::new())]));
        }
        schema.insert("additionalProperties", false);
        schema
    }

    fn field(&self, field: &Field) -> Map {
        let mut schema = Map::new();
        describe(&mut schema, field.doc);
        schema.extend(self.value(field.shape(), field.marks.expansion != Expansion::Never));
        if let Some(default) = field.default_value().filter(|_| !field.is_secret()) {
            schema.insert("default", default);
        }
        if !field.marks.examples.is_empty() {
            schema.insert("examples", field.marks.examples.iter().map(|text| example(text)).collect::<List>());
        }
        if field.is_secret() {
            schema.insert("writeOnly", true);
        }
        schema
    }
}

/// Texts and words can be templates; numbers and truth values are never. Where any text is valid, a template is anyway.
fn may_be_template(shape: &Shape) -> bool {
    matches!(shape, Shape::Text(_) | Shape::Choice(_)) && !takes_any_text(shape)
}

fn takes_any_text(shape: &Shape) -> bool {
    match shape {
        Shape::Anything | Shape::Text(TextShape { pattern: None, format: None, .. }) => true,
        Shape::OneOf(shapes) => shapes.iter().any(|shape| takes_any_text(&shape())),
        _ => false,
    }
}

/// An example is JSON; what is not is taken as text.
fn example(text: &str) -> Value {
    Value::from_json(text).unwrap_or_else(|_| Value::from(text))
}

fn typed(name: &str) -> Map {
    Map::from_iter([("type", name)])
}

fn with(mut schema: Map, key: &str, value: impl Into<Value>) -> Map {
    schema.insert(key, value);
    schema
}

fn describe(schema: &mut Map, doc: Doc) {
    if !doc.is_empty() {
        schema.insert("description", doc.to_string());
    }
}

/// Bounds that only say how a number is stored are left out.
fn integer(min: i128, max: i128) -> Map {
    let mut schema = typed("integer");
    if min > i64::MIN.into() {
        schema.insert("minimum", whole(min));
    }
    if max < i64::MAX.into() {
        schema.insert("maximum", whole(max));
    }
    schema
}

fn whole(number: i128) -> Value {
    let unsigned = || u64::try_from(number).map(Value::Uint);
    i64::try_from(number).map(Value::Int).or_else(|_| unsigned()).unwrap_or(Value::Null)
}

fn text(shape: &TextShape) -> Map {
    let mut schema = typed("string");
    if let Some(pattern) = shape.pattern.or(shape.filled.then_some("\\S")) {
        schema.insert("pattern", pattern);
    }
    if let Some(format) = shape.format {
        schema.insert("format", format);
    }
    schema
}

/// The words with what they mean, in the one standard way that has room for it.
fn choice(shape: &ChoiceShape) -> Map {
    let words = shape.options.iter().map(|option| {
        let mut word = Map::from_iter([("const", option.text)]);
        describe(&mut word, option.doc);
        word
    });
    with(typed("string"), "oneOf", words.collect::<List>())
}

fn any_of(schemas: impl Iterator<Item = Map>) -> Map {
    with(Map::new(), "anyOf", schemas.collect::<List>())
}
