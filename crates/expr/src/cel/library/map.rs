//! Maps.

use std::collections::{HashMap, HashSet};

use value::{Map as Entries, Value};

use super::arrays::texts;
use super::function::{Native, function};
use super::lists::list;
use super::strings::text;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{self, Dyn, List, Map, String};
use crate::cel::values::{to_plain_within, type_name};

const GROUP: &str = "map";
const MAP: Type = Map(&String, &Dyn);

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "map.add",
        group: GROUP,
        help: "the map with an entry; one with that key is replaced",
        example: "map.add({\"a\": 1}, \"b\", 2)",
        result: "{\"a\": 1, \"b\": 2}",
        overloads: &[function("map_add", &[MAP, String, Dyn], MAP, |budget, arguments| {
            let mut map = entries(budget, arguments, 0)?;
            map.insert(text(arguments, 1), to_plain_within(budget, &arguments[2])?);
            Ok(map.into())
        })],
    },
    Native {
        name: "map.addFailIfExists",
        group: GROUP,
        help: "the map with an entry; an error when it has that key",
        example: "map.addFailIfExists({\"a\": 1}, \"b\", 2)",
        result: "{\"a\": 1, \"b\": 2}",
        overloads: &[function("map_addFailIfExists", &[MAP, String, Dyn], MAP, |budget, arguments| {
            let mut map = entries(budget, arguments, 0)?;
            let key = text(arguments, 1);
            if map.insert(key, to_plain_within(budget, &arguments[2])?).is_some() {
                return Err(Failure::new(format!("map.addFailIfExists: key '{key}' already exists")));
            }
            Ok(map.into())
        })],
    },
    Native {
        name: "map.addIfMissing",
        group: GROUP,
        help: "the map with an entry, unless it has that key",
        example: "map.addIfMissing({\"a\": 1}, \"a\", 2)",
        result: "{\"a\": 1}",
        overloads: &[function("map_addIfMissing", &[MAP, String, Dyn], MAP, |budget, arguments| {
            let mut map = entries(budget, arguments, 0)?;
            let key = text(arguments, 1);
            if !map.contains_key(key) {
                map.insert(key, to_plain_within(budget, &arguments[2])?);
            }
            Ok(map.into())
        })],
    },
    Native {
        name: "map.select",
        group: GROUP,
        help: "the entries with these keys",
        example: "map.select({\"a\": 1, \"b\": 2}, [\"a\", \"z\"])",
        result: "{\"a\": 1}",
        overloads: &[function("map_select", &[MAP, List(&String)], MAP, |budget, arguments| {
            keep(budget, "map.select", arguments, true)
        })],
    },
    Native {
        name: "map.omit",
        group: GROUP,
        help: "the entries without those with these keys",
        example: "map.omit({\"a\": 1, \"b\": 2}, [\"a\", \"z\"])",
        result: "{\"b\": 2}",
        overloads: &[function("map_omit", &[MAP, List(&String)], MAP, |budget, arguments| {
            keep(budget, "map.omit", arguments, false)
        })],
    },
    Native {
        name: "map.merge",
        group: GROUP,
        help: "the entries of both maps; those of the second one win, whole",
        example: "map.merge({\"a\": 1, \"b\": 1}, {\"b\": 2})",
        result: "{\"a\": 1, \"b\": 2}",
        overloads: &[function("map_merge", &[MAP, MAP], MAP, |budget, arguments| {
            let mut map = entries(budget, arguments, 0)?;
            map.extend(entries(budget, arguments, 1)?);
            Ok(map.into())
        })],
    },
    Native {
        name: "map.recurse",
        group: GROUP,
        help: "the objects with these ids and, after each, those that it depends on; each once",
        example: "map.recurse([{\"id\": \"a\", \"deps\": [\"b\"]}, {\"id\": \"b\"}], [\"a\"], \"id\", \"deps\").map(o, o.id)",
        result: "[\"a\", \"b\"]",
        overloads: &[function("map_recurse", &[List(&MAP), List(&String), String, String], List(&MAP), recurse)],
    },
];

/// The entries of a map, as values that other languages know.
fn entries(budget: &mut Budget, arguments: &[Value], at: usize) -> Result<Entries, Failure> {
    let map = arguments[at].as_map().ok_or_else(Failure::no_overload)?;
    budget.allocate_items(map.len().saturating_mul(2))?;
    match to_plain_within(budget, &arguments[at])? {
        Value::Map(map) => Ok(map),
        _ => Ok(map.clone()),
    }
}

/// The entries whose keys are in a list, or are not.
fn keep(budget: &mut Budget, function: &str, arguments: &[Value], wanted: bool) -> Result<Value, Failure> {
    let keys: HashSet<&str> = texts(function, list(arguments, 1))?.into_iter().collect();
    let mut map = entries(budget, arguments, 0)?;
    map.retain(|key, _| key.as_str().is_some_and(|key| keys.contains(key)) == wanted);
    Ok(map.into())
}

fn recurse(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    const NAME: &str = "map.recurse";
    let (id, dependencies) = (text(arguments, 2), text(arguments, 3));
    let roots = texts(NAME, list(arguments, 1))?;
    let mut objects: HashMap<&str, &Value> = HashMap::new();
    for object in list(arguments, 0) {
        let map = object.as_map().ok_or_else(|| {
            Failure::new(format!("{NAME}: list contains non-map element: expected map, got {}", type_name(object)))
        })?;
        let missing = || Failure::new(format!("{NAME}: object missing string id property '{id}'"));
        objects.insert(map.get(id).and_then(Value::as_str).ok_or_else(missing)?, object);
    }
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    // Ids that are still to be looked at, the next one last.
    let mut queue: Vec<&str> = roots.into_iter().rev().collect();
    while let Some(id) = queue.pop() {
        budget.allocate_items(1)?;
        let Some(object) = objects.get(id).filter(|_| seen.insert(id)) else { continue };
        found.push((*object).clone());
        let needed = object.as_map().and_then(|map| map.get(dependencies)).and_then(Value::as_list);
        queue.extend(needed.into_iter().flatten().rev().filter_map(Value::as_str));
    }
    Ok(found.into())
}
