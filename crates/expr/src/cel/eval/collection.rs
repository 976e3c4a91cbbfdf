//! Lists and maps that an expression writes down.

use value::Value;

use super::machine::{Machine, Outcome};
use crate::cel::failure::Failure;
use crate::cel::plan::OpId;
use crate::cel::values::{MapBuilder, Optional, shown};

const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;

impl Machine<'_> {
    pub(super) fn list(&mut self, items: &[OpId], optional: Option<&[bool]>, id: OpId) -> Outcome {
        self.charge(LIST_COST)?;
        self.budget.allocate_items(items.len())?;
        let mut list = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let value = self.eval(*item)?;
            if matches!(value, Value::Unknown(_)) {
                return Ok(value);
            }
            if optional.is_some_and(|optional| optional[at]) {
                let Some(optional) = value.as_opaque::<Optional>() else {
                    let text = "cannot initialize optional list element from non-optional value";
                    return Err(self.label(Failure::new(format!("{text} {}", shown(&value))), id));
                };
                list.extend(optional.get().cloned());
            } else {
                list.push(value);
            }
        }
        Ok(list.into())
    }

    /// A map of keys and values in turn.
    pub(super) fn map(&mut self, entries: &[OpId], optional: Option<&[bool]>, id: OpId) -> Outcome {
        self.charge(MAP_COST)?;
        self.budget.allocate_items(entries.len())?;
        let mut map = MapBuilder::with_capacity(entries.len() / 2);
        for (at, entry) in entries.chunks_exact(2).enumerate() {
            let key = self.eval(entry[0])?;
            if matches!(key, Value::Unknown(_)) {
                return Ok(key);
            }
            if matches!(key, Value::Bytes(_)) {
                return Err(self.label(Failure::new("bytes cannot be the key of a map"), id));
            }
            let value = self.eval(entry[1])?;
            if matches!(value, Value::Unknown(_)) {
                return Ok(value);
            }
            if optional.is_none_or(|optional| !optional[at]) {
                map.insert(key, value);
                continue;
            }
            match value.as_opaque::<Optional>().map(Optional::get) {
                Some(Some(value)) => map.insert(key, value.clone()),
                Some(None) => map.remove(&key),
                None => {
                    let (key, value) = (shown(&key), shown(&value));
                    let text = format!("cannot initialize optional entry '{key}' from non-optional value {value}");
                    return Err(self.label(Failure::new(text), id));
                }
            }
        }
        Ok(map.finish())
    }
}
