//! What must not be shown.

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

/// Masks the secrets of all these resources.
pub(crate) fn redactor<'r>(resources: impl Iterator<Item = &'r Resource>) -> Redactor {
    let redactor = Redactor::new(MASK);
    for secret in resources.flat_map(of) {
        redactor.register(secret.reveal().as_bytes(), SecretKind::Declared);
    }
    redactor
}
