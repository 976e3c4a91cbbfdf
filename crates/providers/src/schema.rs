//! JSON Schema, written in code.

use crate::given::Named;
use value::{List, Map, Value};

/// A JSON Schema. It is built by the methods here, and [`Schema::to_value`] is what everybody else sees: the validator,
/// the reference pages, `get provider`.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    kind: Option<SchemaType>,
    description: &'static str,
    properties: Vec<(&'static str, Schema)>,
    required: Vec<&'static str>,
    default: Option<Value>,
    write_only: bool,
    named: Option<Named>,
    is_address: bool,
    leeway: Leeway,
    as_given: bool,
    items: Option<Box<Schema>>,
    values: Option<Box<Schema>>,
    open_when: Option<(&'static str, &'static str)>,
    /// The keywords that only the validator and readers care for.
    keywords: Map,
}

/// What is taken as it is beside what the type says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Leeway {
    #[default]
    None,
    /// A number with a fraction, although a whole number is asked for.
    Fractions,
    /// Text that is not UTF-8.
    RawText,
}

/// The type that a schema asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaType {
    /// Text.
    String,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// True or false.
    Boolean,
    /// A list.
    Array,
    /// A map.
    Object,
}

impl SchemaType {
    /// Its name in JSON Schema.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// Whether a value is of the type.
    pub fn holds(self, value: &Value) -> bool {
        match self {
            Self::String => value.as_text_bytes().is_some(),
            Self::Integer => matches!(value, Value::Int(_) | Value::Uint(_)),
            Self::Number => matches!(value, Value::Int(_) | Value::Uint(_) | Value::Float(_)),
            Self::Boolean => value.as_bool().is_some(),
            Self::Array => value.as_list().is_some(),
            Self::Object => value.as_map().is_some(),
        }
    }
}

impl Schema {
    /// Anything.
    pub fn any(description: &'static str) -> Self {
        Self { description, ..Self::default() }
    }

    /// Text.
    pub fn text(description: &'static str) -> Self {
        Self::of(SchemaType::String, description)
    }

    /// A whole number.
    pub fn integer(description: &'static str) -> Self {
        Self::of(SchemaType::Integer, description)
    }

    /// Any number.
    pub fn number(description: &'static str) -> Self {
        Self::of(SchemaType::Number, description)
    }

    /// True or false.
    pub fn flag(description: &'static str) -> Self {
        Self::of(SchemaType::Boolean, description)
    }

    /// A list of anything.
    pub fn list(description: &'static str) -> Self {
        Self::of(SchemaType::Array, description)
    }

    /// A map.
    pub fn object(description: &'static str) -> Self {
        Self::of(SchemaType::Object, description)
    }

    fn of(kind: SchemaType, description: &'static str) -> Self {
        Self { kind: Some(kind), description, ..Self::default() }
    }

    /// With a property; later ones stand below in help texts.
    #[must_use]
    pub fn with(mut self, name: &'static str, schema: Self) -> Self {
        self.properties.push((name, schema));
        self
    }

    /// These properties have to be there.
    #[must_use]
    pub fn require(mut self, names: &[&'static str]) -> Self {
        self.required.extend(names);
        self
    }

    /// What it is when nothing is given.
    #[must_use]
    pub fn defaults_to(mut self, value: impl Into<Value>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// One of these.
    #[must_use]
    pub fn one_of<V: Into<Value>>(self, values: impl IntoIterator<Item = V>) -> Self {
        let values: List = values.into_iter().map(Into::into).collect();
        self.keyword("enum", values)
    }

    /// Has to match this regular expression somewhere.
    #[must_use]
    pub fn pattern(self, pattern: &'static str) -> Self {
        self.keyword("pattern", pattern)
    }

    /// The greatest number, or the longest text or list.
    #[must_use]
    pub fn at_most(self, limit: i64) -> Self {
        let keyword = self.limit_keyword("maxLength", "maxItems", "maximum");
        self.keyword(keyword, limit)
    }

    /// The least number, or the shortest text or list.
    #[must_use]
    pub fn at_least(self, limit: i64) -> Self {
        let keyword = self.limit_keyword("minLength", "minItems", "minimum");
        self.keyword(keyword, limit)
    }

    fn limit_keyword(&self, text: &'static str, list: &'static str, number: &'static str) -> &'static str {
        match self.kind {
            Some(SchemaType::String) => text,
            Some(SchemaType::Array) => list,
            _ => number,
        }
    }

    /// What the items of a list have to be.
    #[must_use]
    pub fn of_items(self, items: &Self) -> Self {
        let mut schema = self.keyword("items", items.to_value());
        schema.items = Some(Box::new(items.clone()));
        schema
    }

    /// What properties that are not listed have to be.
    #[must_use]
    pub fn of_values(self, values: &Self) -> Self {
        let mut schema = self.keyword("additionalProperties", values.to_value());
        schema.values = Some(Box::new(values.clone()));
        schema
    }

    /// Keys beside the listed properties mean something when another input has this value.
    #[must_use]
    pub fn open_when(mut self, input: &'static str, is: &'static str) -> Self {
        self.open_when = Some((input, is));
        self
    }

    /// A value that shows how it is used.
    #[must_use]
    pub fn example(self, value: impl Into<Value>) -> Self {
        let examples: List = [value.into()].into_iter().collect();
        self.keyword("examples", examples)
    }

    /// A format such as `uri`.
    #[must_use]
    pub fn format(self, format: &'static str) -> Self {
        self.keyword("format", format)
    }

    /// Numbers with a fraction are taken as they are: seconds of which half a one makes sense. The provider checks them.
    #[must_use]
    pub fn with_fractions(mut self) -> Self {
        self.leeway = Leeway::Fractions;
        self
    }

    /// Whether numbers with a fraction are taken as they are.
    pub(crate) fn takes_fractions(&self) -> bool {
        self.leeway == Leeway::Fractions
    }

    /// What is taken: with its fractions, where these make sense.
    pub(crate) fn taken(&self) -> Self {
        let kind = if self.takes_fractions() { Some(SchemaType::Number) } else { self.kind };
        Self { kind, ..self.clone() }
    }

    /// A secret: goes in and is never shown.
    #[must_use]
    pub fn secret(mut self) -> Self {
        self.write_only = true;
        self
    }

    /// An address: what may be user information in it is a secret, also where the address is wrong.
    #[must_use]
    pub fn of_address(self) -> Self {
        Self { is_address: true, ..self }
    }

    /// A map of fields of a request, most of which are secrets.
    #[must_use]
    pub(crate) fn of_header_fields(self) -> Self {
        Self { named: Some(Named::HeaderFields), ..self }
    }

    /// A map of variables of the environment, which are secrets when their names say so.
    #[must_use]
    pub(crate) fn of_variables(self) -> Self {
        Self { named: Some(Named::Variables), ..self }
    }

    /// Resolvers may give any type: the type is not made to fit unless inputs are taken strictly.
    #[must_use]
    pub fn as_given(mut self) -> Self {
        self.as_given = true;
        self
    }

    /// The text need not be UTF-8. Others see U+FFFD for each byte that is part of no character.
    #[must_use]
    pub fn raw(mut self) -> Self {
        self.leeway = Leeway::RawText;
        self
    }

    fn keyword(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.keywords.insert(name, value.into());
        self
    }

    /// The only values that it takes; none when any will do.
    pub fn choices(&self) -> &[Value] {
        self.keywords.get("enum").and_then(Value::as_list).map(|all| &**all).unwrap_or_default()
    }

    /// Values that show how it is used.
    pub(crate) fn examples(&self) -> &[Value] {
        self.keywords.get("examples").and_then(Value::as_list).map(|all| &**all).unwrap_or_default()
    }

    /// The type that it asks for; nothing is any.
    pub fn kind(&self) -> Option<SchemaType> {
        self.kind
    }

    /// What it is for.
    pub fn description(&self) -> &'static str {
        self.description
    }

    /// Its properties, in the order of the code.
    pub fn properties(&self) -> impl Iterator<Item = (&'static str, &Self)> {
        self.properties.iter().map(|(name, schema)| (*name, schema))
    }

    /// One property.
    pub fn property(&self, name: &str) -> Option<&Self> {
        self.properties.iter().find(|(known, _)| *known == name).map(|(_, schema)| schema)
    }

    /// What an item of it has to be, when it says so.
    pub(crate) fn items(&self) -> Option<&Self> {
        self.items.as_deref()
    }

    /// What a property has to be, listed or not.
    pub(crate) fn below(&self, key: &str) -> Option<&Self> {
        self.property(key).or(self.values.as_deref())
    }

    /// Whether it has such a property, and nothing is known of keys inside of it: none of them is strange.
    pub fn takes_whole(&self, property: &str) -> bool {
        self.property(property).is_some_and(|property| !property.knows_keys())
    }

    /// Whether its keys, or keys somewhere below, are known.
    pub(crate) fn knows_keys(&self) -> bool {
        !self.properties.is_empty() || self.items.is_some() || self.values.is_some()
    }

    /// Whether nothing but the listed properties means something, beside these inputs. What is not known yet may open it.
    pub(crate) fn is_closed(&self, inputs: &Map) -> bool {
        let is_open = |(input, is): (&str, &str)| {
            inputs.get(input).is_some_and(|given| given.as_unknown().is_some() || given.as_str() == Some(is))
        };
        !self.properties.is_empty() && self.values.is_none() && !self.open_when.is_some_and(is_open)
    }

    /// The properties that have to be there.
    pub fn required(&self) -> &[&'static str] {
        &self.required
    }

    /// What it is when nothing is given.
    pub fn default_value(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// Whether it is a secret.
    pub fn is_write_only(&self) -> bool {
        self.write_only
    }

    pub(crate) fn is_address(&self) -> bool {
        self.is_address
    }

    /// What it is a map of, when names in it tell what is secret.
    pub(crate) fn named(&self) -> Option<Named> {
        self.named
    }

    /// Whether a value keeps its type when a resolver gives it.
    pub(crate) fn is_as_given(&self) -> bool {
        self.as_given
    }

    /// Whether text may be anything but UTF-8.
    pub fn takes_raw_text(&self) -> bool {
        self.leeway == Leeway::RawText
    }

    /// Whether the type is all that it asks for.
    pub(crate) fn asks_for_type_only(&self) -> bool {
        const HARMLESS: [&str; 4] = ["examples", "format", "items", "additionalProperties"];
        let parts =
            self.properties.iter().map(|(_, one)| one).chain(self.items.as_deref()).chain(self.values.as_deref());
        self.required.is_empty()
            && parts.into_iter().all(|one| one.kind.is_none() && one.asks_for_type_only())
            && self.keywords.keys().all(|key| key.as_str().is_some_and(|key| HARMLESS.contains(&key)))
    }

    /// The schema as JSON.
    pub fn to_value(&self) -> Value {
        let mut schema = Map::new();
        if let Some(kind) = self.kind {
            schema.insert("type", kind.name());
        }
        if !self.description.is_empty() {
            schema.insert("description", self.description);
        }
        if !self.properties.is_empty() {
            let properties: Map = self.properties.iter().map(|(name, schema)| (*name, schema.to_value())).collect();
            schema.insert("properties", properties);
        }
        if !self.required.is_empty() {
            schema.insert("required", self.required.iter().map(|name| Value::string(*name)).collect::<List>());
        }
        if let Some(default) = &self.default {
            schema.insert("default", default.clone());
        }
        if self.write_only {
            schema.insert("writeOnly", true);
        }
        for (name, value) in self.keywords.iter() {
            schema.insert(name.clone(), value.clone());
        }
        schema.into()
    }
}
