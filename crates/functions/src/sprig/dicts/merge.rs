//! Merging maps into one of them, by the rules of the library that the original uses.

use gotmpl::go::{self, Dict, Kind};
use gotmpl::{Call, CallError};
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
pub(super) fn merge(
    target: &mut dyn Target,
    source: &Map,
    winner: Winner,
    call: &mut Call<'_>,
) -> Result<(), MergeError> {
    Merging { winner, call, depth: DEPTH }.level(target, source)
}

/// A merge under way.
struct Merging<'m, 'c> {
    winner: Winner,
    /// Pays for each entry: maps that are held many times are merged as often.
    call: &'m mut Call<'c>,
    depth: usize,
}

impl Merging<'_, '_> {
    fn level(&mut self, target: &mut dyn Target, source: &Map) -> Result<(), MergeError> {
        self.call.work(source.len()).map_err(MergeError::Fatal)?;
        self.depth = self.depth.checked_sub(1).ok_or_else(|| {
            let message = format!("maps are nested deeper than {DEPTH} levels, or hold themselves");
            MergeError::Fatal(CallError::limit(message))
        })?;
        for (key, new) in source.iter() {
            if let Some(value) = self.entry(target.get(key).as_ref(), new)? {
                target.set(key, value, source.go_type())?;
            }
        }
        self.depth += 1;
        Ok(())
    }

    /// The value that an entry gets; nothing when it keeps what it has.
    fn entry(&mut self, old: Option<&Value>, new: &Value) -> Result<Option<Value>, MergeError> {
        let source_wins = self.winner == Winner::Source;
        if new.is_null() {
            return Ok(source_wins.then_some(Value::Null));
        }
        if let Some(merged) = old.map(|old| self.inner(old, new)).transpose()?.flatten() {
            return Ok(Some(merged));
        }
        Ok((source_wins || old.is_none_or(is_empty)).then(|| new.clone()))
    }

    /// Merges a map into a map; nothing when one of them is none, or when the merged one is still empty.
    fn inner(&mut self, old: &Value, new: &Value) -> Result<Option<Value>, MergeError> {
        match (go::kind(old), go::kind(new)) {
            (Kind::Map, Kind::Map) => {}
            (Kind::Pointer, Kind::Map | Kind::Struct) if self.winner == Winner::Target => {
                return Err(MergeError::Different);
            }
            _ => return Ok(None),
        }
        let source = go::as_map(new).expect("a map has entries");
        let merged = if let Some(mut dict) = Dict::of(old) {
            self.level(&mut dict, &source)?;
            old.clone()
        } else {
            let mut map = go::as_map(old).expect("a map has entries");
            self.level(&mut map, &source)?;
            map.into()
        };
        Ok((!is_empty(&merged)).then_some(merged))
    }
}
