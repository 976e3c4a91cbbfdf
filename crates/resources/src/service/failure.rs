//! What goes wrong with services.

use engine::Failure;
use system::files::FileError;
use system::process::ProcessError;
use value::Unknown;

/// Why a unit could not be looked at or changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ServiceFailure {
    /// The service manager cannot be asked.
    #[error("cannot ask systemd about `{unit}`: {reason}")]
    Ask {
        /// The unit.
        unit: String,
        /// What was said.
        reason: String,
    },
    /// There is no such unit.
    #[error("there is no unit `{unit}`")]
    NotFound {
        /// The unit.
        unit: String,
    },
    /// Something did not work.
    #[error("cannot {verb} `{unit}`: {reason}")]
    Verb {
        /// What was tried, as the word of `systemctl` for it.
        verb: &'static str,
        /// The unit.
        unit: String,
        /// Why, with the exit codes.
        reason: String,
        /// What the unit wrote last.
        journal: Option<String>,
    },
    /// Somebody ended the run while it waited.
    #[error("interrupted while `{unit}` was {doing}")]
    Interrupted {
        /// The unit.
        unit: String,
        /// What it did.
        doing: &'static str,
    },
    /// A program could not be started or did not end by itself.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A path cannot be looked at.
    #[error(transparent)]
    File(#[from] FileError),
}

impl Failure for ServiceFailure {
    fn unknown(&self) -> Option<&Unknown> {
        match self {
            Self::File(error) => error.unknown(),
            _ => None,
        }
    }

    fn output(&self) -> Option<&str> {
        match self {
            Self::Verb { journal, .. } => journal.as_deref(),
            _ => None,
        }
    }

    fn interrupted(&self) -> bool {
        match self {
            Self::Interrupted { .. } => true,
            Self::Process(error) => error.interrupted(),
            _ => false,
        }
    }
}
