//! Why nothing was done, and the exit code for it.

use crate::console;
use crate::exit::Exit;
use diagnostics::Redactor;
use providers::store::{ImportError, StoreError};
use system::files::FileError;
use system::terminal::AskError;
use thiserror::Error;

#[derive(Debug, Error)]
pub(super) enum Failed {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot import `{document}`: {error}")]
    Import { document: String, error: ImportError },
    #[error(transparent)]
    File(#[from] FileError),
    #[error("standard input: {0}")]
    Stdin(std::io::Error),
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error("{0}")]
    Password(&'static str),
    #[error("{0}")]
    Usage(String),
    #[error("nothing was done")]
    Declined,
    #[error("{0}")]
    Rendering(String),
}

impl Failed {
    pub(super) fn show(&self, redactor: &Redactor) -> Exit {
        console::error(&self.to_string(), redactor);
        if let Some(help) = self.help() {
            console::complain(&format!("help: {}\n", redactor.text(&help)));
        }
        self.exit()
    }

    fn help(&self) -> Option<String> {
        match self {
            Self::Store(StoreError::Exists(_)) => Some("`--overwrite` replaces it".to_owned()),
            Self::Store(StoreError::Internal(_)) => Some("`--all` includes them".to_owned()),
            Self::Store(error) => error.help(),
            _ => None,
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Store(error) => of_store(error),
            Self::Import { .. } | Self::Password(_) => Exit::Invalid,
            Self::File(error) => of_file(error),
            Self::Ask(AskError::Interrupted(signal)) => (*signal).into(),
            Self::Usage(_) => Exit::Usage,
            Self::Rendering(_) => Exit::Rendering,
            Self::Stdin(_) | Self::Ask(_) | Self::Declined => Exit::Failed,
        }
    }
}

fn of_store(error: &StoreError) -> Exit {
    match error {
        StoreError::NotFound(_) | StoreError::Corrupted { .. } | StoreError::NoKey { .. } => Exit::NotFound,
        StoreError::Name(_)
        | StoreError::Internal(_)
        | StoreError::Exists(_)
        | StoreError::TooLarge { .. }
        | StoreError::BadKey(_)
        | StoreError::ForeignStore(_)
        | StoreError::ForeignRotation(_) => Exit::Invalid,
        StoreError::EnvironmentKey | StoreError::NeedlessKeyFile(_) | StoreError::KeyFileExists(_) => Exit::Usage,
        StoreError::NotADirectory(_) => Exit::Configuration,
        StoreError::Held { .. } => Exit::TimedOut,
        StoreError::Interrupted(signal) => (*signal).into(),
        StoreError::HalfRotated { why, .. } => of_store(why),
        StoreError::File(error) => of_file(error),
        _ => Exit::Failed,
    }
}

fn of_file(error: &FileError) -> Exit {
    if error.is_permission_denied() {
        Exit::Denied
    } else if error.is_not_found() {
        Exit::NotFound
    } else {
        Exit::Failed
    }
}
