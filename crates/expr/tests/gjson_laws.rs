//! Laws: no path makes the engine panic, text and value agree, and paths that ask for too much end with an error.
#![expect(clippy::disallowed_methods, reason = "the time that something takes is measured")]

use std::time::{Duration, Instant};

use expr::gjson::{Document, Found, GjsonError, KeyOrder, lookup, lookup_number};
use proptest::prelude::*;
use value::{Unknown, Value};

const DOCUMENT: &str = r#"{"a":{"b":[1,2.5,{"c":"x","d":null}],"k.l":true},"list":["x","y","xy"],"n":7,"s":"{\"q\":[1]}","objs":[{"id":1,"t":["p"]},{"id":2,"t":[]}]}"#;

fn shown(found: &Found<'_>) -> (bool, &'static str, String, String) {
    (
        found.exists(),
        found.kind().name(),
        found.text().expect("it is well formed"),
        found.raw().expect("it is well formed"),
    )
}

fn check(path: &str) {
    let value = Value::from_json(DOCUMENT).expect("it is well formed");
    let in_text = Document::text(DOCUMENT).get(path);
    let in_value = Document::new(&value, KeyOrder::Keep).get(path);
    match (in_text, in_value) {
        (Ok(a), Ok(b)) => assert_eq!(shown(&a), shown(&b), "{path}"),
        (a, b) => assert_eq!(a.err(), b.err(), "{path}"),
    }
}

fn paths() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("a"),
        Just("b"),
        Just("c"),
        Just("list"),
        Just("objs"),
        Just("id"),
        Just("t"),
        Just("n"),
        Just("s"),
        Just("0"),
        Just("2"),
        Just("#"),
        Just("*"),
        Just("l?st"),
        Just("k\\.l"),
        Just("#(id==1)"),
        Just("#(id>0)#"),
        Just("#(%\"x*\")#"),
        Just("#(t.#>0)"),
        Just("#(d==~null)#"),
        Just("@reverse"),
        Just("@keys"),
        Just("@values"),
        Just("@flatten"),
        Just("@join"),
        Just("@this"),
        Just("@tostr"),
        Just("@fromstr"),
        Just("@group"),
        Just("@dig:id"),
        Just("@pretty"),
        Just("@ugly"),
        Just("@valid"),
        Just("[a,n]"),
        Just("{n,\"z\":list.#}"),
        Just("!5"),
        Just("!\"x\""),
        Just(".."),
        Just(""),
        Just("\\"),
        Just("#("),
        Just("["),
        Just("{\"x"),
        Just("@flatten:{\"deep\":true}"),
    ];
    let separator = prop_oneof![3 => Just("."), 1 => Just("|")];
    prop::collection::vec((part, separator), 1..8)
        .prop_map(|parts| {
            parts.iter().flat_map(|(part, separator)| [part.to_string(), separator.to_string()]).collect::<String>()
        })
        .prop_map(|path| path.trim_end_matches(['.', '|']).to_string())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, ..ProptestConfig::default() })]

    #[test]
    fn any_path(path in paths()) {
        check(&path);
    }

    #[test]
    fn any_text(path in "[ -~é]{0,30}") {
        check(&path);
    }

    #[test]
    fn any_document(text in "[\\[\\]{}:,\"\\\\a-c0-9 tfn.-]{0,40}", path in paths()) {
        let _ = Document::text(&text).get(&path).map(|found| (found.raw(), found.text(), found.to_value()));
    }
}

#[test]
fn too_much_is_an_error() {
    let value = Value::from_json(DOCUMENT).unwrap();
    let get = |path: &str| Document::new(&value, KeyOrder::Keep).get(path).map(|found| found.exists());
    assert_eq!(get(&vec!["[@this,@this]"; 40].join("|")), Err(GjsonError::TooLarge));
    assert_eq!(get(&vec!["[@this]"; 1_000].join("|")), Err(GjsonError::TooDeep));
    assert_eq!(get(&"[".repeat(100_000)), Ok(false));
    assert_eq!(get(&format!("{}n{}", "[".repeat(10_000), "]".repeat(10_000))), Err(GjsonError::TooDeep));
    assert_eq!(get(&format!("list.{}%\"x\"{}", "#(".repeat(5_000), ")".repeat(5_000))), Ok(false));
    assert_eq!(get(&vec!["@this"; 100_000].join("|")), Ok(true));
    assert_eq!(get(&format!("!{}", "[".repeat(100_000))), Err(GjsonError::TooDeep));
    assert!(get(&"a.".repeat(500_000)).is_ok());
}

#[test]
fn a_path_has_at_most_one_mebibyte() {
    let value = Value::from_json(DOCUMENT).unwrap();
    let get =
        |length: usize| Document::new(&value, KeyOrder::Keep).get(&"a".repeat(length)).map(|found| found.exists());
    assert_eq!(get(1 << 20), Ok(false));
    let refused = get((1 << 20) + 1).unwrap_err();
    assert_eq!(refused, GjsonError::TooLong { length: (1 << 20) + 1, limit: 1 << 20 });
    assert_eq!(refused.to_string(), "path of 1048577 bytes is longer than 1048576");
}

/// A value of `2^levels` items that takes hardly any memory.
fn doubled(levels: usize) -> Value {
    (0..levels).fold(Value::from(1), |inner, _| Value::from(vec![inner.clone(), inner]))
}

#[test]
fn shared_values_are_not_walked_without_end() {
    let document = Value::from(value::Map::from_iter([("d", doubled(60))]));
    let found = |path: &str| Document::new(&document, KeyOrder::Keep).get(path);
    for path in ["d|@tostr", "d|@pretty", "d|@flatten:{\"deep\":true}", "d|@dig:x", "[d,d]|@tostr"] {
        assert_eq!(found(path).map(|found| found.exists()), Err(GjsonError::TooLarge), "{path}");
    }
    let all = found("d").unwrap();
    assert_eq!(all.text(), Err(GjsonError::TooLarge));
    assert_eq!(all.raw(), Err(GjsonError::TooLarge));
    assert_eq!(all.to_value().as_list().map(|list| list.len()), Some(2));
    assert_eq!(lookup([("data", &document)], "data.d"), Err(GjsonError::TooLarge));
    let deep = (0..2_000).fold(Value::from(1), |inner, _| Value::from(vec![inner]));
    assert_eq!(lookup([("data", &deep)], "data"), Err(GjsonError::TooDeep));
}

/// What is shared in the data is shared in what is found: a short text with many aliases takes no more memory there.
#[test]
fn what_is_shared_stays_shared() {
    let data = value::Map::from_iter([("d", doubled(18))]).into();
    let mut found = lookup([("data", &data)], "data.d").unwrap().unwrap();
    for _ in 1..18 {
        let [Value::List(first), Value::List(second)] = found.as_list().unwrap().as_ref() else { panic!("{found:?}") };
        assert!(first.shares_with(second));
        found = Value::List(first.clone());
    }
    assert_eq!(found, Value::from(vec![Value::Float(1.0); 2]));
}

/// What a path may do grows with the data in memory, not with what its shared parts would be when they are written out.
#[test]
fn large_data_allows_more_than_data_that_looks_large() {
    let row = |n: i64| Value::from(value::Map::from_iter([("id", Value::Int(n)), ("name", format!("host{n}").into())]));
    let rows = Value::from(value::Map::from_iter([("h", (0..60_000).map(row).collect::<Value>())]));
    let found = |data: &Value, path: &str| Document::new(data, KeyOrder::Keep).get(path).map(|found| found.exists());
    for path in
        ["h.#.name", "h.#(name==\"host59999\").id", "h.@reverse|0", "h.@pretty|#", "@dig:id|#", "h.#.{id,name}|#"]
    {
        assert_eq!(found(&rows, path), Ok(true), "{path}");
    }
    let note = "y".repeat(20_000);
    let row_with_note =
        |n: i64| Value::from(value::Map::from_iter([("id", Value::Int(n)), ("note", format!("{note}{n}").into())]));
    let notes = Value::from(value::Map::from_iter([("h", (0..2_000).map(row_with_note).collect::<Value>())]));
    for path in ["h.#(note%\"*z*\")#.id|#", "h.#(note!%\"z*\")#.id|#", "h|@pretty|@ugly|0.id"] {
        assert_eq!(found(&notes, path), Ok(true), "{path}");
    }
    let looks_large = Value::from(value::Map::from_iter([("h", doubled(17))]));
    for path in ["h.@pretty|#", "@dig:@dig:a", "@dig:@tostr|#"] {
        assert_eq!(found(&looks_large, path), Err(GjsonError::TooLarge), "{path}");
    }
}

#[test]
fn what_a_long_path_repeats_takes_steps() {
    let list: Value = (0..20_000).map(Value::Int).collect();
    let text = Value::from("x".repeat(1 << 20));
    let document = Value::from(value::Map::from_iter([("list", list), ("text", vec![text; 100].into())]));
    let found = |path: &str| Document::new(&document, KeyOrder::Keep).get(path).map(|found| found.exists());
    for path in [
        format!("list|{}", vec!["@reverse"; 5_000].join("|")),
        format!("list|{}", vec!["@tostr|@fromstr"; 5_000].join("|")),
        format!("list|{}", vec!["@pretty:{}"; 50_000].join("|")),
        format!("list|@pretty:{{\"indent\":\"{}\",\"width\":0}}", " ".repeat(1 << 19)),
        format!("list.#.[{}0]", "0,".repeat(1 << 18)),
        format!("text.#(%\"*{}y\")", "x".repeat(1 << 19)),
        "text|@pretty".to_owned(),
    ] {
        assert_eq!(found(&path), Err(GjsonError::TooLarge), "{path:.60}");
    }
}

#[test]
fn lookup_goes_the_way_of_json() {
    let data = Value::from_json(
        r#"{"i": 3, "f": 3.5, "whole": 4.0, "small": 1e-7, "large": 1e21, "l": [1, 2.5], "z": {"b": 1, "a": 2}}"#,
    )
    .unwrap();
    let find = |path: &str| lookup([("facts", &Value::Null), ("data", &data)], path).unwrap();
    assert_eq!(find("data.i"), Some(Value::Int(3)));
    assert_eq!(find("data.f"), Some(Value::Float(3.5)));
    assert_eq!(find("data.whole"), Some(Value::Int(4)));
    assert_eq!(find("data.small"), Some(Value::Float(1e-7)));
    assert_eq!(find("data.large"), Some(Value::Float(1e21)));
    assert_eq!(find("data.l"), Some(Value::from(vec![1.0.into(), 2.5.into()])));
    assert_eq!(find("data.z|@keys").map(|keys| keys.to_string()), Some("[a b]".to_string()));
    assert_eq!(find("@keys").map(|keys| keys.to_string()), Some("[facts data]".to_string()));
    assert_eq!(find("data.nope"), None);
    assert_eq!(find("facts"), Some(Value::Null));
    assert_eq!(lookup_number(&Value::Uint(u64::MAX)), Value::Uint(u64::MAX));
}

#[test]
fn what_is_unknown_stays_unknown() {
    let unknown = Value::from(Unknown::new("exec#a runs first"));
    let found = lookup([("data", &unknown)], "data.x.y").unwrap();
    assert_eq!(found, Some(unknown));
}

#[test]
fn paths_may_be_256_levels_deep() {
    let data = Value::from_json("{\"a\": 1}").expect("it is well formed");
    let document = Document::new(&data, KeyOrder::Keep);
    let nested = |levels: usize| "[".repeat(levels) + "a" + &"]".repeat(levels);
    assert!(document.get(&nested(250)).expect("it is allowed").exists());
    assert!(matches!(document.get(&nested(258)), Err(GjsonError::TooDeep)));
}

/// A list in which each list holds an object is as deep as one of them.
#[test]
fn many_lists_with_objects_are_not_deep() {
    let list: Vec<Value> = (0..400).map(|_| Value::from_json("[[{}]]").unwrap()).collect();
    let list = Value::from(list);
    let length = Document::new(&list, KeyOrder::Keep).get("@pretty|#").unwrap();
    assert_eq!(length.to_value().to_string(), "400");
}

/// Each level keeps what it made, so that what is written counts as well as what is looked at.
#[test]
fn what_is_written_again_and_again_comes_to_an_end() {
    let deep = format!("{}{}{}", "[".repeat(200), ["1"; 1000].join(","), "]".repeat(200));
    for data in [deep, format!("[{}]", vec!["123456"; 200_000].join(","))] {
        let data = Value::from_json(&data).unwrap();
        let nested = (0..49).fold("@pretty".to_owned(), |path, _| format!("[@pretty|{path}]"));
        for path in [nested, ["@pretty"; 50].join("|")] {
            let start = Instant::now();
            let answer = Document::new(&data, KeyOrder::Keep).get(&path).map(|found| found.to_value());
            assert_eq!(answer, Err(GjsonError::TooLarge));
            assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
        }
    }
}

#[test]
fn nothing_has_no_lines() {
    for (path, count) in [("nothing|..#", 0), ("n|..#", 1), ("list|..#", 1)] {
        let value = Value::from_json(DOCUMENT).expect("it is well formed");
        let found = Document::new(&value, KeyOrder::Keep).get(path).expect("it is short").to_value();
        assert_eq!(found, Value::Int(count), "{path}");
        check(path);
    }
}

#[test]
fn escapes_are_taken_out_of_components() {
    let value = Value::from_json(r#"{"a.b": {"c|d": 1, "e*": 2, "ef": 3, "\\": 4}}"#).expect("it is well formed");
    let cases = [
        ("a\\.b.c\\|d", 1),
        ("a\\.b.e\\*", 2),
        ("a\\.b.e?|@this", 2),
        ("a\\.b.ef", 3),
        ("a\\.b.\\\\", 4),
        ("a\\.b|eg", 0),
    ];
    for (path, number) in cases {
        let found = Document::new(&value, KeyOrder::Keep).get(path).expect("it is short").to_value();
        let expected = if number == 0 { Value::Null } else { Value::Int(number) };
        assert_eq!(found, expected, "{path}");
    }
}

#[test]
fn an_error_tells_the_component_that_is_to_blame() {
    let data = Value::from_json(r#"{"a": {"list": [[1, 2, 3]]}}"#).unwrap();
    let doubled = ["[@this,@this]"; 40].join("|");
    let deep = format!("{}a{}", "[".repeat(300), "]".repeat(300));
    let rest = format!("{}a{}", "[".repeat(44), "]".repeat(44));
    for (path, at, component) in [
        // The nineteenth has more than a million parts.
        (format!("a.list|{doubled}|@tostr|x"), 7 + 18 * 14, "[@this,@this]"),
        (format!("a.{{\"x\":list|{doubled}|@tostr,\"y\":b}}"), 12 + 18 * 14, "[@this,@this]"),
        (deep, 256, &rest),
    ] {
        let Err(error) = Document::new(&data, KeyOrder::Keep).search(&path) else { panic!("{path}") };
        assert_eq!((error.at.start, &path[error.at]), (at, component));
    }
}
