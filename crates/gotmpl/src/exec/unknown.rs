//! Values that are only known later: text that depends on one cannot be known before.

use value::{Unknown, Value};

use super::error::Failure;
use super::machine::Machine;
use crate::go::Dict;

impl Machine<'_, '_> {
    /// Refuses to make something of values that are not known, or hold one that is not.
    pub(super) fn refuse_unknown<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> Result<(), Failure> {
        for value in values {
            let found = match value {
                Value::Unknown(unknown) => Some(unknown.clone()),
                Value::List(_) | Value::Map(_) | Value::Opaque(_) if self.data_has_unknown() => find(value),
                _ => None,
            };
            if let Some(unknown) = found {
                return Err(Failure::Unknown(unknown));
            }
        }
        Ok(())
    }

    /// Whether there is anything unknown in the data; looked up once, when it first matters.
    fn data_has_unknown(&mut self) -> bool {
        *self.has_unknown.get_or_insert_with(|| find(self.data).is_some())
    }
}

/// The first unknown value inside of another. A map that is shared is looked at once per place, to a depth that maps
/// which hold themselves cannot exceed for long.
fn find(value: &Value) -> Option<Unknown> {
    const MOST: usize = 1 << 20;
    let mut queue = vec![value.clone()];
    for _ in 0..MOST {
        match queue.pop()? {
            Value::Unknown(unknown) => return Some(unknown),
            Value::List(list) => queue.extend(list.iter().filter(|item| may_hold(item)).cloned()),
            Value::Map(map) => queue.extend(map.values().filter(|item| may_hold(item)).cloned()),
            other => {
                let map = Dict::of(&other).map(|dict| dict.snapshot());
                queue.extend(map.iter().flat_map(value::Map::values).filter(|item| may_hold(item)).cloned());
            }
        }
    }
    None
}

fn may_hold(value: &Value) -> bool {
    matches!(value, Value::Unknown(_) | Value::List(_) | Value::Map(_) | Value::Opaque(_))
}
