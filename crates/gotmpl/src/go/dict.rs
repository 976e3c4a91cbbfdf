//! Maps that everybody who holds them sees change.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use value::{GoType, Map, Opaque, Value};

use super::plain::plain_map;

/// A `map[string]interface {}` by reference: `set $d "k" "v"` changes what every holder of `$d` sees. A template in
/// which no function changes maps never meets one; there, maps are plain [`Value::Map`]s.
///
/// Maps inside of it are dicts of their own, so that changing `get $d "inner"` changes `$d` too.
#[derive(Clone)]
pub struct Dict(Arc<dyn Opaque>);

/// What the handles of one dict share.
struct Shared(Mutex<Body>);

struct Body {
    map: Map,
    /// Whether the maps among the values are shared already; they become so when the first of them is read.
    opened: bool,
}

/// How deep lists in lists are searched for maps to share.
const LIST_DEPTH: usize = 32;

impl Dict {
    /// A dict with the entries of `map`, which itself stays as it is.
    pub(crate) fn new(map: Map) -> Self {
        Self(Arc::new(Shared(Mutex::new(Body { map, opened: false }))))
    }

    /// The dict inside `value`, if it is one.
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Opaque(opaque) if opaque.as_any().is::<Shared>() => Some(Self(Arc::clone(opaque))),
            _ => None,
        }
    }

    /// The dict as a value; all clones are the same map.
    pub fn value(&self) -> Value {
        Value::Opaque(Arc::clone(&self.0))
    }

    /// The value under `key`.
    pub fn get(&self, key: &str) -> Option<Value> {
        self.opened().map.get(key).cloned()
    }

    /// The value that a template gets for `.name`.
    pub(crate) fn field(&self, name: &str) -> Option<Value> {
        self.opened().map.field(name).cloned()
    }

    /// Whether there is an entry with `key`.
    pub fn contains_key(&self, key: &str) -> bool {
        self.shared().lock().map.contains_key(key)
    }

    /// Puts `value` under `key`.
    pub fn insert(&self, key: impl Into<Arc<str>>, value: Value) {
        let value = share(value);
        let replaced = self.shared().lock().map.insert(key.into(), value);
        drop(replaced);
    }

    /// Takes the entry with `key` out.
    pub fn remove(&self, key: &str) -> Option<Value> {
        self.opened().map.remove(key)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.shared().lock().map.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries as they are now. Maps among the values are dicts, the same ones that [`Dict::get`] gives.
    pub fn snapshot(&self) -> Map {
        self.opened().map.clone()
    }

    /// Whether both are the same map.
    pub fn same(&self, other: &Self) -> bool {
        std::ptr::eq(self.shared(), other.shared())
    }

    /// Takes all entries out, which ends the life of maps that hold each other.
    pub(crate) fn clear(&self) -> Map {
        std::mem::take(&mut self.shared().lock().map)
    }

    fn shared(&self) -> &Shared {
        self.0.as_any().downcast_ref().expect("a dict is only made around its own body")
    }

    fn opened(&self) -> MutexGuard<'_, Body> {
        self.shared().opened()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Body> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opened(&self) -> MutexGuard<'_, Body> {
        let mut body = self.lock();
        if !body.opened {
            body.open();
        }
        body
    }
}

impl Body {
    fn open(&mut self) {
        self.opened = true;
        if self.map.values().any(|value| is_closed(value, LIST_DEPTH)) {
            for (_, value) in self.map.iter_mut() {
                *value = share(std::mem::take(value));
            }
        }
    }
}

/// Whether sharing `value` would give another value.
fn is_closed(value: &Value, depth: usize) -> bool {
    match value {
        Value::Map(map) => map.go_type() == GoType::MAP,
        Value::List(list) => depth > 0 && list.iter().any(|item| is_closed(item, depth - 1)),
        _ => false,
    }
}

/// `value` as others can hold and change it: a map becomes a dict, and so do the maps in a list.
pub(crate) fn share(value: Value) -> Value {
    share_to(value, LIST_DEPTH)
}

fn share_to(value: Value, depth: usize) -> Value {
    match value {
        Value::Map(map) if map.go_type() == GoType::MAP => Dict::new(map).value(),
        Value::List(list) if list.iter().any(|item| depth > 0 && is_closed(item, depth - 1)) => {
            let go_type = list.go_type();
            let items: Vec<_> = list.into_vec().into_iter().map(|item| share_to(item, depth - 1)).collect();
            value::List::from(items).with_type(go_type).into()
        }
        other => other,
    }
}

impl Opaque for Shared {
    fn type_name(&self) -> &str {
        GoType::MAP.name()
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| std::ptr::eq(self, other))
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = self.lock().map.clone();
        match plain_map(&map) {
            Ok(map) => write!(f, "{}", Value::from(map)),
            Err(error) => write!(f, "{error}"),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        let map = self.lock().map.clone();
        plain_map(&map).ok().map(Value::from)
    }

    fn release(&mut self, children: &mut Vec<Value>) {
        let body = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        children.push(Value::Map(std::mem::take(&mut body.map)));
    }
}

impl From<Dict> for Value {
    fn from(dict: Dict) -> Self {
        dict.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::plain;

    fn sample() -> Dict {
        let inner = Map::from_iter([("x", 1)]);
        let list = Value::from(vec![inner.clone().into(), Value::from(vec![inner.clone().into()])]);
        Dict::new(Map::from_iter([("inner", inner.into()), ("list", list)]))
    }

    #[test]
    fn what_one_holder_changes_all_see() {
        let dict = sample();
        let same = Dict::of(&dict.value()).unwrap();
        same.insert("k", "v".into());
        assert!(dict.same(&same));
        assert_eq!(dict.get("k").unwrap().as_str(), Some("v"));
        assert!(dict.remove("k").is_some());
        assert!(!same.contains_key("k"));
    }

    #[test]
    fn inner_maps_are_shared_too() {
        let dict = sample();
        Dict::of(&dict.get("inner").unwrap()).unwrap().insert("y", 2.into());
        let list = dict.get("list").unwrap();
        let nested = list.as_list().unwrap()[1].as_list().unwrap()[0].clone();
        Dict::of(&nested).unwrap().insert("z", 3.into());
        let text = plain(&dict.value()).unwrap().to_string();
        assert_eq!(text, "map[inner:map[x:1 y:2] list:[map[x:1] [map[x:1 z:3]]]]");
        assert_eq!(dict.value().to_string(), text);
    }

    #[test]
    fn a_map_that_holds_itself_is_an_error_when_written() {
        let dict = Dict::new(Map::new());
        dict.insert("self", dict.value());
        assert!(plain(&dict.value()).is_err());
        assert!(dict.value().to_string().contains("nested deeper"));
        dict.clear();
    }

    #[test]
    fn long_chains_are_dropped_without_recursion() {
        let chain = (0..300_000).fold(Value::Null, |value, _| Dict::new(Map::from_iter([("k", value)])).value());
        drop(Value::from(vec![chain]));
    }
}
