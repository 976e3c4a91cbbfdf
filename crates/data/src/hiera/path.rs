//! Names of keys inside of each other.

use std::fmt;
use std::sync::Arc;
use value::{Map, Value};

/// The keys that lead to a value, from the top.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeyPath(pub(crate) Vec<Arc<str>>);

impl KeyPath {
    /// A path with dots between the keys; a backslash in front of a dot makes it part of a key.
    pub(crate) fn parse(text: &str) -> Self {
        let mut keys = vec![String::new()];
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            let last = keys.last_mut().expect("there is always one");
            match character {
                '.' => keys.push(String::new()),
                '\\' => last.extend(characters.next()),
                _ => last.push(character),
            }
        }
        Self(keys.into_iter().map(Arc::from).collect())
    }

    /// Whether rules can name it: those with one of these characters in a key are quoted upstream, and then not found.
    pub(crate) fn can_be_named(&self) -> bool {
        !self.0.iter().any(|key| is_special(key))
    }

    /// Whether there is a bracket in it, which upstream takes for an item of a list.
    pub(crate) fn has_bracket(&self) -> bool {
        self.0.iter().any(|key| key.contains('['))
    }

    /// Whether it is `other` or below it.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The value there.
    pub(crate) fn find<'m>(&self, data: &'m Map) -> Option<&'m Value> {
        let (last, above) = self.0.split_last()?;
        let inner = above.iter().try_fold(data, |map, key| map.get(&**key)?.as_map())?;
        inner.get(&**last)
    }
}

fn is_special(key: &str) -> bool {
    key.contains(['$', '*', '.', '[', ']'])
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, key) in self.0.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            let quote = if is_special(key) { "'" } else { "" };
            write!(f, "{dot}{quote}{key}{quote}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_escapes() {
        for (text, keys) in [("a.b", &["a", "b"][..]), (r"a\.b.c", &["a.b", "c"]), ("", &[""]), (r"a\", &["a"])] {
            assert_eq!(KeyPath::parse(text).0.iter().map(|key| &**key).collect::<Vec<_>>(), keys, "{text}");
        }
    }

    #[test]
    fn shown_as_upstream_shows_them() {
        assert_eq!(KeyPath::parse(r"m.a\.b.c d").to_string(), "m.'a.b'.c d");
        assert!(!KeyPath::parse("m.$x").can_be_named() && KeyPath::parse("m.x-y z").can_be_named());
    }

    #[test]
    fn finds_only_in_maps() {
        let data = Value::from_json(r#"{"a": {"b": [1], "c": null}}"#).unwrap();
        let find = |path| KeyPath::parse(path).find(data.as_map().unwrap()).map(ToString::to_string);
        assert_eq!(find("a.b").as_deref(), Some("[1]"));
        assert_eq!(find("a.c").as_deref(), Some("<nil>"));
        assert_eq!((find("a.b.0"), find("x"), find("a.c.d")), (None, None, None));
    }
}
