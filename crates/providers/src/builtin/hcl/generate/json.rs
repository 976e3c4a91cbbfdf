//! The JSON form.

use super::super::found::labels;
use super::shape::{Shape, inner, kind_of, label};
use crate::Fault;
use value::{Escape, KeyOrder, List, Map, Value};

pub(super) fn write(shape: &Shape<'_>) -> Result<String, Fault> {
    let mut root = Map::new();
    if let Some(terraform) = shape.terraform {
        root.insert("terraform", flat(terraform, &[]));
    }
    if let Some(locals) = shape.locals {
        root.insert("locals", locals.clone());
    }
    for (list, entries) in &shape.lists {
        if !entries.is_empty() {
            root.insert(kind_of(list), section(list, entries)?);
        }
    }
    let text = Value::from(root).to_json_pretty("  ", Escape::Plain, KeyOrder::Sorted);
    text.map(|text| text + "\n").map_err(|error| Fault::new(format!("failed to write JSON: {error}")))
}

fn section(list: &str, entries: &[&Map]) -> Result<Value, Fault> {
    let names = labels(list);
    if names.is_empty() {
        return Ok(entries.iter().map(|entry| Value::from(flat(entry, &[]))).collect::<List>().into());
    }
    let mut section = Map::new();
    for entry in entries {
        let path: Vec<&str> = names.iter().map(|name| label(entry, list, name)).collect::<Result<_, _>>()?;
        put(&mut section, &path, flat(entry, names), list == "providers");
    }
    Ok(section.into())
}

/// Puts a body at its labels; several providers of a name are a list.
fn put(section: &mut Map, path: &[&str], body: Map, gathers: bool) {
    match path {
        [] => {}
        [last] => match section.get_mut(*last) {
            Some(Value::List(all)) if gathers => all.push(body),
            Some(there) if gathers => {
                *there = [std::mem::take(there), body.into()].into_iter().collect::<List>().into();
            }
            _ => {
                section.insert(*last, body);
            }
        },
        [first, rest @ ..] => {
            if !section.contains_key(*first) {
                section.insert(*first, Map::new());
            }
            if let Some(inner) = section.get_mut(*first).and_then(Value::as_map_mut) {
                put(inner, rest, body, gathers);
            }
        }
    }
}

/// The entry without its labels, and with its `attributes` among the rest.
fn flat(entry: &Map, without: &[&str]) -> Map {
    let mut body: Map = entry.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    body.remove("attributes");
    for name in without {
        body.remove(*name);
    }
    for (key, value) in inner(entry, "attributes").into_iter().flat_map(Map::iter) {
        body.insert(key.clone(), value.clone());
    }
    body
}
