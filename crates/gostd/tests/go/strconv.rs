//! `strconv` against what Go answers.

use std::fmt::Debug;

use gostd::strconv::{
    Bits, FloatVerb, NumError, atoi, format_float, parse_bool, parse_complex, parse_float, parse_int, parse_uint,
    unquote, unquote_char,
};
use serde_json::{Value as Json, json};

use crate::support::{lines, text};

#[test]
fn as_go_answers() {
    for line in lines(include_str!("data/strconv.jsonl")) {
        let given = line[1].as_str().unwrap_or_default();
        let number = |at: usize| u32::try_from(line[at].as_u64().expect("a number")).expect("a small one");
        let (answer, error) = match line[0].as_str() {
            Some("int") => result(parse_int(given, number(2), number(3)), |value| json!([value.to_string()])),
            Some("uint") => result(parse_uint(given, number(2), number(3)), |value| json!([value.to_string()])),
            Some("atoi") => result(atoi(given), |value| json!([value.to_string()])),
            Some("bool") => result(parse_bool(given), |value| json!([value])),
            Some("float") => result(parse_float(given, bits(number(2), 32)), |value| json!([float(value)])),
            Some("complex") => {
                let parsed = parse_complex(given, bits(number(2), 64));
                result(parsed, |(real, imaginary)| json!([float(real), float(imaginary)]))
            }
            Some("unquote") => unquoted(&text(&line[1])),
            Some("char") => unquoted_char(&line),
            _ => (formatted(&line), json!([])),
        };
        let answer: Vec<Json> =
            [answer, error].iter().flat_map(|part| part.as_array().expect("a list").clone()).collect();
        let line = line.as_array().expect("a list");
        assert_eq!(answer, line[line.len() - answer.len()..], "{line:?}");
    }
}

fn result<T: Copy + Debug>(parsed: Result<T, NumError<T>>, show: impl Fn(T) -> Json) -> (Json, Json) {
    match parsed {
        Ok(value) => (show(value), json!([null])),
        Err(error) => (show(error.value), json!([error.to_string()])),
    }
}

fn bits(size: u32, single: u32) -> Bits {
    if size == single { Bits::Single } else { Bits::Double }
}

/// The bits of a number; Go has one NaN.
fn float(value: f64) -> String {
    let bits = if value.is_nan() { 0x7ff8_0000_0000_0001 } else { value.to_bits() };
    format!("{bits:x}")
}

fn bytes(bytes: &[u8]) -> Json {
    match std::str::from_utf8(bytes) {
        Ok(text) => json!(text),
        Err(_) => json!({ "x": bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat() }),
    }
}

fn unquoted(given: &[u8]) -> (Json, Json) {
    match unquote(given) {
        Ok(text) => (json!([bytes(&text)]), json!([null])),
        Err(error) => (json!([""]), json!([error.to_string()])),
    }
}

fn unquoted_char(line: &Json) -> (Json, Json) {
    let quote = u8::try_from(line[2].as_u64().expect("a byte")).expect("a byte");
    match unquote_char(&text(&line[1]), quote) {
        Ok((c, rest)) => (json!([c.code(), line[4], bytes(rest)]), json!([null])),
        Err(error) => (json!([line[3], line[4], ""]), json!([error.to_string()])),
    }
}

fn formatted(line: &Json) -> Json {
    let value = f64::from_bits(u64::from_str_radix(line[1].as_str().expect("bits"), 16).expect("bits"));
    let letter = line[2].as_str().and_then(|verb| verb.chars().next()).expect("a letter");
    let precision = usize::try_from(line[3].as_i64().expect("a number")).ok();
    let size = bits(u32::try_from(line[4].as_u64().expect("a size")).expect("a size"), 32);
    json!([format_float(value, FloatVerb::from_letter(letter).expect("a form"), precision, size)])
}
