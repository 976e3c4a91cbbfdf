//! What can go wrong with the other side.

use crate::errno;
use std::io;
use std::time::Duration;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RemoteError {
    /// The resolver does not know the name, or knows no address for it.
    #[error("`{host}` cannot be resolved: {reason}")]
    Unresolved {
        /// The name.
        host: String,
        /// What the resolver said.
        reason: String,
    },
    /// Time ran out.
    #[error("no answer from `{place}` within {after:?}")]
    TimedOut {
        /// Who was asked.
        place: String,
        /// The limit.
        after: Duration,
    },
    /// Somebody wants us to stop.
    #[error("interrupted while waiting for `{place}`")]
    Interrupted {
        /// Who was asked.
        place: String,
    },
    /// The system said so.
    #[error("`{place}`: {}", errno::fragment(source))]
    Io {
        /// Who was asked.
        place: String,
        /// What the system said.
        source: io::Error,
    },
}

impl RemoteError {
    pub(crate) fn io(place: &impl ToString, source: impl Into<io::Error>) -> Self {
        Self::Io { place: place.to_string(), source: source.into() }
    }

    /// Whether the resolver answered that there is no such name.
    pub fn is_unresolved(&self) -> bool {
        matches!(self, Self::Unresolved { .. })
    }
}
