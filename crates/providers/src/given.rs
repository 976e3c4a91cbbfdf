//! Secrets in what providers are given. An input says by its definition what is secret in it.

use crate::coerce::coerce;
use crate::{Descriptor, Schema, SchemaType};
use diagnostics::{Redactor, SecretKind, secret_by_name, suggest};
use document::secrets::{Hidden, is_telling, register_address, register_addresses};
use std::collections::HashSet;
use system::http::{Credentials, Headers};
use value::{Map, Value};

/// What an input is a map of; names tell which of the values are secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// Fields of a request. They are secret, unless their names are known to be harmless.
    HeaderFields,
    /// Variables of the environment. They are secret when their names say so.
    Variables,
}

impl Descriptor {
    /// What must not be shown of an input as it stands in a document.
    pub fn hidden(&self, input: &str) -> Option<Hidden> {
        match self.schema.property(input) {
            Some(property) => self.hidden_in(input, property),
            None => self.nearly_hidden(input).or_else(|| self.is_stray(input).then_some(Hidden::Text)),
        }
    }

    /// The same of a name that is misspelt: it means what it resembles.
    pub fn nearly_hidden(&self, input: &str) -> Option<Hidden> {
        let meant = suggest(input, self.hidden_inputs())?;
        self.hidden_in(meant, self.schema.property(meant)?)
    }

    /// Whether something that is no input may be a secret all the same: by its name, or as a header field or a variable that
    /// is indented too little. Nothing is done with it, so nobody misses it.
    fn is_stray(&self, name: &str) -> bool {
        let is_misspelt = || suggest(name, self.schema.properties().map(|(known, _)| known)).is_some();
        let mut fields = self.schema.properties().filter_map(|(_, property)| property.named());
        let mut is_field = || fields.any(|of| of == Named::HeaderFields) && !Headers::is_harmless(name);
        is_telling(name) || (is_field() && !is_misspelt())
    }

    /// The inputs of which something must not be shown.
    pub fn hidden_inputs(&self) -> impl Iterator<Item = &'static str> {
        let inputs = self.schema.properties();
        inputs.filter_map(|(name, property)| self.hidden_in(name, property).map(|_| name))
    }

    /// Whether an input is an address, with user information in it perhaps.
    pub fn is_address(&self, input: &str) -> bool {
        self.schema.property(input).is_some_and(Schema::is_address)
    }

    fn hidden_in(&self, input: &str, property: &Schema) -> Option<Hidden> {
        match property.named() {
            _ if self.is_sensitive(input) => Some(Hidden::Whole),
            Some(Named::HeaderFields) => Some(Hidden::Fields(Headers::is_harmless)),
            Some(Named::Variables) => Some(Hidden::Variables),
            None => None,
        }
    }
}

/// From here on what is secret in these inputs is masked wherever it turns up.
pub fn keep_secrets(descriptor: &Descriptor, inputs: &Map, redactor: &Redactor) {
    for (name, value) in inputs.iter() {
        let Some(name) = name.as_str() else { continue };
        if descriptor.is_sensitive(name) {
            whole(value, redactor);
        }
        if descriptor.schema.property(name).is_none() && descriptor.is_stray(name) {
            whole(value, redactor);
        }
        if descriptor.is_address(name) {
            addresses(value, redactor);
        }
        if let Some(of) = descriptor.schema.property(name).and_then(Schema::named) {
            entries(of, value, redactor);
        }
    }
}

/// What is longer is a text, and neither an address nor fields.
pub(crate) const LONGEST: usize = 64 * 1024;

/// Who we are in URLs is a secret, in whatever text they stand.
pub fn keep_urls(value: &Value, redactor: &Redactor) {
    each_leaf(value, |leaf| match leaf.as_str().filter(|text| text.len() <= LONGEST) {
        Some(url) if is_url(url) => Credentials::of(url).register(redactor),
        Some(text) => register_addresses(text, redactor),
        None => {}
    });
}

/// Takes everything in a value that is neither list nor map. A part that stands in many places is looked at once: written
/// out, a value that shares its parts can be larger than any machine.
pub fn each_leaf<'v>(value: &'v Value, mut take: impl FnMut(&'v Value)) {
    if !matches!(value, Value::List(_) | Value::Map(_)) {
        return take(value);
    }
    let (mut left, mut seen) = (vec![value], HashSet::new());
    while let Some(value) = left.pop() {
        let first = match value {
            Value::List(items) => items.iter().next(),
            Value::Map(map) => map.values().next(),
            leaf => {
                take(leaf);
                continue;
            }
        };
        // Whoever has the same first element in memory is the same.
        if first.is_some_and(|first| !seen.insert(std::ptr::from_ref(first))) {
            continue;
        }
        match value {
            Value::List(items) => left.extend(items.iter()),
            Value::Map(map) => left.extend(map.values()),
            _ => {}
        }
    }
}

/// An address, or what was given in its place.
fn addresses(value: &Value, redactor: &Redactor) {
    each_leaf(value, |leaf| leaf.as_str().into_iter().for_each(|text| register_address(text, redactor)));
}

fn whole(value: &Value, redactor: &Redactor) {
    match value.as_text_bytes() {
        Some(text) => redactor.register(text, SecretKind::Declared),
        None => redactor.register(value.to_string().as_bytes(), SecretKind::Declared),
    }
}

/// A map may be given as text in JSON.
fn entries(of: Named, given: &Value, redactor: &Redactor) {
    let Ok(Value::Map(map)) = coerce(given.clone(), SchemaType::Object) else { return };
    for (name, value) in map.iter() {
        let name = name.to_value().to_string();
        // One level too deep is a mistake, and what is there may be secret all the same.
        if matches!(value, Value::Map(_)) {
            entries(of, value, redactor);
        }
        match of {
            Named::HeaderFields => value.as_str().into_iter().for_each(|value| field(&name, value, redactor)),
            Named::Variables => variable(&name, &value.to_string(), redactor),
        }
    }
}

fn field(name: &str, value: &str, redactor: &Redactor) {
    if Headers::is_harmless(name) {
        return;
    }
    redactor.register(value.as_bytes(), SecretKind::Declared);
    // The token alone may turn up, without `Bearer`.
    if let Some((_, token)) = value.split_once(' ').filter(|_| name.eq_ignore_ascii_case("authorization")) {
        redactor.register(token.as_bytes(), SecretKind::Declared);
    }
}

fn variable(name: &str, value: &str, redactor: &Redactor) {
    if secret_by_name(name, value) {
        redactor.register(value.as_bytes(), SecretKind::ByName);
    }
}

fn is_url(text: &str) -> bool {
    // A text that begins with no scheme is not searched for one.
    let rest = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '+');
    let rest = rest.strip_prefix("://").filter(|_| rest.len() < text.len());
    rest.is_some_and(|rest| !rest.contains(char::is_whitespace))
}
