//! Builtins with a predicate. `#` is the item; in `map` and `reduce` `#index` is its position, in `reduce` `#acc` what was
//! reduced so far.

use super::entry::{Check, Entry, Run};
use super::looping::Loop;

macro_rules! entry {
    ($looping:ident, $name:literal, $signature:literal, $help:literal, $example:literal => $result:literal) => {
        Entry {
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
            check: Check::Loop(Loop::$looping),
            run: Run::Loop(Loop::$looping),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!(All, "all", "all(list, predicate) bool", "Whether the predicate is true for all items.",
        "all([1, 2, 3], # > 0)" => "true"),
    entry!(Any, "any", "any(list, predicate) bool", "Whether the predicate is true for at least one item.",
        "any([1, 2, 3], # > 2)" => "true"),
    entry!(One, "one", "one(list, predicate) bool", "Whether the predicate is true for exactly one item.",
        "one([1, 2, 3], # > 2)" => "true"),
    entry!(None, "none", "none(list, predicate) bool", "Whether the predicate is true for no item.",
        "none([1, 2, 3], # > 3)" => "true"),
    entry!(Map, "map", "map(list, predicate) list", "What the predicate gives for each item; `#index` is its position.",
        "map([1, 2, 3], # * 2)" => "[2, 4, 6]"),
    entry!(Filter, "filter", "filter(list, predicate) list", "The items for which the predicate is true.",
        "filter([{name: 'a', on: true}, {name: 'b', on: false}], .on) | map(.name)" => r#"["a"]"#),
    entry!(Find, "find", "find(list, predicate) any", "The first item for which the predicate is true, or nil.",
        "find([1, 2, 3, 4], # > 2)" => "3"),
    entry!(FindIndex, "findIndex", "findIndex(list, predicate) int",
        "The position of the first item for which the predicate is true, or nil.",
        "findIndex(['a', 'b', 'c'], # == 'b')" => "1"),
    entry!(FindLast, "findLast", "findLast(list, predicate) any",
        "The last item for which the predicate is true, or nil.",
        "findLast([1, 2, 3, 4], # > 2)" => "4"),
    entry!(FindLastIndex, "findLastIndex", "findLastIndex(list, predicate) int",
        "The position of the last item for which the predicate is true, or nil.",
        "findLastIndex([1, 2, 3, 4], # < 3)" => "1"),
    entry!(GroupBy, "groupBy", "groupBy(list, predicate) map", "The items under what the predicate gives for them.",
        "groupBy(['apple', 'avocado', 'bean'], #[0:1])" => r#"{"a": ["apple", "avocado"], "b": ["bean"]}"#),
    entry!(Count, "count", "count(list[, predicate]) int",
        "How many items there are for which the predicate is true; without one, how many items are true.",
        "count([1, 2, 3, 4], # % 2 == 0)" => "2"),
    entry!(Sum, "sum", "sum(list[, predicate]) number",
        "The sum of the items, or of what the predicate gives for them.",
        "sum([{n: 1}, {n: 2}], .n)" => "3"),
    entry!(Reduce, "reduce", "reduce(list, predicate[, initial]) any",
        "What is left when the predicate puts each item (`#`) together with the result so far (`#acc`).",
        "reduce([1, 2, 3], #acc + #, 10)" => "16"),
    entry!(SortBy, "sortBy", "sortBy(list, predicate[, order]) list",
        "The items in the order of what the predicate gives for them; the order is `asc` or `desc`.",
        "sortBy([{n: 2}, {n: 1}], .n, 'asc') | map(.n)" => "[1, 2]"),
];
