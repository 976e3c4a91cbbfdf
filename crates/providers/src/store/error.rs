//! What can go wrong with the store.

use super::{Damage, NameError};
use crate::Fault;
use std::path::PathBuf;
use std::time::Duration;
use system::files::FileError;
use system::{KeychainError, Signal};

/// Why the store does not do what it was asked. No text has a value in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such secret.
    #[error("secret {0:?} not found")]
    NotFound(String),
    /// There is one already.
    #[error("secret {0:?} already exists")]
    Exists(String),
    /// No secret can have this name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A name that is kept for programs.
    #[error("invalid secret name {0:?}: names that begin with \"scafctl.\" are kept for the program")]
    Internal(String),
    /// The file of a secret cannot be opened. It stays as it is.
    #[error("secret {name:?} is corrupted ({damage})")]
    Corrupted {
        /// The secret.
        name: String,
        /// What is wrong.
        damage: Damage,
        /// Where keys were found that do not open it.
        keys: Vec<String>,
    },
    /// A secret that is too large.
    #[error("secret {name:?} has {size} bytes, at most {limit} are allowed")]
    TooLarge {
        /// The secret.
        name: String,
        /// Its length.
        size: usize,
        /// The longest.
        limit: usize,
    },
    /// There are secrets, and nothing to open them with.
    #[error("no master key was found for the secrets in `{}`{}", directory.display(), listed(faults))]
    NoKey {
        /// Where the secrets are.
        directory: PathBuf,
        /// Keys that cannot be used.
        faults: Vec<String>,
        /// Why the keychain said nothing, when it did not answer.
        keychain: Option<KeychainError>,
    },
    /// A key was given that is none; a new one is not made in its place.
    #[error("{0}")]
    BadKey(String),
    /// Writing with this key would leave a store that no key opens as a whole.
    #[error("no master key opens any of the secrets in `{}`, so nothing is written beside them", .0.display())]
    ForeignStore(PathBuf),
    /// Other places for a key are not allowed.
    #[error("a master key in the keychain is required: {0}")]
    Keychain(#[from] KeychainError),
    /// Neither a keychain nor a file can keep a key.
    #[error("there is no place for a master key")]
    NoKeyPlace,
    /// Nobody knows where secrets are.
    #[error("there is no directory for secrets")]
    NoPlace,
    /// Something else is where the directory for secrets has to be.
    #[error("`{}` is not a directory, and secrets are kept in one", .0.display())]
    NotADirectory(PathBuf),
    /// A key of the environment cannot be changed from here.
    #[error("the master key comes from SCAFCTL_SECRET_KEY, which cannot be changed from here")]
    EnvironmentKey,
    /// A file for a new key is only needed when the key comes from the environment.
    #[error("the master key comes from {0}, and the new one goes there too: a key file is not needed")]
    NeedlessKeyFile(String),
    /// A file is in the place where a new key was to go.
    #[error("`{}` exists already, and is not overwritten", .0.display())]
    KeyFileExists(PathBuf),
    /// An unfinished rotation that no key opens.
    #[error("`{}` belongs to a rotation that no key at hand can finish", .0.display())]
    ForeignRotation(PathBuf),
    /// A rotation ended half way.
    #[error("{done} of {of} secrets have the new key: {why}")]
    HalfRotated {
        /// How many.
        done: usize,
        /// Of how many.
        of: usize,
        /// Why it ended.
        why: Box<StoreError>,
    },
    /// Somebody else writes.
    #[error("another program changes the store: {holder}; waited {} s for it to end", waited.as_secs())]
    Held {
        /// What it says about itself.
        holder: String,
        /// How long we waited.
        waited: Duration,
    },
    /// Somebody wants us to stop.
    #[error("ended by {0}")]
    Interrupted(Signal),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

const BRING_THE_KEY: &str = "set SCAFCTL_SECRET_KEY, or bring the file with the master key back";

impl StoreError {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        let text = match self {
            Self::Corrupted { damage: Damage::Sealed, keys, .. } => {
                return Some(format!("the file was damaged, or written with another key than {}", keys.join(", ")));
            }
            Self::NoKey { keychain: Some(silent), .. } => {
                return Some(format!("{BRING_THE_KEY}; the keychain was not looked into: {silent}"));
            }
            Self::NoKey { .. } => BRING_THE_KEY,
            Self::ForeignStore(_) => "give the key that the secrets were written with, or another SCAFCTL_SECRETS_DIR",
            Self::NoKeyPlace => "set SCAFCTL_SECRET_KEY, XDG_DATA_HOME or HOME",
            Self::NoPlace => "set SCAFCTL_SECRETS_DIR, XDG_DATA_HOME or HOME",
            Self::NotADirectory(_) => "name a directory with SCAFCTL_SECRETS_DIR; one that is missing is made",
            Self::EnvironmentKey => "`--key-file F` writes the new key to a file",
            Self::HalfRotated { .. } => "either key opens all secrets; rotate again to finish",
            Self::ForeignRotation(_) => "give the key that was used before the rotation, or the new one",
            _ => return None,
        };
        Some(text.to_owned())
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        let help = error.help();
        let fault = match error {
            StoreError::Interrupted(signal) => Self::interrupted(signal, error.to_string()),
            error => Self::bare(error.to_string()),
        };
        fault.help(help)
    }
}

fn listed(faults: &[String]) -> String {
    if faults.is_empty() { String::new() } else { format!(": {}", faults.join("; ")) }
}
