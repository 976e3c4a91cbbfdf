//! Powers, multiplied out the way Go does it, so that the last digit is the same.

use super::exponential::{exp, ln};

/// A float with an exponent of its own, so that products neither overflow nor lose digits.
#[derive(Clone, Copy)]
pub(super) struct Scaled {
    /// Zero, or from a half to below one in size.
    pub(super) fraction: f64,
    pub(super) exponent: i32,
}

/// Beyond this the result is zero or infinite.
const FAR: i32 = 1 << 12;

#[expect(clippy::float_cmp, reason = "the special cases are exact values")]
pub(super) fn pow(base: f64, exponent: f64) -> f64 {
    if exponent == 0.5 && base.is_finite() && base != 0.0 {
        return base.sqrt();
    }
    if exponent == -0.5 && base.is_finite() && base != 0.0 {
        return 1.0 / base.sqrt();
    }
    let whole = exponent.abs().trunc();
    let special = base == 0.0 || !base.is_finite() || !exponent.is_finite() || exponent == 1.0;
    if special || whole >= 9_223_372_036_854_775_808.0 {
        return base.powf(exponent);
    }
    multiplied(base, exponent, whole)
}

fn multiplied(base: f64, exponent: f64, mut whole: f64) -> f64 {
    let mut fraction = exponent.abs() - whole;
    if fraction != 0.0 && base < 0.0 {
        return f64::NAN;
    }
    let mut result = Scaled { fraction: 1.0, exponent: 0 };
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        result.fraction = exp(fraction * ln(base));
    }
    result.multiply_power(split(base), super::float_to_int(whole));
    if exponent < 0.0 {
        result = Scaled { fraction: 1.0 / result.fraction, exponent: -result.exponent };
    }
    result.join()
}

impl Scaled {
    /// Multiplies by `base` so many times, by squaring it.
    fn multiply_power(&mut self, mut base: Self, mut times: i64) {
        while times != 0 {
            if base.exponent.abs() > FAR {
                self.exponent += base.exponent;
                return;
            }
            if times & 1 == 1 {
                self.fraction *= base.fraction;
                self.exponent += base.exponent;
            }
            base.square();
            times >>= 1;
        }
    }

    fn square(&mut self) {
        self.fraction *= self.fraction;
        self.exponent *= 2;
        if self.fraction < 0.5 {
            self.fraction += self.fraction;
            self.exponent -= 1;
        }
    }

    /// The float that it is, rounded once.
    fn join(self) -> f64 {
        let normal = split(self.fraction);
        let exponent = self.exponent.saturating_add(normal.exponent);
        match exponent {
            _ if normal.fraction == 0.0 || !normal.fraction.is_finite() => normal.fraction,
            1025.. => f64::INFINITY.copysign(normal.fraction),
            -1020.. => normal.fraction * 2.0 * two_to(exponent - 1),
            -1075..=-1021 => normal.fraction * two_to(exponent + 60) * two_to(-60),
            _ => 0.0_f64.copysign(normal.fraction),
        }
    }
}

/// Two to a power that a normal float can say.
pub(super) fn two_to(exponent: i32) -> f64 {
    let biased = u64::try_from(exponent + 1023).expect("the exponent is that of a normal float");
    f64::from_bits(biased << 52)
}

pub(super) fn split(value: f64) -> Scaled {
    if value == 0.0 || !value.is_finite() {
        return Scaled { fraction: value, exponent: 0 };
    }
    if !value.is_normal() {
        let larger = split(value * two_to(60));
        return Scaled { exponent: larger.exponent - 60, ..larger };
    }
    let bits = value.to_bits();
    let exponent = i32::try_from(bits >> 52 & 0x7ff).expect("eleven bits are few") - 1022;
    Scaled { fraction: f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent }
}
