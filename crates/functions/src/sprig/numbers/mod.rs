//! Whole numbers: arithmetic, ranges and conversions.

pub(super) mod cast;

use gotmpl::go::Type;
use gotmpl::{Call, CallError, Function};
use value::{GoType, List, Value};

use self::cast::{to_float64, to_int64};
use super::declare::{INTS, any, int, int64, printed, text};

const GROUP: &str = "numbers";

const MAX: Function =
    Function::new("max", &[any("number"), any("others")], Type::Int64, |call| Ok(fold(call, i64::max)))
        .variadic()
        .help(GROUP, "the largest number")
        .example("{{ max 1 3 2 }}", "3");

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("int", &[any("value")], Type::Int, |call| Ok(to_int64(call.value(0)).into()))
        .help(GROUP, "a value as a whole number, zero when it is none; text may have a prefix such as `0x` or `0`")
        .example(r#"{{ int "12" }} {{ int 3.9 }} {{ int "0x1f" }} {{ int "x" }}"#, "12 3 31 0"),
    Function::new("int64", &[any("value")], Type::Int64, |call| Ok(int64(to_int64(call.value(0)))))
        .help(GROUP, "as `int`, of Go's type `int64`")
        .example(r#"{{ int64 "12" | typeOf }}"#, "int64"),
    Function::new("float64", &[any("value")], Type::Float64, |call| Ok(to_float64(call.value(0)).into()))
        .help(GROUP, "a value as a floating-point number, zero when it is none")
        .example(r#"{{ float64 "1.50" }}"#, "1.5"),
    Function::new("atoi", &[text("text")], Type::Int, atoi)
        .help(GROUP, "a decimal number as a whole number, zero when it is none")
        .example(r#"{{ atoi "010" }}"#, "10"),
    Function::new("toDecimal", &[any("value")], Type::Int64, to_decimal)
        .help(GROUP, "an octal number as a whole number, zero when it is none")
        .example(r#"{{ toDecimal "0755" }} {{ toDecimal 17 }}"#, "493 15"),
    Function::new("add", &[any("numbers")], Type::Int64, |call| {
        Ok(int64(call.rest(0).iter().map(to_int64).fold(0, i64::wrapping_add)))
    })
    .variadic()
    .help(GROUP, "the sum")
    .example(r#"{{ add 1 "2" 3.9 }}"#, "6"),
    Function::new("add1", &[any("number")], Type::Int64, |call| Ok(int64(to_int64(call.value(0)).wrapping_add(1))))
        .help(GROUP, "the number and one")
        .example("{{ add1 1 }}", "2"),
    Function::new("sub", &[any("number"), any("other")], Type::Int64, |call| {
        Ok(int64(to_int64(call.value(0)).wrapping_sub(to_int64(call.value(1)))))
    })
    .help(GROUP, "the first number less the second one")
    .example("{{ sub 5 2 }}", "3"),
    Function::new("mul", &[any("number"), any("others")], Type::Int64, |call| {
        Ok(int64(call.rest(0).iter().map(to_int64).fold(1, i64::wrapping_mul)))
    })
    .variadic()
    .help(GROUP, "the product")
    .example("{{ mul 2 3 4 }}", "24"),
    Function::new("div", &[any("number"), any("divisor")], Type::Int64, |call| divide(call, i64::wrapping_div))
        .help(GROUP, "how often the second number fits into the first one")
        .example("{{ div 7 2 }}", "3"),
    Function::new("mod", &[any("number"), any("divisor")], Type::Int64, |call| divide(call, i64::wrapping_rem))
        .help(GROUP, "what is left over by `div`")
        .example("{{ mod 7 2 }}", "1"),
    MAX,
    MAX.named("biggest").example("{{ biggest 1 3 2 }}", "3"),
    Function::new("min", &[any("number"), any("others")], Type::Int64, |call| Ok(fold(call, i64::min)))
        .variadic()
        .help(GROUP, "the smallest number")
        .example("{{ min 3 1 2 }}", "1"),
    Function::new("until", &[int("count")], INTS, until)
        .help(GROUP, "the numbers from zero to before this one")
        .example("{{ until 3 }} {{ until -3 }}", "[0 1 2] [0 -1 -2]"),
    Function::new("untilStep", &[int("start"), int("stop"), int("step")], INTS, until_step)
        .help(GROUP, "the numbers from the first to before the second one in steps of the third one")
        .example("{{ untilStep 3 9 2 }}", "[3 5 7]"),
    Function::new("seq", &[int("bounds")], Type::String, seq)
        .variadic()
        .help(GROUP, "numbers with blanks between them: to an end, from a start, or in steps in between")
        .example("{{ seq 3 }}, {{ seq 2 4 }}, {{ seq 0 2 6 }}", "1 2 3, 2 3 4, 0 2 4 6"),
];

fn atoi(call: &mut Call<'_>) -> Result<Value, CallError> {
    let text = std::str::from_utf8(call.bytes(0)).unwrap_or_default();
    // The original ignores the error, and with it goes on with the nearest number when it is out of range.
    Ok(gostd::strconv::atoi(text).unwrap_or_else(|error| error.value).into())
}

fn to_decimal(call: &mut Call<'_>) -> Result<Value, CallError> {
    let digits = printed(call.value(0))?;
    let number = std::str::from_utf8(&digits).ok().and_then(|digits| gostd::strconv::parse_int(digits, 8, 64).ok());
    Ok(int64(number.unwrap_or(0)))
}

fn divide(call: &Call<'_>, operation: fn(i64, i64) -> i64) -> Result<Value, CallError> {
    match to_int64(call.value(1)) {
        0 => Err("runtime error: integer divide by zero".into()),
        divisor => Ok(int64(operation(to_int64(call.value(0)), divisor))),
    }
}

fn fold(call: &Call<'_>, better: fn(i64, i64) -> i64) -> Value {
    int64(call.rest(0).iter().map(to_int64).reduce(better).expect("the first one is not optional"))
}

fn until(call: &mut Call<'_>) -> Result<Value, CallError> {
    let count = call.int(0);
    ints(range(call, 0, count, if count < 0 { -1 } else { 1 })?)
}

fn until_step(call: &mut Call<'_>) -> Result<Value, CallError> {
    let (start, end, step) = (call.int(0), call.int(1), call.int(2));
    ints(range(call, start, end, step)?)
}

fn ints(numbers: Vec<i64>) -> Result<Value, CallError> {
    Ok(numbers.into_iter().collect::<List>().with_type(GoType::INTS).into())
}

/// The numbers from `start` to before `end`; none when the step leads away from it.
fn range(call: &mut Call<'_>, start: i64, end: i64, step: i64) -> Result<Vec<i64>, CallError> {
    let distance = (i128::from(end) - i128::from(start)).unsigned_abs();
    if step == 0 || start == end || (step > 0) != (end > start) {
        return Ok(Vec::new());
    }
    let count = usize::try_from(distance.div_ceil(step.unsigned_abs().into())).unwrap_or(usize::MAX);
    call.work(count)?;
    call.charge(count.saturating_mul(size_of::<Value>()))?;
    Ok((0..count).scan(start, |next, _| Some(std::mem::replace(next, next.wrapping_add(step)))).collect())
}

fn seq(call: &mut Call<'_>) -> Result<Value, CallError> {
    let bounds: Vec<_> = (0..call.len()).map(|at| call.int(at)).collect();
    let towards = |start: i64, end: i64| if end < start { -1 } else { 1 };
    let (start, step, end) = match *bounds {
        [end] => (1, towards(1, end), end),
        [start, end] => (start, towards(start, end), end),
        [start, step, end] if end < start && step > 0 => return Ok("".into()),
        [start, step, end] => (start, step, end),
        _ => return Ok("".into()),
    };
    let behind = end.wrapping_add(towards(start, end));
    let numbers: Vec<_> = range(call, start, behind, step)?.iter().map(i64::to_string).collect();
    Ok(numbers.join(" ").into())
}
