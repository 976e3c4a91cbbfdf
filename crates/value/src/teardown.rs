//! Dropping nested values without recursion: a list in a list in a list … of any depth.

use std::sync::Arc;

use crate::{Key, Value};

/// Drops the items of a list.
pub(crate) fn list(items: &mut Vec<Value>) {
    if items.iter().any(nests) {
        dismantle(std::mem::take(items));
    }
}

/// Drops the entries of a map.
pub(crate) fn map(entries: &mut Vec<(Key, Value)>) {
    if entries.iter().any(|(_, value)| nests(value)) {
        dismantle(entries.drain(..).map(|(_, value)| value).collect());
    }
}

fn nests(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_) | Value::Opaque(_))
}

/// Takes values apart one at a time; what they held joins the queue instead of the call stack. What others still share
/// is left to them.
fn dismantle(mut queue: Vec<Value>) {
    while let Some(value) = queue.pop() {
        match value {
            Value::List(list) => list.release(&mut queue),
            Value::Map(map) => map.release(&mut queue),
            Value::Opaque(mut opaque) => {
                if let Some(alone) = Arc::get_mut(&mut opaque) {
                    alone.release(&mut queue);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{List, Map, Value};

    #[test]
    fn a_million_levels_can_be_dropped() {
        let mut value = Value::Null;
        for level in 0..1_000_000 {
            value = if level % 2 == 0 { List::from(vec![value]).into() } else { Map::from_iter([("k", value)]).into() };
        }
        drop(value);
    }

    #[test]
    fn shared_parts_survive() {
        let inner = List::from_iter([1, 2]);
        let outer = Value::from(vec![inner.clone().into(), Value::from_iter([Value::from(inner.clone())])]);
        drop(outer);
        assert_eq!(inner.len(), 2);
    }
}
