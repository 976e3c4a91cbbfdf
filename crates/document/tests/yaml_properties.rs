//! Whatever the text is: no panic, every place inside of it, and JSON comes back as it went in.
#![expect(clippy::disallowed_methods, reason = "the recorded cases are files")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diagnostics::{Diagnostics, FileId, Span};
use document::{Kind, Limits, Node, Options, parse, parse_any, parse_json};
use proptest::prelude::*;
use serde_json::Value as Json;
use std::path::Path;
use std::sync::LazyLock;

/// The texts of all recorded cases, as seeds.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/yaml");
    let files = std::fs::read_dir(folder).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let lines: String = files.collect();
    lines
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).unwrap()["in"]["text"].as_str().unwrap().to_owned())
        .collect()
});

fn check(text: &str) {
    let small = Limits { depth: 20, aliases: 50, nodes: 1000, size: 5000 };
    let all = [Options::manifest(), Options::solution(), Options::manifest().with_limits(small)];
    for options in &all {
        check_result(text, parse(text, FileId::FIRST, options));
        check_result(text, parse_any(text, FileId::FIRST, options));
    }
    check_result(text, parse_json(text, FileId::FIRST, Limits::default()));
}

fn check_result(text: &str, result: Result<Node<'_>, Diagnostics>) {
    match result {
        Ok(node) => {
            check_node(text, &node);
            let _ = (node.to_value(), node.kind_name(), node.clone().into_owned(), node.into_root_map());
        }
        Err(problems) => {
            assert!(problems.has_errors(), "{text:?}");
            for problem in &problems {
                assert!(problem.span().is_some(), "{text:?}: {} has no place", problem.message);
                problem.labels.iter().for_each(|label| check_span(text, label.span));
            }
        }
    }
}

fn check_node(text: &str, node: &Node<'_>) {
    check_span(text, node.span);
    match &node.kind {
        Kind::List(items) => items.iter().for_each(|item| check_node(text, item)),
        Kind::Map(entries) => {
            for entry in entries {
                check_node(text, &entry.key);
                check_node(text, &entry.value);
            }
        }
        _ => {}
    }
}

fn check_span(text: &str, span: Span) {
    assert!(text.get(span.start as usize..span.end as usize).is_some(), "{text:?} has no {span:?}");
}

/// Characters that mean something in YAML, some that do not, and some that take several bytes.
fn yaml_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(vec![
            " ", "\n", "  ", "\n  ", ": ", "- ", "? ", ":", "-", "?", "#", " #", "'", "\"", "[", "]", "{", "}", ",", "&a ", "*a", "!t ", "!!str ",
            "!!int ", "|", ">", "|-\n", ">2\n", "%", "@", "`", "<<: ", "---\n", "...\n", "\t", "\r", "\r\n", "\\", "\\u12", "~", "1", "0x", ".5",
            "null", "true", "2024-01-01", "%YAML 1.2\n", "\u{feff}", "\u{85}", "\u{2028}", "\0", "é", "😀",
        ]).prop_map(str::to_owned),
        2 => "[a-z]{1,4}",
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A recorded text with a piece taken out, doubled or replaced.
fn mutated() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        0..3_u8,
        yaml_like(),
    );
    change.prop_map(|(text, from, len, how, other)| {
        let text = &TEXTS[text.index(TEXTS.len())];
        let from = text.floor_char_boundary(from.index(text.len() + 1));
        let to = text.floor_char_boundary((from + len.index(8)).min(text.len())).max(from);
        let (before, piece, after) = (&text[..from], &text[from..to], &text[to..]);
        match how {
            0 => format!("{before}{after}"),
            1 => format!("{before}{piece}{piece}{after}"),
            _ => format!("{before}{other}{after}"),
        }
    })
}

fn json_value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        (-1e9..1e9).prop_map(Json::from),
        any::<String>().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            proptest::collection::hash_map(any::<String>(), inner, 0..6)
                .prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

fn to_json(node: &Node<'_>) -> Json {
    match &node.kind {
        Kind::Null => Json::Null,
        Kind::Bool(value) => Json::from(*value),
        Kind::Int(value) => Json::from(*value),
        Kind::Uint(value) => Json::from(*value),
        Kind::Float(value) => Json::from(*value),
        Kind::String(text) => Json::from(text.as_ref()),
        Kind::List(items) => items.iter().map(to_json).collect(),
        Kind::Map(entries) => {
            entries.iter().map(|entry| (entry.key.as_str().unwrap().to_owned(), to_json(&entry.value))).collect()
        }
        other => panic!("JSON has no {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_text_of_yaml_pieces(text in yaml_like()) {
        check(&text);
    }

    #[test]
    fn any_mutated_case(text in mutated()) {
        check(&text);
    }

    #[test]
    fn json_comes_back(value in json_value()) {
        for text in [serde_json::to_string(&value).unwrap(), serde_json::to_string_pretty(&value).unwrap()] {
            let node = parse_json(&text, FileId::FIRST, Limits::default());
            prop_assert_eq!(to_json(&node.unwrap()), value.clone());
        }
    }

    /// Texts in double quotes mean the same in JSON and in YAML.
    #[test]
    fn json_texts_are_yaml(text in any::<String>()) {
        let source = format!("k: {}\n", serde_json::to_string(&text).unwrap());
        let node = parse(&source, FileId::FIRST, &Options::manifest()).unwrap();
        prop_assert_eq!(node.get("k").unwrap().as_str(), Some(text.as_str()));
    }
}
