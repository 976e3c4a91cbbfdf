//! Which keys may hold secrets in a document with mistakes.

use super::{HOLDING, WORKED_OUT, hidden};
use crate::model::{Action, Rule, Step};
use diagnostics::suggest;
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

    /// Whether a key belongs beside `provider`, or was meant to be one that does and has nothing for the provider.
    pub(super) fn is_call_key(&self, key: &str) -> bool {
        let is_misspelt = || suggest(key, call_keys()).is_some_and(|meant| meant != "inputs");
        call_keys().any(|known| known == key) || (self.hidden(key).is_none() && is_misspelt())
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
        if declared.is_some()
            || self.is_input(key)
            || call_keys().any(|known| known == key)
            || WORKED_OUT.contains(&key)
        {
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

/// The keys that belong beside `provider`.
fn call_keys() -> impl Iterator<Item = &'static str> {
    let records = [Step::shape(), Rule::shape(), Action::shape()].into_iter().filter_map(|shape| match shape {
        Shape::Record(record) => Some(record),
        _ => None,
    });
    records.flat_map(|record| record.all_fields().map(|field| field.key))
}
