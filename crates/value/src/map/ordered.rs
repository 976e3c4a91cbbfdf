//! The map: entries in insertion order, searched one by one while they are few.

use std::sync::Arc;

use super::aliases::Aliases;
use super::index::Index;
use super::key::{Key, KeyRef};
use crate::{GoType, Value, teardown};

/// Values under keys, in the order in which the keys were first put in. A clone shares the entries; the first change
/// through one of the clones copies them, one level deep.
#[derive(Clone, Default)]
pub struct Map(Arc<Body>);

#[derive(Clone)]
struct Body {
    entries: Vec<(Key, Value)>,
    /// Present exactly when there are more than [`LINEAR`] entries.
    index: Option<Index>,
    go_type: GoType,
    aliases: Option<&'static Aliases>,
}

/// Up to this many entries, looking at each is faster than hashing.
const LINEAR: usize = 8;

/// Room is made for this many entries at most before they are seen.
const ROOM: usize = 1024;

impl Map {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty map with room for `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(Arc::new(Body { entries: Vec::with_capacity(capacity), index: None, go_type: GoType::MAP, aliases: None }))
    }

    /// The same map as a Go type.
    #[must_use]
    pub fn with_type(mut self, go_type: GoType) -> Self {
        if self.0.go_type != go_type {
            Arc::make_mut(&mut self.0).go_type = go_type;
        }
        self
    }

    /// Its Go type, [`GoType::MAP`] unless said otherwise.
    pub fn go_type(&self) -> GoType {
        self.0.go_type
    }

    /// The same map, whose entries answer to other names too, but only when [`Map::field`] asks.
    #[must_use]
    pub fn with_aliases(mut self, aliases: &'static Aliases) -> Self {
        Arc::make_mut(&mut self.0).aliases = Some(aliases);
        self
    }

    /// The other names of its entries, if there are any.
    pub fn aliases(&self) -> Option<&'static Aliases> {
        self.0.aliases
    }

    /// The value under a name as the languages ask for a member: the key itself, or else an alias of it.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.get(name).or_else(|| self.get(self.0.aliases?.key(name)?))
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.0.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.entries.is_empty()
    }

    /// The value under `key`.
    pub fn get<'k>(&self, key: impl Into<KeyRef<'k>>) -> Option<&Value> {
        self.position(key).map(|at| &self.0.entries[at].1)
    }

    /// Whether there is an entry with `key`.
    pub fn contains_key<'k>(&self, key: impl Into<KeyRef<'k>>) -> bool {
        self.position(key).is_some()
    }

    /// Where `key` is in the order of the entries.
    pub fn position<'k>(&self, key: impl Into<KeyRef<'k>>) -> Option<usize> {
        self.0.position(key.into())
    }

    /// The entry at a place in the order.
    pub fn entry_at(&self, position: usize) -> Option<(&Key, &Value)> {
        self.0.entries.get(position).map(|(key, value)| (key, value))
    }

    /// The value under `key`, to be changed.
    pub fn get_mut<'k>(&mut self, key: impl Into<KeyRef<'k>>) -> Option<&mut Value> {
        let at = self.position(key)?;
        Some(self.value_at_mut(at))
    }

    /// The value at a place in the order that is known to exist.
    pub(crate) fn value_at_mut(&mut self, position: usize) -> &mut Value {
        &mut Arc::make_mut(&mut self.0).entries[position].1
    }

    /// Puts `value` under `key` and gives back what was there. A key that was there keeps its place.
    pub fn insert(&mut self, key: impl Into<Key>, value: impl Into<Value>) -> Option<Value> {
        let key = key.into();
        match self.0.locate(key.as_ref()) {
            Ok(at) => Some(std::mem::replace(self.value_at_mut(at), value.into())),
            Err(slot) => {
                Arc::make_mut(&mut self.0).append(slot, key, value.into());
                None
            }
        }
    }

    /// Takes the entry with `key` out; the others keep their order.
    pub fn remove<'k>(&mut self, key: impl Into<KeyRef<'k>>) -> Option<Value> {
        let at = self.position(key)?;
        let body = Arc::make_mut(&mut self.0);
        let (_, value) = body.entries.remove(at);
        body.reindex();
        Some(value)
    }

    /// Keeps the entries for which `keep` answers yes.
    pub fn retain(&mut self, mut keep: impl FnMut(&Key, &mut Value) -> bool) {
        let body = Arc::make_mut(&mut self.0);
        body.entries.retain_mut(|(key, value)| keep(key, value));
        body.reindex();
    }

    /// The entries in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Key, &Value)> + DoubleEndedIterator + Clone {
        self.0.entries.iter().map(|(key, value)| (key, value))
    }

    /// The entries in their order, values to be changed.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&Key, &mut Value)> {
        Arc::make_mut(&mut self.0).entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The keys in the order of the entries.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Key> + Clone {
        self.0.entries.iter().map(|(key, _)| key)
    }

    /// The values in the order of the entries.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> + Clone {
        self.0.entries.iter().map(|(_, value)| value)
    }

    /// The entries in the order in which Go prints them: sorted by kind and value of the key.
    pub fn sorted(&self) -> std::vec::IntoIter<(&Key, &Value)> {
        let mut entries: Vec<_> = self.iter().collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        entries.into_iter()
    }

    /// Whether both are the same storage, so that comparing the entries is not needed to know that nothing changed.
    pub fn shares_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Moves the values out when nobody else shares them.
    pub(crate) fn release(self, values: &mut Vec<Value>) {
        if let Some(mut body) = Arc::into_inner(self.0) {
            values.extend(body.entries.drain(..).map(|(_, value)| value));
        }
    }
}

impl Body {
    fn position(&self, key: KeyRef<'_>) -> Option<usize> {
        match &self.index {
            Some(index) => index.find(&self.entries, key),
            None => self.entries.iter().position(|(other, _)| other.as_ref() == key),
        }
    }

    /// The position of `key`, or where the index will note it: to put an entry in takes one hash.
    fn locate(&self, key: KeyRef<'_>) -> Result<usize, Option<usize>> {
        match &self.index {
            Some(index) => index.locate(&self.entries, key).map_err(Some),
            None => self.position(key).ok_or(None),
        }
    }

    /// Adds an entry whose key is not there yet.
    fn append(&mut self, slot: Option<usize>, key: Key, value: Value) {
        self.entries.push((key, value));
        match self.index.as_mut().zip(slot) {
            Some((index, slot)) => index.added(slot, &self.entries),
            None => self.reindex(),
        }
    }

    fn reindex(&mut self) {
        self.index = (self.entries.len() > LINEAR).then(|| Index::of(&self.entries));
    }
}

impl Default for Body {
    fn default() -> Self {
        Self { entries: Vec::new(), index: None, go_type: GoType::MAP, aliases: None }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        teardown::map(&mut self.entries);
    }
}

impl<K: Into<Key>, V: Into<Value>> FromIterator<(K, V)> for Map {
    /// The last of several entries with one key wins; it stands where the first one stood.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        let mut map = Self::with_capacity(entries.size_hint().0.min(ROOM));
        map.extend(entries);
        map
    }
}

impl<K: Into<Key>, V: Into<Value>> Extend<(K, V)> for Map {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl IntoIterator for Map {
    type Item = (Key, Value);
    type IntoIter = std::vec::IntoIter<(Key, Value)>;

    /// The entries in their order; copied only when another clone shares them.
    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut Arc::make_mut(&mut self.0).entries).into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(count: i64) -> Map {
        (0..count).map(|number| (format!("key{number}"), number)).collect()
    }

    #[test]
    fn few_and_many_entries_answer_alike() {
        for count in [0, 1, 8, 9, 10, 17, 100, 5000] {
            let map = numbered(count);
            assert_eq!(map.len(), usize::try_from(count).unwrap());
            for number in 0..count {
                assert_eq!(
                    map.get(&format!("key{number}")).and_then(Value::as_int),
                    Some(number),
                    "{number} of {count}"
                );
            }
            assert!(map.get("key").is_none() && map.get(0_i64).is_none() && !map.contains_key(""));
            assert!(map.values().map(|value| value.as_int().unwrap()).eq(0..count), "order of {count}");
        }
    }

    #[test]
    fn inserting_again_keeps_the_place() {
        let mut map = numbered(3);
        assert_eq!(map.insert("key1", "new").and_then(|old| old.as_int()), Some(1));
        assert_eq!(map.entry_at(1).map(|(_, value)| value.as_str()), Some(Some("new")));
    }

    #[test]
    fn removing_keeps_order_and_index() {
        let mut map = numbered(20);
        for number in (0..20).step_by(2) {
            assert!(map.remove(&format!("key{number}")).is_some());
            assert!(map.remove(&format!("key{number}")).is_none());
        }
        assert!(map.values().map(|value| value.as_int().unwrap()).eq((1..20).step_by(2)));
        map.retain(|_, value| value.as_int() != Some(3));
        assert!(map.get("key3").is_none() && map.get("key5").is_some());
    }

    #[test]
    fn keys_of_other_kinds_are_other_keys() {
        let map = Map::from_iter([(Key::from("1"), 0), (Key::Int(1), 1), (Key::Uint(1), 2), (Key::Bool(true), 3)]);
        assert_eq!(map.get(1_i64).and_then(Value::as_int), Some(1));
        assert_eq!(map.get(1_u64).and_then(Value::as_int), Some(2));
        assert_eq!(map.get(true).and_then(Value::as_int), Some(3));
        assert_eq!(map.get("1").and_then(Value::as_int), Some(0));
        let order: Vec<_> = map.sorted().map(|(_, value)| value.as_int().unwrap()).collect();
        assert_eq!(order, [3, 1, 2, 0]);
    }

    #[test]
    fn aliases_answer_as_fields_only() {
        static NAMES: Aliases = Aliases::new(&[("HostID", "hostId"), ("OS", "os")]);
        let map = Map::from_iter([("os", "linux")]).with_aliases(&NAMES);
        assert_eq!(map.field("os"), map.field("OS"));
        assert!(map.field("OS").is_some() && map.field("HostID").is_none() && map.field("Os").is_none());
        assert!(map.get("OS").is_none() && map.len() == 1);
        assert_eq!(map.clone().field("OS"), map.get("os"));
        assert!(Map::from_iter([("os", 1)]).field("OS").is_none());
    }

    #[test]
    fn a_change_leaves_other_clones_alone() {
        let first = numbered(9);
        let mut second = first.clone();
        second.insert("more", 1);
        *second.get_mut("key0").unwrap() = Value::Null;
        assert_eq!((first.len(), second.len()), (9, 10));
        assert_eq!(first.get("key0").and_then(Value::as_int), Some(0));
        assert!(!first.shares_with(&second));
    }
}
