//! What the function `lookup` gives.

use std::collections::HashMap;

use value::{Number, Value};

use super::document::Document;
use super::found::FoundKind;
use super::limit::{GjsonError, Limit};

/// Looks a path up in an object of these values, as the function `lookup` does in `facts`, `data` and `environ`; `None`
/// when nothing is found.
///
/// Upstream goes through JSON, and that shows: a number is what [`lookup_number`] makes of it, numbers in lists and maps
/// are floats, and keys are sorted.
pub fn lookup<'a>(
    entries: impl IntoIterator<Item = (&'a str, &'a Value)>,
    path: &str,
) -> Result<Option<Value>, GjsonError> {
    let found = Document::of(entries).get(path)?;
    if !found.exists() {
        return Ok(None);
    }
    let value = found.to_value();
    Ok(Some(match found.kind() {
        FoundKind::Number => lookup_number(&value),
        FoundKind::Json => {
            Limit::check_value(&value)?;
            Floats::default().of(&value)
        }
        FoundKind::String => found.text()?.into(),
        FoundKind::Null | FoundKind::False | FoundKind::True => value,
    }))
}

/// The number that `lookup` gives for a number: an int when its JSON has no point, so that `3.0` is `3`; otherwise a float.
///
/// A number whose JSON has an exponent and no point, such as `1e21` and `1e-7`, and one that is too large for an int, stays
/// what it is; upstream gives another number there.
pub fn lookup_number(number: &Value) -> Value {
    match number {
        Value::Float(float) => Number::Float(*float).to_i64().map_or(Value::Float(*float), Value::Int),
        Value::Duration(span) => Value::Int(span.as_nanos()),
        other => other.clone(),
    }
}

/// Makes floats of all numbers inside of a value.
#[derive(Default)]
struct Floats {
    /// What became of lists and maps, by the address of their first item: what is shared stays shared, so that a value of a
    /// few kilobytes does not become a tree.
    made: HashMap<usize, Value>,
}

impl Floats {
    /// The depth of the value was checked.
    #[expect(clippy::cast_precision_loss, reason = "JSON numbers are floats upstream")]
    fn of(&mut self, value: &Value) -> Value {
        match value {
            Value::Int(number) => Value::Float(*number as f64),
            Value::Uint(number) => Value::Float(*number as f64),
            Value::Duration(span) => Value::Float(span.as_nanos() as f64),
            Value::List(list) => self.once(list.first(), |floats| list.iter().map(|item| floats.of(item)).collect()),
            Value::Map(map) => self.once(map.values().next(), |floats| {
                let entries = map.iter().map(|(key, value)| (key.to_string(), floats.of(value)));
                entries.collect::<value::Map>().into()
            }),
            other => other.clone(),
        }
    }

    fn once(&mut self, first: Option<&Value>, convert: impl FnOnce(&mut Self) -> Value) -> Value {
        let Some(at) = first.map(|first| std::ptr::from_ref(first).addr()) else { return convert(self) };
        if let Some(made) = self.made.get(&at) {
            return made.clone();
        }
        let floats = convert(self);
        self.made.insert(at, floats.clone());
        floats
    }
}
