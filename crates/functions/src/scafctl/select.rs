//! Lists of maps, filtered and projected.

use gotmpl::go::{self, Dict, Kind};
use gotmpl::{Call, CallError};
use value::{List, Map, Value};

/// The maps whose value under a key equals another value.
pub(super) fn matching(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items("where", call.value(2))?;
    call.work(list.len())?;
    let (key, wanted) = (call.text(0), call.value(1));
    let fits = |item: &Value| field(item, &key).flatten().is_some_and(|value| go::deep_equal(&value, wanted));
    Ok(list.iter().filter(|item| fits(item)).cloned().collect())
}

/// The values under a key, nil where a map does not have it.
pub(super) fn field_of_each(call: &mut Call<'_>) -> Result<Value, CallError> {
    let list = items("selectField", call.value(1))?;
    call.work(list.len())?;
    let key = call.text(0);
    Ok(list.iter().filter_map(|item| field(item, &key)).map(Option::unwrap_or_default).collect())
}

fn items(function: &str, value: &Value) -> Result<List, CallError> {
    match go::kind(value) {
        Kind::Invalid => Ok(List::new()),
        Kind::Slice => Ok(go::as_list(value).expect("a slice has items")),
        _ => Err(CallError::new(format!("{function}: expected a list/array, got {}", go::type_name(value)))),
    }
}

/// The value under a key of a map, if it is a map and has the key.
#[expect(clippy::option_option, reason = "no map and no such key are two answers")]
fn field(item: &Value, key: &str) -> Option<Option<Value>> {
    if let Some(dict) = Dict::of(item) {
        return Some(dict.get(key));
    }
    go::as_map(item).map(|map: Map| map.get(key).cloned())
}
