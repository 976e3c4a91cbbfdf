//! Where events are kept, for the questions that later resources and later commands ask.

mod directory;
mod memory;
mod report;

pub use directory::DirectorySession;
pub use memory::MemorySession;

use crate::{Event, Reference};
use thiserror::Error;

/// What a step did to the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// A rehearsal says that it would change something.
    Foreseen,
    /// It changed something.
    Made,
}

impl Effect {
    /// The effect of a step that changed something, or would.
    pub(crate) fn of(event: &Event<'_>) -> Self {
        match (event.changed(), event.rehearsal) {
            (false, _) => Self::None,
            (true, true) => Self::Foreseen,
            (true, false) => Self::Made,
        }
    }
}

/// What is remembered of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remembered {
    /// Whether something was changed.
    pub effect: Effect,
    /// The resource is not in its state.
    pub failed: bool,
    /// Its own requirements were not met.
    pub unmet: bool,
}

/// A store of events.
pub trait Session {
    /// Keeps an event.
    fn record(&mut self, event: &Event<'_>) -> Result<(), SessionError>;
    /// The last event of a resource, found by name or alias.
    fn last(&self, reference: &Reference) -> Option<Remembered>;
}

/// A session that cannot be used.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The directory is not there.
    #[error("session store {0} does not exist; `upright session new` makes one")]
    Missing(String),
    /// A new one cannot be made where something is.
    #[error("session store {0} already exists")]
    Exists(String),
    /// Something else is there.
    #[error("session store {0} is not a directory")]
    NotADirectory(String),
    /// The directory cannot be used.
    #[error(transparent)]
    File(#[from] system::files::FileError),
    /// An event cannot be written as JSON.
    #[error("event cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}
