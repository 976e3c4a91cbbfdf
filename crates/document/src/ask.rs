//! What everybody asks a node.

use crate::yaml::{ROOT_NOT_A_MAP, length_of_long, quoted};
use crate::{Entry, Kind, Node, Style};
use diagnostics::{Diagnostic, Span};
use std::borrow::Cow;
use value::{FloatFormat, GoType, Key, List, Map, Value, format_float};

impl<'a> Node<'a> {
    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Kind::String(text) = &self.kind { Some(text) } else { None }
    }

    /// The items, if it is a list.
    pub fn as_list(&self) -> Option<&[Node<'a>]> {
        if let Kind::List(items) = &self.kind { Some(items) } else { None }
    }

    /// The entries, if it is a map.
    pub fn as_map(&self) -> Option<&[Entry<'a>]> {
        if let Kind::Map(entries) = &self.kind { Some(entries) } else { None }
    }

    /// The entry with a text as its key, if it is a map that has one.
    pub fn entry(&self, key: &str) -> Option<&Entry<'a>> {
        self.as_map()?.iter().find(|entry| entry.key.as_str() == Some(key))
    }

    /// The value under a text as key, if it is a map that has one.
    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Whether it is null, written or not.
    pub fn is_null(&self) -> bool {
        self.kind == Kind::Null
    }

    /// What it is, in words for a message: `a list`, `the number 5`, `an empty text`.
    pub fn kind_name(&self) -> String {
        match &self.kind {
            Kind::Null if self.style.is_none() => "nothing".to_owned(),
            Kind::Null => "null".to_owned(),
            Kind::Bool(value) => format!("`{value}`"),
            Kind::Int(value) => format!("the number {value}"),
            Kind::Uint(value) => format!("the number {value}"),
            Kind::Float(value) => format!("the number {}", float_text(*value)),
            Kind::String(text) if text.is_empty() => "an empty text".to_owned(),
            Kind::String(text) => match length_of_long(text.lines().next().unwrap_or_default()) {
                Some(length) => format!("a text of {length} characters"),
                None => format!("the text {}", quoted(text)),
            },
            Kind::Bytes(bytes) | Kind::RawText(bytes) => format!("binary data of {} bytes", bytes.len()),
            Kind::Timestamp(time) => format!("the time {}", time.to_rfc3339()),
            Kind::List(_) => "a list".to_owned(),
            Kind::Map(_) => "a map".to_owned(),
        }
    }

    /// The entries of a document that has to be a map; a document without content has none.
    pub fn into_root_map(self) -> Result<Vec<Entry<'a>>, Diagnostic> {
        let found = self.kind_name();
        match self.kind {
            Kind::Map(entries) => Ok(entries),
            Kind::Null if self.style.is_none() => Ok(Vec::new()),
            _ => Err(Diagnostic::error(&ROOT_NOT_A_MAP, format!("expected a map as the document, found {found}"))
                .at(self.span, "this is the document")
                .help("write `key: value` lines".to_owned())),
        }
    }

    /// The same as a value without places. Keys that are no text, number or truth value become text.
    pub fn to_value(&self) -> Value {
        match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Int(value) => Value::Int(*value),
            Kind::Uint(value) => Value::Uint(*value),
            Kind::Float(value) => Value::Float(*value),
            Kind::String(text) => Value::string(text.as_ref()),
            Kind::Bytes(bytes) => Value::bytes(bytes.as_slice()),
            Kind::RawText(bytes) => Value::text_part(bytes),
            Kind::Timestamp(time) => Value::Timestamp(*time),
            Kind::List(items) => Value::List(items.iter().map(Self::to_value).collect::<List>()),
            Kind::Map(entries) => Value::Map(map_value(entries)),
        }
    }

    /// A node for a value that was worked out; all of it has the place of what was written for it. What no document can
    /// hold is its text.
    pub fn from_value(value: &Value, span: Span) -> Node<'static> {
        let text = |text: &str| Kind::String(Cow::Owned(text.to_owned()));
        let kind = match value {
            Value::Null => Kind::Null,
            Value::Bool(value) => Kind::Bool(*value),
            Value::Int(value) => Kind::Int(*value),
            Value::Uint(value) => Kind::Uint(*value),
            Value::Float(value) => Kind::Float(*value),
            Value::String(value) => text(value),
            Value::Bytes(bytes) => Kind::Bytes(bytes.to_vec()),
            Value::Timestamp(time) => Kind::Timestamp(*time),
            Value::List(list) => Kind::List(list.iter().map(|item| Node::from_value(item, span)).collect()),
            Value::Map(map) => Kind::Map(map.iter().map(|(key, value)| made_entry(key, value, span)).collect()),
            other => match other.as_raw_text() {
                Some(bytes) => Kind::RawText(bytes.to_vec()),
                None => text(&other.to_string()),
            },
        };
        let style = (!matches!(kind, Kind::List(_) | Kind::Map(_))).then_some(Style::Double);
        Node { span, kind, style }
    }

    /// The same without a borrow of the source.
    pub fn into_owned(self) -> Node<'static> {
        let kind = match self.kind {
            Kind::Null => Kind::Null,
            Kind::Bool(value) => Kind::Bool(value),
            Kind::Int(value) => Kind::Int(value),
            Kind::Uint(value) => Kind::Uint(value),
            Kind::Float(value) => Kind::Float(value),
            Kind::String(text) => Kind::String(Cow::Owned(text.into_owned())),
            Kind::Bytes(bytes) => Kind::Bytes(bytes),
            Kind::RawText(bytes) => Kind::RawText(bytes),
            Kind::Timestamp(time) => Kind::Timestamp(time),
            Kind::List(items) => Kind::List(items.into_iter().map(Self::into_owned).collect()),
            Kind::Map(entries) => Kind::Map(entries.into_iter().map(Entry::into_owned).collect()),
        };
        Node { span: self.span, kind, style: self.style }
    }
}

impl Entry<'_> {
    /// The same without a borrow of the source.
    pub fn into_owned(self) -> Entry<'static> {
        Entry {
            key: self.key.into_owned(),
            value: self.value.into_owned(),
            comment: self.comment.map(|text| Box::new(Cow::Owned(text.into_owned()))),
        }
    }
}

fn made_entry(key: &Key, value: &Value, span: Span) -> Entry<'static> {
    let kind = match key {
        Key::Bool(value) => Kind::Bool(*value),
        Key::Int(value) => Kind::Int(*value),
        Key::Uint(value) => Kind::Uint(*value),
        Key::String(text) => Kind::String(Cow::Owned(text.to_string())),
    };
    Entry { key: Node { span, kind, style: Some(Style::Double) }, value: Node::from_value(value, span), comment: None }
}

fn float_text(value: f64) -> String {
    format_float(value, FloatFormat::LowerGeneral, None)
}

/// yaml.v3 makes a map of any keys as soon as one key is no text.
fn map_value(entries: &[Entry<'_>]) -> Map {
    let mut map = Map::with_capacity(entries.len());
    for entry in entries {
        map.insert(map_key(&entry.key), entry.value.to_value());
    }
    let texts = entries.iter().all(|entry| entry.key.as_str().is_some());
    if texts { map } else { map.with_type(GoType::ANY_MAP) }
}

fn map_key(key: &Node<'_>) -> Key {
    match &key.kind {
        Kind::Bool(value) => Key::Bool(*value),
        Kind::Int(value) => Key::Int(*value),
        Kind::Uint(value) => Key::Uint(*value),
        Kind::Float(value) => Key::String(float_text(*value).into()),
        Kind::String(text) => Key::String(text.as_ref().into()),
        Kind::Bytes(bytes) | Kind::RawText(bytes) => Key::String(String::from_utf8_lossy(bytes).into()),
        Kind::Timestamp(time) => Key::String(time.to_rfc3339().into()),
        Kind::Null | Kind::List(_) | Kind::Map(_) => Key::String("null".into()),
    }
}
