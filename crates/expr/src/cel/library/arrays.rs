//! Lists of texts.

use std::collections::HashSet;

use value::Value;

use super::function::{Native, function};
use super::lists::list;
use super::strings::text;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{List, String};
use crate::cel::values::type_name;

const GROUP: &str = "arrays";

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "arrays.strings.add",
        group: GROUP,
        help: "the list with a text at its end",
        example: "arrays.strings.add([\"a\"], \"b\")",
        result: "[\"a\", \"b\"]",
        overloads: &[function("arrays_strings_add", &[List(&String), String], List(&String), add)],
    },
    Native {
        name: "arrays.strings.unique",
        group: GROUP,
        help: "the list without texts that are there already",
        example: "arrays.strings.unique([\"b\", \"a\", \"b\"])",
        result: "[\"b\", \"a\"]",
        overloads: &[function("arrays_strings_unique", &[List(&String)], List(&String), unique)],
    },
];

/// The texts of a list, all of which have to be texts.
pub(super) fn texts<'v>(function: &str, items: &'v [Value]) -> Result<Vec<&'v str>, Failure> {
    let text = |item: &'v Value| {
        let wrong = || format!("{function}: list contains non-string element of type {}", type_name(item));
        item.as_str().ok_or_else(|| Failure::new(wrong()))
    };
    items.iter().map(text).collect()
}

fn add(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let items = list(arguments, 0);
    texts("arrays.strings.add", items)?;
    budget.allocate_items(items.len() + 1)?;
    Ok(items.iter().cloned().chain([Value::from(text(arguments, 1))]).collect())
}

fn unique(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let items = list(arguments, 0);
    let texts = texts("arrays.strings.unique", items)?;
    budget.allocate_items(items.len())?;
    let mut seen = HashSet::with_capacity(texts.len());
    let kept = items.iter().zip(texts).filter(|(_, text)| seen.insert(*text));
    Ok(kept.map(|(item, _)| item.clone()).collect())
}
