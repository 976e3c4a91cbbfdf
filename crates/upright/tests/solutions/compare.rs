//! Whether a value is the wanted one: types count, and some texts stand for others.

use value::{Escape, KeyOrder, List, Map, Value};

/// Matches anything that is there.
const ANY: &str = "@ANY@";
/// Matches anything, and nothing.
const PERHAPS: &str = "@ANY?@";
/// Matches what is not there.
pub(crate) const ABSENT: &str = "@ABSENT@";

/// All differences, each with the path that leads to it.
pub(crate) fn differences(want: &Value, got: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("$", want, got, &mut found);
    found
}

/// The value with all lists sorted, for comparing them as bags.
pub(crate) fn unordered(value: &Value) -> Value {
    match value {
        Value::List(list) => {
            let mut items: Vec<Value> = list.iter().map(unordered).collect();
            items.sort_by_cached_key(json);
            items.into_iter().collect::<List>().into()
        }
        Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), unordered(value))).collect::<Map>().into(),
        other => other.clone(),
    }
}

/// The value in one line.
pub(crate) fn json(value: &Value) -> String {
    value.to_json(Escape::Plain, KeyOrder::Sorted).unwrap_or_else(|_| value.to_string())
}

fn compare(path: &str, want: &Value, got: &Value, found: &mut Vec<String>) {
    match (want, got) {
        (Value::String(any), _) if matches!(any.as_ref(), ANY | PERHAPS) => {}
        (Value::Map(want), Value::Map(got)) => compare_maps(path, want, got, found),
        (Value::List(want), Value::List(got)) => compare_lists(path, want, got, found),
        _ if is_same(want, got) => {}
        _ => found.push(format!("{path}: want {} {}, got {} {}", kind(want), json(want), kind(got), json(got))),
    }
}

fn compare_maps(path: &str, want: &Map, got: &Map, found: &mut Vec<String>) {
    for (key, wanted) in want.iter() {
        match got.iter().find(|(other, _)| *other == key) {
            Some((_, value)) => compare(&format!("{path}.{key}"), wanted, value, found),
            None if matches!(wanted.as_str(), Some(ABSENT | PERHAPS)) => {}
            None => found.push(format!("{path}.{key}: missing, want {}", json(wanted))),
        }
    }
    let more = got.iter().filter(|(key, _)| !want.iter().any(|(other, _)| other == *key));
    found.extend(more.map(|(key, value)| format!("{path}.{key}: unexpected {}", json(value))));
}

fn compare_lists(path: &str, want: &List, got: &List, found: &mut Vec<String>) {
    if want.len() != got.len() {
        let got = json(&Value::List(got.clone()));
        found.push(format!("{path}: want {} elements, got {got}", want.len()));
    }
    for (index, (want, got)) in want.iter().zip(got.iter()).enumerate() {
        compare(&format!("{path}[{index}]"), want, got, found);
    }
}

fn is_same(want: &Value, got: &Value) -> bool {
    match (want, got) {
        (Value::Float(want), Value::Float(got)) if want.is_nan() => got.is_nan(),
        _ => kind(want) == kind(got) && want == got,
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::Uint(_) => "int",
        Value::Float(_) => "float",
        Value::String(_) => "string",
        Value::List(_) => "list",
        Value::Map(_) => "map",
        _ => "other",
    }
}
