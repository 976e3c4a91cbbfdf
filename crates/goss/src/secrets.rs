//! What must not be shown.

use crate::definition::{ALL, Shape};
use crate::resource::Resource;
use crate::types::http;
use diagnostics::{Redactor, SecretKind};
use value::Secret;

/// The mask of secrets in results.
const MASK: &str = "<secret>";

/// The secrets of a resource: passwords, values of header fields, and user information in URLs.
pub(crate) fn of(resource: &Resource) -> Vec<Secret<String>> {
    if resource.def.section == http::TYPE.section { http::secrets(resource) } else { Vec::new() }
}

/// What of a setting must not be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// All of it.
    Whole,
    /// The values of its `Name: value` texts, unless the name is harmless.
    Fields,
}

/// The settings with something in them that must not be shown.
pub fn hidden_settings() -> impl Iterator<Item = (&'static str, Hidden)> {
    let hidden = |(name, shape): &(&'static str, Shape)| match shape {
        Shape::Secret => Some((*name, Hidden::Whole)),
        Shape::Fields => Some((*name, Hidden::Fields)),
        _ => None,
    };
    ALL.iter().flat_map(|def| def.settings).filter_map(hidden)
}

/// Masks the secrets of all these resources.
pub(crate) fn redactor<'r>(resources: impl Iterator<Item = &'r Resource>) -> Redactor {
    let redactor = Redactor::new(MASK);
    for secret in resources.flat_map(of) {
        redactor.register(secret.reveal().as_bytes(), SecretKind::Declared);
    }
    redactor
}
