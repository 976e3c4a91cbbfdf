//! What is to be written, checked.

use super::super::found::LISTS;
use crate::Fault;
use value::{Map, Value};

/// The data by kinds of blocks.
pub(super) struct Shape<'b> {
    pub(super) terraform: Option<&'b Map>,
    pub(super) locals: Option<&'b Map>,
    /// The lists in the order of [`LISTS`].
    pub(super) lists: Vec<(&'static str, Vec<&'b Map>)>,
}

pub(super) fn read(blocks: &Map) -> Result<Shape<'_>, Fault> {
    let lists = LISTS.into_iter().map(|name| Ok((name, objects(blocks, name)?))).collect::<Result<_, Fault>>()?;
    Ok(Shape { terraform: object(blocks, "terraform")?, locals: object(blocks, "locals")?, lists })
}

fn there<'m>(map: &'m Map, name: &str) -> Option<&'m Value> {
    map.get(name).filter(|value| !value.is_null())
}

fn object<'m>(map: &'m Map, name: &str) -> Result<Option<&'m Map>, Fault> {
    let Some(value) = there(map, name) else { return Ok(None) };
    let odd = || Fault::new(format!("{name} must be a map, got {}", value.type_name()));
    Ok(Some(value.as_map().ok_or_else(odd)?).filter(|map| !map.is_empty()))
}

/// The objects of a list.
pub(super) fn objects<'m>(map: &'m Map, name: &str) -> Result<Vec<&'m Map>, Fault> {
    let Some(value) = there(map, name) else { return Ok(Vec::new()) };
    let Some(list) = value.as_list() else {
        return Err(Fault::new(format!("{name} must be a list, got {}", value.type_name())));
    };
    let one = |(index, item): (usize, &'m Value)| {
        item.as_map().ok_or_else(|| Fault::new(format!("{name}[{index}] must be a map, got {}", item.type_name())))
    };
    list.iter().enumerate().map(one).collect()
}

/// A map in a map; nothing when it is not there or something else.
pub(super) fn inner<'m>(map: &'m Map, name: &str) -> Option<&'m Map> {
    map.get(name)?.as_map()
}

/// What a block of a list is called.
pub(super) fn kind_of(list: &str) -> &str {
    match list {
        "variables" => "variable",
        "resources" => "resource",
        "modules" => "module",
        "outputs" => "output",
        "providers" => "provider",
        same => same,
    }
}

/// A label of a block.
pub(super) fn label<'m>(map: &'m Map, list: &str, name: &str) -> Result<&'m str, Fault> {
    let text = map.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    text.ok_or_else(|| Fault::new(format!("every entry of {list} must have a {name}")))
}
