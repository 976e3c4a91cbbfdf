//! The natural logarithm and its inverse, by the methods that Go uses: that of FreeBSD, and that of Shibata (2010). Other
//! methods are as exact and differ in the last digit.

use super::power::{split, two_to};

/// The two halves of the logarithm of two, for each of the methods.
const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
const LN2_UPPER: f64 = 0.693_147_180_559_662_956_511_601_805_686_950_683_593_75;
const LN2_LOWER: f64 = 0.282_352_905_630_315_771_225_884_481_750_134_36e-12;

/// Coefficients of the even and the odd powers.
const EVEN: [f64; 4] =
    [6.666_666_666_666_735e-1, 2.857_142_874_366_239e-1, 1.818_357_216_161_805e-1, 1.479_819_860_511_658_6e-1];
const ODD: [f64; 3] = [3.999_999_999_940_942e-1, 2.222_219_843_214_978_4e-1, 1.531_383_769_920_937_3e-1];

/// The logarithm of a positive finite number.
pub(super) fn ln(value: f64) -> f64 {
    let mut number = split(value);
    if number.fraction < std::f64::consts::FRAC_1_SQRT_2 {
        number.fraction *= 2.0;
        number.exponent -= 1;
    }
    let (f, k) = (number.fraction - 1.0, f64::from(number.exponent));
    let s = f / (2.0 + f);
    let (s2, s4) = (s * s, s * s * (s * s));
    let even = s2 * EVEN.iter().rev().fold(0.0, |sum, factor| sum * s4 + factor);
    let odd = s4 * ODD.iter().rev().fold(0.0, |sum, factor| sum * s4 + factor);
    let half_square = 0.5 * f * f;
    k * LN2_HIGH - ((half_square - (s * (half_square + (even + odd)) + k * LN2_LOW)) - f)
}

/// One over the factorials, of eight down to two.
const TAYLOR: [f64; 7] = [
    2.480_158_730_158_73e-5,
    1.984_126_984_126_984e-4,
    1.388_888_888_888_889e-3,
    8.333_333_333_333_333e-3,
    4.166_666_666_666_666_4e-2,
    1.666_666_666_666_666_6e-1,
    0.5,
];

/// The exponential of a number that is small enough for a finite result: the part of one is taken to a sixteenth, and the
/// result squared four times.
pub(super) fn exp(value: f64) -> f64 {
    if !(-708.0..709.0).contains(&value) {
        return value.exp();
    }
    let exponent = (value * std::f64::consts::LOG2_E).round_ties_even();
    let x = exponent.mul_add(-LN2_LOWER, exponent.mul_add(-LN2_UPPER, value)) * 0.0625;
    let series = TAYLOR[1..].iter().fold(TAYLOR[0], |sum, factor| sum.mul_add(x, *factor)).mul_add(x, 1.0);
    let mut less_one = x * series;
    for _ in 0..3 {
        less_one *= less_one + 2.0;
    }
    let result = less_one.mul_add(less_one + 2.0, 1.0);
    result * two_to(i32::try_from(super::float_to_int(exponent)).expect("the range is checked"))
}
