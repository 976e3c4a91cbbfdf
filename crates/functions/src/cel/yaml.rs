//! YAML.

use std::sync::Arc;

use diagnostics::FileId;
use document::write::{YamlStyle, to_yaml};
use document::{Dialect, Documents, Options, parse};
use expr::cel::Type::{Dyn, String};
use expr::cel::{Budget, Failure, Function, Overload, to_plain_within};
use value::{Extent, List, Map, Value};

const GROUP: &str = "yaml";

pub(super) fn functions() -> Vec<Function> {
    vec![
        Function {
            name: "yaml.marshal",
            group: GROUP,
            help: "the value as YAML, keys sorted, with a line break at the end",
            example: "yaml.marshal({\"b\": [1, null], \"a\": \"x\"})",
            result: "\"a: x\\nb:\\n    - 1\\n    - null\\n\"",
            overloads: vec![Overload {
                id: "yaml_marshal",
                method: false,
                parameters: &[Dyn],
                result: String,
                body: Arc::new(marshal),
            }],
        },
        Function {
            name: "yaml.unmarshal",
            group: GROUP,
            help: "the value that YAML describes",
            example: "yaml.unmarshal(\"a: [1, x]\").a",
            result: "[1, \"x\"]",
            overloads: vec![Overload {
                id: "yaml_unmarshal",
                method: false,
                parameters: &[String],
                result: Dyn,
                body: Arc::new(unmarshal),
            }],
        },
    ]
}

fn marshal(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let plain = to_plain_within(budget, &arguments[0])?;
    let Extent { nodes, bytes, depth } = budget.walk(&plain)?;
    // The copy, and the text with its indentation.
    budget.allocate(nodes.saturating_mul(size_of::<Value>() + 4 * depth).saturating_add(bytes))?;
    let plain = numbers_for_bytes(budget, plain, 0)?;
    let text = to_yaml(&plain, &YamlStyle::default());
    let text = text.map_err(|error| Failure::new(format!("yaml.marshal: {error}")))?;
    budget.allocate(text.len())?;
    Ok(Value::string(text))
}

/// Go writes bytes as a list of their numbers.
fn numbers_for_bytes(budget: &mut Budget, value: Value, depth: usize) -> Result<Value, Failure> {
    if depth > value::MAX_DEPTH {
        return Err(Failure::new("yaml.marshal: value is nested too deeply"));
    }
    Ok(match value {
        Value::Bytes(bytes) => {
            budget.allocate_items(bytes.len())?;
            bytes.iter().map(|byte| Value::Int((*byte).into())).collect()
        }
        Value::List(list) => {
            let items: Result<List, Failure> =
                list.into_iter().map(|item| numbers_for_bytes(budget, item, depth + 1)).collect();
            items?.into()
        }
        Value::Map(map) => {
            let entry = |(key, value)| Ok((key, numbers_for_bytes(budget, value, depth + 1)?));
            map.into_iter().map(entry).collect::<Result<Map, Failure>>()?.into()
        }
        other => other,
    })
}

fn unmarshal(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = arguments[0].as_str().unwrap_or_default();
    budget.allocate(text.len().saturating_mul(4))?;
    let options = Options { dialect: Dialect::YamlV3, documents: Documents::First, ..Options::solution() };
    let node = parse(text, FileId::FIRST, &options).map_err(|problems| {
        let first = problems.iter().next().map_or_else(|| "not YAML".to_string(), |problem| problem.message.clone());
        Failure::new(format!("yaml.unmarshal: {first}"))
    })?;
    Ok(node.to_value())
}
