//! What is taken out of an output that holds more than the scenario speaks of.

use crate::scenario::map;
use value::{List, Map, Value};

/// The names of a list of objects, as far as they are wanted.
pub(crate) fn names(output: &Value, want: &Value) -> Value {
    let name = |item: &Value| item.as_map().and_then(|item| item.get("name")).cloned().unwrap_or_default();
    let wanted = |name: &Value| want.as_list().is_some_and(|want| want.contains(name));
    let items = output.as_list().into_iter().flat_map(|items| items.iter());
    let mut names: Vec<Value> = items.map(name).filter(wanted).collect();
    names.sort_by_key(ToString::to_string);
    names.into_iter().collect::<List>().into()
}

/// What a provider is, and those of its inputs that are wanted.
pub(crate) fn provider(output: &Value, want: &Value) -> Value {
    let said = output.as_map().cloned().unwrap_or_default();
    let schema = map(&said, "schema");
    let wanted = map(want.as_map().unwrap(), "inputs");
    let properties = map(&schema, "properties");
    let inputs = properties.iter().filter(|(name, _)| wanted.contains_key(name.as_str().unwrap_or_default()));
    let inputs: Map = inputs.map(|(name, input)| (name.clone(), facts_of_input(input))).collect();
    let version = said.get("version").map(ToString::to_string).unwrap_or_default();
    let facts: Map = [
        ("name", said.get("name").cloned().unwrap_or_default()),
        ("version", Value::string(version)),
        ("capabilities", sorted(said.get("capabilities"))),
        ("required", sorted(schema.get("required"))),
        ("inputs", inputs.into()),
    ]
    .into_iter()
    .collect();
    facts.into()
}

fn facts_of_input(input: &Value) -> Value {
    let facts = ["type", "enum", "default", "maxLength", "pattern", "minimum", "maximum"];
    let said = input.as_map().cloned().unwrap_or_default();
    let there = |fact: &str| said.get(fact).filter(|value| !value.is_null() && value.as_str() != Some("")).cloned();
    facts.into_iter().filter_map(|fact| Some((fact, there(fact)?))).collect::<Map>().into()
}

fn sorted(list: Option<&Value>) -> Value {
    let mut items: Vec<Value> = list.and_then(Value::as_list).map(|list| list.clone().into_vec()).unwrap_or_default();
    items.sort_by_key(ToString::to_string);
    items.into_iter().collect::<List>().into()
}

/// The lines of a table for people: blanks collapsed, empty lines and rules dropped.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let is_blank = |sign: char| matches!(sign, ' ' | '\t' | '│' | '|');
    let collapsed =
        text.lines().map(|line| line.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    let is_rule = |line: &str| line.chars().all(|sign| "-─━═╭╮╰╯┬┴┼├┤+ ".contains(sign));
    collapsed.filter(|line| !is_rule(line)).collect()
}
