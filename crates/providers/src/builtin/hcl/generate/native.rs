//! The native form.

use super::super::found::{labels, promoted};
use super::expression::{expression, name, quoted};
use super::shape::{Shape, inner, kind_of, label, objects};
use crate::Fault;
use value::{Map, Value};

/// How deep blocks may be nested.
const DEEPEST: usize = 100;

/// The text with an empty line between blocks; its layout is made afterwards.
pub(super) fn write(shape: &Shape<'_>) -> Result<String, Fault> {
    let mut blocks: Vec<String> = Vec::new();
    if let Some(terraform) = shape.terraform {
        blocks.push(self::terraform(terraform)?);
    }
    for (list, entries) in &shape.lists {
        for entry in entries {
            blocks.push(block(list, entry)?);
        }
        // Local values stand behind variables.
        if *list == "variables"
            && let Some(locals) = shape.locals
        {
            blocks.push(wrapped("locals", &[], &arguments(locals)?));
        }
    }
    Ok(blocks.join("\n"))
}

fn block(list: &str, entry: &Map) -> Result<String, Fault> {
    let names: Vec<&str> = labels(list).iter().map(|name| label(entry, list, name)).collect::<Result<_, _>>()?;
    let mut body = own(entry, promoted(list).iter().copied())?;
    if let Some(more) = inner(entry, "attributes") {
        body.push_str(&arguments(more)?);
    }
    match list {
        "variables" => body.push_str(&each(entry, "validation", "validation")?),
        "check" => {
            for lookup in objects(entry, "data")? {
                body.push_str(&block("data", lookup)?);
            }
            body.push_str(&each(entry, "assertions", "assert")?);
        }
        "data" | "resources" | "modules" => body.push_str(&nested(entry, 0)?),
        _ => {}
    }
    Ok(wrapped(kind_of(list), &names, &body))
}

/// Arguments that stand beside the labels, as far as they are there.
fn own<'n>(entry: &Map, names: impl Iterator<Item = &'n str>) -> Result<String, Fault> {
    let there = names.filter_map(|name| Some((name, entry.get(name).filter(|value| !value.is_null())?)));
    there.map(|(name, value)| argument(name, value)).collect()
}

fn arguments(map: &Map) -> Result<String, Fault> {
    map.sorted().map(|(key, value)| argument(&key.to_value().to_string(), value)).collect()
}

fn argument(key: &str, value: &Value) -> Result<String, Fault> {
    Ok(format!("{} = {}\n", name(key), expression(key, value, 0)?))
}

/// A block for each of the maps in a list.
fn each(entry: &Map, list: &str, kind: &str) -> Result<String, Fault> {
    objects(entry, list)?.into_iter().map(|map| Ok(wrapped(kind, &[], &arguments(map)?))).collect()
}

fn nested(entry: &Map, depth: usize) -> Result<String, Fault> {
    if depth > DEEPEST {
        return Err(Fault::new(format!("blocks are nested more than {DEEPEST} levels deep")));
    }
    let one = |map: &Map| {
        let given = map.get("labels").and_then(Value::as_list).into_iter().flat_map(|list| list.iter());
        let texts: Vec<String> = given.map(ToString::to_string).collect();
        let mut body = inner(map, "attributes").map(arguments).transpose()?.unwrap_or_default();
        body.push_str(&nested(map, depth + 1)?);
        let labels: Vec<&str> = texts.iter().map(String::as_str).collect();
        Ok(wrapped(&name(label(map, "blocks", "type")?), &labels, &body))
    };
    objects(entry, "blocks")?.into_iter().map(one).collect()
}

fn terraform(entry: &Map) -> Result<String, Fault> {
    let mut body = own(entry, promoted("terraform").iter().copied())?;
    if let Some(more) = inner(entry, "attributes") {
        body.push_str(&arguments(more)?);
    }
    if let Some(providers) = inner(entry, "required_providers") {
        body.push_str(&wrapped("required_providers", &[], &arguments(providers)?));
    }
    if let Some(backend) = inner(entry, "backend") {
        let more = inner(backend, "attributes").map(arguments).transpose()?.unwrap_or_default();
        body.push_str(&wrapped("backend", &[label(backend, "backend", "type")?], &more));
    }
    if let Some(cloud) = inner(entry, "cloud") {
        body.push_str(&wrapped("cloud", &[], &arguments(cloud)?));
    }
    Ok(wrapped("terraform", &[], &body))
}

fn wrapped(kind: &str, labels: &[&str], body: &str) -> String {
    let words: Vec<String> = std::iter::once(kind.to_owned()).chain(labels.iter().map(|label| quoted(label))).collect();
    format!("{} {{\n{body}}}\n", words.join(" "))
}
