//! What goes wrong with commands.

use super::command::LineError;
use super::construct::hint;
use super::desired::Desired;
use engine::Failure;
use system::files::FileError;
use system::process::ProcessError;
use value::Unknown;

/// Why a command, or a guard of it, did not do what it should.
#[derive(Debug, thiserror::Error)]
pub(super) enum ExecFailure {
    /// The line is none.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A path cannot be looked at.
    #[error(transparent)]
    File(#[from] FileError),
    /// A guard cannot be asked before an earlier step has run.
    #[error("{}", .0.reason())]
    NotYet(Unknown),
    /// A process could not be started or did not end by itself.
    #[error("{error}{hint}")]
    Process {
        /// Why.
        error: ProcessError,
        /// What to do about it.
        hint: String,
        /// What it had printed.
        output: Option<String>,
    },
    /// It was not the command itself but one of its guards.
    #[error("guard `{name}`: {error}")]
    Guard {
        /// The property.
        name: &'static str,
        /// What went wrong with it.
        error: Box<ExecFailure>,
    },
}

impl ExecFailure {
    pub(super) fn process(error: ProcessError, line: &str, desired: &Desired) -> Self {
        let output =
            error.output().map(|output| output.stdout.text() + &output.stderr.text()).filter(|text| !text.is_empty());
        let hint = if error.could_not_start() { hint(line, desired) } else { String::new() };
        Self::Process { error, hint, output }
    }
}

impl Failure for ExecFailure {
    fn unknown(&self) -> Option<&Unknown> {
        match self {
            Self::File(error) => error.unknown(),
            Self::NotYet(unknown) => Some(unknown),
            Self::Guard { error, .. } => error.unknown(),
            Self::Line(_) | Self::Process { .. } => None,
        }
    }

    fn could_be_brought(&self) -> bool {
        match self {
            Self::Process { error, .. } => error.could_not_start(),
            Self::Guard { error, .. } => error.could_be_brought(),
            Self::File(error) => error.could_be_cleared(),
            Self::Line(_) | Self::NotYet(_) => false,
        }
    }

    fn output(&self) -> Option<&str> {
        match self {
            Self::Process { output, .. } => output.as_deref(),
            Self::Guard { error, .. } => error.output(),
            Self::Line(_) | Self::File(_) | Self::NotYet(_) => None,
        }
    }

    fn interrupted(&self) -> bool {
        match self {
            Self::Process { error, .. } => error.interrupted(),
            Self::Guard { error, .. } => error.interrupted(),
            Self::Line(_) | Self::File(_) | Self::NotYet(_) => false,
        }
    }
}
