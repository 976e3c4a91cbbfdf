//! Where templates come from that others include, import or extend.

use std::collections::BTreeMap;

use crate::path;

/// Finds templates by name. Names are absolute paths without `.` and `..`: `/site/web.jet`.
pub trait Loader: Send + Sync {
    /// The bytes of a template; nothing when it is not there.
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, LoadError>;
}

/// A template that is there and cannot be read; the text says why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LoadError(pub String);

/// No templates at all.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoTemplates;

impl Loader for NoTemplates {
    fn load(&self, _: &str) -> Result<Option<Vec<u8>>, LoadError> {
        Ok(None)
    }
}

/// Templates in memory.
#[derive(Debug, Clone, Default)]
pub struct Templates {
    texts: BTreeMap<String, Vec<u8>>,
}

impl Templates {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a template under a name, which is taken as a path from the root.
    pub fn add(&mut self, name: &str, text: impl Into<Vec<u8>>) {
        self.texts.insert(path::clean(&format!("/{name}")), text.into());
    }
}

impl Loader for Templates {
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, LoadError> {
        Ok(self.texts.get(path).cloned())
    }
}

impl<N: AsRef<str>, T: Into<Vec<u8>>> FromIterator<(N, T)> for Templates {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(templates: I) -> Self {
        let mut all = Self::new();
        for (name, text) in templates {
            all.add(name.as_ref(), text);
        }
        all
    }
}
