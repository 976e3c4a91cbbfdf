//! The tables against the list of all overloads of the original, and every example.

use super::{MACROS, Registry, Signature, TABLES};
use crate::cel::types::Type;
use crate::cel::{Engine, to_literal};

/// What every overload of the original is called, takes and gives.
const RECORDED: &str = include_str!("../../../../../tests/vectors/cel/functions.tsv");

/// Names that the original keeps for old programs and no text can use.
const RETIRED: [&str; 4] = ["in", "_in_", "__not_strictly_false__", "cel.@block"];

/// Overloads that need the outside and are handed in.
const HANDED_IN: [&str; 11] = [
    "debug_out",
    "debug_out_with_value",
    "debug_sleep",
    "debug_sleep_with_value",
    "debug_throw",
    "filepath_exists",
    "guid_new",
    "time_now",
    "time_nowFmt",
    "yaml_marshal",
    "yaml_unmarshal",
];

fn registry() -> Registry {
    let mut registry = Registry::default();
    for table in TABLES {
        registry.add_natives(table);
    }
    registry
}

fn recorded_type(ty: &Type) -> String {
    match ty {
        Type::Null => "null_type".to_string(),
        Type::Any => "google.protobuf.Any".to_string(),
        Type::Duration => "google.protobuf.Duration".to_string(),
        Type::Timestamp => "google.protobuf.Timestamp".to_string(),
        Type::Param(name) => format!("<{name}>"),
        Type::List(item) => format!("list({})", recorded_type(item)),
        Type::Map(key, value) => format!("map({}, {})", recorded_type(key), recorded_type(value)),
        Type::Optional(value) => format!("optional_type({})", recorded_type(value)),
        Type::TypeOf(of) => format!("type({})", recorded_type(of)),
        other => other.to_string(),
    }
}

fn recorded_line(name: &str, overload: &Signature) -> String {
    let parameters: Vec<String> = overload.parameters.iter().map(recorded_type).collect();
    let (id, method, result) = (overload.id, overload.method, recorded_type(&overload.result));
    format!("{name}\t{id}\t{method}\t[{}]\t{result}", parameters.join(" "))
}

#[test]
fn every_overload_of_the_original_is_there() {
    let registry = registry();
    let ours: Vec<String> = (registry.all().iter())
        .flat_map(|function| function.overloads.iter().map(|overload| recorded_line(function.name, overload)))
        .collect();
    for line in RECORDED.lines().filter(|line| !line.starts_with("MACRO")) {
        let mut cells = line.split('\t');
        let (name, id) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        if !RETIRED.contains(&name) && !HANDED_IN.contains(&id) {
            assert!(ours.iter().any(|ours| ours == line), "{line}");
        }
    }
}

#[test]
fn every_macro_of_the_original_is_there() {
    // Extensions of protocol buffers have nothing to extend here.
    let messages = ["getExt", "hasExt"];
    for line in RECORDED.lines().filter_map(|line| line.strip_prefix("MACRO ")) {
        let name = line.split(':').next().unwrap_or_default();
        let known = MACROS.iter().any(|entry| entry.name == name || entry.name.ends_with(&format!(".{name}")));
        assert!(known || messages.contains(&name), "{line}");
    }
}

#[test]
fn every_example_gives_its_result() {
    let engine = Engine::new();
    for entry in engine.reference() {
        assert!(!entry.help.is_empty() && !entry.signatures.is_empty(), "{}", entry.name);
        let program = engine.compile(entry.example, &[]).unwrap_or_else(|error| panic!("{}: {error}", entry.example));
        let result = program.evaluate(&()).unwrap_or_else(|error| panic!("{}: {error}", entry.example));
        assert_eq!(to_literal(&result), entry.result, "{}", entry.example);
    }
}

#[test]
fn every_name_is_declared_once() {
    let mut names: Vec<&str> = TABLES.iter().copied().flatten().map(|native| native.name).collect();
    names.extend(MACROS.iter().map(|entry| entry.name));
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn no_overload_is_declared_twice() {
    let registry = registry();
    let mut ids: Vec<&str> = registry.all().iter().flat_map(|f| f.overloads.iter().map(|o| o.id)).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count);
}
