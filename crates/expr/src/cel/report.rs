//! Messages as the original prints them.

use std::fmt::Write as _;

use value::{Key, Value, quote};

use super::failure::EvalError;
use super::problem::{CompileError, Problem};

/// Lines longer than this are not shown.
const MAX_SNIPPET: usize = 16_384;

/// More keys than this are only counted.
const MAX_KEYS: usize = 20;

impl CompileError {
    /// The problems as cel-go prints them, each with its line and a caret below it.
    pub fn upstream(&self, text: &str) -> String {
        let mut lines: Vec<String> = self.problems().iter().map(|problem| upstream_problem(problem, text)).collect();
        if self.more() > 0 {
            lines.push(format!("{} more errors were truncated", self.more()));
        }
        lines.join("\n")
    }

    /// The whole message that the original prints for an expression that does not compile, with the variables that it
    /// could have used.
    pub fn report(&self, text: &str, variables: &[&str]) -> String {
        let prefix = format!("failed to compile expression {}: ", quote(text));
        format!("{prefix}{prefix}{}\nAvailable variables: {}", self.upstream(text), available(variables))
    }
}

impl EvalError {
    /// The whole message that the original prints for an expression that fails, with the variables that it had.
    pub fn report(&self, text: &str, variables: &[(&str, &Value)]) -> String {
        let mut sorted = variables.to_vec();
        sorted.sort_by_key(|(name, _)| *name);
        let names: Vec<&str> = sorted.iter().map(|(name, _)| *name).collect();
        let types: Vec<String> = sorted.iter().map(|(name, value)| format!("{name}:{}", value.type_name())).collect();
        let data = sorted.iter().find(|(name, _)| *name == "_").map(|(_, value)| *value);
        let prefix = format!("failed to evaluate expression {}: ", quote(text));
        format!(
            "{prefix}{prefix}{self}\nVariable types: map[{}]\nAvailable variables: {}\nData shape of _: {}",
            types.join(" "),
            available(&names),
            data.map_or_else(|| "(nil)".to_string(), shape)
        )
    }
}

fn available(names: &[&str]) -> String {
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    if sorted.is_empty() { "(none)".to_string() } else { sorted.join(", ") }
}

/// A problem with its line; characters of several bytes are pointed at with wide signs.
fn upstream_problem(problem: &Problem, text: &str) -> String {
    let mark = (problem.place.mark as usize).min(text.len());
    let before = &text[..mark];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let number = before.matches('\n').count() + 1;
    let column = text[line_start..mark].chars().count();
    let mut report = format!("ERROR: <input>:{number}:{}: {}", column + 1, problem.cause.upstream());
    let line = text[line_start..].split('\n').next().unwrap_or_default();
    if text.is_empty() || line.len() > MAX_SNIPPET {
        return report;
    }
    let _ = write!(report, "\n | {}\n | ", line.replace('\t', " "));
    let mut rest = line.chars();
    for c in rest.by_ref().take(column) {
        report.push(if c.len_utf8() > 1 { '\u{ff0e}' } else { '.' });
    }
    report.push(if rest.next().is_some_and(|c| c.len_utf8() > 1) { '\u{ff3e}' } else { '^' });
    report
}

/// What the data looks like: the types of the entries of a map, or of the first item of a list.
fn shape(data: &Value) -> String {
    match data {
        Value::Map(map) if map.is_empty() => "{} (empty map)".to_string(),
        Value::Map(map) => {
            let mut entries: Vec<(&Key, &Value)> = map.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            let entry = |(key, value): &(&Key, &Value)| format!("{key}: {}", kind(value));
            let shown: Vec<String> = entries.iter().take(MAX_KEYS).map(entry).collect();
            let more = entries.len().saturating_sub(MAX_KEYS);
            let more = if more > 0 { format!(" (and {more} more keys)") } else { String::new() };
            format!("{{{}}}{more}", shown.join(", "))
        }
        Value::List(list) => match list.first() {
            None => "[] (empty list)".to_string(),
            Some(first) => format!("[{}] (len={})", kind(first), list.len()),
        },
        Value::Null => "(nil)".to_string(),
        other => kind(other).to_string(),
    }
}

fn kind(value: &Value) -> &str {
    match value {
        Value::Null => "nil",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Uint(_) => "uint",
        Value::Float(_) => "float",
        Value::String(_) => "string",
        Value::List(_) => "list",
        Value::Map(_) => "map",
        other => other.type_name(),
    }
}
