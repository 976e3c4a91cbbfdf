//! `type#name`: how resources speak of each other.

use std::borrow::Cow;
use std::fmt;
use thiserror::Error;

/// A resource by its type and its name or alias.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reference {
    /// The resource type, lower case.
    pub kind: Cow<'static, str>,
    /// Its name or alias; may hold further `#`.
    pub name: String,
}

/// A text that is no reference.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{given}` is not a reference: expected `type#name`, such as `file#/etc/motd`")]
pub struct ReferenceError {
    /// What was written.
    pub given: String,
}

impl Reference {
    /// Of a type and a name.
    pub fn new(kind: impl Into<Cow<'static, str>>, name: impl Into<String>) -> Self {
        Self { kind: kind.into(), name: name.into() }
    }

    /// Reads `type#name`; only the first `#` splits.
    pub fn parse(text: &str) -> Result<Self, ReferenceError> {
        match text.split_once('#') {
            Some((kind, name)) if is_type_name(kind) && !name.is_empty() => Ok(Self::new(kind.to_owned(), name)),
            _ => Err(ReferenceError { given: text.to_owned() }),
        }
    }
}

// ccm: the manifest schema's pattern for references, `^[a-z]+#.+$`.
fn is_type_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase())
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.kind, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_hash_splits() {
        assert_eq!(Reference::parse("exec#a#b"), Ok(Reference::new("exec", "a#b")));
    }

    #[test]
    fn what_is_no_reference_is_refused() {
        for text in ["", "exec", "#one", "exec#", "Exec#one", "ex ec#one", "exec2#one"] {
            assert_eq!(Reference::parse(text), Err(ReferenceError { given: text.to_owned() }), "{text}");
        }
    }
}
