//! A file of the state directory that cannot be understood: it is told of, kept aside, and in nobody's way.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use system::files::{Attributes, Content, FileError, Removal, WriteFiles};
use thiserror::Error;

/// Why what a run kept cannot be used.
#[derive(Debug, Error)]
pub enum Damage {
    /// It is not what was written.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// It was written by a program that came later.
    #[error("version {0} is of a newer program")]
    Newer(u32),
}

/// Reads what is kept in the form of a `version`.
pub fn parse_kept<T: DeserializeOwned>(bytes: &[u8], version: u32) -> Result<T, Damage> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    match serde_json::from_slice::<Version>(bytes)?.version {
        known if known == version => Ok(serde_json::from_slice(bytes)?),
        newer => Err(Damage::Newer(newer)),
    }
}

/// Puts a damaged file aside, so that the run can go on and somebody can look at it. Says where it is then.
pub fn put_aside(path: &Path, files: &dyn WriteFiles) -> Result<PathBuf, FileError> {
    let mut kept = path.as_os_str().to_owned();
    kept.push(".damaged");
    let kept = PathBuf::from(kept);
    files.replace(&kept, Content::CopyOf(path), Attributes::mode(0o600))?;
    files.remove(path, Removal::One)?;
    Ok(kept)
}
