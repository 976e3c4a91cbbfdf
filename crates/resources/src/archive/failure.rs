//! What goes wrong with an archive.

use archive::ArchiveError;
use engine::Failure;
use std::fmt;
use system::files::FileError;
use system::http::HttpError;
use value::Unknown;

/// Why an archive could not be looked at, downloaded or extracted.
#[derive(Debug, Default)]
pub(super) struct ArchiveFailure {
    message: String,
    unknown: Option<Unknown>,
    could_be_brought: bool,
    made: Made,
    interrupted: bool,
}

/// What was made before it failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Made {
    /// Perhaps nothing.
    #[default]
    Unknown,
    Nothing,
    Something,
}

impl ArchiveFailure {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// The same with what it was done for.
    pub(super) fn during(self, what: &str) -> Self {
        Self { message: format!("{what}: {}", self.message), ..self }
    }

    /// The same with what to do about it.
    pub(super) fn with_help(self, help: &str) -> Self {
        Self { message: format!("{}; {help}", self.message), ..self }
    }

    /// The same when nothing was made.
    pub(super) fn before_changes(self) -> Self {
        Self { made: Made::Nothing, ..self }
    }

    /// The same after something was made.
    pub(super) fn after_changes(self) -> Self {
        Self { made: Made::Something, ..self }
    }
}

impl fmt::Display for ArchiveFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ArchiveFailure {}

impl Failure for ArchiveFailure {
    fn unknown(&self) -> Option<&Unknown> {
        self.unknown.as_ref()
    }

    fn could_be_brought(&self) -> bool {
        self.could_be_brought
    }

    fn changed(&self) -> bool {
        self.made == Made::Something
    }

    fn did_nothing(&self) -> bool {
        self.made == Made::Nothing
    }

    fn interrupted(&self) -> bool {
        self.interrupted
    }
}

impl From<FileError> for ArchiveFailure {
    fn from(error: FileError) -> Self {
        Self {
            message: error.to_string(),
            unknown: error.unknown().cloned(),
            could_be_brought: error.could_be_cleared(),
            made: Made::Unknown,
            interrupted: error.interrupted(),
        }
    }
}

impl From<HttpError> for ArchiveFailure {
    fn from(error: HttpError) -> Self {
        let interrupted = matches!(error, HttpError::Interrupted { .. });
        Self { message: error.to_string(), interrupted, ..Self::default() }
    }
}

impl From<ArchiveError> for ArchiveFailure {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::File(error) => error.into(),
            error => {
                let interrupted = matches!(error, ArchiveError::Interrupted { .. });
                Self { message: error.to_string(), interrupted, ..Self::default() }
            }
        }
    }
}
