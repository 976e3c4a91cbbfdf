//! What merging a layer does to one key.

use super::hierarchy::Merge;
use super::path::KeyPath;
use std::fmt;
use value::{Map, Value};

/// What a layer does to a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It is the first to have it.
    Sets,
    /// Its map or list is merged with what is there.
    Merges,
    /// Its value takes the place of what was there.
    Replaces,
    /// It has something else for a key above, so that this one is gone.
    Removes,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sets => "sets it",
            Self::Merges => "is merged with it",
            Self::Replaces => "replaces it",
            Self::Removes => "removes it",
        })
    }
}

/// What is found at a path.
pub(super) enum Reached<'m> {
    Value(&'m Value),
    /// A key above is there and has no such key.
    Blocked,
    Nothing,
}

/// Follows a path; something that is no map blocks it.
pub(super) fn reach<'m>(data: &'m Map, path: &KeyPath) -> Reached<'m> {
    let mut map = data;
    for (index, name) in path.0.iter().enumerate() {
        match map.get(&**name) {
            None => return Reached::Nothing,
            Some(value) if index + 1 == path.0.len() => return Reached::Value(value),
            Some(Value::Map(inner)) => map = inner,
            Some(_) => return Reached::Blocked,
        }
    }
    Reached::Nothing
}

/// What merging `layer` over `data` does to a key; nothing when it has nothing to do with it.
pub(super) fn effect(data: &Map, layer: &Map, path: &KeyPath, merge: Merge) -> Option<Effect> {
    let existing = match reach(data, path) {
        Reached::Value(value) => Some(value),
        Reached::Blocked | Reached::Nothing => None,
    };
    match (existing, reach(layer, path)) {
        (None, Reached::Value(_)) => Some(Effect::Sets),
        (Some(existing), Reached::Value(incoming)) => Some(match (existing, incoming) {
            _ if merge == Merge::First => Effect::Replaces,
            (Value::Map(_), Value::Map(_)) | (Value::List(_), Value::List(_)) => Effect::Merges,
            _ => Effect::Replaces,
        }),
        (Some(_), Reached::Blocked) => Some(Effect::Removes),
        (Some(_), Reached::Nothing) if merge == Merge::First && has_top(layer, path) => Some(Effect::Removes),
        (_, Reached::Blocked | Reached::Nothing) => None,
    }
}

fn has_top(layer: &Map, path: &KeyPath) -> bool {
    path.0.first().is_some_and(|name| layer.contains_key(&**name))
}
