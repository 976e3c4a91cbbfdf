//! Events of this run.

use super::{Effect, Remembered, Session, SessionError};
use crate::{Event, Reference};
use std::collections::{HashMap, HashSet};

/// Keeps what can be asked for, not the events themselves.
#[derive(Debug, Default)]
pub struct MemorySession {
    last: HashMap<Reference, Remembered>,
    /// Nobody will ask for others; without it anybody may be asked for.
    asked: Option<HashSet<Reference>>,
}

impl MemorySession {
    /// For a run in which only these are asked for.
    pub fn for_questions(asked: HashSet<Reference>) -> Self {
        Self { last: HashMap::new(), asked: Some(asked) }
    }

    fn is_asked(&self) -> bool {
        self.asked.as_ref().is_none_or(|asked| !asked.is_empty())
    }

    /// Remembers an event under a name or alias.
    pub(super) fn remember(&mut self, reference: Reference, remembered: Remembered) {
        if self.asked.as_ref().is_none_or(|asked| asked.contains(&reference)) {
            self.last.insert(reference, remembered);
        }
    }
}

impl Session for MemorySession {
    fn record(&mut self, event: &Event<'_>) -> Result<(), SessionError> {
        if !self.is_asked() {
            return Ok(());
        }
        let unmet = !event.unmet().is_empty();
        let remembered = Remembered { effect: Effect::of(event), failed: event.failed(), unmet };
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
