//! The path itself and its text.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// One step into a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Segment {
    /// The entry of a map with this key.
    Key(Arc<str>),
    /// The item of a list at this place, or the entry of a map under this number.
    Index(usize),
}

/// The way into a nested value. As text its segments are joined with dots; a dot or a backslash that belongs to a key has a
/// backslash before it. A segment of digits is an index, unless a backslash makes it a key (`\0`). No text is the value itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(Vec<Segment>);

/// Why a text is not a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathSyntaxError {
    /// Two dots follow each other, or a dot is the first or last character.
    #[error("path `{given}` has an empty part at byte {offset}")]
    EmptySegment {
        /// The whole text.
        given: String,
        /// Where the part should be.
        offset: usize,
    },
    /// A backslash has nothing after it.
    #[error("path `{given}` ends in a backslash")]
    TrailingBackslash {
        /// The whole text.
        given: String,
    },
}

impl Path {
    /// The path to the value itself.
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a path.
    pub fn parse(given: &str) -> Result<Self, PathSyntaxError> {
        let mut path = Self::root();
        if given.is_empty() {
            return Ok(path);
        }
        let mut part = Part::default();
        let mut chars = given.char_indices();
        while let Some((offset, c)) = chars.next() {
            match c {
                '.' => path.0.push(std::mem::take(&mut part).finish(given, offset)?),
                '\\' => part.push_escaped(chars.next().map(|(_, c)| c), given)?,
                c => part.text.push(c),
            }
        }
        path.0.push(part.finish(given, given.len())?);
        Ok(path)
    }

    /// The steps.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Whether it is the path to the value itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The first `count` steps.
    #[must_use]
    pub fn prefix(&self, count: usize) -> Self {
        Self(self.0[..count.min(self.0.len())].to_vec())
    }

    /// The path one step further.
    #[must_use]
    pub fn child(&self, segment: impl Into<Segment>) -> Self {
        let mut longer = self.clone();
        longer.push(segment);
        longer
    }

    /// Goes one step further.
    pub fn push(&mut self, segment: impl Into<Segment>) {
        self.0.push(segment.into());
    }

    /// Goes one step back.
    pub fn pop(&mut self) -> Option<Segment> {
        self.0.pop()
    }
}

/// A segment that is being read.
#[derive(Default)]
struct Part {
    text: String,
    escaped: bool,
}

impl Part {
    fn push_escaped(&mut self, c: Option<char>, given: &str) -> Result<(), PathSyntaxError> {
        self.escaped = true;
        self.text.push(c.ok_or_else(|| PathSyntaxError::TrailingBackslash { given: given.to_string() })?);
        Ok(())
    }

    fn finish(self, given: &str, offset: usize) -> Result<Segment, PathSyntaxError> {
        if self.text.is_empty() {
            return Err(PathSyntaxError::EmptySegment { given: given.to_string(), offset });
        }
        let index = if self.escaped { None } else { index(&self.text) };
        Ok(index.map_or_else(|| Segment::Key(self.text.into()), Segment::Index))
    }
}

/// The number that a text is, written the one way in which numbers are written.
fn index(text: &str) -> Option<usize> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if canonical { text.parse().ok() } else { None }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = match self {
            Self::Index(index) => return write!(f, "{index}"),
            Self::Key(key) => key,
        };
        if index(key).is_some() {
            return write!(f, "\\{key}");
        }
        for c in key.chars() {
            if matches!(c, '.' | '\\') {
                f.write_str("\\")?;
            }
            write!(f, "{c}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            write!(f, "{}{segment}", if position == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = PathSyntaxError;

    fn from_str(given: &str) -> Result<Self, PathSyntaxError> {
        Self::parse(given)
    }
}

impl<S: Into<Segment>> FromIterator<S> for Path {
    fn from_iter<I: IntoIterator<Item = S>>(segments: I) -> Self {
        Self(segments.into_iter().map(Into::into).collect())
    }
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::Key(key.into())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_segments() {
        let key = |text: &str| Segment::from(text);
        for (text, segments) in [
            ("", vec![]),
            ("a", vec![key("a")]),
            ("a.b.0.c", vec![key("a"), key("b"), Segment::Index(0), key("c")]),
            (r"a\.b.c\\", vec![key("a.b"), key(r"c\")]),
            (r"\0.10.007", vec![key("0"), Segment::Index(10), key("007")]),
            ("99999999999999999999999", vec![key("99999999999999999999999")]),
            ("ü.-1", vec![key("ü"), key("-1")]),
        ] {
            let path = Path::parse(text).unwrap();
            assert_eq!(path.segments(), segments, "{text}");
            assert_eq!(path.to_string(), text);
        }
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, offset) in [(".", 0), ("a.", 2), (".a", 0), ("a..b", 2)] {
            assert_eq!(Path::parse(text), Err(PathSyntaxError::EmptySegment { given: text.into(), offset }));
        }
        assert_eq!(Path::parse(r"a\").unwrap_err().to_string(), r"path `a\` ends in a backslash");
    }
}
