//! Arithmetic on floating-point numbers. Sums and products are those of the decimal digits, so that `addf 0.1 0.2` is
//! `0.3`.

mod decimal;

use gotmpl::go::Type;
use gotmpl::{Call, CallError, Function, Param};
use value::Value;

use self::decimal::{Decimal, DecimalError, Operand};
use super::declare::{any, int};
use super::numbers::cast::to_float64;

const GROUP: &str = "floats";

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("addf", &[any("numbers")], Type::Float64, |call| decimal(&Value::Float(0.0), call.rest(0), plus))
        .variadic()
        .help(GROUP, "the sum")
        .example("{{ addf 0.1 0.2 3 }}", "3.3"),
    Function::new("add1f", &[any("number")], Type::Float64, |call| decimal(call.value(0), &[Value::Int(1)], plus))
        .help(GROUP, "the number and one")
        .example("{{ add1f 1.5 }}", "2.5"),
    Function::new("subf", &[any("number"), any("others")], Type::Float64, |call| {
        decimal(call.value(0), call.rest(1), |a, b| Ok(a.minus(b)))
    })
    .variadic()
    .help(GROUP, "the number less all others")
    .example("{{ subf 1 0.9 }}", "0.1"),
    Function::new("mulf", &[any("number"), any("others")], Type::Float64, |call| {
        decimal(call.value(0), call.rest(1), |a, b| Ok(a.times(b)))
    })
    .variadic()
    .help(GROUP, "the product")
    .example("{{ mulf 1.1 1.1 }}", "1.21"),
    Function::new("divf", &[any("number"), any("others")], Type::Float64, |call| {
        decimal(call.value(0), call.rest(1), Decimal::divided_by)
    })
    .variadic()
    .help(GROUP, "the number divided by all others in turn, to sixteen places")
    .example("{{ divf 1 3 }}", "0.3333333333333333"),
    Function::new("maxf", &[any("number"), any("others")], Type::Float64, |call| Ok(fold(call, maximum)))
        .variadic()
        .help(GROUP, "the largest number")
        .example("{{ maxf 1 2.5 2 }}", "2.5"),
    Function::new("minf", &[any("number"), any("others")], Type::Float64, |call| Ok(fold(call, minimum)))
        .variadic()
        .help(GROUP, "the smallest number")
        .example("{{ minf 1.5 2.5 2 }}", "1.5"),
    Function::new("ceil", &[any("number")], Type::Float64, |call| Ok(to_float64(call.value(0)).ceil().into()))
        .help(GROUP, "the next whole number that is not less")
        .example("{{ ceil 1.1 }}", "2"),
    Function::new("floor", &[any("number")], Type::Float64, |call| Ok(to_float64(call.value(0)).floor().into()))
        .help(GROUP, "the next whole number that is not more")
        .example("{{ floor 1.9 }}", "1"),
    Function::new("round", &[any("number"), int("places"), Param::new("up", Type::Float64)], Type::Float64, round)
        .variadic()
        .help(GROUP, "the number to so many places; a rest of 0.5, or of the last argument, rounds up")
        .example("{{ round 123.5555 3 }} {{ round 1.25 1 0.6 }}", "123.556 1.2"),
];

fn plus(a: Decimal, b: Operand) -> Result<Decimal, DecimalError> {
    Ok(a.plus(b))
}

fn decimal(
    first: &Value,
    others: &[Value],
    step: fn(Decimal, Operand) -> Result<Decimal, DecimalError>,
) -> Result<Value, CallError> {
    let operand = |value: &Value| Operand::new(to_float64(value));
    let result = operand(first)
        .and_then(|first| others.iter().try_fold(first.into(), |result, other| step(result, operand(other)?)));
    result.map(|result| result.to_f64().into()).map_err(|error| CallError::new(error.to_string()))
}

fn fold(call: &Call<'_>, better: fn(f64, f64) -> f64) -> Value {
    let numbers = call.rest(0).iter().map(to_float64);
    numbers.reduce(better).expect("the first one is not optional").into()
}

/// The larger one; NaN wins over everything but infinity, and 0 over -0.
fn maximum(a: f64, b: f64) -> f64 {
    match () {
        () if a == f64::INFINITY || b == f64::INFINITY => f64::INFINITY,
        () if a.is_nan() || b.is_nan() => f64::NAN,
        () if a == 0.0 && b == 0.0 => a + b,
        () => a.max(b),
    }
}

/// The smaller one; NaN wins over everything but negative infinity, and -0 over 0.
fn minimum(a: f64, b: f64) -> f64 {
    -maximum(-a, -b)
}

fn round(call: &mut Call<'_>) -> Result<Value, CallError> {
    let up = call.rest(2).first().and_then(Value::as_float).unwrap_or(0.5);
    let power = power_of_ten(call.int(1));
    let scaled = power * to_float64(call.value(0));
    let rounded = if scaled.fract() >= up { scaled.ceil() } else { scaled.floor() };
    Ok((rounded / power).into())
}

/// Ten to some power, with the rounding errors that Go's `math.Pow` has.
fn power_of_ten(exponent: i64) -> f64 {
    // Ten is 0.625 times 2 to the power of 4.
    let (mut square, mut square_exponent) = (0.625_f64, 4_i64);
    let (mut power, mut power_exponent) = (1.0_f64, 0_i64);
    let mut left = exponent.unsigned_abs();
    while left > 0 {
        if square_exponent > 1 << 12 {
            power_exponent += square_exponent;
            break;
        }
        if left & 1 == 1 {
            power *= square;
            power_exponent += square_exponent;
        }
        square *= square;
        square_exponent <<= 1;
        if square < 0.5 {
            square += square;
            square_exponent -= 1;
        }
        left >>= 1;
    }
    if exponent < 0 { scaled(1.0 / power, -power_exponent) } else { scaled(power, power_exponent) }
}

/// `number × 2^exponent`, rounded once.
fn scaled(number: f64, exponent: i64) -> f64 {
    let exponent = i32::try_from(exponent.clamp(-3_000, 3_000)).expect("clamped");
    let half = exponent.clamp(-1_000, 1_000);
    let rest = (exponent - half).clamp(-1_000, 1_000);
    number * 2_f64.powi(half) * 2_f64.powi(rest) * 2_f64.powi(exponent - half - rest)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "results are exact")]
    use super::*;

    #[test]
    fn powers_are_those_of_go() {
        for (exponent, power) in [(0, 1.0), (3, 1000.0), (-1, 0.1), (22, 1e22), (400, f64::INFINITY), (-400, 0.0)] {
            assert_eq!(power_of_ten(exponent), power);
        }
        assert_eq!((maximum(-0.0, 0.0).is_sign_positive(), minimum(0.0, -0.0).is_sign_negative()), (true, true));
        assert_eq!(
            (maximum(f64::NAN, f64::INFINITY), minimum(f64::NEG_INFINITY, f64::NAN)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
        assert!(maximum(f64::NAN, 1.0).is_nan());
    }
}
