//! A value as a tree of lines.

use super::cell;
use value::Value;

/// A tree: a branch for each entry and item, scalars and lists of them on the line of their name.
pub fn tree(value: &Value) -> String {
    if cell::is_scalar(value) {
        return super::text::scalar(value);
    }
    let mut text = ".\n".to_owned();
    branches(value, "", 0, &mut text);
    text
}

/// What is inside of a value, with the names that it has there.
pub(super) fn children(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Map(map) => map.sorted().map(|(key, value)| (cell::key(key), value)).collect(),
        Value::List(list) => list.iter().enumerate().map(|(index, item)| (format!("[{index}]"), item)).collect(),
        _ => Vec::new(),
    }
}

fn branches(value: &Value, before: &str, depth: usize, text: &mut String) {
    let children = children(value);
    let last = children.len().saturating_sub(1);
    for (index, (name, child)) in children.into_iter().enumerate() {
        let (joint, more) = if index == last { ("└── ", "    ") } else { ("├── ", "│   ") };
        text.extend([before, joint, &name]);
        if unfolds(child, depth) {
            text.push('\n');
            branches(child, &format!("{before}{more}"), depth + 1, text);
        } else {
            text.extend([": ", &cell::line(child), "\n"]);
        }
    }
}

/// Whether a value has branches of its own.
fn unfolds(value: &Value, depth: usize) -> bool {
    let empty = value.as_map().is_some_and(value::Map::is_empty);
    cell::is_nested(value) && !empty && depth < cell::DEEPEST
}
