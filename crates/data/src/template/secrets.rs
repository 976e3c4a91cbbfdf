//! Which values are secret.

use std::sync::Arc;

use diagnostics::{Redactor, SecretKind, secret_by_name};
use value::{Map, Segment};

/// Values that are secret because somebody said so, or by their names.
#[derive(Clone, Default)]
pub(super) struct Secrets {
    data: Arc<[Vec<Arc<str>>]>,
    redactor: Option<Redactor>,
}

impl Secrets {
    pub(super) fn declare(&mut self, paths: impl IntoIterator<Item = value::Path>) {
        let names = |path: value::Path| path.segments().iter().map(name).collect();
        self.data = paths.into_iter().map(names).collect();
    }

    pub(super) fn tell(&mut self, redactor: Redactor) {
        self.redactor = Some(redactor);
    }

    /// Whether a value of the data is secret, or has something secret in it.
    pub(super) fn in_data<S: AsRef<str>>(&self, path: &[S]) -> Option<SecretKind> {
        let meets = |secret: &Vec<Arc<str>>| secret.iter().zip(path).all(|(a, b)| **a == *b.as_ref());
        self.data.iter().any(meets).then_some(SecretKind::Declared)
    }

    /// Whether an environment variable is secret; without a name, whether any is.
    pub(super) fn in_environ(&self, environ: &Map, name: Option<&str>) -> Option<SecretKind> {
        match name {
            Some(name) => self.variable(name, environ.get(name)?.as_str()?),
            None => environ
                .iter()
                .filter_map(|(name, value)| self.variable(name.as_str()?, value.as_str()?))
                .fold(None, |_, kind| Some(kind)),
        }
    }

    fn variable(&self, name: &str, value: &str) -> Option<SecretKind> {
        if !secret_by_name(name, value) {
            return None;
        }
        if let Some(redactor) = &self.redactor {
            redactor.register(value.as_bytes(), SecretKind::ByName);
        }
        Some(SecretKind::ByName)
    }
}

fn name(segment: &Segment) -> Arc<str> {
    match segment {
        Segment::Key(key) => Arc::clone(key),
        Segment::Index(index) => index.to_string().into(),
    }
}

/// The stronger of two kinds.
pub(super) fn stronger(a: Option<SecretKind>, b: Option<SecretKind>) -> Option<SecretKind> {
    match (a, b) {
        (Some(SecretKind::Declared), _) | (_, Some(SecretKind::Declared)) => Some(SecretKind::Declared),
        (a, b) => a.or(b),
    }
}
