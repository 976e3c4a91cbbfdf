//! The table of operators. What they do is part of the machine; here is what they take.

use value::Value;

use super::cost::Cost;
use super::function::{Native, NativeOverload, function};
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type;

const A: Type = Type::Param("A");
const B: Type = Type::Param("B");
const LIST_A: Type = Type::List(&A);
const MAP_AB: Type = Type::Map(&A, &B);
const K: Type = Type::Param("K");
const V: Type = Type::Param("V");
const LIST_V: Type = Type::List(&V);
const MAP_KV: Type = Type::Map(&K, &V);
const OPTIONAL_V: Type = Type::Optional(&V);

use Type::{Bool, Bytes, Double, Duration, Dyn, Int, String, Timestamp, Uint};

/// The machine knows operators itself and never asks the table.
fn known(_: &mut Budget, _: &[Value]) -> Result<Value, Failure> {
    Err(Failure::no_overload())
}

const fn operator(id: &'static str, operands: &'static [Type], result: Type) -> NativeOverload {
    function(id, operands, result, known)
}

/// The overloads of a comparison; the ids begin with its name.
macro_rules! comparison {
    ($less:literal) => {
        &[
            operator(concat!($less, "_bool"), &[Bool, Bool], Bool),
            operator(concat!($less, "_int64"), &[Int, Int], Bool),
            operator(concat!($less, "_int64_double"), &[Int, Double], Bool),
            operator(concat!($less, "_int64_uint64"), &[Int, Uint], Bool),
            operator(concat!($less, "_uint64"), &[Uint, Uint], Bool),
            operator(concat!($less, "_uint64_double"), &[Uint, Double], Bool),
            operator(concat!($less, "_uint64_int64"), &[Uint, Int], Bool),
            operator(concat!($less, "_double"), &[Double, Double], Bool),
            operator(concat!($less, "_double_int64"), &[Double, Int], Bool),
            operator(concat!($less, "_double_uint64"), &[Double, Uint], Bool),
            operator(concat!($less, "_string"), &[String, String], Bool).cost(Cost::Shorter),
            operator(concat!($less, "_bytes"), &[Bytes, Bytes], Bool).cost(Cost::Shorter),
            operator(concat!($less, "_timestamp"), &[Timestamp, Timestamp], Bool),
            operator(concat!($less, "_duration"), &[Duration, Duration], Bool),
        ]
    };
}

const GROUP: &str = "operators";

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "_?_:_",
        group: GROUP,
        help: "one of two values, as a condition says; the other one is not computed",
        example: "2 > 1 ? \"yes\" : \"no\"",
        result: "\"yes\"",
        overloads: &[operator("conditional", &[Bool, A, A], A)],
    },
    Native {
        name: "_&&_",
        group: GROUP,
        help: "whether both sides are true; a side that is false decides even when the other one fails",
        example: "1 / 0 > 1 && false",
        result: "false",
        overloads: &[operator("logical_and", &[Bool, Bool], Bool)],
    },
    Native {
        name: "_||_",
        group: GROUP,
        help: "whether one side is true; a side that is true decides even when the other one fails",
        example: "1 / 0 > 1 || true",
        result: "true",
        overloads: &[operator("logical_or", &[Bool, Bool], Bool)],
    },
    Native {
        name: "!_",
        group: GROUP,
        help: "the opposite",
        example: "!(1 > 2)",
        result: "true",
        overloads: &[operator("logical_not", &[Bool], Bool)],
    },
    Native {
        name: "_==_",
        group: GROUP,
        help: "whether both sides are equal: numbers by what they count, lists and maps by what is in them",
        example: "[1, 2] == [1, 2]",
        result: "true",
        overloads: &[operator("equals", &[A, A], Bool).cost(Cost::Shorter)],
    },
    Native {
        name: "_!=_",
        group: GROUP,
        help: "whether both sides differ",
        example: "\"a\" != \"b\"",
        result: "true",
        overloads: &[operator("not_equals", &[A, A], Bool).cost(Cost::Shorter)],
    },
    Native {
        name: "_<_",
        group: GROUP,
        help: "whether the left side comes before the right side",
        example: "1 < 1.5",
        result: "true",
        overloads: comparison!("less"),
    },
    Native {
        name: "_<=_",
        group: GROUP,
        help: "whether the left side does not come after the right side",
        example: "\"a\" <= \"b\"",
        result: "true",
        overloads: comparison!("less_equals"),
    },
    Native {
        name: "_>_",
        group: GROUP,
        help: "whether the left side comes after the right side",
        example: "duration(\"1h\") > duration(\"1m\")",
        result: "true",
        overloads: comparison!("greater"),
    },
    Native {
        name: "_>=_",
        group: GROUP,
        help: "whether the left side does not come before the right side",
        example: "2u >= 2",
        result: "true",
        overloads: comparison!("greater_equals"),
    },
    Native {
        name: "@in",
        group: GROUP,
        help: "whether a list has an equal item, or a map the key",
        example: "\"web\" in [\"web\", \"db\"]",
        result: "true",
        overloads: &[
            operator("in_list", &[A, LIST_A], Bool).cost(Cost::InList),
            operator("in_map", &[A, MAP_AB], Bool),
        ],
    },
    Native {
        name: "_+_",
        group: GROUP,
        help: "the sum, or both sides joined",
        example: "\"a\" + \"b\"",
        result: "\"ab\"",
        overloads: &[
            operator("add_bytes", &[Bytes, Bytes], Bytes).cost(Cost::Both),
            operator("add_double", &[Double, Double], Double),
            operator("add_duration_duration", &[Duration, Duration], Duration),
            operator("add_duration_timestamp", &[Duration, Timestamp], Timestamp),
            operator("add_timestamp_duration", &[Timestamp, Duration], Timestamp),
            operator("add_int64", &[Int, Int], Int),
            operator("add_list", &[LIST_A, LIST_A], LIST_A),
            operator("add_string", &[String, String], String).cost(Cost::Both),
            operator("add_uint64", &[Uint, Uint], Uint),
        ],
    },
    Native {
        name: "_-_",
        group: GROUP,
        help: "the difference",
        example: "timestamp(\"2024-01-02T00:00:00Z\") - timestamp(\"2024-01-01T00:00:00Z\")",
        result: "duration(\"86400s\")",
        overloads: &[
            operator("subtract_double", &[Double, Double], Double),
            operator("subtract_duration_duration", &[Duration, Duration], Duration),
            operator("subtract_int64", &[Int, Int], Int),
            operator("subtract_timestamp_duration", &[Timestamp, Duration], Timestamp),
            operator("subtract_timestamp_timestamp", &[Timestamp, Timestamp], Duration),
            operator("subtract_uint64", &[Uint, Uint], Uint),
        ],
    },
    Native {
        name: "_*_",
        group: GROUP,
        help: "the product",
        example: "6 * 7",
        result: "42",
        overloads: &[
            operator("multiply_double", &[Double, Double], Double),
            operator("multiply_int64", &[Int, Int], Int),
            operator("multiply_uint64", &[Uint, Uint], Uint),
        ],
    },
    Native {
        name: "_/_",
        group: GROUP,
        help: "the quotient; of integers without its fraction",
        example: "7 / 2",
        result: "3",
        overloads: &[
            operator("divide_double", &[Double, Double], Double),
            operator("divide_int64", &[Int, Int], Int),
            operator("divide_uint64", &[Uint, Uint], Uint),
        ],
    },
    Native {
        name: "_%_",
        group: GROUP,
        help: "the rest of a division, with the sign of the left side",
        example: "-7 % 3",
        result: "-1",
        overloads: &[operator("modulo_int64", &[Int, Int], Int), operator("modulo_uint64", &[Uint, Uint], Uint)],
    },
    Native {
        name: "-_",
        group: GROUP,
        help: "the number with the other sign",
        example: "-(2 + 3)",
        result: "-5",
        overloads: &[operator("negate_double", &[Double], Double), operator("negate_int64", &[Int], Int)],
    },
    Native {
        name: "_[_]",
        group: GROUP,
        help: "the item at a position, counted from 0, or the value under a key",
        example: "{\"a\": [10, 20]}[\"a\"][1]",
        result: "20",
        overloads: &[
            operator("index_list", &[LIST_A, Int], A),
            operator("index_map", &[MAP_AB, A], B),
            operator("optional_list_index_int", &[Type::Optional(&LIST_V), Int], OPTIONAL_V),
            operator("optional_map_index_value", &[Type::Optional(&MAP_KV), K], OPTIONAL_V),
        ],
    },
    Native {
        name: "_[?_]",
        group: GROUP,
        help: "the item at a position or the value under a key, if it is there",
        example: "[1, 2][?5].orValue(0)",
        result: "0",
        overloads: &[
            operator("list_optindex_optional_int", &[LIST_V, Int], OPTIONAL_V),
            operator("optional_list_optindex_optional_int", &[Type::Optional(&LIST_V), Int], OPTIONAL_V),
            operator("map_optindex_optional_value", &[MAP_KV, K], OPTIONAL_V),
            operator("optional_map_optindex_optional_value", &[Type::Optional(&MAP_KV), K], OPTIONAL_V),
        ],
    },
    Native {
        name: "_?._",
        group: GROUP,
        help: "the value of a field, if it is there",
        example: "{\"a\": {\"b\": 1}}.?a.?c.orValue(0)",
        result: "0",
        overloads: &[operator("select_optional_field", &[Dyn, String], OPTIONAL_V)],
    },
    Native {
        name: "@not_strictly_false",
        group: GROUP,
        help: "whether something is not false; loops ask it",
        example: "",
        result: "",
        overloads: &[operator("not_strictly_false", &[Bool], Bool)],
    },
];
