//! Values without shared maps, for everything that formats, encodes or compares.

use value::{GoType, List, Map, Value};

use super::Dict;

/// How deep shared maps may be nested, or hold themselves, when they are written or compared.
const DEPTH: usize = 1_000;

/// A value cannot be written because its maps are nested too deep, or hold themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("maps are nested deeper than {DEPTH} levels, or hold themselves")]
pub struct NestingError;

/// `value` with every [`Dict`] in it as the map that it is now. A value without dicts is given back as it is.
pub fn plain(value: &Value) -> Result<Value, NestingError> {
    Ok(convert(value, DEPTH)?.unwrap_or_else(|| value.clone()))
}

pub(super) fn plain_map(map: &Map) -> Result<Map, NestingError> {
    Ok(convert_map(map, DEPTH)?.unwrap_or_else(|| map.clone()))
}

/// The converted value, or nothing when there is no dict inside.
fn convert(value: &Value, depth: usize) -> Result<Option<Value>, NestingError> {
    match value {
        Value::List(list) => Ok(convert_list(list, depth)?.map(Value::List)),
        Value::Map(map) => Ok(convert_map(map, depth)?.map(Value::Map)),
        Value::Opaque(_) => {
            let Some(dict) = Dict::of(value) else { return Ok(None) };
            let map = dict.snapshot();
            Ok(Some(convert_map(&map, depth)?.unwrap_or(map).into()))
        }
        _ => Ok(None),
    }
}

fn convert_list(list: &List, depth: usize) -> Result<Option<List>, NestingError> {
    let mut changed: Option<Vec<Value>> = None;
    for (at, item) in list.iter().enumerate() {
        if let Some(item) = convert(item, below(depth)?)? {
            changed.get_or_insert_with(|| list.to_vec())[at] = item;
        }
    }
    Ok(changed.map(|items| List::from(items).with_type(list.go_type())))
}

fn convert_map(map: &Map, depth: usize) -> Result<Option<Map>, NestingError> {
    let mut changed: Option<Map> = None;
    for (key, value) in map.iter() {
        if let Some(value) = convert(value, below(depth)?)? {
            changed.get_or_insert_with(|| map.clone()).insert(key.clone(), value);
        }
    }
    debug_assert!(
        changed.as_ref().is_none_or(|changed| changed.go_type() == map.go_type() || map.go_type() == GoType::MAP)
    );
    Ok(changed)
}

fn below(depth: usize) -> Result<usize, NestingError> {
    depth.checked_sub(1).ok_or(NestingError)
}
