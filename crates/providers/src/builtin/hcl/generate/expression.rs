//! Values as expressions.

use super::super::syntax::{Expression, Node, is_identifier, parse_expression};
use super::references::{ROOTS, refers};
use crate::Fault;
use std::fmt::Write as _;
use value::{FloatFormat, Value, format_float};

/// Deeper values are refused.
const DEEPEST: usize = 100;

/// Arguments whose values name things.
const NAMING: [&str; 7] =
    ["from", "to", "depends_on", "provider", "providers", "ignore_changes", "replace_triggered_by"];

/// The expression for the value of an argument. Layout is made afterwards.
pub(super) fn expression(argument: &str, value: &Value, depth: usize) -> Result<String, Fault> {
    if depth > DEEPEST {
        return Err(Fault::new(format!("{argument} is nested more than {DEEPEST} levels deep")));
    }
    Ok(match value {
        Value::Null => "null".to_owned(),
        Value::Float(number) if !number.is_finite() => {
            return Err(Fault::new(format!("{argument} is no number that can be written")));
        }
        Value::Float(number) => format_float(*number, FloatFormat::Plain, None),
        Value::Bool(_) | Value::Int(_) | Value::Uint(_) => value.to_string(),
        Value::List(items) => {
            let items: Result<Vec<String>, Fault> =
                items.iter().map(|item| expression(argument, item, depth + 1)).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Map(map) if map.is_empty() => "{}".to_owned(),
        Value::Map(map) => {
            let mut text = "{\n".to_owned();
            for (key, value) in map.sorted() {
                let (name, value) = (key.to_value().to_string(), expression(argument, value, depth + 1)?);
                let _ = writeln!(text, "{} = {value}", self::name(&name));
            }
            text + "}"
        }
        other => {
            let text = other.to_string();
            if is_expression(argument, &text) { text } else { quoted(&text) }
        }
    })
}

/// A key: a name, or text in quotes.
pub(super) fn name(text: &str) -> String {
    if is_identifier(text) { text.to_owned() } else { quoted(text) }
}

/// Text in quotes, with nothing in it that begins a sequence.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '$' | '%' if chars.peek() == Some(&'{') => out.extend([c, c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a text is meant as an expression. It has to be one.
fn is_expression(argument: &str, text: &str) -> bool {
    if argument == "type" && matches!(text, "string" | "number" | "bool" | "any") {
        return true;
    }
    let begins = ROOTS.iter().any(|root| text.strip_prefix(root).is_some_and(|rest| rest.starts_with('.')));
    let looks_so = begins || text.contains('(') && text.ends_with(')') || text.contains('?') && text.contains(':');
    let bracketed = NAMING.contains(&argument) && text.starts_with(['[', '{']);
    let Some(parsed) = parse_expression(text) else { return false };
    looks_so || bracketed || NAMING.contains(&argument) && is_traversal(&parsed) || refers(&parsed)
}

fn is_traversal(expression: &Expression) -> bool {
    matches!(expression.kind, Node::Steps { .. } | Node::Splat { .. })
}
