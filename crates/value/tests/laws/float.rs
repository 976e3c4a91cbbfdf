//! Floating-point numbers as text.

use proptest::prelude::*;
use value::{FloatFormat, Number, format_float};

/// Any bits, and numbers that people write.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        (any::<i32>(), -12_i32..12).prop_map(|(digits, exponent)| f64::from(digits) * 10_f64.powi(exponent)),
        (any::<i64>(), 0_u8..60).prop_map(|(bits, shift)| Number::Int(bits >> shift).to_f64() / 8.0),
    ]
    .prop_filter("only finite numbers have digits", |value| value.is_finite())
}

/// The fewest digits that read back as the same number, found by trying one after the other.
fn fewest_digits(value: f64) -> usize {
    (0..17).find(|after_point| format!("{value:.after_point$e}").parse() == Ok(value)).map_or(17, |count| count + 1)
}

fn significant(text: &str) -> usize {
    text.split(['e', 'E']).next().unwrap_or_default().chars().filter(char::is_ascii_digit).count()
}

proptest! {
    #[test]
    fn every_form_reads_back_as_the_same_bits(value in float()) {
        for format in [
            FloatFormat::LowerExponent, FloatFormat::UpperExponent, FloatFormat::Plain, FloatFormat::LowerGeneral,
            FloatFormat::UpperGeneral,
        ] {
            let text = format_float(value, format, None);
            prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{}", text);
        }
    }

    #[test]
    fn no_digit_is_wasted(value in float()) {
        let text = format_float(value, FloatFormat::LowerExponent, None);
        prop_assert!(significant(&text) <= fewest_digits(value), "{}", text);
    }

    #[test]
    fn precision_is_kept(value in float(), precision in 0_usize..30) {
        let text = format_float(value, FloatFormat::LowerExponent, Some(precision));
        prop_assert_eq!(significant(&text), precision + 1);
        let text = format_float(value, FloatFormat::Plain, Some(precision));
        prop_assert_eq!(text.split_once('.').map_or(0, |(_, fraction)| fraction.len()), precision);
    }

    #[test]
    fn comparing_with_an_integer_is_exact(integer in any::<i64>(), nudge in -2_i64..3) {
        // The nearest float, taken back to an integer of twice the width, is the exact value to compare with.
        let float = Number::Int(integer.saturating_add(nudge)).to_f64();
        let exact: i128 = format!("{float:.0}").parse().unwrap();
        prop_assert_eq!(Number::Int(integer).partial_cmp(&Number::Float(float)), Some(i128::from(integer).cmp(&exact)));
    }
}
