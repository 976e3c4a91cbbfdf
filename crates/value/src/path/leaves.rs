//! All the values at the ends of a nested value.

use super::{Path, Segment};
use crate::{Key, Value};

/// The leaves of a value with their paths, in order: scalars, and lists and maps that are empty.
pub struct Leaves<'a> {
    queue: Vec<(usize, Option<Segment>, &'a Value)>,
    path: Path,
}

impl Value {
    /// Its leaves with their paths; a value that is no list and no map is its own leaf. Keys that are not text appear in
    /// the path as their text.
    pub fn leaves(&self) -> Leaves<'_> {
        Leaves { queue: vec![(0, None, self)], path: Path::root() }
    }
}

impl<'a> Iterator for Leaves<'a> {
    type Item = (Path, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((depth, segment, value)) = self.queue.pop() {
            while self.path.segments().len() >= depth.max(1) {
                self.path.pop();
            }
            if let Some(segment) = segment {
                self.path.push(segment);
            }
            if !self.queue_children(depth + 1, value) {
                return Some((self.path.clone(), value));
            }
        }
        None
    }
}

impl<'a> Leaves<'a> {
    /// Queues what is inside `value`, the last first; whether there is something.
    fn queue_children(&mut self, depth: usize, value: &'a Value) -> bool {
        let before = self.queue.len();
        match value {
            Value::List(list) => {
                let items = list.iter().enumerate().rev();
                self.queue.extend(items.map(|(index, item)| (depth, Some(Segment::Index(index)), item)));
            }
            Value::Map(map) => {
                self.queue.extend(map.iter().rev().map(|(key, value)| (depth, Some(segment(key)), value)));
            }
            _ => {}
        }
        self.queue.len() > before
    }
}

fn segment(key: &Key) -> Segment {
    match key {
        Key::String(key) => Segment::Key(key.clone()),
        Key::Int(key) => usize::try_from(*key).map_or_else(|_| Segment::Key(key.to_string().into()), Segment::Index),
        Key::Uint(key) => usize::try_from(*key).map_or_else(|_| Segment::Key(key.to_string().into()), Segment::Index),
        Key::Bool(key) => Segment::Key(key.to_string().into()),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Key, Map, Value};

    fn leaves(value: &Value) -> Vec<String> {
        value.leaves().map(|(path, value)| format!("{path}={value}")).collect()
    }

    #[test]
    fn all_ends_in_order() {
        let value = Value::from_json(r#"{"b": [1, [], {"x.y": 2}], "a": {"c": {}, "d": null}, "7": 3}"#).unwrap();
        assert_eq!(leaves(&value), ["b.0=1", "b.1=[]", r"b.2.x\.y=2", "a.c=map[]", "a.d=<nil>", r"\7=3"]);
        assert_eq!(leaves(&Value::from(1)), ["=1"]);
        assert_eq!(leaves(&Map::from_iter([(Key::Int(-1), 1), (Key::Uint(2), 2)]).into()), ["-1=1", "2=2"]);
        for (path, leaf) in value.leaves() {
            assert_eq!(value.get(&path), Ok(leaf));
        }
    }
}
