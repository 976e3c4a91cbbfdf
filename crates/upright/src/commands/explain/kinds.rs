//! The keys of solutions, from the records that read them.

use diagnostics::suggest;
use document::decode::{Decode, Field, RecordShape, Shape};
use solution::model::Top;
use std::fmt::Write as _;

/// JSON Schema is no record: values of `resultSchema` are handed to the validator as they are. These are its words that
/// solutions use most.
const SCHEMA: &[(&str, &str, &str)] = &[
    ("type", "string", "What a value is: `string`, `integer`, `number`, `boolean`, `array`, `object` or `null`."),
    ("properties", "map of schemas", "The keys of an object."),
    ("required", "list of strings", "Keys that have to be there."),
    ("additionalProperties", "boolean or schema", "Whether other keys may be there, or what they have to be."),
    ("items", "schema", "What the items of an array have to be."),
    ("enum", "list of values", "The only values that are allowed."),
    ("const", "value", "The only value that is allowed."),
    ("pattern", "string", "A regular expression that a string has to match."),
    ("format", "string", "What a string looks like: `uri`, `email`, `date-time`."),
    ("minLength, maxLength", "integer", "How long a string has to be, and may be."),
    ("minimum, maximum", "number", "The smallest and the greatest number."),
    ("minItems, maxItems", "integer", "How many items an array has to have, and may have."),
    ("anyOf, oneOf, allOf", "list of schemas", "Schemas of which one, exactly one, or all have to fit."),
    ("description", "string", "What it is for."),
    ("default", "value", "What holds when nothing is given."),
];

/// The page of a kind, or of a key of it.
pub(super) fn page(path: &[&str], is_recursive: bool) -> Result<String, String> {
    let (kind, keys) = path.split_first().ok_or("nothing is named")?;
    if *kind == "schema" && keys.is_empty() {
        return Ok(schema_page());
    }
    let kinds = kinds();
    let root = kinds.iter().find(|record| record.title() == *kind).ok_or_else(|| unknown_kind(kind, &kinds))?;
    let (mut record, mut field, mut walked) = (Some(*root), None, (*kind).to_owned());
    for key in keys {
        let within = record.ok_or_else(|| format!("`{walked}` has no keys, so it has no `{key}`"))?;
        let found = within.field(key).ok_or_else(|| unknown_key(&walked, key, within))?;
        (record, field) = (record_in(found.shape()), Some(found));
        let _ = write!(walked, ".{key}");
    }
    Ok(written(&walked, record, field, is_recursive))
}

/// All records of a solution, the whole first.
fn kinds() -> Vec<&'static RecordShape> {
    let (mut found, mut left) = (Vec::new(), vec![Top::shape()]);
    while let Some(shape) = left.pop() {
        let Some(record) = record_in(shape) else { continue };
        if !found.iter().any(|known: &&RecordShape| std::ptr::eq(*known, record)) {
            found.push(record);
            left.extend(record.all_fields().map(Field::shape));
        }
    }
    found
}

/// The record that a value is, or the items of a list or a map are.
fn record_in(mut shape: Shape) -> Option<&'static RecordShape> {
    loop {
        shape = match shape {
            Shape::Record(record) => return Some(record),
            Shape::List(item) | Shape::MapOf(item) => item(),
            _ => return None,
        };
    }
}

fn written(
    name: &str,
    record: Option<&'static RecordShape>,
    field: Option<&'static Field>,
    is_recursive: bool,
) -> String {
    let mut page = match (field, record) {
        (Some(field), _) => format!("{name} ({})\n\n{}\n", traits(field), field.doc),
        (None, Some(record)) => format!("{name}\n\n{}\n", record.doc),
        (None, None) => format!("{name}\n"),
    };
    if let Some(record) = record {
        let is_many = field.is_some_and(|field| !matches!(field.shape(), Shape::Record(_)));
        page.push_str(if is_many { "\nKeys of each\n" } else { "\nKeys\n" });
        let mut within = Vec::new();
        list(record, is_recursive, &mut within, &mut page);
    }
    page
}

/// The keys of a record; those of their records below them. `within` holds the records around, so that one that holds
/// itself is listed once.
fn list(record: &'static RecordShape, is_recursive: bool, within: &mut Vec<&'static RecordShape>, page: &mut String) {
    within.push(record);
    let indent = within.len() * 2;
    let widest = record.all_fields().map(|field| field.key.len()).max().unwrap_or(0);
    for field in record.all_fields() {
        let doc = field.doc.to_string().replace('\n', " ");
        let _ = writeln!(page, "{:indent$}{:widest$}  {}: {doc}", "", field.key, traits(field));
        if let Some(inner) = record_in(field.shape()).filter(|_| is_recursive)
            && !within.iter().any(|outer| std::ptr::eq(*outer, inner))
        {
            list(inner, is_recursive, within, page);
        }
    }
    within.pop();
}

/// The type of a key, and what holds without it.
fn traits(field: &Field) -> String {
    let required = if field.required { ", required" } else { "" };
    let default = field.default_value().map(|value| format!(", default {value}")).unwrap_or_default();
    format!("{}{required}{default}", words(field.shape()))
}

fn words(shape: Shape) -> String {
    match shape {
        Shape::Anything => "value".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Integer { .. } => "integer".to_owned(),
        Shape::Number => "number".to_owned(),
        Shape::Text(_) => "string".to_owned(),
        Shape::List(item) => format!("list of {}s", words(item())),
        Shape::MapOf(item) => format!("map of {}s", words(item())),
        Shape::Record(record) => record.title().to_owned(),
        Shape::Choice(choice) => choice.options.iter().map(|option| option.text).collect::<Vec<_>>().join(" or "),
        Shape::OneOf(shapes) => shapes.iter().map(|shape| words(shape())).collect::<Vec<_>>().join(" or "),
    }
}

fn schema_page() -> String {
    let widest = SCHEMA.iter().map(|(key, ..)| key.len()).max().unwrap_or(0);
    let mut page =
        "schema\n\nA JSON Schema (draft 2020-12): what `resultSchema` holds, and what inputs of providers are \
                    described with.\n\nKeys\n"
            .to_owned();
    for (key, kind, doc) in SCHEMA {
        let _ = writeln!(page, "  {key:widest$}  {kind}: {doc}");
    }
    page
}

fn unknown_kind(kind: &str, kinds: &[&'static RecordShape]) -> String {
    let mut names: Vec<&str> = kinds.iter().map(|record| record.title()).chain(["provider", "schema"]).collect();
    names.sort_unstable();
    let hint =
        suggest(kind, names.iter().copied()).map(|known| format!("did you mean `{known}`? ")).unwrap_or_default();
    format!(
        "`{kind}` is no kind that can be explained; {hint}Kinds: {}; `upright explain` lists the error codes",
        names.join(", ")
    )
}

fn unknown_key(walked: &str, key: &str, record: &'static RecordShape) -> String {
    let keys: Vec<&str> = record.all_fields().map(|field| field.key).collect();
    let hint = suggest(key, keys.iter().copied()).map(|known| format!("did you mean `{known}`? ")).unwrap_or_default();
    format!("`{walked}` has no key `{key}`; {hint}Keys: {}", keys.join(", "))
}
