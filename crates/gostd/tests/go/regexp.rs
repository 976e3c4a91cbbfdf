//! `regexp` against what Go answers.

use std::ops::Range;

use crate::support::{lines, text};
use gostd::regexp::{Groups, Problem, Regexp, quote_meta};
use serde_json::Value as Json;

#[test]
fn as_go_answers() {
    for line in lines(include_str!("data/regexp.jsonl")) {
        let pattern = line[1].as_str().expect("a pattern");
        match (line[0].as_str(), Regexp::compile(pattern)) {
            (Some("error"), Err(error)) => assert_eq!(error.to_string(), line[2], "{line}"),
            (Some("match"), Ok(regexp)) => compare(&regexp, &line),
            (_, result) => panic!("{result:?}: {line}"),
        }
    }
}

fn compare(regexp: &Regexp, line: &Json) {
    let (given, template) = (text(&line[2]), text(&line[4]));
    let limit = usize::try_from(line[7].as_i64().expect("a number")).ok();
    let places = |json: &Json| -> Vec<Groups> { json.as_array().expect("matches").iter().map(groups).collect() };
    let all = places(&line[3]);
    assert_eq!(regexp.is_match(&given[..]), !all.is_empty(), "{line}");
    assert_eq!(regexp.find_groups(&given[..]).as_ref(), all.first(), "{line}");
    assert_eq!(regexp.find_all_groups(&given[..], None), all, "{line}");
    let some: Vec<Groups> = regexp.find_all(&given[..], limit).into_iter().map(|range| vec![Some(range)]).collect();
    assert_eq!(some, places(&line[8]), "{line}");
    assert_eq!(regexp.replace_all_within(1 << 20, &given[..], &template), Ok(text(&line[5])), "{line}");
    assert_eq!(regexp.replace_all_literal_within(1 << 20, &given[..], &template), Ok(text(&line[6])), "{line}");
    let parts: Vec<&[u8]> = regexp.split_ranges(&given[..], limit).into_iter().map(|range| &given[range]).collect();
    let expected: Vec<Vec<u8>> = line[9].as_array().expect("parts").iter().map(text).collect();
    assert_eq!(parts, expected, "{line}");
    assert_eq!(serde_json::json!(regexp.group_names()), line[10], "{line}");
}

/// Go's list of places, in which what did not take part is at -1.
fn groups(places: &Json) -> Groups {
    let numbers: Vec<i64> =
        places.as_array().expect("places").iter().map(|place| place.as_i64().expect("one")).collect();
    let range =
        |pair: &[i64]| -> Option<Range<usize>> { Some(usize::try_from(pair[0]).ok()?..usize::try_from(pair[1]).ok()?) };
    numbers.chunks(2).map(range).collect()
}

#[test]
fn depth_and_size_have_limits() {
    let nested = |depth: usize| "(a|".repeat(depth) + &"b)*".repeat(depth);
    assert!(Regexp::compile(&nested(60)).is_ok());
    assert!(Regexp::compile(&("(".repeat(240) + "a" + &")".repeat(240))).is_ok());
    for (pattern, problem) in [
        (nested(2_000), Problem::NestingDepth),
        ("(".repeat(200_000), Problem::MissingParen),
        ("(?:".repeat(200_000), Problem::MissingParen),
        (r"\pL{1000}".to_string(), Problem::Large),
        (r"\pL".repeat(100_000), Problem::Large),
        ("()".repeat(20_000), Problem::Large),
    ] {
        assert_eq!(Regexp::compile(&pattern).expect_err("it is too much").problem, problem, "{}", &pattern[..9]);
    }
}

#[test]
fn time_grows_with_the_text() {
    let regexp = Regexp::compile("(?:a*)*b|(a|aa)+c").expect("it is an expression");
    assert!(!regexp.is_match(&"a".repeat(100_000)[..]));
}

#[test]
fn results_have_a_limit() {
    let regexp = Regexp::compile("").expect("it is an expression");
    assert!(regexp.replace_all(&"a".repeat(1 << 15), &"b".repeat(1 << 15)).is_err());
    assert_eq!(regexp.replace_all("ab", "-").expect("it is short"), "-a-b-");
}

#[test]
fn other_questions() {
    let regexp = Regexp::compile(r"(?P<key>\w+)=(\w+)").expect("it is an expression");
    assert_eq!((regexp.group_count(), regexp.group_index("key"), regexp.group_index("")), (2, Some(1), None));
    assert_eq!(regexp.find("a b=c"), Some(2..5));
    assert_eq!(regexp.replace_all("a=b c=d", "$2=$key").expect("it is short"), "b=a d=c");
    assert_eq!(regexp.replace_all_with("a=b c=d", str::to_uppercase).expect("it is short"), "A=B C=D");
    assert_eq!(regexp.replace_all_literal("a=b", "$1").expect("it is short"), "$1");
    assert_eq!(Regexp::compile(",").expect("it is an expression").split("a,b,c", Some(2)), ["a", "b,c"]);
    assert_eq!(quote_meta("a.b[c]é"), r"a\.b\[c\]é");
}
