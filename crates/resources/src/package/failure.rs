//! What goes wrong with packages.

use super::harm::{self, Harm, Tense};
use crate::BadVariable;
use std::time::Duration;
use system::files::FileError;
use system::process::ProcessError;

/// A question without an answer, or a command that failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum PackageFailure {
    /// The program did not run to its end.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// Files of the package manager cannot be looked at.
    #[error(transparent)]
    File(#[from] FileError),
    /// How long to wait is not known.
    #[error(transparent)]
    Variable(#[from] BadVariable),
    /// A question was answered with an exit code.
    #[error("`{question}` exited with {code}: {reason}")]
    Question { question: String, code: i32, reason: String },
    /// The answer reads like nothing we know.
    #[error("cannot understand a line of `{question}`: `{line}`")]
    Answer { question: String, line: String },
    /// The command ended, and the package is not as it should be.
    #[error("failed to {verb} package `{name}`, {program} exited with {code}: {reason}")]
    Transaction { verb: &'static str, name: String, program: String, code: i32, reason: String, output: String },
    /// Something else would come of it than the manifest wants.
    #[error("failed to {verb} package `{name}`: {reason}")]
    Refused { verb: &'static str, name: String, reason: String },
    /// Something else has come of it.
    #[error("failed to {verb} package `{name}` as the manifest wants it: {}", harm::words(harms, Tense::Past))]
    Harmful { verb: &'static str, name: String, harms: Vec<Harm> },
    /// Somebody else is at work, and does not come to an end.
    #[error("waited {}s for the lock of the package manager: {holder}", waited.as_secs())]
    Locked { holder: String, waited: Duration },
}

impl engine::Failure for PackageFailure {
    fn unknown(&self) -> Option<&value::Unknown> {
        match self {
            Self::File(error) => error.unknown(),
            _ => None,
        }
    }

    fn could_be_brought(&self) -> bool {
        match self {
            Self::Process(error) => error.could_not_start(),
            _ => false,
        }
    }

    fn output(&self) -> Option<&str> {
        match self {
            Self::Transaction { output, .. } if !output.is_empty() => Some(output),
            _ => None,
        }
    }

    fn changed(&self) -> bool {
        matches!(self, Self::Harmful { .. })
    }

    fn interrupted(&self) -> bool {
        match self {
            Self::Process(error) => error.interrupted(),
            Self::File(error) => error.interrupted(),
            _ => false,
        }
    }
}
