//! Values without shared maps, for everything that formats, encodes or compares.

use value::{List, Map, Value};

use super::Dict;

/// How deep shared maps may be nested, or hold themselves, when they are written or compared.
const DEPTH: usize = 1_000;

/// How many values there may be inside of one.
const SIZE: usize = 16 << 20;

/// A value cannot be written because its maps are nested too deep, hold themselves, or are too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("maps are nested deeper than {DEPTH} levels, hold themselves, or hold more than {SIZE} values")]
pub struct NestingError;

/// `value` with every [`Dict`] in it as the map that it is now. A value without dicts is given back as it is.
pub fn plain(value: &Value) -> Result<Value, NestingError> {
    convert(value, &mut Walk::new())
}

pub(super) fn plain_map(map: &Map) -> Result<Map, NestingError> {
    Ok(Walk::new().map(map)?.unwrap_or_else(|| map.clone()))
}

fn convert(value: &Value, walk: &mut Walk) -> Result<Value, NestingError> {
    Ok(walk.value(value)?.unwrap_or_else(|| value.clone()))
}

/// A conversion under way. Every step gives the converted value, or nothing when it is the same.
struct Walk {
    depth: usize,
    size: usize,
}

impl Walk {
    fn new() -> Self {
        Self { depth: DEPTH, size: SIZE }
    }

    fn value(&mut self, value: &Value) -> Result<Option<Value>, NestingError> {
        match value {
            Value::List(list) => Ok(self.list(list)?.map(Value::List)),
            Value::Map(map) => Ok(self.map(map)?.map(Value::Map)),
            Value::Opaque(_) => self.opaque(value),
            _ => Ok(None),
        }
    }

    fn opaque(&mut self, value: &Value) -> Result<Option<Value>, NestingError> {
        if let Some(dict) = Dict::of(value) {
            let map = dict.snapshot();
            return Ok(Some(self.map(&map)?.unwrap_or(map).into()));
        }
        Ok(None)
    }

    fn list(&mut self, list: &List) -> Result<Option<List>, NestingError> {
        self.enter(list.len())?;
        let mut changed: Option<Vec<Value>> = None;
        for (at, item) in list.iter().enumerate() {
            if let Some(item) = self.value(item)? {
                changed.get_or_insert_with(|| list.to_vec())[at] = item;
            }
        }
        self.depth += 1;
        Ok(changed.map(|items| List::from(items).with_type(list.go_type())))
    }

    fn map(&mut self, map: &Map) -> Result<Option<Map>, NestingError> {
        self.enter(map.len())?;
        let mut changed: Option<Map> = None;
        for (key, value) in map.iter() {
            if let Some(value) = self.value(value)? {
                changed.get_or_insert_with(|| map.clone()).insert(key.clone(), value);
            }
        }
        self.depth += 1;
        Ok(changed)
    }

    fn enter(&mut self, size: usize) -> Result<(), NestingError> {
        self.depth = self.depth.checked_sub(1).ok_or(NestingError)?;
        self.size = self.size.checked_sub(size + 1).ok_or(NestingError)?;
        Ok(())
    }
}
