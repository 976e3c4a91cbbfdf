//! The mathematics extension.

use std::cmp::Ordering;

use value::{Number, Value};

use super::function::{Native, NativeBody, NativeOverload, function};
use super::types::IDENTITY;
use crate::cel::eval::Budget;
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::types::Type::{self, Bool, Double, Dyn, Int, List, Uint};
use crate::cel::values::compare;

const GROUP: &str = "math";

/// The overloads of the least or of the greatest; the ids begin with its name.
macro_rules! extreme {
    ($name:literal, $pair:ident, $list:ident) => {
        &[
            function(concat!($name, "_double"), &[Double], Double, IDENTITY),
            function(concat!($name, "_int"), &[Int], Int, IDENTITY),
            function(concat!($name, "_uint"), &[Uint], Uint, IDENTITY),
            function(concat!($name, "_double_double"), &[Double, Double], Double, $pair),
            function(concat!($name, "_int_int"), &[Int, Int], Int, $pair),
            function(concat!($name, "_uint_uint"), &[Uint, Uint], Uint, $pair),
            function(concat!($name, "_int_uint"), &[Int, Uint], Dyn, $pair),
            function(concat!($name, "_int_double"), &[Int, Double], Dyn, $pair),
            function(concat!($name, "_double_int"), &[Double, Int], Dyn, $pair),
            function(concat!($name, "_double_uint"), &[Double, Uint], Dyn, $pair),
            function(concat!($name, "_uint_int"), &[Uint, Int], Dyn, $pair),
            function(concat!($name, "_uint_double"), &[Uint, Double], Dyn, $pair),
            function(concat!($name, "_list_double"), &[List(&Double)], Double, $list),
            function(concat!($name, "_list_int"), &[List(&Int)], Int, $list),
            function(concat!($name, "_list_uint"), &[List(&Uint)], Uint, $list),
        ]
    };
}

/// A function of a floating-point number.
macro_rules! of_double {
    ($name:literal, $id:literal, $result:expr, $help:literal, $example:literal, $shown:literal, $body:expr) => {
        Native {
            name: $name,
            group: GROUP,
            help: $help,
            example: $example,
            result: $shown,
            overloads: &[function($id, &[Double], $result, $body)],
        }
    };
}

const fn bits(id: &'static str, parameters: &'static [Type], body: NativeBody) -> NativeOverload {
    function(id, parameters, parameters[0], body)
}

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "math.@min",
        group: GROUP,
        help: "the least of numbers; `math.least` asks it",
        example: "",
        result: "",
        overloads: extreme!("math_@min", min_pair, min_list),
    },
    Native {
        name: "math.@max",
        group: GROUP,
        help: "the greatest of numbers; `math.greatest` asks it",
        example: "",
        result: "",
        overloads: extreme!("math_@max", max_pair, max_list),
    },
    of_double!(
        "math.ceil",
        "math_ceil_double",
        Double,
        "the nearest whole number that is not less",
        "math.ceil(1.2)",
        "2.0",
        |_, arguments| Ok(Value::Float(double(arguments).ceil()))
    ),
    of_double!(
        "math.floor",
        "math_floor_double",
        Double,
        "the nearest whole number that is not greater",
        "math.floor(1.8)",
        "1.0",
        |_, arguments| Ok(Value::Float(double(arguments).floor()))
    ),
    of_double!(
        "math.round",
        "math_round_double",
        Double,
        "the nearest whole number, halves away from zero",
        "math.round(-1.5)",
        "-2.0",
        |_, arguments| Ok(Value::Float(double(arguments).round()))
    ),
    of_double!(
        "math.trunc",
        "math_trunc_double",
        Double,
        "the number without its fraction",
        "math.trunc(-1.8)",
        "-1.0",
        |_, arguments| Ok(Value::Float(double(arguments).trunc()))
    ),
    of_double!(
        "math.isInf",
        "math_isInf_double",
        Bool,
        "whether it is infinite",
        "math.isInf(1.0 / 0.0)",
        "true",
        |_, arguments| Ok(Value::Bool(double(arguments).is_infinite()))
    ),
    of_double!(
        "math.isNaN",
        "math_isNaN_double",
        Bool,
        "whether it is no number",
        "math.isNaN(0.0 / 0.0)",
        "true",
        |_, arguments| Ok(Value::Bool(double(arguments).is_nan()))
    ),
    of_double!(
        "math.isFinite",
        "math_isFinite_double",
        Bool,
        "whether it is a number that is not infinite",
        "math.isFinite(1.5)",
        "true",
        |_, arguments| Ok(Value::Bool(double(arguments).is_finite()))
    ),
    Native {
        name: "math.abs",
        group: GROUP,
        help: "the number without its sign",
        example: "math.abs(-5)",
        result: "5",
        overloads: &[
            function("math_abs_double", &[Double], Double, |_, arguments| Ok(Value::Float(double(arguments).abs()))),
            function("math_abs_int", &[Int], Int, abs_int),
            function("math_abs_uint", &[Uint], Uint, IDENTITY),
        ],
    },
    Native {
        name: "math.sign",
        group: GROUP,
        help: "-1, 0 or 1, as the number is below, at or above zero",
        example: "math.sign(-42)",
        result: "-1",
        overloads: &[
            function("math_sign_double", &[Double], Double, |_, arguments| Ok(Value::Float(sign(double(arguments))))),
            function("math_sign_int", &[Int], Int, |_, arguments| Ok(Value::Int(int(arguments, 0).signum()))),
            function("math_sign_uint", &[Uint], Uint, |_, arguments| Ok(Value::Uint(uint(arguments, 0).min(1)))),
        ],
    },
    Native {
        name: "math.sqrt",
        group: GROUP,
        help: "the square root",
        example: "math.sqrt(81)",
        result: "9.0",
        overloads: &[
            function("math_sqrt_double", &[Double], Double, SQRT),
            function("math_sqrt_int", &[Int], Double, SQRT),
            function("math_sqrt_uint", &[Uint], Double, SQRT),
        ],
    },
    Native {
        name: "math.bitAnd",
        group: GROUP,
        help: "the bits that both numbers have",
        example: "math.bitAnd(6, 3)",
        result: "2",
        overloads: &[
            bits("math_bitAnd_int_int", &[Int, Int], |_, a| Ok(Value::Int(int(a, 0) & int(a, 1)))),
            bits("math_bitAnd_uint_uint", &[Uint, Uint], |_, a| Ok(Value::Uint(uint(a, 0) & uint(a, 1)))),
        ],
    },
    Native {
        name: "math.bitOr",
        group: GROUP,
        help: "the bits that one of the numbers has",
        example: "math.bitOr(6, 3)",
        result: "7",
        overloads: &[
            bits("math_bitOr_int_int", &[Int, Int], |_, a| Ok(Value::Int(int(a, 0) | int(a, 1)))),
            bits("math_bitOr_uint_uint", &[Uint, Uint], |_, a| Ok(Value::Uint(uint(a, 0) | uint(a, 1)))),
        ],
    },
    Native {
        name: "math.bitXor",
        group: GROUP,
        help: "the bits that only one of the numbers has",
        example: "math.bitXor(6, 3)",
        result: "5",
        overloads: &[
            bits("math_bitXor_int_int", &[Int, Int], |_, a| Ok(Value::Int(int(a, 0) ^ int(a, 1)))),
            bits("math_bitXor_uint_uint", &[Uint, Uint], |_, a| Ok(Value::Uint(uint(a, 0) ^ uint(a, 1)))),
        ],
    },
    Native {
        name: "math.bitNot",
        group: GROUP,
        help: "the bits that the number does not have",
        example: "math.bitNot(0)",
        result: "-1",
        overloads: &[
            bits("math_bitNot_int_int", &[Int], |_, a| Ok(Value::Int(!int(a, 0)))),
            bits("math_bitNot_uint_uint", &[Uint], |_, a| Ok(Value::Uint(!uint(a, 0)))),
        ],
    },
    Native {
        name: "math.bitShiftLeft",
        group: GROUP,
        help: "the bits moved to the left; those that leave are lost",
        example: "math.bitShiftLeft(1, 4)",
        result: "16",
        overloads: &[
            bits("math_bitShiftLeft_int_int", &[Int, Int], |_, a| {
                let by = offset("math.bitShiftLeft()", a)?;
                Ok(Value::Int(int(a, 0).checked_shl(by).unwrap_or(0)))
            }),
            bits("math_bitShiftLeft_uint_int", &[Uint, Int], |_, a| {
                let by = offset("math.bitShiftLeft()", a)?;
                Ok(Value::Uint(uint(a, 0).checked_shl(by).unwrap_or(0)))
            }),
        ],
    },
    Native {
        name: "math.bitShiftRight",
        group: GROUP,
        help: "the bits moved to the right; zeros come in from the left",
        example: "math.bitShiftRight(1024, 2)",
        result: "256",
        overloads: &[
            bits("math_bitShiftRight_int_int", &[Int, Int], |_, a| {
                let by = offset("math.bitShiftRight()", a)?;
                Ok(Value::Int(int(a, 0).cast_unsigned().checked_shr(by).unwrap_or(0).cast_signed()))
            }),
            bits("math_bitShiftRight_uint_int", &[Uint, Int], |_, a| {
                let by = offset("math.bitShiftRight()", a)?;
                Ok(Value::Uint(uint(a, 0).checked_shr(by).unwrap_or(0)))
            }),
        ],
    },
];

fn double(arguments: &[Value]) -> f64 {
    arguments[0].as_float().unwrap_or(f64::NAN)
}

fn int(arguments: &[Value], at: usize) -> i64 {
    arguments[at].as_int().unwrap_or(0)
}

fn uint(arguments: &[Value], at: usize) -> u64 {
    arguments[at].as_uint().unwrap_or(0)
}

fn offset(function: &str, arguments: &[Value]) -> Result<u32, Failure> {
    let by = int(arguments, 1);
    if by < 0 {
        return Err(Failure::new(format!("{function} negative offset: {by}")));
    }
    Ok(u32::try_from(by).unwrap_or(u32::MAX))
}

fn abs_int(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let overflow = || EvalCause::Overflow { unsigned: false }.into();
    int(arguments, 0).checked_abs().map(Value::Int).ok_or_else(overflow)
}

fn sign(number: f64) -> f64 {
    match number.partial_cmp(&0.0) {
        None => number,
        Some(Ordering::Less) => -1.0,
        Some(Ordering::Equal) => 0.0,
        Some(Ordering::Greater) => 1.0,
    }
}

const SQRT: NativeBody = |_, arguments| {
    let number = arguments[0].as_number().map_or(f64::NAN, Number::to_f64);
    Ok(Value::Float(number.sqrt()))
};

/// The first of two, unless the second one is on the wanted side of it.
fn extreme(name: &str, first: &Value, second: &Value, wanted: Ordering) -> Result<Value, Failure> {
    match compare(second, first) {
        Ok(order) if order == wanted => Ok(second.clone()),
        Ok(_) => Ok(first.clone()),
        Err(failure) => match failure.cause() {
            EvalCause::NotANumber => Err(Failure::new(format!("{}: {name}", failure.cause()))),
            _ => Err(Failure::no_overload_of(name.to_string())),
        },
    }
}

fn extreme_of(name: &'static str, items: &Value, wanted: Ordering) -> Result<Value, Failure> {
    let items = items.as_list().map_or(&[][..], |list| list);
    let Some((first, rest)) = items.split_first() else {
        return Err(Failure::new(format!("{name}(list) argument must not be empty")));
    };
    let found = rest.iter().try_fold(first.clone(), |so_far, item| extreme(name, &so_far, item, wanted))?;
    if found.as_number().is_some() { Ok(found) } else { Err(Failure::no_overload_of(name)) }
}

fn min_pair(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    extreme("math.@min", &arguments[0], &arguments[1], Ordering::Less)
}

fn min_list(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    extreme_of("math.@min", &arguments[0], Ordering::Less)
}

fn max_pair(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    extreme("math.@max", &arguments[0], &arguments[1], Ordering::Greater)
}

fn max_list(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    extreme_of("math.@max", &arguments[0], Ordering::Greater)
}
