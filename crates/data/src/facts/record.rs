//! Maps that stand for structs of the original.

use value::{Aliases, List, Map, Value};

/// A map with the keys of `names` and their values, in this order; it answers to the Go names too.
pub(super) fn record(names: &'static Aliases, values: impl IntoIterator<Item = Value>) -> Value {
    names.keys().zip(values).collect::<Map>().with_aliases(names).into()
}

/// Whether it stands for a struct of the original, or for a list of them.
pub(super) fn is_record(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.aliases().is_some(),
        Value::List(list) => list.first().and_then(Value::as_map).is_some_and(|map| map.aliases().is_some()),
        _ => false,
    }
}

/// A number as an integer that can be calculated with; only what is too large stays unsigned.
pub(super) fn count(number: u64) -> Value {
    i64::try_from(number).map_or(Value::Uint(number), Value::Int)
}

/// A part of a whole in percent.
#[expect(clippy::cast_precision_loss, reason = "the original has the same loss")]
pub(super) fn percent(part: u64, whole: u64) -> Value {
    Value::Float(if whole == 0 { 0.0 } else { part as f64 / whole as f64 * 100.0 })
}

pub(super) fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Value {
    Value::List(texts.into_iter().collect::<List>())
}
