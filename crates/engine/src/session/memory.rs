//! Events of this run.

use super::{Remembered, Session, SessionError};
use crate::{Event, Reference};
use std::collections::HashMap;

/// Keeps what can be asked for, not the events themselves.
#[derive(Debug, Default)]
pub struct MemorySession {
    last: HashMap<Reference, Remembered>,
}

impl MemorySession {
    /// Remembers an event under a name or alias.
    pub(super) fn remember(&mut self, reference: Reference, remembered: Remembered) {
        self.last.insert(reference, remembered);
    }
}

impl Session for MemorySession {
    fn record(&mut self, event: &Event<'_>) -> Result<(), SessionError> {
        let remembered =
            Remembered { changed: event.changed(), failed: event.failed(), unmet: !event.unmet().is_empty() };
        let reference = event.reference();
        if let Some(alias) = event.resource.common().alias() {
            self.remember(Reference::new(reference.kind.clone(), alias), remembered);
        }
        self.remember(reference.clone(), remembered);
        Ok(())
    }

    fn last(&self, reference: &Reference) -> Option<Remembered> {
        self.last.get(reference).copied()
    }
}
