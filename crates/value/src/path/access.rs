//! Reading and writing at a path.

use super::{Path, Segment};
use crate::{Key, Kind, List, Map, Value};

/// Why there is nothing at a path, and how far it can be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.describe())]
pub struct PathError {
    /// The path that was asked for.
    pub path: Path,
    /// The part of it that exists.
    pub reached: Path,
    /// What is wrong there.
    pub problem: PathProblem,
}

/// What is wrong where a path cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathProblem {
    /// The map has no such key.
    NoKey(String),
    /// The list is shorter.
    NoItem {
        /// The index that was asked for.
        index: usize,
        /// How many items there are.
        len: usize,
    },
    /// It is neither a map nor a list, or a list where the path has a key.
    Not {
        /// What is there.
        found: Kind,
        /// What the path needs.
        wanted: Kind,
    },
}

impl PathError {
    fn describe(&self) -> String {
        let place = if self.reached.is_root() { "the value".to_string() } else { format!("`{}`", self.reached) };
        match &self.problem {
            PathProblem::NoKey(key) => format!("{place} has no key `{key}`"),
            PathProblem::NoItem { index, len: 1 } => format!("{place} has 1 item, there is no item `{index}`"),
            PathProblem::NoItem { index, len } => format!("{place} has {len} items, there is no item `{index}`"),
            PathProblem::Not { found, wanted } => {
                format!("{place} is {}, not {}", found.with_article(), wanted.with_article())
            }
        }
    }
}

impl Path {
    fn error(&self, reached: usize, problem: PathProblem) -> PathError {
        PathError { path: self.clone(), reached: self.prefix(reached), problem }
    }
}

impl Value {
    /// The value at a path.
    pub fn get(&self, path: &Path) -> Result<&Self, PathError> {
        let mut value = self;
        for (reached, segment) in path.segments().iter().enumerate() {
            value = step(value, segment).map_err(|problem| path.error(reached, problem))?;
        }
        Ok(value)
    }

    /// Puts a value at a path and gives back what was there. Maps that are missing on the way are made, also in place of
    /// null; the index after the last item of a list adds one. Nothing is changed when it fails, and nothing that shares
    /// parts of this value is changed at all.
    pub fn set(&mut self, path: &Path, new: impl Into<Self>) -> Result<Option<Self>, PathError> {
        let mut value = self;
        for (reached, segment) in path.segments().iter().enumerate() {
            let missing = match step(value, segment) {
                Ok(_) => false,
                Err(problem) if can_be_made(value, &problem) => true,
                Err(problem) => return Err(path.error(reached, problem)),
            };
            if missing {
                let rest = &path.segments()[reached + 1..];
                let made =
                    build(rest, new.into()).map_err(|(ahead, problem)| path.error(reached + 1 + ahead, problem))?;
                add(value, segment, made);
                return Ok(None);
            }
            value = step_mut(value, segment).expect("the step was possible a moment ago");
        }
        Ok(Some(std::mem::replace(value, new.into())))
    }
}

fn step<'a>(value: &'a Value, segment: &Segment) -> Result<&'a Value, PathProblem> {
    match (value, segment) {
        (Value::Map(map), segment) => entry(map, segment).ok_or_else(|| PathProblem::NoKey(segment.to_string())),
        (Value::List(list), Segment::Index(index)) => {
            list.get(*index).ok_or(PathProblem::NoItem { index: *index, len: list.len() })
        }
        (other, segment) => Err(PathProblem::Not { found: other.kind(), wanted: wanted(segment) }),
    }
}

fn wanted(segment: &Segment) -> Kind {
    match segment {
        Segment::Key(_) => Kind::Map,
        Segment::Index(_) => Kind::List,
    }
}

fn entry<'a>(map: &'a Map, segment: &Segment) -> Option<&'a Value> {
    map.get(&entry_key(map, segment))
}

/// The key that a segment means in this map: text, or an integer when the map has that and not the text.
fn entry_key(map: &Map, segment: &Segment) -> Key {
    let index = match segment {
        Segment::Key(key) => return Key::String(key.clone()),
        Segment::Index(index) => *index,
    };
    let text = Key::from(index.to_string());
    let numbers = [i64::try_from(index).ok().map(Key::Int), u64::try_from(index).ok().map(Key::Uint)];
    if map.contains_key(&text) {
        return text;
    }
    numbers.into_iter().flatten().find(|key| map.contains_key(key)).unwrap_or(text)
}

fn step_mut<'a>(value: &'a mut Value, segment: &Segment) -> Option<&'a mut Value> {
    match (value, segment) {
        (Value::Map(map), segment) => {
            let key = entry_key(map, segment);
            map.get_mut(&key)
        }
        (Value::List(list), Segment::Index(index)) => list.make_mut().get_mut(*index),
        _ => None,
    }
}

/// Whether what a path misses here can be added.
fn can_be_made(value: &Value, problem: &PathProblem) -> bool {
    match problem {
        PathProblem::NoKey(_) => true,
        PathProblem::NoItem { index, len } => index == len,
        PathProblem::Not { wanted, .. } => value.is_null() && *wanted == Kind::Map,
    }
}

/// The maps that lead to `new`, which do not exist yet; or how far into `rest` that is possible.
fn build(rest: &[Segment], new: Value) -> Result<Value, (usize, PathProblem)> {
    rest.iter().enumerate().rev().try_fold(new, |value, (ahead, segment)| match segment {
        Segment::Key(key) => Ok(Map::from_iter([(key.clone(), value)]).into()),
        Segment::Index(0) => Ok(List::from(vec![value]).into()),
        Segment::Index(index) => Err((ahead, PathProblem::NoItem { index: *index, len: 0 })),
    })
}

fn add(value: &mut Value, segment: &Segment, new: Value) {
    if value.is_null() {
        *value = Map::new().into();
    }
    match (value, segment) {
        (Value::Map(map), segment) => {
            let key = entry_key(map, segment);
            map.insert(key, new);
        }
        (Value::List(list), _) => list.push(new),
        _ => unreachable!("only maps and lists can be added to"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Value {
        Value::from_json(text).unwrap()
    }

    fn path(text: &str) -> Path {
        Path::parse(text).unwrap()
    }

    #[test]
    fn finds_or_says_how_far_it_came() {
        let value = json(r#"{"a": {"b": [10, {"c": null}], "x.y": 1, "7": 2}}"#);
        for (given, expected) in [
            ("a.b.0", "10"),
            ("a.b.1.c", "<nil>"),
            (r"a.x\.y", "1"),
            ("a.7", "2"),
            ("a.b.c", "`a.b` is a list, not a map"),
            ("a.b.0.c", "`a.b.0` is an int, not a map"),
            ("a.b.1.c.0", "`a.b.1.c` is null, not a list"),
            ("a.c", "`a` has no key `c`"),
            ("z", "the value has no key `z`"),
            ("a.b.5", "`a.b` has 2 items, there is no item `5`"),
        ] {
            let answer = value.get(&path(given)).map_or_else(|error| error.to_string(), Value::to_string);
            assert_eq!(answer, expected, "{given}");
        }
        assert_eq!(value.get(&Path::root()), Ok(&value));
        let numbered = Value::from(Map::from_iter([(Key::Int(1), "one")]));
        assert_eq!(numbered.get(&path("1")), Ok(&"one".into()));
    }

    #[test]
    fn sets_and_makes_what_is_missing() {
        for (given, expected) in [
            ("a.b", r#"{"a": {"b": "new", "l": [1]}, "n": null}"#),
            ("a.c.d", r#"{"a": {"b": 1, "l": [1], "c": {"d": "new"}}, "n": null}"#),
            ("a.l.0", r#"{"a": {"b": 1, "l": ["new"]}, "n": null}"#),
            ("a.l.1.k", r#"{"a": {"b": 1, "l": [1, {"k": "new"}]}, "n": null}"#),
            ("n.x", r#"{"a": {"b": 1, "l": [1]}, "n": {"x": "new"}}"#),
            ("z.0", r#"{"a": {"b": 1, "l": [1]}, "n": null, "z": ["new"]}"#),
            ("", r#""new""#),
        ] {
            let mut value = json(r#"{"a": {"b": 1, "l": [1]}, "n": null}"#);
            let before = value.clone();
            value.set(&path(given), "new").unwrap();
            assert_eq!(value, json(expected), "{given}");
            assert_eq!(before, json(r#"{"a": {"b": 1, "l": [1]}, "n": null}"#), "clones are not changed");
        }
    }

    #[test]
    fn a_failing_set_changes_nothing() {
        for (given, expected) in [
            ("a.b.c", "`a.b` is an int, not a map"),
            ("a.l.2", "`a.l` has 1 item, there is no item `2`"),
            ("a.l.x", "`a.l` is a list, not a map"),
            ("q.r.3", "`q.r` has 0 items, there is no item `3`"),
        ] {
            let mut value = json(r#"{"a": {"b": 1, "l": [1]}}"#);
            assert_eq!(value.set(&path(given), 0).unwrap_err().to_string(), expected);
            assert_eq!(value, json(r#"{"a": {"b": 1, "l": [1]}}"#));
        }
    }
}
