//! The set extension: lists as sets.

use value::Value;

use super::cost::Cost;
use super::function::{Native, function};
use super::lists::list;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{self, Bool, List, Param};
use crate::cel::values;

const GROUP: &str = "sets";
const LISTS: &[Type] = &[List(&Param("T")), List(&Param("T"))];

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "sets.contains",
        group: GROUP,
        help: "whether the first list has all items of the second one",
        example: "sets.contains([1, 2, 3], [3, 1])",
        result: "true",
        overloads: &[function("list_sets_contains_list", LISTS, Bool, contains).cost(Cost::Sets(1))],
    },
    Native {
        name: "sets.equivalent",
        group: GROUP,
        help: "whether both lists have the same items, however often",
        example: "sets.equivalent([1, 2], [2, 1, 1])",
        result: "true",
        overloads: &[function("list_sets_equivalent_list", LISTS, Bool, equivalent).cost(Cost::Sets(2))],
    },
    Native {
        name: "sets.intersects",
        group: GROUP,
        help: "whether the lists have an item in common",
        example: "sets.intersects([1, 2], [2, 3])",
        result: "true",
        overloads: &[function("list_sets_intersects_list", LISTS, Bool, intersects).cost(Cost::Sets(1))],
    },
];

fn has_all(budget: &mut Budget, items: &[Value], wanted: &[Value]) -> Result<bool, Failure> {
    for item in wanted {
        if !values::contains(budget, items, item)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn contains(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    has_all(budget, list(arguments, 0), list(arguments, 1)).map(Value::Bool)
}

fn equivalent(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let (a, b) = (list(arguments, 0), list(arguments, 1));
    Ok(Value::Bool(has_all(budget, a, b)? && has_all(budget, b, a)?))
}

fn intersects(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    for item in list(arguments, 0) {
        if values::contains(budget, list(arguments, 1), item)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}
