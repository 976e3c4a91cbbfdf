//! `unicode` against what Go answers, for all characters of the first two planes and some of the others.

use gostd::unicode;

use crate::support::lines;

type Property = (&'static str, fn(char) -> u32);

/// What is asked for each character, by the names that Go has for it.
const PROPERTIES: [Property; 17] = [
    ("IsControl", |c| unicode::is_control(c).into()),
    ("IsDigit", |c| unicode::is_digit(c).into()),
    ("IsGraphic", |c| unicode::is_graphic(c).into()),
    ("IsLetter", |c| unicode::is_letter(c).into()),
    ("IsLower", |c| unicode::is_lower(c).into()),
    ("IsMark", |c| unicode::is_mark(c).into()),
    ("IsNumber", |c| unicode::is_number(c).into()),
    ("IsPrint", |c| unicode::is_print(c).into()),
    ("IsPunct", |c| unicode::is_punct(c).into()),
    ("IsSpace", |c| unicode::is_space(c).into()),
    ("IsSymbol", |c| unicode::is_symbol(c).into()),
    ("IsTitle", |c| unicode::is_title(c).into()),
    ("IsUpper", |c| unicode::is_upper(c).into()),
    ("SimpleFold", |c| unicode::simple_fold(c).into()),
    ("ToLower", |c| unicode::lower_char(c).into()),
    ("ToTitle", |c| unicode::title_char(c).into()),
    ("ToUpper", |c| unicode::upper_char(c).into()),
];

fn characters() -> impl Iterator<Item = char> {
    ('\0'..'\u{20000}').chain(('\u{20000}'..=char::MAX).step_by(61))
}

/// FNV-1a over the answers.
fn digest(property: fn(char) -> u32) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for c in characters() {
        hash = (hash ^ u64::from(property(c))).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[test]
fn as_go_answers() {
    let table: Vec<_> = lines(include_str!("data/unicode.jsonl")).collect();
    let answers: Vec<_> =
        PROPERTIES.iter().map(|(name, property)| serde_json::json!([name, digest(*property)])).collect();
    assert_eq!(answers, table);
}

#[test]
fn printable_as_the_values_think() {
    assert!(characters().all(|c| unicode::is_print(c) == value::is_print(c)));
}
