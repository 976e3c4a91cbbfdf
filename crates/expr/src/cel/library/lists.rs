//! The list extension.

use std::cmp::Ordering;

use value::{List as Items, Value};

use super::cost::Cost;
use super::function::{Native, NativeOverload, function, method};
use super::strings;
use crate::cel::eval::Budget;
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::types::Type::{self, Bool, Bytes, Double, Duration, Dyn, Int, List, Param, String, Timestamp, Uint};
use crate::cel::values::{compare, contains, type_name};

const GROUP: &str = "lists";
const LIST: Type = List(&Param("T"));

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "slice",
        group: GROUP,
        help: "the items from a position up to another one",
        example: "[1, 2, 3, 4].slice(1, 3)",
        result: "[2, 3]",
        overloads: &[method("list_slice", &[LIST, Int, Int], LIST, slice).cost(Cost::Slice)],
    },
    Native {
        name: "flatten",
        group: GROUP,
        help: "the items of the lists in a list, one level deep or so many",
        example: "[1, [2, [3, [4]]]].flatten(2)",
        result: "[1, 2, 3, [4]]",
        overloads: &[
            method("list_flatten", &[List(&LIST)], LIST, flatten).cost(Cost::Flatten).unguarded(),
            method("list_flatten_int", &[List(&Dyn), Int], List(&Dyn), flatten).cost(Cost::Flatten).unguarded(),
        ],
    },
    Native {
        name: "sort",
        group: GROUP,
        help: "the items in order; all are of one type",
        example: "[3, 1, 2].sort()",
        result: "[1, 2, 3]",
        overloads: &[
            sorting("list_int_sort", &[List(&Int)], List(&Int)),
            sorting("list_uint_sort", &[List(&Uint)], List(&Uint)),
            sorting("list_double_sort", &[List(&Double)], List(&Double)),
            sorting("list_bool_sort", &[List(&Bool)], List(&Bool)),
            sorting("list_google.protobuf.Duration_sort", &[List(&Duration)], List(&Duration)),
            sorting("list_google.protobuf.Timestamp_sort", &[List(&Timestamp)], List(&Timestamp)),
            sorting("list_string_sort", &[List(&String)], List(&String)),
            sorting("list_bytes_sort", &[List(&Bytes)], List(&Bytes)),
        ],
    },
    Native {
        name: "@sortByAssociatedKeys",
        group: GROUP,
        help: "the items in the order of their keys; `sortBy` asks it",
        example: "",
        result: "",
        overloads: &[
            sorting_by("list_int_sortByAssociatedKeys", &[LIST, List(&Int)]),
            sorting_by("list_uint_sortByAssociatedKeys", &[LIST, List(&Uint)]),
            sorting_by("list_double_sortByAssociatedKeys", &[LIST, List(&Double)]),
            sorting_by("list_bool_sortByAssociatedKeys", &[LIST, List(&Bool)]),
            sorting_by("list_google.protobuf.Duration_sortByAssociatedKeys", &[LIST, List(&Duration)]),
            sorting_by("list_google.protobuf.Timestamp_sortByAssociatedKeys", &[LIST, List(&Timestamp)]),
            sorting_by("list_string_sortByAssociatedKeys", &[LIST, List(&String)]),
            sorting_by("list_bytes_sortByAssociatedKeys", &[LIST, List(&Bytes)]),
        ],
    },
    Native {
        name: "lists.range",
        group: GROUP,
        help: "the integers from 0 up to, and without, a number",
        example: "lists.range(4)",
        result: "[0, 1, 2, 3]",
        overloads: &[function("lists_range", &[Int], List(&Int), range).cost(Cost::Range)],
    },
    Native {
        name: "reverse",
        group: GROUP,
        help: "the characters of a text, or the items of a list, from the last to the first",
        example: "[1, 2, 3].reverse()",
        result: "[3, 2, 1]",
        overloads: &[
            method("string_reverse", &[String], String, strings::reverse),
            method("list_reverse", &[LIST], LIST, reverse).cost(Cost::Copy),
        ],
    },
    Native {
        name: "distinct",
        group: GROUP,
        help: "the items without those that are equal to an earlier one",
        example: "[1, 2, 1, 3, 2].distinct()",
        result: "[1, 2, 3]",
        overloads: &[method("list_distinct", &[LIST], LIST, distinct).cost(Cost::Pairs(0))],
    },
];

const fn sorting(id: &'static str, parameters: &'static [Type], result: Type) -> NativeOverload {
    method(id, parameters, result, sort).cost(Cost::Pairs(0)).unguarded()
}

const fn sorting_by(id: &'static str, parameters: &'static [Type]) -> NativeOverload {
    method(id, parameters, LIST, sort_by_keys).cost(Cost::Pairs(1)).unguarded()
}

/// The list at a place of the arguments.
pub(super) fn list(arguments: &[Value], at: usize) -> &[Value] {
    arguments.get(at).and_then(Value::as_list).map_or(&[], |list| list)
}

fn slice(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let items = list(arguments, 0);
    let (from, to) = (arguments[1].as_int().unwrap_or(0), arguments[2].as_int().unwrap_or(0));
    let refused = |why: std::string::String| Failure::new(format!("cannot slice({from}, {to}), {why}"));
    let (Ok(start), Ok(end)) = (usize::try_from(from), usize::try_from(to)) else {
        return Err(refused("negative indexes not supported".to_string()));
    };
    if start > end {
        return Err(refused("start index must be less than or equal to end index".to_string()));
    }
    let part = items.get(start..end).ok_or_else(|| refused(format!("list is length {}", items.len())))?;
    budget.allocate_items(part.len())?;
    Ok(part.iter().cloned().collect())
}

fn flatten(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let types = || arguments.iter().skip(1).map(type_name).collect::<Vec<_>>().join(", ");
    let wrong = || Failure::no_overload_of(format!("{}.flatten({})", type_name(&arguments[0]), types()));
    let items = arguments[0].as_list().ok_or_else(wrong)?;
    let levels = match arguments.get(1) {
        None => 1,
        Some(levels) => levels.as_int().ok_or_else(wrong)?,
    };
    if levels < 0 {
        return Err(Failure::new("level must be non-negative"));
    }
    let mut flat = Vec::new();
    // What is still to be looked at, the next one last, each with the levels that are left for it.
    let mut queue: Vec<(&Value, i64)> = items.iter().rev().map(|item| (item, levels)).collect();
    while let Some((item, levels)) = queue.pop() {
        budget.allocate_items(1)?;
        match item {
            Value::List(inner) if levels > 0 => queue.extend(inner.iter().rev().map(|item| (item, levels - 1))),
            _ => flat.push(item.clone()),
        }
    }
    Ok(flat.into())
}

fn sort(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let items = arguments[0].as_list().ok_or_else(|| Failure::no_overload_of("sort"))?;
    sorted(budget, items, items)
}

fn sort_by_keys(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    match (arguments[0].as_list(), arguments[1].as_list()) {
        (Some(items), Some(keys)) => sorted(budget, items, keys),
        _ => Err(Failure::no_overload_of("@sortByAssociatedKeys")),
    }
}

fn sorted(budget: &mut Budget, items: &Items, keys: &Items) -> Result<Value, Failure> {
    let Some(first) = keys.first() else { return Ok(Value::List(items.clone())) };
    if compare(first, first).is_err_and(|failure| !matches!(failure.cause(), EvalCause::NotANumber)) {
        return Err(Failure::new("list elements must be comparable"));
    }
    if keys.len() > 1 && keys.iter().any(|key| key.kind() != first.kind()) {
        return Err(Failure::new("list elements must have the same type"));
    }
    budget.allocate_items(items.len())?;
    let mut order: Vec<usize> = (0..items.len()).collect();
    if keys.iter().any(|key| key.as_float().is_some_and(f64::is_nan)) {
        sort_with_nan(&mut order, keys);
    } else {
        order.sort_by(|a, b| compare(&keys[*a], &keys[*b]).unwrap_or(Ordering::Equal));
    }
    Ok(order.into_iter().map(|at| items[at].clone()).collect())
}

/// What is no number comes neither before nor after anything. In short lists it stays where it is, as in Go; in long ones
/// it comes last.
fn sort_with_nan(order: &mut [usize], keys: &[Value]) {
    const SHORT: usize = 12;
    let key = |at: usize| keys[at].as_float().unwrap_or(f64::NAN);
    if order.len() > SHORT {
        order.sort_by(|a, b| key(*a).is_nan().cmp(&key(*b).is_nan()).then(key(*a).total_cmp(&key(*b))));
        return;
    }
    for end in 1..order.len() {
        let mut at = end;
        while at > 0 && key(order[at]) < key(order[at - 1]) {
            order.swap(at, at - 1);
            at -= 1;
        }
    }
}

fn range(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let end = arguments[0].as_int().unwrap_or(0).max(0);
    budget.allocate_items(usize::try_from(end).unwrap_or(usize::MAX))?;
    Ok((0..end).map(Value::Int).collect())
}

fn reverse(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let items = list(arguments, 0);
    budget.allocate_items(items.len())?;
    Ok(items.iter().rev().cloned().collect())
}

fn distinct(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let mut kept: Vec<Value> = Vec::new();
    for item in list(arguments, 0) {
        budget.step(1)?;
        if !contains(budget, &kept, item)? {
            kept.push(item.clone());
        }
    }
    budget.allocate_items(kept.len())?;
    Ok(kept.into())
}
