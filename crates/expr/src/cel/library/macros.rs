//! The table of macros. They are expanded while the text is read.

/// A macro, for the reference.
pub(crate) struct Macro {
    pub(crate) name: &'static str,
    pub(crate) signatures: &'static [&'static str],
    pub(crate) help: &'static str,
    pub(crate) example: &'static str,
    pub(crate) result: &'static str,
}

pub(crate) static MACROS: &[Macro] = &[
    Macro {
        name: "has",
        signatures: &["has(x.field) -> bool"],
        help: "whether a map has a field",
        example: "has({\"a\": null}.a)",
        result: "true",
    },
    Macro {
        name: "all",
        signatures: &["range.all(name, predicate) -> bool"],
        help: "whether a predicate holds for all items of a list or keys of a map",
        example: "[1, 2, 3].all(n, n > 0)",
        result: "true",
    },
    Macro {
        name: "exists",
        signatures: &["range.exists(name, predicate) -> bool"],
        help: "whether a predicate holds for one of the items of a list or keys of a map",
        example: "[1, 2, 3].exists(n, n > 2)",
        result: "true",
    },
    Macro {
        name: "exists_one",
        signatures: &["range.exists_one(name, predicate) -> bool"],
        help: "whether a predicate holds for exactly one item of a list or key of a map",
        example: "[1, 2, 2].exists_one(n, n == 2)",
        result: "false",
    },
    Macro {
        name: "map",
        signatures: &["range.map(name, value) -> list", "range.map(name, predicate, value) -> list"],
        help: "a list of what is made of each item of a list or key of a map, or of those for which a predicate holds",
        example: "[1, 2, 3].map(n, n > 1, n * n)",
        result: "[4, 9]",
    },
    Macro {
        name: "filter",
        signatures: &["range.filter(name, predicate) -> list"],
        help: "the items of a list or keys of a map for which a predicate holds",
        example: "[1, 2, 3].filter(n, n != 2)",
        result: "[1, 3]",
    },
    Macro {
        name: "sortBy",
        signatures: &["list.sortBy(name, key) -> list"],
        help: "the items of a list in the order of what is made of each",
        example: "[{\"n\": \"b\"}, {\"n\": \"a\"}].sortBy(o, o.n)",
        result: "[{\"n\": \"a\"}, {\"n\": \"b\"}]",
    },
    Macro {
        name: "cel.bind",
        signatures: &["cel.bind(name, value, expression)"],
        help: "an expression in which a name stands for a value that is computed once",
        example: "cel.bind(n, 6 * 7, [n, n + 1])",
        result: "[42, 43]",
    },
    Macro {
        name: "optMap",
        signatures: &["optional.optMap(name, value) -> optional"],
        help: "an optional with what is made of the value of an optional, if it has one",
        example: "{\"a\": 1}.?a.optMap(n, n + 1)",
        result: "optional.of(2)",
    },
    Macro {
        name: "optFlatMap",
        signatures: &["optional.optFlatMap(name, optional) -> optional"],
        help: "the optional that is made of the value of an optional, if it has one",
        example: "{\"a\": {\"b\": 1}}.?a.optFlatMap(m, m.?b)",
        result: "optional.of(1)",
    },
    Macro {
        name: "math.least",
        signatures: &["math.least(number, …) -> number", "math.least(list) -> number"],
        help: "the least of numbers, which may be of different types",
        example: "math.least(3, 1.5, 2u)",
        result: "1.5",
    },
    Macro {
        name: "math.greatest",
        signatures: &["math.greatest(number, …) -> number", "math.greatest(list) -> number"],
        help: "the greatest of numbers, which may be of different types",
        example: "math.greatest([3, 1, 2])",
        result: "3",
    },
];
