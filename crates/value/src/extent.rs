//! How large a value is when it is written out. Lists and maps are shared, so that a value of a few kilobytes can be a
//! tree that no memory holds: what walks over a whole value that it does not know measures it first.

use crate::{Key, MAX_DEPTH, Value};

/// The size of a value as a tree; a part that is shared counts at each of its places.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extent {
    /// Lists, maps and what is in them.
    pub nodes: usize,
    /// One for each node, and the bytes of texts and keys: no form of the value has less.
    pub bytes: usize,
    /// How deep lists and maps are nested.
    pub depth: usize,
}

impl Extent {
    /// No limit.
    pub const MAX: Self = Self { nodes: usize::MAX, bytes: usize::MAX, depth: usize::MAX };
}

/// A value is larger than it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// There are too many nodes.
    #[error("the value has more than {limit} parts")]
    Nodes {
        /// How many there may be.
        limit: usize,
    },
    /// There is too much text.
    #[error("the value has more than {limit} bytes")]
    Bytes {
        /// How much there may be.
        limit: usize,
    },
    /// It is nested too deep.
    #[error("the value has more than {limit} nested lists and maps")]
    Depth {
        /// How deep it may be.
        limit: usize,
    },
}

impl Value {
    /// Measures the value, and stops as soon as it is larger than `limit`. The work is within the limit, too.
    pub fn extent_within(&self, limit: Extent) -> Result<Extent, TooLarge> {
        let mut measure = Measure { limit, found: Extent::default() };
        measure.walk(self, 0, 0)?;
        Ok(measure.found)
    }
}

struct Measure {
    limit: Extent,
    found: Extent,
}

type Children<'a> = Box<dyn Iterator<Item = (Option<&'a Key>, &'a Value)> + 'a>;

impl Measure {
    /// Walks over a value that is `depth` levels down, and inside of so many opaque values.
    fn walk(&mut self, value: &Value, depth: usize, opaque: usize) -> Result<(), TooLarge> {
        let mut open: Vec<Children<'_>> = Vec::new();
        let mut next = Some((None, value));
        loop {
            if let Some((key, value)) = next {
                self.count(key, value)?;
                match value {
                    Value::List(list) => open.push(Box::new(list.iter().map(|item| (None, item)))),
                    Value::Map(map) => open.push(Box::new(map.iter().map(|(key, value)| (Some(key), value)))),
                    Value::Opaque(_) if value.as_raw_text().is_some() => {}
                    Value::Opaque(inner) => {
                        if let Some(plain) = inner.to_plain() {
                            self.deepen(depth + open.len(), opaque)?;
                            self.walk(&plain, depth + open.len(), opaque + 1)?;
                        }
                    }
                    _ => {}
                }
                self.deepen(depth + open.len(), opaque)?;
            } else {
                open.pop();
            }
            match open.last_mut() {
                Some(children) => next = children.next(),
                None => return Ok(()),
            }
        }
    }

    fn count(&mut self, key: Option<&Key>, value: &Value) -> Result<(), TooLarge> {
        let key = key.and_then(|key| key.as_str()).map_or(0, str::len);
        let content = match value {
            Value::String(text) => text.len(),
            Value::Bytes(bytes) => bytes.len(),
            Value::Opaque(_) => value.as_raw_text().map_or(0, <[u8]>::len),
            _ => 0,
        };
        self.found.nodes += 1;
        self.found.bytes = self.found.bytes.saturating_add(1 + key + content);
        if self.found.nodes > self.limit.nodes {
            return Err(TooLarge::Nodes { limit: self.limit.nodes });
        }
        if self.found.bytes > self.limit.bytes {
            return Err(TooLarge::Bytes { limit: self.limit.bytes });
        }
        Ok(())
    }

    /// Opaque values inside of each other are walked by recursion.
    fn deepen(&mut self, depth: usize, opaque: usize) -> Result<(), TooLarge> {
        self.found.depth = self.found.depth.max(depth);
        if opaque >= MAX_DEPTH {
            return Err(TooLarge::Depth { limit: MAX_DEPTH });
        }
        if depth > self.limit.depth {
            return Err(TooLarge::Depth { limit: self.limit.depth });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Map;

    #[test]
    fn parts_texts_and_levels_are_counted() {
        let value = Value::from_json(r#"{"ab": [1, "xyz", []], "c": {}}"#).unwrap();
        let extent = value.extent_within(Extent::MAX).unwrap();
        assert_eq!(extent, Extent { nodes: 6, bytes: 12, depth: 3 });
        assert_eq!(Value::from(1).extent_within(Extent::MAX), Ok(Extent { nodes: 1, bytes: 1, depth: 0 }));
    }

    #[test]
    fn what_is_shared_counts_each_time_and_ends_at_the_limit() {
        let twice = |value: Value, _| Value::from(vec![value.clone(), value]);
        let doubled = (0..60).fold(Value::from("x"), twice);
        let limit = Extent { nodes: 10_000, ..Extent::MAX };
        assert_eq!(doubled.extent_within(limit), Err(TooLarge::Nodes { limit: 10_000 }));
        let limit = Extent { bytes: 10_000, ..Extent::MAX };
        assert_eq!(doubled.extent_within(limit), Err(TooLarge::Bytes { limit: 10_000 }));
        let limit = Extent { depth: 59, ..Extent::MAX };
        assert_eq!(doubled.extent_within(limit), Err(TooLarge::Depth { limit: 59 }));
        let maps = (0..60).fold(Value::Null, |value, _| Map::from_iter([("a", value.clone()), ("b", value)]).into());
        assert!(maps.extent_within(Extent { nodes: 10_000, ..Extent::MAX }).is_err());
    }

    #[test]
    fn depth_needs_no_stack() {
        let deep = (0..100_000).fold(Value::from(1), |value, _| Value::from(vec![value]));
        assert_eq!(deep.extent_within(Extent::MAX).map(|extent| extent.depth), Ok(100_000));
        assert_eq!(deep.extent_within(Extent { depth: 512, ..Extent::MAX }), Err(TooLarge::Depth { limit: 512 }));
    }
}
