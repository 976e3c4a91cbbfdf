//! What must hold for every document, whatever its bytes are. The targets share it.

pub mod archives;
pub mod engines;
pub mod hcl;
pub mod paths;
pub mod trees;

use diagnostics::{Diagnostics, Redactor, Renderer, Sources, Span, Style};
use document::write::{Fidelity, Order, YamlStyle, to_yaml};
use document::{Dialect, Documents, Kind, Limits, Node, Options};
use std::collections::HashSet;
use value::{Map, Value};

/// Small enough that no input takes long.
pub fn limits() -> Limits {
    Limits { aliases: 10_000, ..Limits::default() }
}

/// Reads a text and looks at every place that the result names.
pub fn parse(text: &str, dialect: Dialect) -> Option<Value> {
    let sources = source_of(text);
    let options = Options { dialect, limits: limits(), documents: Documents::First };
    match document::parse(text, diagnostics::FileId::FIRST, &options) {
        Ok(node) => {
            check_node(text, &node);
            Some(node.to_value())
        }
        Err(problems) => {
            check_problems(&sources, &problems);
            None
        }
    }
}

/// The one file of a target.
pub fn source_of(text: &str) -> Sources {
    let mut sources = Sources::new();
    sources.add("fuzz.yaml", text);
    sources
}

/// Every node is inside the text.
pub fn check_node(text: &str, node: &Node<'_>) {
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

/// There is a problem, each has a place inside the text, and all of them can be shown.
pub fn check_problems(sources: &Sources, problems: &Diagnostics) {
    assert!(problems.iter().count() > 0, "refused without a reason");
    for problem in problems.iter() {
        assert!(!problem.labels.is_empty(), "a problem without a place: {problem:?}");
        problem.labels.iter().for_each(|label| check_span(sources.content(label.span.file), label.span));
    }
    show(sources, problems);
}

/// No text reaches a terminal with a control character in it, and JSON is JSON.
fn show(sources: &Sources, problems: &Diagnostics) {
    let renderer = Renderer::new(sources, Redactor::default());
    let report = renderer.report(problems, Style::Plain);
    assert!(!report.contains(|letter: char| letter.is_control() && letter != '\n'), "{report:?}");
    renderer.report(problems, Style::Colour);
    for problem in problems.iter() {
        assert!(!renderer.line(problem).contains('\n'));
        Value::from_json(&renderer.json(problem)).expect("a problem as JSON is JSON");
    }
}

fn check_span(text: &str, span: Span) {
    let (start, end) = (span.start as usize, span.end as usize);
    assert!(text.get(start..end).is_some(), "{start}..{end} is no part of a text of {} bytes", text.len());
}

const STYLE: YamlStyle = YamlStyle { indent: 2, order: Order::Keep, fidelity: Fidelity::Meaning };

/// A value out of a document that is written as YAML reads back as it was.
pub fn check_reads_back(value: &Value) {
    if has_twins(value) {
        return;
    }
    let Ok(written) = to_yaml(value, &STYLE) else { return };
    let again = parse(&written, Dialect::YamlV3);
    // Their texts are compared, because NaN is not equal to itself.
    assert_eq!(format!("{again:?}"), format!("{:?}", Some(with_text(value))), "written as {written:?}");
}

/// Whether a map has two keys with the same text, such as `8` and `"8"`: to yaml.v3 the second one is a duplicate.
pub fn has_twins(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().any(has_twins),
        Value::Map(map) => {
            let texts: HashSet<String> = map.keys().map(ToString::to_string).collect();
            texts.len() < map.len() || map.values().any(has_twins)
        }
        _ => false,
    }
}

/// yaml.v3 reads bytes as text.
fn with_text(value: &Value) -> Value {
    match value {
        Value::Bytes(bytes) => Value::text_part(bytes),
        Value::List(items) => Value::List(items.iter().map(with_text).collect()),
        Value::Map(map) => {
            let mut copy = Map::new();
            map.iter().for_each(|(key, value)| drop(copy.insert(key.clone(), with_text(value))));
            Value::Map(copy)
        }
        _ => value.clone(),
    }
}

/// A value that is written as YAML can be read, and what was read is written the same. Kinds that YAML does not have,
/// such as durations, become others on the way.
pub fn check_written_twice(value: &Value) {
    if has_twins(value) {
        return;
    }
    let Ok(written) = to_yaml(&with_text(value), &STYLE) else { return };
    let again = parse(&written, Dialect::YamlV3).unwrap_or_else(|| panic!("{written:?} cannot be read"));
    assert_eq!(to_yaml(&again, &STYLE), Ok(written));
}
