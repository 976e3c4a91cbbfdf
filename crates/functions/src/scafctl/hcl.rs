//! Values as HCL: maps as blocks and attributes.

use gotmpl::CallError;
use value::{Escape, KeyOrder, MAX_DEPTH, Map, Value};

/// The value as HCL. Nil is nothing, a map its attributes and blocks, a list of maps those of all, a scalar itself.
pub(super) fn to_hcl(value: &Value) -> Result<String, CallError> {
    // The original takes the value through JSON, which refuses what JSON cannot say.
    let json = value.to_json(Escape::Plain, KeyOrder::Sorted).map_err(|error| {
        let problem = match error {
            value::JsonWriteError::NotFinite { value, .. } => format!("json: unsupported value: {value}"),
            value::JsonWriteError::Opaque { type_name, .. } => format!("json: unsupported type: {type_name}"),
            other => other.to_string(),
        };
        failure(&format!("failed to normalize input: failed to marshal: {problem}"))
    })?;
    let value = Value::from_json(&json).map_err(|error| failure(&error.to_string()))?;
    let mut text = String::new();
    match &value {
        Value::Null => {}
        Value::Map(map) => write_body(&mut text, map, 0)?,
        Value::List(list) => {
            for item in list {
                write_body(&mut text, item.as_map().ok_or_else(|| not_a_map(item))?, 0)?;
            }
        }
        scalar => text = scalar_text(scalar),
    }
    Ok(text)
}

fn failure(problem: &str) -> CallError {
    CallError::new(format!("toHcl: {problem}"))
}

fn not_a_map(item: &Value) -> CallError {
    let type_name = if item.as_number().is_some() { "float64" } else { item.type_name() };
    failure(&format!("top-level list elements must be maps/objects, got {type_name}"))
}

/// The attributes and blocks of a map, sorted by their keys.
fn write_body(text: &mut String, map: &Map, depth: usize) -> Result<(), CallError> {
    if depth > MAX_DEPTH {
        return Err(failure("the value is nested too deep"));
    }
    let indent = "  ".repeat(depth);
    for (key, value) in map.sorted() {
        match value {
            Value::Map(block) => write_block(text, &indent, &key.to_string(), block, depth)?,
            Value::List(list) if !list.is_empty() && list.iter().all(|item| item.as_map().is_some()) => {
                for block in list.iter().filter_map(Value::as_map) {
                    write_block(text, &indent, &key.to_string(), block, depth)?;
                }
            }
            other => {
                let value = attribute(other, depth)?;
                text.extend([&*indent, &key.to_string(), " = ", &value, "\n"]);
            }
        }
    }
    Ok(())
}

fn write_block(text: &mut String, indent: &str, key: &str, map: &Map, depth: usize) -> Result<(), CallError> {
    text.extend([indent, key, " {\n"]);
    write_body(text, map, depth + 1)?;
    text.extend([indent, "}\n"]);
    Ok(())
}

/// The value of an attribute: a scalar, or a list of scalars and lists.
fn attribute(value: &Value, depth: usize) -> Result<String, CallError> {
    match value {
        Value::List(_) if depth > MAX_DEPTH => Err(failure("the value is nested too deep")),
        Value::List(list) => {
            let items: Vec<_> = list.iter().map(|item| attribute(item, depth + 1)).collect::<Result<_, _>>()?;
            Ok(format!("[{}]", items.join(", ")))
        }
        Value::Map(_) => {
            Err(failure("mixed lists with nested objects are not supported in HCL list syntax; use blocks instead"))
        }
        scalar => Ok(scalar_text(scalar)),
    }
}

/// All numbers are floating-point ones once they have been JSON; whole ones are written without an exponent as long as
/// they fit 64 bits.
fn scalar_text(value: &Value) -> String {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match value {
        Value::Null => "null".to_owned(),
        Value::String(text) => value::quote(text),
        other => match other.as_number().map(value::Number::to_f64) {
            #[expect(clippy::cast_possible_truncation, reason = "a whole number in the range is exact")]
            Some(number) if number.fract() == 0.0 && (-LIMIT..LIMIT).contains(&number) => (number as i64).to_string(),
            Some(number) => Value::Float(number).to_string(),
            None => other.to_string(),
        },
    }
}
