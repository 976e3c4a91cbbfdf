//! Documents in both dialects.

use diagnostics::{Diagnostic, FileId, Sources};
use document::{Dialect, Documents, Entry, Kind, Node, Options, parse};
use serde_json::{Map, Value as Json, json};

use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine =
    Engine { name: "yaml", compatibility: Some("crates/document/COMPATIBILITY.md"), stages: &[], answer, agrees };

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let text = input.required("text")?;
    let options = match input.required("lib")? {
        "goccy" => Options::manifest(),
        "yamlv3" => Options { dialect: Dialect::YamlV3, documents: Documents::First, ..Options::solution() },
        other => return Err(format!("no library `{other}`")),
    };
    // The original reads comments or skips them; here they are always read, and the answer must be the same.
    input.field("comments");
    let node = parse(text, FileId::FIRST, &options).map_err(|problems| problems.into_iter().next());
    let node = match (input.text("target"), node) {
        (Some("map"), Ok(node)) => root_map(node).map_err(Some),
        (_, node) => node,
    };
    Ok(match node {
        Ok(node) => {
            let mut shown = Shown { types: Map::new() };
            let value = shown.node(&node, "");
            json!({ "value": value, "types": shown.types })
        }
        Err(problem) => failure(text, &problem.ok_or("an error without a problem")?),
    })
}

fn root_map(node: Node<'_>) -> Result<Node<'_>, Diagnostic> {
    let (span, style) = (node.span, node.style);
    node.into_root_map().map(|entries| Node { span, kind: Kind::Map(entries), style })
}

/// An error, and the lines its labels point to.
fn failure(text: &str, problem: &Diagnostic) -> Json {
    let mut sources = Sources::new();
    sources.add("case", text);
    let lines: Vec<u32> = problem.labels.iter().map(|label| sources.position(label.span).line).collect();
    json!({ "error": problem.message, "lines": lines })
}

/// A recorded line may be one off: the original often names the line after.
fn agrees(expected: &Json, got: &Json) -> bool {
    let near = |line: u64| {
        let lines = got["lines"].as_array().into_iter().flatten().filter_map(Json::as_u64);
        lines.into_iter().any(|mine| line.abs_diff(mine) <= 1)
    };
    compare::fields(&["value", "types"], expected, got)
        && (!compare::failed(expected) || expected["line"].as_u64().is_none_or(near))
}

struct Shown {
    types: Map<String, Json>,
}

impl Shown {
    fn node(&mut self, node: &Node<'_>, path: &str) -> Json {
        let (kind, value) = match &node.kind {
            Kind::List(items) => {
                return items.iter().enumerate().map(|(i, item)| self.node(item, &format!("{path}/{i}"))).collect();
            }
            Kind::Map(entries) => return self.map(entries, path),
            Kind::Null => ("null", Json::Null),
            Kind::Bool(value) => ("bool", json!(value)),
            Kind::Int(value) => ("int", json!(value)),
            Kind::Uint(value) => ("int", json!(value)),
            Kind::Float(value) => ("float", float(*value)),
            Kind::String(text) => ("string", json!(text)),
            // yaml.v3 makes a text of binary data even if it is not UTF-8.
            Kind::RawText(bytes) => ("string", json!({"$base64": base64(bytes)})),
            Kind::Bytes(bytes) => ("binary", json!({"$base64": base64(bytes)})),
            Kind::Timestamp(time) => ("time", json!(time.to_rfc3339())),
        };
        self.types.insert(path.to_owned(), json!(kind));
        value
    }

    fn map(&mut self, entries: &[Entry<'_>], path: &str) -> Json {
        let step =
            |key: &Node<'_>| format!("{path}/{}", key.to_value().to_string().replace('~', "~0").replace('/', "~1"));
        if entries.iter().all(|entry| matches!(entry.key.kind, Kind::String(_))) {
            let pair = |entry: &Entry<'_>| {
                (entry.key.as_str().unwrap_or_default().to_owned(), self.node(&entry.value, &step(&entry.key)))
            };
            return Json::Object(entries.iter().map(pair).collect());
        }
        let mut sorted: Vec<&Entry<'_>> = entries.iter().collect();
        sorted.sort_by_cached_key(|entry| entry.key.to_value().to_string());
        let pairs = sorted.iter().enumerate().map(|(i, entry)| {
            json!([self.node(&entry.key, &format!("{path}/$k{i}")), self.node(&entry.value, &step(&entry.key))])
        });
        json!({"$map": pairs.collect::<Vec<_>>()})
    }
}

fn float(value: f64) -> Json {
    match value {
        _ if value.is_nan() => json!({"$double": "NaN"}),
        f64::INFINITY => json!({"$double": "+Inf"}),
        f64::NEG_INFINITY => json!({"$double": "-Inf"}),
        _ => json!(value),
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().enumerate().fold(0_u32, |bits, (i, byte)| bits | u32::from(*byte) << (16 - 8 * i));
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize] as char;
            out.push(if i <= chunk.len() { digit } else { '=' });
        }
    }
    out
}
