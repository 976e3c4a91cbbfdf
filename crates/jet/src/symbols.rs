//! Names as small numbers, so that looking up a variable compares no text.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A name, the same one wherever it stands in the templates of a set.
#[derive(Debug, Clone)]
pub(crate) struct Name(Arc<Entry>);

#[derive(Debug)]
struct Entry {
    text: Box<str>,
    slot: usize,
    /// Whether any template declares a variable of this name.
    declared: AtomicBool,
}

impl Name {
    pub(crate) fn text(&self) -> &str {
        &self.0.text
    }

    /// The number of the name: where what was handed in under it is kept while a template runs.
    pub(crate) fn slot(&self) -> usize {
        self.0.slot
    }

    /// Whether it can be a variable of a template; otherwise only what was handed in has to be looked at.
    pub(crate) fn is_declared(&self) -> bool {
        self.0.declared.load(Ordering::Relaxed)
    }

    /// Takes note that a template declares it.
    pub(crate) fn declare(&self) {
        self.0.declared.store(true, Ordering::Relaxed);
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.0.slot == other.0.slot
    }
}

impl Eq for Name {}

/// All names of a set.
#[derive(Default)]
pub(crate) struct Symbols {
    names: Mutex<HashMap<Box<str>, Name>>,
}

impl Symbols {
    /// The name for a text, the same for the same text.
    pub(crate) fn name(&self, text: &str) -> Name {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = names.get(text) {
            return name.clone();
        }
        let entry = Entry { text: text.into(), slot: names.len(), declared: AtomicBool::new(false) };
        let name = Name(Arc::new(entry));
        names.insert(text.into(), name.clone());
        name
    }

    /// The name for a text, if a template has it.
    pub(crate) fn find(&self, text: &str) -> Option<Name> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).get(text).cloned()
    }
}
