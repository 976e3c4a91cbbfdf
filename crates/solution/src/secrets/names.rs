//! Which keys may hold secrets in a document with mistakes.

use super::{HOLDING, WORKED_OUT, hidden};
use crate::model::{Action, Rule, Step};
use document::decode::{Decode, Shape};
use document::secrets::{Hidden, Names, is_telling};
use providers::{Registered, Registry};

/// Nobody knows what was meant where mistakes are: whatever stands behind such a key counts.
pub(super) struct Suspects<'a> {
    pub(super) registry: &'a Registry,
    /// Whether something is said to be sensitive.
    pub(super) is_marked: bool,
}

impl Suspects<'_> {
    /// What is hidden of something that a provider is given, or that stands where it is not given.
    pub(super) fn hidden_input(&self, provider: Option<&str>, input: &str) -> Option<Hidden> {
        let Some(known) = provider.and_then(|name| self.registry.get(name)).map(Registered::descriptor) else {
            return self.hidden(input);
        };
        if known.schema.property(input).is_some() {
            return known.hidden(input);
        }
        known.hidden(input).or_else(|| self.hidden(input))
    }

    /// Whether some provider takes an input of this name.
    fn is_input(&self, key: &str) -> bool {
        self.registry.iter().any(|one| one.descriptor().schema.property(key).is_some())
    }
}

impl Names for Suspects<'_> {
    fn hidden(&self, key: &str) -> Option<Hidden> {
        if self.is_marked && HOLDING.contains(&key) {
            return Some(Hidden::Whole);
        }
        let declared = hidden(self.registry, None, key);
        if declared.is_some() || self.is_input(key) || is_call_key(key) || WORKED_OUT.contains(&key) {
            return declared;
        }
        if is_telling(key) {
            return Some(Hidden::Text);
        }
        self.registry.iter().find_map(|one| one.descriptor().nearly_hidden(key))
    }

    fn is_known(&self, word: &str) -> bool {
        HOLDING.contains(&word) || WORKED_OUT.contains(&word)
    }
}

/// Whether a key belongs beside `provider`.
pub(super) fn is_call_key(key: &str) -> bool {
    [Step::shape(), Rule::shape(), Action::shape()].into_iter().any(|shape| match shape {
        Shape::Record(record) => record.all_fields().any(|field| field.key == key),
        _ => false,
    })
}
