//! Which keys may hold secrets in a document with mistakes.

use super::{HOLDING, WORKED_OUT, hidden};
use crate::model::{Action, Rule, Step};
use diagnostics::{secret_by_name, suggest};
use document::decode::{Decode, Shape};
use document::secrets::{Hidden, Names};
use providers::{Descriptor, Registered, Registry};

/// Header fields that say who somebody is without a word that tells so.
const TELLING_FIELDS: [&str; 4] = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

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
        known.hidden(input).or_else(|| self.hidden(input)).or_else(|| stray_field(known, input))
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
            return Some(Hidden::Whole);
        }
        let mut descriptors = self.registry.iter().map(Registered::descriptor);
        descriptors.find_map(|one| one.hidden(key))
    }

    fn is_known(&self, word: &str) -> bool {
        HOLDING.contains(&word) || WORKED_OUT.contains(&word)
    }
}

/// Something that its provider does not take may be a field of its header fields, or a variable of its variables, that is
/// indented too little. A misspelt name means what it resembles.
fn stray_field(descriptor: &Descriptor, name: &str) -> Option<Hidden> {
    if suggest(name, descriptor.schema.properties().map(|(known, _)| known)).is_some() {
        return None;
    }
    let mut named = descriptor.hidden_inputs().filter_map(|input| descriptor.hidden(input));
    let is_secret = named.any(|hidden| matches!(hidden, Hidden::Fields(is_harmless) if !is_harmless(name)));
    is_secret.then_some(Hidden::Whole)
}

/// Whether a name tells that its value is secret: `apiKey`, `X-Auth-Token`, `DB_PASSWORD`.
fn is_telling(name: &str) -> bool {
    let mut parts = String::new();
    let mut is_small = false;
    for c in name.chars() {
        if is_small && c.is_ascii_uppercase() {
            parts.push('_');
        }
        is_small = c.is_ascii_lowercase();
        parts.push(if c == '-' { '_' } else { c });
    }
    secret_by_name(&parts, "") || TELLING_FIELDS.iter().any(|field| field.eq_ignore_ascii_case(name))
}

/// Whether a key belongs beside `provider`.
pub(super) fn is_call_key(key: &str) -> bool {
    [Step::shape(), Rule::shape(), Action::shape()].into_iter().any(|shape| match shape {
        Shape::Record(record) => record.all_fields().any(|field| field.key == key),
        _ => false,
    })
}
