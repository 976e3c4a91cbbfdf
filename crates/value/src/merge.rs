//! Merging data: what comes in wins, and nothing that is given is changed.

use crate::{GoType, List, Map, Value};

impl Value {
    /// Deep merge: maps are merged key by key, lists are concatenated with the existing items first, anything else is
    /// replaced by what comes in, null included. What is not touched stays shared with the inputs.
    #[must_use]
    pub fn merged(&self, incoming: &Self) -> Self {
        let mut result = self.clone();
        result.merge(incoming);
        result
    }

    /// Deep merge in place, as [`Value::merged`]. Whatever shares parts of this value is not changed.
    pub fn merge(&mut self, incoming: &Self) {
        let mut open = match start(std::mem::take(self), incoming) {
            Start::Done(value) => {
                *self = value;
                return;
            }
            Start::Maps(merging) => vec![merging],
        };
        while let Some(mut innermost) = open.pop() {
            if let Some(inner) = innermost.advance() {
                open.extend([innermost, inner]);
                continue;
            }
            let merged = Self::Map(innermost.map);
            match open.last_mut() {
                Some(outer) => outer.put_back(merged),
                None => *self = merged,
            }
        }
    }

    /// Shallow merge: the entries of the map that comes in replace those of this map. When one of them is not a map, what
    /// comes in replaces all.
    pub fn merge_shallow(&mut self, incoming: &Self) {
        match (self, incoming) {
            (Self::Map(map), Self::Map(incoming)) => map.merge_shallow(incoming),
            (this, incoming) => *this = incoming.clone(),
        }
    }
}

impl Map {
    /// Deep merge in place, as [`Value::merge`].
    pub fn merge(&mut self, incoming: &Self) {
        let mut value = Value::Map(std::mem::take(self));
        value.merge(&Value::Map(incoming.clone()));
        if let Value::Map(merged) = value {
            *self = merged;
        }
    }

    /// Shallow merge: each entry that comes in replaces the one with its key.
    pub fn merge_shallow(&mut self, incoming: &Self) {
        if self.is_empty() {
            self.clone_from(incoming);
            return;
        }
        self.adopt_type(incoming.go_type());
        for (key, value) in incoming.iter() {
            self.insert(key.clone(), value.clone());
        }
    }

    /// A map that holds entries of two types is one of anything.
    fn adopt_type(&mut self, other: GoType) {
        if self.go_type() != other {
            *self = std::mem::take(self).with_type(GoType::MAP);
        }
    }
}

/// What comes of merging two values.
enum Start<'a> {
    Done(Value),
    /// Both are maps that must be gone through.
    Maps(Merging<'a>),
}

fn start(existing: Value, incoming: &Value) -> Start<'_> {
    match (existing, incoming) {
        (existing @ Value::Map(_), Value::Map(incoming)) if incoming.is_empty() => Start::Done(existing),
        (Value::Map(mut map), Value::Map(incoming)) if !map.is_empty() => {
            map.adopt_type(incoming.go_type());
            Start::Maps(Merging { map, incoming, next: 0, out: 0 })
        }
        (Value::List(list), Value::List(incoming)) => Start::Done(concatenated(list, incoming).into()),
        (_, incoming) => Start::Done(incoming.clone()),
    }
}

/// A merge of two maps that is under way. Merging keeps these in a list instead of calling itself, so that deep values
/// need memory, not stack.
struct Merging<'a> {
    map: Map,
    incoming: &'a Map,
    /// The next entry of `incoming`.
    next: usize,
    /// The entry of `map` that was taken out to be merged.
    out: usize,
}

impl<'a> Merging<'a> {
    /// Takes over entries until two maps have to be merged first, which are given back, or all are done.
    fn advance(&mut self) -> Option<Self> {
        let incoming: &'a Map = self.incoming;
        while let Some((key, value)) = incoming.entry_at(self.next) {
            self.next += 1;
            let Some(position) = self.map.position(key) else {
                self.map.insert(key.clone(), value.clone());
                continue;
            };
            self.out = position;
            match start(std::mem::take(self.map.value_at_mut(position)), value) {
                Start::Done(merged) => self.put_back(merged),
                Start::Maps(inner) => return Some(inner),
            }
        }
        None
    }

    fn put_back(&mut self, merged: Value) {
        *self.map.value_at_mut(self.out) = merged;
    }
}

fn concatenated(mut list: List, incoming: &List) -> List {
    if incoming.is_empty() {
        return list;
    }
    if list.is_empty() {
        return incoming.clone();
    }
    let go_type = if list.go_type() == incoming.go_type() { list.go_type() } else { GoType::LIST };
    list.make_mut().extend_from_slice(incoming);
    list.with_type(go_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Value {
        Value::from_json(text).unwrap()
    }

    #[test]
    fn deep_merge() {
        for (existing, incoming, expected) in [
            (r#"{"a": 1}"#, r#"{"b": 2}"#, r#"{"a": 1, "b": 2}"#),
            (r#"{"a": 1}"#, r#"{"a": null}"#, r#"{"a": null}"#),
            (r#"{"a": null}"#, r#"{"a": {"b": 1}}"#, r#"{"a": {"b": 1}}"#),
            (r#"{"l": [1, 2]}"#, r#"{"l": [2, 3]}"#, r#"{"l": [1, 2, 2, 3]}"#),
            (r#"{"m": {"a": 1}}"#, r#"{"m": [1]}"#, r#"{"m": [1]}"#),
            (r#"{"m": [1]}"#, r#"{"m": {"a": 1}}"#, r#"{"m": {"a": 1}}"#),
            (r#"{"m": {"a": 1}}"#, r#"{"m": {}}"#, r#"{"m": {"a": 1}}"#),
            (
                r#"{"a": {"b": {"c": {"d": 1, "x": 1}}}, "z": 0}"#,
                r#"{"a": {"b": {"c": {"d": 2, "y": 2}}, "n": []}, "y": 1}"#,
                r#"{"a": {"b": {"c": {"d": 2, "x": 1, "y": 2}}, "n": []}, "z": 0, "y": 1}"#,
            ),
            ("[1]", "[2]", "[1, 2]"),
            ("[]", "[2]", "[2]"),
            ("1", "{}", "{}"),
            ("{}", "1", "1"),
        ] {
            let (before, coming) = (json(existing), json(incoming));
            assert_eq!(
                format!("{:?}", before.merged(&coming)),
                format!("{:?}", json(expected)),
                "{existing} + {incoming}"
            );
            assert_eq!((before, coming), (json(existing), json(incoming)), "the inputs are as they were");
        }
    }

    #[test]
    fn shallow_merge() {
        let mut value = json(r#"{"a": {"x": 1}, "b": [1], "c": 1}"#);
        value.merge_shallow(&json(r#"{"a": {"y": 2}, "b": [2], "d": null}"#));
        assert_eq!(value, json(r#"{"a": {"y": 2}, "b": [2], "c": 1, "d": null}"#));
        value.merge_shallow(&Value::from(1));
        assert_eq!(value, Value::from(1));
    }

    #[test]
    fn untouched_parts_stay_shared() {
        let (existing, incoming) =
            (json(r#"{"a": {"x": {"k": 1}, "y": 1}, "b": [1]}"#), json(r#"{"a": {"y": {"k": 2}}, "c": [2]}"#));
        let merged = existing.merged(&incoming);
        let map = |value: &Value, key: &str| value.as_map().unwrap().get(key).unwrap().clone();
        let shared_map = |a: Value, b: Value| a.as_map().unwrap().shares_with(b.as_map().unwrap());
        let shared_list = |a: Value, b: Value| a.as_list().unwrap().shares_with(b.as_list().unwrap());
        assert!(shared_map(map(&map(&merged, "a"), "x"), map(&map(&existing, "a"), "x")));
        assert!(shared_map(map(&map(&merged, "a"), "y"), map(&map(&incoming, "a"), "y")));
        assert!(shared_list(map(&merged, "b"), map(&existing, "b")));
        assert!(shared_list(map(&merged, "c"), map(&incoming, "c")));
        assert!(existing.merged(&json("{}")).as_map().unwrap().shares_with(existing.as_map().unwrap()));
        assert!(json("{}").merged(&existing).as_map().unwrap().shares_with(existing.as_map().unwrap()));
    }

    #[test]
    fn go_types_survive_only_their_own_kind() {
        let typed = Map::from_iter([("a", "x")]).with_type(GoType::STRING_MAP);
        let mut merged = typed.clone();
        merged.merge(&Map::from_iter([("b", "y")]).with_type(GoType::STRING_MAP));
        assert_eq!(merged.go_type(), GoType::STRING_MAP);
        merged.merge(&Map::from_iter([("c", 1)]));
        assert_eq!(merged.go_type(), GoType::MAP);
    }

    #[test]
    fn deep_values_merge_without_recursion() {
        let deep = |leaf: &str| {
            (0..100_000).fold(Value::from(vec![leaf.into()]), |value, _| Map::from_iter([("k", value)]).into())
        };
        let mut merged = deep("a").merged(&deep("b"));
        while let Some(inner) = merged.as_map().map(|map| map.get("k").unwrap().clone()) {
            merged = inner;
        }
        assert_eq!(merged, Value::from(vec!["a".into(), "b".into()]));
    }
}
