//! Bad input ends with an error, soon.

use super::support::Case;
use data::hiera::parse;
use diagnostics::FileId;
use document::Limits;
use proptest::prelude::*;
use std::fmt::Write;

fn is_refused(text: &str) {
    assert!(Case::new(text).resolve().is_err(), "{}", text.get(..80).unwrap_or(text));
}

/// Whatever comes out, it comes out: something quadratic would not end in a day.
fn ends_soon(text: &str) {
    let _ = Case::new(text).resolve();
}

fn repeated(count: usize, write: impl Fn(&mut String, usize)) -> String {
    let mut text = String::new();
    (0..count).for_each(|number| write(&mut text, number));
    text
}

#[test]
fn deep_and_endless_documents() {
    is_refused(&format!("data: {}{}\n", "[".repeat(10_000), "]".repeat(10_000)));
    is_refused(&format!("{{\"data\": {}{}}}", "[".repeat(10_000), "]".repeat(10_000)));
    is_refused("data: &a\n  b: *a\n");
    let laughs = repeated(30, |text, n| writeln!(text, "  l{0}: &l{0} [*l{n}, *l{n}, *l{n}]", n + 1).unwrap());
    is_refused(&format!("data:\n  l0: &l0 [x]\n{laughs}"));
}

#[test]
fn limits_are_those_of_documents() {
    let limits = Limits { size: 10, ..Limits::default() };
    assert!(parse("data: {a: 1}\n", FileId::FIRST, limits).is_err());
    assert!(parse(r#"{"data": {"a": 1}}"#, FileId::FIRST, limits).is_err());
}

#[test]
fn many_comments() {
    ends_soon(&format!("data:\n{}  a: 1\n", "  # @require\n".repeat(50_000)));
    ends_soon(&format!("data:\n  a: 1\n{}", "  # @what\n".repeat(50_000)));
    ends_soon(&format!("data:\n  a: {}\n", "# @ ".repeat(100_000)));
    let keys = repeated(5_000, |text, n| writeln!(text, "  # @require\n  k{n}: 1 # @validate isInt(value)").unwrap());
    let json = repeated(50_000, |text, n| write!(text, "\"k{n}\": \"# @require\", ").unwrap());
    ends_soon(&format!("{{\"data\": {{{json} \"last\": 1}}}}"));
    assert!(Case::new(&format!("data:\n{keys}")).resolve().is_ok());
}

#[test]
fn many_openers_and_endless_expressions() {
    ends_soon(&format!("data: {{a: '{}'}}\n", "{{".repeat(100_000)));
    is_refused("data: {a: '{{ sum(map(1..1000000, # * 2)) + len(1..100000000) }}'}\n");
    is_refused("data:\n  # @validate len(repeat(value, 1000000000)) > 0\n  a: x\n");
    is_refused("data:\n  # @validate isRegex(value, '(a{1000}){1000}')\n  a: x\n");
}

/// Pieces of documents, many of which make no sense behind each other.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        5 => Just("\n  "), 3 => Just("\n    "), 1 => Just("\n"), 2 => Just("a: "), 2 => Just("b:"), 1 => Just("k.l: "), 1 => Just("c: 1"),
        2 => Just(" # @require"), 2 => Just("# @validate isInt(value)"), 1 => Just("# @secret"), 1 => Just("#@x"), 1 => Just("- "),
        1 => Just("{p: 1, "), 1 => Just("}"), 1 => Just("["), 1 => Just("]"), 1 => Just("|\n      "), 1 => Just("'"), 1 => Just("\""),
        1 => Just("{{ Facts.x }}"), 1 => Just("${ nope("), 1 => Just("&n "), 1 => Just("*n"), 1 => Just("<<: "), 1 => Just("ü"), 1 => Just("\r"),
        1 => Just("\ndata:"), 1 => Just("\noverrides:\n  default:"), 1 => Just("\nhierarchy: {order: [x, '{{ 1 }}']}"), 1 => Just("---"), 1 => Just("? "),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| format!("data:{}", pieces.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_comes_in_problems_have_places(text in pieces()) {
        let case = Case::new(&text);
        let problems = match case.resolve() {
            Ok(resolved) => resolved.warnings,
            Err(problems) => problems,
        };
        for problem in &problems {
            prop_assert!(!problem.labels.is_empty(), "{:?}", problem);
            for label in &problem.labels {
                prop_assert!(text.get(label.span.start as usize..label.span.end as usize).is_some(), "{:?}", problem);
            }
        }
        case.rendered(&problems);
        let _ = (case.explain("a"), case.explain("a.b.0"));
    }
}

#[test]
fn a_comment_may_stand_behind_one_wide_character() {
    for text in ["data:\n  ü # @require", "data:\n  ü: # @require\n    - ü # @secret\n"] {
        let _ = Case::new(text).resolve();
    }
}
