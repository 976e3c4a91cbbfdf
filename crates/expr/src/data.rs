//! How much the data is that an expression works on: what it may use grows with that, so that data of any size that a
//! document may have can be worked with.

use std::collections::HashSet;

use value::{Key, Value};

/// What data takes in memory. What is shared counts once, so that the answer does not grow faster than the text that the
/// data came from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// Lists, maps, and what is in them.
    pub(crate) parts: u64,
    /// Bytes of texts.
    pub(crate) bytes: u64,
}

/// How many parts are counted.
const MAX_PARTS: u64 = 4_000_000;

/// Counts the parts and bytes of some values.
pub(crate) fn measure<'a>(roots: impl Iterator<Item = &'a Value>) -> Size {
    let mut open: Vec<&Value> = roots.collect();
    let mut seen = HashSet::new();
    let mut size = Size::default();
    while let Some(value) = open.pop() {
        size.parts += 1;
        if size.parts >= MAX_PARTS {
            break;
        }
        match value {
            Value::List(list) if seen.insert(list.as_ptr().addr()) => open.extend(list.iter()),
            Value::Map(map) => {
                let first = map.values().next();
                if first.is_some_and(|first| seen.insert(std::ptr::from_ref(first).addr())) {
                    size.bytes += map.keys().filter_map(Key::as_str).map(|key| key.len() as u64).sum::<u64>();
                    open.extend(map.values());
                }
            }
            _ => {
                let text = bytes_of(value);
                if !text.is_empty() && seen.insert(text.as_ptr().addr()) {
                    size.bytes += text.len() as u64;
                }
            }
        }
    }
    size
}

/// The bytes of a text, or of bytes; nothing else has any.
pub(crate) fn bytes_of(value: &Value) -> &[u8] {
    match value {
        Value::Bytes(bytes) => bytes,
        _ => value.as_text_bytes().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use value::{Map, Value};

    use super::{Size, measure};

    #[test]
    fn what_is_shared_counts_once() {
        let text = Value::from("x".repeat(1000));
        let list = Value::from(vec![text.clone(), text.clone(), Value::Int(1)]);
        let map = Map::from_iter([("a", list.clone()), ("bc", list), ("d", Value::bytes(vec![0; 10]))]);
        assert_eq!(measure([&Value::from(map)].into_iter()), Size { parts: 7, bytes: 1000 + 4 + 10 });
    }

    #[test]
    fn doubled_lists_are_soon_counted() {
        let doubled = (0..60).fold(Value::from("x"), |list, _| Value::from(vec![list.clone(), list]));
        assert_eq!(measure([&doubled].into_iter()).bytes, 1);
    }
}
