//! Merging maps into one of them, by the rules of the library that the original uses.

use gotmpl::CallError;
use gotmpl::go::{self, Dict, Kind};
use value::{GoType, Key, Map, Value};

use crate::sprig::declare::is_empty;

/// Which side wins where both have a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Winner {
    /// The target, unless its value is empty.
    Target,
    /// The source, even when its value is empty.
    Source,
}

/// How deep maps may be nested, or hold themselves.
const DEPTH: usize = 1_000;

/// Why a merge stops half-way.
#[derive(Debug)]
pub(super) enum MergeError {
    /// `merge` gives an empty text instead of the map, `mustMerge` the error.
    Different,
    /// An error of every form.
    Fatal(CallError),
}

/// A map that is being filled.
pub(super) trait Target {
    fn get(&self, key: &Key) -> Option<Value>;
    /// Puts a value under a key; `from` is the type of the map that it comes from.
    fn set(&mut self, key: &Key, value: Value, from: GoType) -> Result<(), MergeError>;
}

impl Target for Dict {
    fn get(&self, key: &Key) -> Option<Value> {
        Dict::get(self, key.as_str()?)
    }

    fn set(&mut self, key: &Key, value: Value, _: GoType) -> Result<(), MergeError> {
        self.insert(key.as_str().unwrap_or_default(), value);
        Ok(())
    }
}

impl Target for Map {
    fn get(&self, key: &Key) -> Option<Value> {
        Map::get(self, key).cloned()
    }

    fn set(&mut self, key: &Key, value: Value, from: GoType) -> Result<(), MergeError> {
        let element = |map: GoType| map.element().map_or("", GoType::name);
        if !self.go_type().holds_anything() && element(self.go_type()) != element(from) {
            return Err(MergeError::Fatal(CallError::new(format!(
                "reflect.Value.SetMapIndex: value of type {} is not assignable to type {}",
                element(from),
                element(self.go_type()),
            ))));
        }
        self.insert(key.clone(), value);
        Ok(())
    }
}

/// Puts what `source` has into `target`, maps inside of maps included.
pub(super) fn merge(target: &mut dyn Target, source: &Map, winner: Winner) -> Result<(), MergeError> {
    merge_level(target, source, winner, DEPTH)
}

fn merge_level(target: &mut dyn Target, source: &Map, winner: Winner, depth: usize) -> Result<(), MergeError> {
    let Some(depth) = depth.checked_sub(1) else {
        let message = format!("maps are nested deeper than {DEPTH} levels, or hold themselves");
        return Err(MergeError::Fatal(CallError::limit(message)));
    };
    for (key, new) in source.iter() {
        let old = target.get(key);
        if new.is_null() {
            if winner == Winner::Source {
                target.set(key, Value::Null, source.go_type())?;
            }
            continue;
        }
        if let Some(old) = &old
            && let Some(merged) = merge_inner(old, new, winner, depth)?
        {
            target.set(key, merged, source.go_type())?;
            continue;
        }
        if winner == Winner::Source || old.as_ref().is_none_or(is_empty) {
            target.set(key, new.clone(), source.go_type())?;
        }
    }
    Ok(())
}

/// Merges a map into a map; nothing when one of them is none, or when the merged one is still empty.
fn merge_inner(old: &Value, new: &Value, winner: Winner, depth: usize) -> Result<Option<Value>, MergeError> {
    match (go::kind(old), go::kind(new)) {
        (Kind::Map, Kind::Map) => {}
        (Kind::Pointer, Kind::Map | Kind::Struct) if winner == Winner::Target => return Err(MergeError::Different),
        _ => return Ok(None),
    }
    let source = go::as_map(new).expect("a map has entries");
    let merged = if let Some(mut dict) = Dict::of(old) {
        merge_level(&mut dict, &source, winner, depth)?;
        old.clone()
    } else {
        let mut map = go::as_map(old).expect("a map has entries");
        merge_level(&mut map, &source, winner, depth)?;
        map.into()
    };
    Ok((!is_empty(&merged)).then_some(merged))
}
