//! Floating-point numbers as Go's `strconv.FormatFloat` and `encoding/json` write them.

/// The forms of a number, by the letters that Go uses for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatFormat {
    /// `e`: `-1.5e+06`.
    LowerExponent,
    /// `E`: `-1.5E+06`.
    UpperExponent,
    /// `f`: `-1500000`.
    Plain,
    /// `g`: `e` for large exponents, `f` otherwise.
    LowerGeneral,
    /// `G`: `E` for large exponents, `f` otherwise.
    UpperGeneral,
}

/// A number that so few digits tell apart from all others is not in the middle between two texts of that length.
const CERTAIN: usize = 15;

/// No number has more digits than this after the point, or in all; more precision only adds zeros.
const MOST_DIGITS: usize = 1_100;

/// The text of a number. `precision` is the number of digits after the point for `e` and `f`, of all significant digits
/// for `g`; without it there are just enough to read the same number back. Rounding is exact, halves to even. A
/// precision that somebody else chose is bounded by the caller: each digit is a byte.
pub fn format_float(value: f64, format: FloatFormat, precision: Option<usize>) -> String {
    if value.is_nan() {
        return "NaN".to_string();
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let magnitude = value.abs();
    if magnitude.is_infinite() {
        return if sign.is_empty() { "+Inf" } else { "-Inf" }.to_string();
    }
    let text = match format {
        FloatFormat::LowerExponent => with_exponent(magnitude, precision, 'e'),
        FloatFormat::UpperExponent => with_exponent(magnitude, precision, 'E'),
        FloatFormat::Plain => plain(magnitude, precision),
        FloatFormat::LowerGeneral => general(magnitude, precision, 'e'),
        FloatFormat::UpperGeneral => general(magnitude, precision, 'E'),
    };
    format!("{sign}{text}")
}

/// The text of a single-precision number, as `FormatFloat` with 32 bits: without a precision there are just enough digits
/// to read the same single-precision number back.
pub fn format_float32(value: f32, format: FloatFormat, precision: Option<usize>) -> String {
    if precision.is_some() || !value.is_finite() {
        return format_float(value.into(), format, precision);
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let decimal = Decimal::shortest_single(value.abs());
    let after_first = decimal.digits.len().saturating_sub(1);
    let text = match format {
        FloatFormat::LowerExponent => write_exponent(&decimal, after_first, 'e'),
        FloatFormat::UpperExponent => write_exponent(&decimal, after_first, 'E'),
        FloatFormat::Plain => write_plain(&decimal),
        FloatFormat::LowerGeneral => write_general(&decimal, None, 'e'),
        FloatFormat::UpperGeneral => write_general(&decimal, None, 'E'),
    };
    format!("{sign}{text}")
}

/// The text of a number as `encoding/json` writes it: plain for everyday sizes, otherwise with an exponent. `None` for
/// what JSON cannot say.
pub fn format_json_float(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let magnitude = value.abs();
    if magnitude == 0.0 || (1e-6..1e21).contains(&magnitude) {
        return Some(format_float(value, FloatFormat::Plain, None));
    }
    let text = format_float(value, FloatFormat::LowerExponent, None);
    // Small exponents lose the zero that Go pads them with elsewhere.
    Some(text.replace("e-0", "e-"))
}

/// Significant digits, without zeros at the end, and where the point is: `0.digits` times ten to the power of `point`.
struct Decimal {
    digits: String,
    point: i32,
}

impl Decimal {
    /// Just enough digits, or that many.
    fn of(magnitude: f64, significant: Option<usize>) -> Self {
        match significant {
            Some(count) => Self::rounded(magnitude, count),
            None => Self::shortest(magnitude),
        }
    }

    fn rounded(magnitude: f64, significant: usize) -> Self {
        Self::read(&format!("{magnitude:.*e}", significant.clamp(1, MOST_DIGITS) - 1))
    }

    /// The fewest digits that read back as the same number. Where two candidates are equally near, Rust takes the larger
    /// one and Go the even one, which is also what rounding to that many digits gives.
    fn shortest(magnitude: f64) -> Self {
        let shortest = Self::read(&format!("{magnitude:e}"));
        if !shortest.may_tie(magnitude) {
            return shortest;
        }
        let even = format!("{magnitude:.*e}", shortest.digits.len() - 1);
        if even.parse() == Ok(magnitude) { Self::read(&even) } else { shortest }
    }

    /// The fewest digits that read back as the same single-precision number, the even ones of two that are equally near.
    fn shortest_single(magnitude: f32) -> Self {
        let shortest = Self::read(&format!("{magnitude:e}"));
        let even = format!("{:.*e}", shortest.digits.len().saturating_sub(1), f64::from(magnitude));
        if even.parse() == Ok(magnitude) { Self::read(&even) } else { shortest }
    }

    /// Whether the number can be in the middle between these digits and the next. With few digits it cannot;
    /// otherwise it must have a binary fraction that is only one longer than its decimal one.
    fn may_tie(&self, magnitude: f64) -> bool {
        let after_point = self.count() - self.point;
        self.digits.len() > CERTAIN && (after_point < 0 || (magnitude * 2_f64.powi(after_point + 1)).fract() == 0.0)
    }

    /// Takes a number with an exponent apart.
    fn read(text: &str) -> Self {
        let (digits, exponent) = text.split_once('e').expect("the form with an exponent was asked for");
        let mut digits = digits.to_string();
        if digits.len() > 1 {
            digits.remove(1);
        }
        let exponent: i32 = exponent.parse().expect("an exponent is a small number");
        digits.truncate(digits.trim_end_matches('0').len());
        let point = if digits.is_empty() { 0 } else { exponent + 1 };
        Self { digits, point }
    }

    /// How many digits there are.
    fn count(&self) -> i32 {
        i32::try_from(self.digits.len()).expect("a number has at most 1,100 digits")
    }
}

fn with_exponent(magnitude: f64, precision: Option<usize>, letter: char) -> String {
    let decimal = Decimal::of(magnitude, precision.map(|after_point| after_point.saturating_add(1)));
    let after_point = precision.unwrap_or_else(|| decimal.digits.len().saturating_sub(1));
    write_exponent(&decimal, after_point, letter)
}

fn write_exponent(decimal: &Decimal, after_point: usize, letter: char) -> String {
    let (first, rest) = decimal.digits.split_at_checked(1).unwrap_or(("0", ""));
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
    let sign = if exponent < 0 { '-' } else { '+' };
    let point = if after_point > 0 { "." } else { "" };
    let zeros = "0".repeat(after_point.saturating_sub(rest.len()));
    format!("{first}{point}{rest}{zeros}{letter}{sign}{:02}", exponent.unsigned_abs())
}

fn plain(magnitude: f64, precision: Option<usize>) -> String {
    let Some(after_point) = precision else { return shortest_plain(magnitude) };
    let mut text = format!("{magnitude:.*}", after_point.min(MOST_DIGITS));
    text.extend(std::iter::repeat_n('0', after_point.saturating_sub(MOST_DIGITS)));
    text
}

/// Just enough digits without an exponent, which is what Rust itself writes, unless there are so many that they may tie.
fn shortest_plain(magnitude: f64) -> String {
    let text = magnitude.to_string();
    if text.len() <= CERTAIN { text } else { write_plain(&Decimal::shortest(magnitude)) }
}

/// All digits without an exponent.
fn write_plain(decimal: &Decimal) -> String {
    let digits = &decimal.digits;
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    let (whole, fraction) = if decimal.point <= 0 {
        ("0".to_string(), format!("{}{digits}", zeros(-decimal.point)))
    } else {
        let padded = format!("{digits}{}", zeros(decimal.point - decimal.count()));
        let (whole, fraction) = padded.split_at(usize::try_from(decimal.point).expect("it is positive"));
        (whole.to_string(), fraction.to_string())
    };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{whole}{point}{fraction}")
}

fn general(magnitude: f64, precision: Option<usize>, letter: char) -> String {
    if precision.is_none() && (1e-4..1e6).contains(&magnitude) {
        return shortest_plain(magnitude);
    }
    write_general(&Decimal::of(magnitude, precision), precision, letter)
}

fn write_general(decimal: &Decimal, precision: Option<usize>, letter: char) -> String {
    let exponent = decimal.point - 1;
    if exponent < -4 || exponent >= exponent_threshold(decimal, precision) {
        write_exponent(decimal, decimal.digits.len().saturating_sub(1), letter)
    } else {
        write_plain(decimal)
    }
}

/// From this exponent on, the form with an exponent is taken: from the precision on, or from the number of digits when all
/// of them stand before the point. For just enough digits it is six, whatever their number.
fn exponent_threshold(decimal: &Decimal, precision: Option<usize>) -> i32 {
    let Some(precision) = precision else { return 6 };
    let precision = i32::try_from(precision.max(1)).unwrap_or(i32::MAX);
    if precision > decimal.count() && decimal.count() >= decimal.point { decimal.count() } else { precision }
}

#[cfg(test)]
mod tests {
    use super::FloatFormat::{LowerExponent, LowerGeneral, Plain, UpperExponent, UpperGeneral};
    use super::*;

    /// What Go 1.26 writes with just enough digits; an empty text stands for one of hundreds of digits.
    #[test]
    fn just_enough_digits_as_strconv() {
        for (value, exponent, plain, general) in [
            (0.0, "0e+00", "0", "0"),
            (-0.0, "-0e+00", "-0", "-0"),
            (1.0, "1e+00", "1", "1"),
            (-1.5, "-1.5e+00", "-1.5", "-1.5"),
            (100_000.0, "1e+05", "100000", "100000"),
            (1e6, "1e+06", "1000000", "1e+06"),
            (16_777_216.0, "1.6777216e+07", "16777216", "1.6777216e+07"),
            (123_456_789.0, "1.23456789e+08", "123456789", "1.23456789e+08"),
            (1e20, "1e+20", "100000000000000000000", "1e+20"),
            (1e21, "1e+21", "1000000000000000000000", "1e+21"),
            (1e23, "1e+23", "100000000000000000000000", "1e+23"),
            (0.0001, "1e-04", "0.0001", "0.0001"),
            (0.000_01, "1e-05", "0.00001", "1e-05"),
            (2.55, "2.55e+00", "2.55", "2.55"),
            (0.1, "1e-01", "0.1", "0.1"),
            (5e-324, "5e-324", "", "5e-324"),
            (2.225_073_858_507_201_4e-308, "2.2250738585072014e-308", "", "2.2250738585072014e-308"),
            (1.797_693_134_862_315_7e308, "1.7976931348623157e+308", "", "1.7976931348623157e+308"),
            // Two candidates are equally near; the even one is taken.
            (
                -1_193_520_852_607_033.0 / 8.0,
                "-1.4919010657587912e+14",
                "-149190106575879.12",
                "-1.4919010657587912e+14",
            ),
            (4_503_599_627_370_496.5, "4.503599627370496e+15", "4503599627370496", "4.503599627370496e+15"),
            (9_007_199_254_740_993.0, "9.007199254740992e+15", "9007199254740992", "9.007199254740992e+15"),
            (0.000_001, "1e-06", "0.000001", "1e-06"),
            (1e-7, "1e-07", "0.0000001", "1e-07"),
        ] {
            assert_eq!(format_float(value, LowerExponent, None), exponent);
            assert_eq!(format_float(value, LowerGeneral, None), general);
            if !plain.is_empty() {
                assert_eq!(format_float(value, Plain, None), plain);
            }
        }
    }

    /// What Go 1.26 writes with a given precision.
    #[test]
    fn given_precision_as_strconv() {
        for (value, format, precision, text) in [
            (0.5, Plain, Some(0), "0"),
            (1.5, Plain, Some(0), "2"),
            (2.5, Plain, Some(0), "2"),
            (0.125, Plain, Some(2), "0.12"),
            (0.375, Plain, Some(2), "0.38"),
            (2.675, Plain, Some(2), "2.67"),
            (-0.04, Plain, Some(1), "-0.0"),
            (1e21, Plain, Some(1), "1000000000000000000000.0"),
            (1e23, Plain, Some(0), "99999999999999991611392"),
            (0.0, LowerExponent, Some(3), "0.000e+00"),
            (1234.5678, LowerExponent, Some(2), "1.23e+03"),
            (1234.5678, UpperExponent, Some(0), "1E+03"),
            (9.995, LowerExponent, Some(2), "9.99e+00"),
            (99.5, LowerExponent, Some(1), "1.0e+02"),
            (0.1, LowerExponent, Some(20), "1.00000000000000005551e-01"),
            (0.1, Plain, Some(60), "0.100000000000000005551115123125782702118158340454101562500000"),
            (1234.5678, LowerGeneral, Some(3), "1.23e+03"),
            (1234.5678, LowerGeneral, Some(6), "1234.57"),
            (1234.5678, LowerGeneral, Some(0), "1e+03"),
            (1_000_000.0, LowerGeneral, Some(6), "1e+06"),
            (1_000_000.0, LowerGeneral, Some(7), "1000000"),
            (100_000.0, LowerGeneral, Some(6), "100000"),
            (123_456.0, LowerGeneral, Some(10), "123456"),
            (1e-5, LowerGeneral, Some(4), "1e-05"),
            (0.0001, UpperGeneral, Some(4), "0.0001"),
            (1e-10, UpperGeneral, Some(2), "1E-10"),
            (0.0, LowerGeneral, Some(5), "0"),
            (99_999.5, LowerGeneral, Some(5), "1e+05"),
            (1e100, LowerGeneral, Some(30), "1.00000000000000001590289110976e+100"),
            (-2.5e-8, LowerGeneral, None, "-2.5e-08"),
        ] {
            assert_eq!(format_float(value, format, precision), text, "{value:?} {format:?} {precision:?}");
        }
    }

    /// What Go 1.26 writes for 32 bits.
    #[test]
    fn single_precision_as_strconv() {
        for (value, exponent, plain, general) in [
            (0.0, "0e+00", "0", "0"),
            (0.1, "1e-01", "0.1", "0.1"),
            (-16_777_216.0, "-1.6777216e+07", "-16777216", "-1.6777216e+07"),
            (3.402_823_5e38, "3.4028235e+38", "340282350000000000000000000000000000000", "3.4028235e+38"),
            (1e-45, "1e-45", "0.000000000000000000000000000000000000000000001", "1e-45"),
            (8_388_608.5, "8.388608e+06", "8388608", "8.388608e+06"),
        ] {
            assert_eq!(format_float32(value, LowerExponent, None), exponent);
            assert_eq!(format_float32(value, Plain, None), plain);
            assert_eq!(format_float32(value, LowerGeneral, None), general);
        }
        assert_eq!(format_float32(0.1, Plain, Some(10)), "0.1000000015");
        assert_eq!(format_float32(f32::NAN, UpperGeneral, None), "NaN");
    }

    #[test]
    fn what_is_no_number() {
        for format in [LowerExponent, UpperExponent, Plain, LowerGeneral, UpperGeneral] {
            assert_eq!(format_float(f64::NAN, format, Some(3)), "NaN");
            assert_eq!(format_float(f64::INFINITY, format, None), "+Inf");
            assert_eq!(format_float(f64::NEG_INFINITY, format, None), "-Inf");
        }
        assert_eq!(format_json_float(f64::NAN), None);
    }

    #[test]
    fn any_precision_has_an_answer() {
        assert_eq!(format_float(1.5, Plain, Some(100_000)).len(), 100_002);
        assert_eq!(format_float(1.5, LowerExponent, Some(100_000)).len(), 100_006);
        assert_eq!(format_float(1.5, LowerGeneral, Some(usize::MAX)), "1.5");
        assert!(format_float(f64::MAX, Plain, Some(2_000)).ends_with("00000"));
        assert_eq!(format_float(5e-324, Plain, Some(1_074)).len(), 1_076);
    }
}
