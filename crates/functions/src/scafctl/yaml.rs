//! YAML, in and out, as yaml.v3 reads and writes it.

use diagnostics::FileId;
use document::write::{YamlStyle, to_yaml};
use document::{Kind, Node, Options};
use gotmpl::go;
use gotmpl::{Call, CallError};
use value::{GoType, Key, List, Map, Value};

use super::words::{line, problem_of};
use crate::sprig::declare::blanks;

/// The value as YAML without the last line break; nil is nothing.
pub(super) fn write(call: &mut Call<'_>) -> Result<Value, CallError> {
    let value = go::plain(call.value(0))?;
    if value.is_null() {
        return Ok("".into());
    }
    call.charge(blanks(&value, YamlStyle::default().indent))?;
    let mut text = to_yaml(&value, &YamlStyle::default())
        .map_err(|error| CallError::new(format!("toYaml: failed to marshal: {error}")))?;
    if text.ends_with('\n') {
        text.pop();
    }
    call.charge(text.len())?;
    Ok(text.into())
}

/// The map that YAML says; an empty one when it says nothing.
pub(super) fn read(call: &mut Call<'_>) -> Result<Value, CallError> {
    let text = gostd::utf8::to_text(call.bytes(0));
    call_read(&text)
}

fn call_read(text: &str) -> Result<Value, CallError> {
    if text.trim().is_empty() {
        return Ok(Map::new().into());
    }
    let root = document::parse(text, FileId::FIRST, &Options::solution())
        .map_err(|problems| failure(&problem_of(text, &problems)))?;
    match &root.kind {
        Kind::Null => Ok(Map::new().into()),
        Kind::Map(entries) => {
            let mut map = Map::with_capacity(entries.len());
            // Keys are the text that stands there, whatever it would be as a value; a null is no key.
            for entry in entries.iter().filter(|entry| !matches!(entry.key.kind, Kind::Null)) {
                map.insert(&*key_text(text, &entry.key), value_of(&entry.value));
            }
            Ok(map.into())
        }
        _ => Err(failure(&format!(
            "unmarshal errors:\n  line {}: cannot unmarshal {} into {}",
            line(text, root.span.start),
            described(text, &root),
            GoType::MAP
        ))),
    }
}

fn failure(problem: &str) -> CallError {
    CallError::new(format!("fromYaml: failed to unmarshal: yaml: {problem}"))
}

/// The text of a scalar as it stands in the source.
fn source<'t>(text: &'t str, node: &Node<'_>) -> &'t str {
    text.get(node.span.start as usize..node.span.end as usize).unwrap_or_default()
}

fn key_text(text: &str, key: &Node<'_>) -> String {
    match &key.kind {
        Kind::String(key) => key.clone().into_owned(),
        Kind::Bytes(bytes) | Kind::RawText(bytes) => gostd::utf8::to_text(bytes).into_owned(),
        _ => source(text, key).to_owned(),
    }
}

/// The tag of a node and, of a scalar, the start of its text: ``!!int `5` ``.
fn described(text: &str, node: &Node<'_>) -> String {
    let tag = match &node.kind {
        Kind::List(_) => return "!!seq".to_owned(),
        Kind::Null => "!!null",
        Kind::Bool(_) => "!!bool",
        Kind::Int(_) | Kind::Uint(_) => "!!int",
        Kind::Float(_) => "!!float",
        Kind::Timestamp(_) => "!!timestamp",
        Kind::Bytes(_) | Kind::RawText(_) => "!!binary",
        Kind::String(_) | Kind::Map(_) => "!!str",
    };
    let content = match &node.kind {
        Kind::String(text) => text.as_ref(),
        _ => source(text, node),
    };
    let cut = content.char_indices().map(|(at, _)| at).find(|at| *at >= 7).unwrap_or(content.len());
    match content.len() {
        0 => tag.to_owned(),
        1..=10 => format!("{tag} `{content}`"),
        _ => format!("{tag} `{}...`", &content[..cut]),
    }
}

/// A node as a Go value: a map whose keys are not all text has keys of any type.
fn value_of(node: &Node<'_>) -> Value {
    match &node.kind {
        Kind::List(items) => items.iter().map(value_of).collect::<List>().into(),
        Kind::Map(entries) => {
            let only_text = entries.iter().all(|entry| matches!(entry.key.kind, Kind::String(_)));
            let map: Map = entries.iter().map(|entry| (key_of(&entry.key), value_of(&entry.value))).collect();
            map.with_type(if only_text { GoType::MAP } else { GoType::ANY_MAP }).into()
        }
        _ => node.to_value(),
    }
}

fn key_of(key: &Node<'_>) -> Key {
    let value = key.to_value();
    value.as_key().map_or_else(|| value.to_string().into(), value::KeyRef::to_key)
}
