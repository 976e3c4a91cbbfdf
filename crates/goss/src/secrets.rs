//! What must not be shown.

use crate::definition::{ALL, Shape};
use crate::resource::Resource;
use crate::types::http;
use diagnostics::{Redactor, SecretKind};
use value::Secret;

/// The secrets of a resource: passwords, values of header fields, and user information in URLs.
fn of(resource: &Resource) -> Vec<Secret<String>> {
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

/// Makes the secrets of a resource known.
pub(crate) fn register(resource: &Resource, redactor: &Redactor) {
    for secret in of(resource) {
        redactor.register(secret.reveal().as_bytes(), SecretKind::Declared);
    }
}
