//! A file of the state directory that cannot be understood: it is told of, kept aside, and in nobody's way.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use system::WriteWorld;
use system::files::{Attributes, Content, FileError, Links, Removal};
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
    /// No program ever wrote that.
    #[error("version {0} was never written")]
    Never(u32),
}

/// Reads what is kept in the form of a `version`.
pub fn parse_kept<T: DeserializeOwned>(bytes: &[u8], version: u32) -> Result<T, Damage> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    match serde_json::from_slice::<Version>(bytes)?.version {
        known if known == version => Ok(serde_json::from_slice(bytes)?),
        newer if newer > version => Err(Damage::Newer(newer)),
        never => Err(Damage::Never(never)),
    }
}

/// Puts a damaged file aside, so that the run can go on and somebody can look at it. What was put aside before stays. Says
/// where it is then.
pub fn put_aside(path: &Path, world: &WriteWorld) -> Result<PathBuf, FileError> {
    let kept = free_place(path, world)?;
    world.files.replace(&kept, Content::CopyOf(path), Attributes::mode(0o600))?;
    world.files.remove(path, Removal::One)?;
    Ok(kept)
}

/// `refresh.json.damaged`, or with the first number that nobody has.
fn free_place(path: &Path, world: &WriteWorld) -> Result<PathBuf, FileError> {
    let with = |end: &str| {
        let mut place = path.as_os_str().to_owned();
        place.push(end);
        PathBuf::from(place)
    };
    let mut place = with(".damaged");
    for number in 2_u32.. {
        if world.read.files.stat(&place, Links::Keep)?.is_none() {
            break;
        }
        place = with(&format!(".damaged.{number}"));
    }
    Ok(place)
}
