//! Keys of inputs that mean nothing to the provider that gets them.

use crate::Schema;
use diagnostics::suggest;
use std::fmt::Write;
use value::{Key, Map, Value};

/// A key that means nothing where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranger {
    /// The way to it, from the name of the input; the key is the last step.
    pub path: Vec<Key>,
    /// What could be meant, or what there is.
    pub help: String,
}

impl Stranger {
    /// The way to it, as in `retry.maxAttempts` and `entries[2].path`.
    pub fn name(&self) -> String {
        name(&self.path)
    }

    /// Whether it is the name of an input.
    pub fn is_input(&self) -> bool {
        self.path.len() == 1
    }

    /// What is told of it.
    pub fn problem(&self, provider: &str) -> String {
        format!("provider `{provider}` has no input `{}`", self.name())
    }
}

fn name(path: &[Key]) -> String {
    let mut text = String::new();
    for step in path {
        // Writing to a text cannot fail.
        let _ = match step {
            Key::Int(index) => write!(text, "[{index}]"),
            key if text.is_empty() => write!(text, "{}", key.to_value()),
            key => write!(text, ".{}", key.to_value()),
        };
    }
    text
}

/// The strange keys of inputs, at any depth, in their order. Keys are judged where a schema lists all that there are; what
/// is not known yet is not judged.
pub fn strangers(schema: &Schema, inputs: &Map) -> Vec<Stranger> {
    let mut look = Look { inputs, path: Vec::new(), found: Vec::new() };
    look.map(schema, inputs);
    look.found
}

struct Look<'a> {
    inputs: &'a Map,
    path: Vec<Key>,
    found: Vec<Stranger>,
}

impl Look<'_> {
    /// Nesting is bounded by the schema.
    fn value(&mut self, schema: &Schema, value: &Value) {
        if !schema.knows_keys() {
            return;
        }
        match value {
            Value::Map(map) => self.map(schema, map),
            Value::List(list) => {
                let Some(items) = schema.items() else { return };
                for (index, item) in list.iter().enumerate() {
                    self.step(Key::Int(i64::try_from(index).unwrap_or(i64::MAX)), |look| look.value(items, item));
                }
            }
            // JSON counts as what it says.
            Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
                if let Ok(parsed @ (Value::Map(_) | Value::List(_))) = Value::from_json(text) {
                    self.value(schema, &parsed);
                }
            }
            _ => {}
        }
    }

    fn map(&mut self, schema: &Schema, map: &Map) {
        // Without a single property the inputs are still all that there are: none.
        let is_closed = schema.is_closed(self.inputs) || (self.path.is_empty() && !schema.knows_keys());
        for (key, value) in map.iter() {
            let below = key.as_str().and_then(|key| schema.below(key));
            if below.is_some_and(|below| !below.knows_keys()) {
                continue;
            }
            self.step(key.clone(), |look| match below {
                Some(below) => look.value(below, value),
                None if is_closed => look.strange(schema),
                None => {}
            });
        }
    }

    fn step(&mut self, step: Key, within: impl FnOnce(&mut Self)) {
        self.path.push(step);
        within(self);
        self.path.pop();
    }

    fn strange(&mut self, schema: &Schema) {
        let known = || schema.properties().map(|(name, _)| name);
        let key = self.path.last().map(|key| key.to_value().to_string()).unwrap_or_default();
        let owner = match self.path.as_slice() {
            [_] | [] => "it".to_owned(),
            [way @ .., _] => format!("`{}`", name(way)),
        };
        let help = match suggest(&key, known()) {
            Some(known) => format!("did you mean `{known}`?"),
            None if known().next().is_none() => "it takes none".to_owned(),
            None => format!("{owner} has {}", known().collect::<Vec<_>>().join(", ")),
        };
        self.found.push(Stranger { path: self.path.clone(), help });
    }
}
