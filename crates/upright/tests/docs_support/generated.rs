//! Tables that are made from the definitions. They stand between `<!-- generated: NAME -->` and `<!-- end -->`.

use super::page::Page;
use super::{program, reference};
use serde_json::Value as Json;

const BEGIN: &str = "<!-- generated: ";
const END: &str = "<!-- end -->";

/// The problems of a page, and its text with fresh tables.
pub(crate) fn renew(page: &Page) -> (Vec<String>, String) {
    let (mut problems, mut text) = (Vec::new(), String::new());
    let mut lines = page.text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        text += line;
        let Some(name) = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(" -->\n")) else { continue };
        let old: String = lines.by_ref().take_while(|line| line.trim_end() != END).collect();
        let fresh = table(name).unwrap_or_else(|| panic!("{}: nothing generates `{name}`", page.name));
        if old != fresh {
            problems.push(format!("{}: the table `{name}` is stale; it should be\n{fresh}", page.name));
        }
        text.extend([&fresh, END, "\n"]);
    }
    (problems, text)
}

fn table(name: &str) -> Option<String> {
    match name.split_once(' ') {
        None if name == "codes" => Some(codes()),
        None if name == "exit-codes" => Some(exit_codes(include_str!("../../src/exit.rs"))),
        Some(("properties", kind)) => Some(properties("Property", &definition(kind))),
        Some(("keys", part)) => Some(properties("Key", &part_of_solution(part))),
        Some(("reference", language)) => reference::tables(language),
        Some(("inputs", provider)) => Some(inputs(provider)),
        None if name == "providers" => Some(providers()),
        Some(("ensure", kind)) => Some(ensure_values(&definition(kind))),
        _ => None,
    }
}

pub(crate) fn rows(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let line = format!("|{}\n", "---|".repeat(head.len()));
    let escaped = |cells: Vec<String>| row(&cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>());
    row(&head) + &line + &rows.into_iter().map(escaped).collect::<String>()
}

/// The schema of a resource type.
fn definition(kind: &str) -> Json {
    let schema: Json = serde_json::from_str(&program::output(&["schema", "manifest"])).expect("the schema is JSON");
    schema["$defs"][kind].clone()
}

/// The schema of a part of a solution, or of the whole.
fn part_of_solution(part: &str) -> Json {
    let schema: Json = serde_json::from_str(&program::output(&["schema", "solution"])).expect("the schema is JSON");
    if part == "solution" { schema } else { schema["$defs"][part].clone() }
}

fn properties(head: &str, definition: &Json) -> String {
    let required = definition["required"].as_array().cloned().unwrap_or_default();
    let properties = definition["properties"].as_object().expect("a definition has properties");
    let row = |(name, schema): (&String, &Json)| {
        let default = match &schema["default"] {
            _ if required.contains(&Json::from(name.as_str())) => "required".to_owned(),
            Json::Null => String::new(),
            Json::String(text) => format!("`{text}`"),
            other => format!("`{other}`"),
        };
        vec![format!("`{name}`"), kind(schema), default, text(&schema["description"])]
    };
    rows(&[head, "Type", "Default", "Description"], properties.iter().map(row))
}

/// The inputs of a provider.
fn inputs(provider: &str) -> String {
    let described: Json =
        serde_json::from_str(&program::output(&["get", "provider", provider, "-o", "json"])).expect("JSON");
    let properties = described["schema"]["properties"].as_object().cloned().unwrap_or_default();
    let row = |(name, schema): (&String, &Json)| {
        let default = match &schema["default"] {
            _ if schema["required"] == true => "required".to_owned(),
            Json::Null => String::new(),
            Json::String(text) => format!("`{text}`"),
            other => format!("`{other}`"),
        };
        let choices: Vec<String> =
            schema["enum"].as_array().into_iter().flatten().map(|choice| format!("`{}`", text(choice))).collect();
        let choices = if choices.is_empty() { String::new() } else { format!(" ({})", choices.join(", ")) };
        vec![format!("`{name}`"), kind(schema), default, text(&schema["description"]) + &choices]
    };
    rows(&["Input", "Type", "Default", "Description"], properties.iter().map(row))
}

/// All providers, with what they can be used for.
fn providers() -> String {
    let all: Json = serde_json::from_str(&program::output(&["get", "provider", "-o", "json"])).expect("JSON");
    let row = |one: &Json| {
        let name = text(&one["name"]);
        vec![format!("[{name}](providers/{name}.md)"), text(&one["capabilities"]), text(&one["description"])]
    };
    rows(&["Provider", "Used as", "Description"], all.as_array().into_iter().flatten().map(row))
}

/// The type of a property in words.
fn kind(schema: &Json) -> String {
    match schema["type"].as_str() {
        Some("array") => format!("list of {}s", kind(&schema["items"])),
        Some("string") if schema["format"] == "duration" => "duration".to_owned(),
        Some("object") => "map".to_owned(),
        Some(word) => word.to_owned(),
        None if schema["$ref"].is_string() => "map".to_owned(),
        None if schema["anyOf"].is_array() => kind(plain(schema)),
        None => "value".to_owned(),
    }
}

/// What a property is when it is no expression: the first of its forms.
fn plain(schema: &Json) -> &Json {
    schema["anyOf"].get(0).unwrap_or(schema)
}

fn ensure_values(definition: &Json) -> String {
    let ensure = plain(&definition["properties"]["ensure"]);
    let row = |choice: &Json| vec![format!("`{}`", text(&choice["const"])), text(&choice["description"])];
    rows(&["Value", "Description"], ensure["oneOf"].as_array().into_iter().flatten().map(row))
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

/// Every code with the first sentence of its page.
fn codes() -> String {
    let list = program::output(&["explain"]);
    let row = |code: &str| vec![format!("`{code}`"), first_sentence(&program::output(&["explain", code]))];
    rows(&["Code", "Meaning"], list.lines().map(row))
}

/// A page begins with its code; sentences end with a full stop before a blank or at the end of a paragraph.
fn first_sentence(page: &str) -> String {
    let paragraph: Vec<&str> = page.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    paragraph.split_once(". ").map_or(paragraph.clone(), |(first, _)| format!("{first}."))
}

/// The enum of the exit codes: a comment and a number each.
fn exit_codes(source: &str) -> String {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let row = |pair: &[&str]| {
        let meaning = pair[0].strip_prefix("/// ")?;
        let (_, number) = pair[1].strip_suffix(',')?.split_once(" = ")?;
        Some(vec![format!("`{number}`"), meaning.to_owned()])
    };
    rows(&["Code", "Meaning"], lines.windows(2).filter_map(row))
}
