//! Values that can only be known later.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What stands for a value that can only be known later, with the reason. A plan that contains one says so and never
/// guesses.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unknown {
    reason: Arc<str>,
}

/// Whether there ever was one in this process.
static IS_ANY: AtomicBool = AtomicBool::new(false);

/// Stands between the reasons of a combined unknown.
const SEPARATOR: &str = "; ";

impl Unknown {
    /// Not known because of `reason`, a fragment such as `after package#nginx is installed`.
    pub fn new(reason: impl Into<Arc<str>>) -> Self {
        IS_ANY.store(true, Ordering::Relaxed);
        Self { reason: reason.into() }
    }

    /// Whether there may be one: a run that changes things makes none, and nobody looks for them in its values.
    pub fn is_any() -> bool {
        IS_ANY.load(Ordering::Relaxed)
    }

    /// Why it is not known.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What depends on several unknowns is unknown for all their reasons, each named once and in order of appearance.
    /// `None` when there are no unknowns.
    pub fn combine<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        let mut all = all.into_iter();
        let first = all.next()?;
        let mut reasons: Vec<&str> = Vec::new();
        for reason in std::iter::once(first).chain(all).flat_map(|unknown| unknown.reason.split(SEPARATOR)) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        Some(if reasons.len() == 1 { first.clone() } else { Self::new(reasons.join(SEPARATOR)) })
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown: {}", self.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combining_names_each_reason_once() {
        let (a, b) = (Unknown::new("exec#a runs first"), Unknown::new("file#b is read later"));
        let both = Unknown::combine([&a, &b, &a]).expect("there are unknowns");
        assert_eq!(both.to_string(), "unknown: exec#a runs first; file#b is read later");
        assert_eq!(Unknown::combine([&both, &a, &b]), Some(both.clone()));
        assert_eq!(Unknown::combine([&a, &a]), Some(a));
        assert_eq!(Unknown::combine([]), None);
    }
}
