//! Why there is no manifest.

use super::codes::{ARCHIVE, DENIED, LIMIT, NEEDS_NATS, NOT_FOUND, ROOM, UNREACHABLE, UNUSABLE};
use archive::ArchiveError;
use diagnostics::{Code, Diagnostic, Explain};
use system::files::FileError;
use system::http::HttpError;

/// What is wrong with a source. No text shows credentials.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// No source at all.
    #[error("source is required")]
    Empty,
    /// A scheme that nobody knows.
    #[error("unsupported manifest source: {given}")]
    Unsupported {
        /// What was given, without user information.
        given: String,
    },
    /// An object store without a bucket.
    #[error("bucket name is required for object store manifest source")]
    NoBucket,
    /// An object store without a key.
    #[error("key is required for object store manifest source")]
    NoKey,
    /// An object store, which takes a connection.
    #[error("`obj://{bucket}/{key}` is in a NATS object store, which needs a NATS connection")]
    NeedsNats {
        /// The bucket.
        bucket: String,
        /// The key.
        key: String,
    },
    /// There is no answer.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// There is an answer, and it is a failure.
    #[error("HTTP request failed with status {status}: {line}, from `{from}`")]
    Status {
        /// Who answered.
        from: String,
        /// The status.
        status: u16,
        /// Status and reason.
        line: String,
    },
    /// The text is longer than a manifest may be.
    #[error("the manifest has {size} bytes, more than the limit of {limit}")]
    TooLarge {
        /// How long it is.
        size: u64,
        /// How long it may be.
        limit: u64,
    },
    /// What was sent is neither an archive that can be read nor a text.
    #[error("what `{from}` sent is {what}; a manifest is plain YAML or JSON, or a tar archive with or without gzip")]
    Foreign {
        /// Who sent it.
        from: String,
        /// What it is.
        what: &'static str,
    },
    /// The archive is refused.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The archive is fine and has no manifest.
    #[error("manifest.yaml not found in archive")]
    NoManifest,
    /// The temporary directory.
    #[error(transparent)]
    File(#[from] FileError),
}

/// What a failure means for whoever has to tell it to the shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// The source, or what it sent, cannot be used.
    Invalid,
    /// There is nothing there.
    NotFound,
    /// We may not.
    Denied,
    /// It cannot be asked, or fails itself.
    Unreachable,
    /// Somebody wants us to stop.
    Interrupted,
}

impl SourceError {
    /// What it means.
    pub fn nature(&self) -> Nature {
        match self {
            Self::Http(error) => of_http(error),
            Self::Status { status, .. } => of_status(*status),
            Self::Archive(ArchiveError::Interrupted { .. }) => Nature::Interrupted,
            Self::Archive(ArchiveError::File(error)) | Self::File(error) => of_file(error),
            _ => Nature::Invalid,
        }
    }

    fn code(&self) -> &'static Code {
        match self {
            Self::Empty | Self::Unsupported { .. } | Self::NoBucket | Self::NoKey => &UNUSABLE,
            Self::NeedsNats { .. } => &NEEDS_NATS,
            Self::Http(HttpError::TooLarge { .. }) | Self::TooLarge { .. } | Self::Archive(ArchiveError::Limit(_)) => {
                &LIMIT
            }
            Self::Http(HttpError::Sink { .. }) | Self::File(_) | Self::Archive(ArchiveError::File(_)) => &ROOM,
            Self::Foreign { .. } | Self::Archive(_) | Self::NoManifest => &ARCHIVE,
            Self::Http(_) | Self::Status { .. } => match self.nature() {
                Nature::NotFound => &NOT_FOUND,
                Nature::Denied => &DENIED,
                Nature::Invalid => &UNUSABLE,
                Nature::Unreachable | Nature::Interrupted => &UNREACHABLE,
            },
        }
    }
}

impl Explain for SourceError {
    fn explain(&self) -> Diagnostic {
        Diagnostic::error(self.code(), self.to_string())
    }
}

fn of_http(error: &HttpError) -> Nature {
    match error {
        HttpError::BadUrl { .. } | HttpError::BadRequest { .. } | HttpError::TooLarge { .. } => Nature::Invalid,
        HttpError::Refused { .. } => Nature::Denied,
        HttpError::Interrupted { .. } => Nature::Interrupted,
        _ => Nature::Unreachable,
    }
}

fn of_status(status: u16) -> Nature {
    match status {
        404 | 410 => Nature::NotFound,
        401 | 403 | 407 => Nature::Denied,
        _ => Nature::Unreachable,
    }
}

fn of_file(error: &FileError) -> Nature {
    if error.interrupted() {
        Nature::Interrupted
    } else if error.is_permission_denied() {
        Nature::Denied
    } else {
        Nature::Invalid
    }
}
