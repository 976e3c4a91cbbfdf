//! The files of secrets, still sealed.

use super::seal::{self, MasterKey, OVERHEAD, Plain};
use super::{Damage, SecretName, StoreError};
use std::path::{Path, PathBuf};
use system::files::{Links, ReadFiles};

/// The longest secret.
pub(super) const LONGEST: usize = 10 << 20;
const SUFFIX: &str = ".enc";

/// The directory with a file per secret.
#[derive(Clone, Copy)]
pub(super) struct Chest<'a> {
    pub(super) directory: &'a Path,
    pub(super) files: &'a dyn ReadFiles,
}

impl Chest<'_> {
    /// The names of all secrets, sorted. Files with other names are not ours.
    pub(super) fn names(&self) -> Result<Vec<SecretName>, StoreError> {
        let listed = match self.files.list(self.directory) {
            Err(error) if error.is_nothing() => return Ok(Vec::new()),
            listed => listed?,
        };
        let name = |file: std::ffi::OsString| SecretName::parse(file.to_str()?.strip_suffix(SUFFIX)?).ok();
        let mut names: Vec<SecretName> = listed.into_iter().filter_map(name).collect();
        names.sort();
        Ok(names)
    }

    /// The file of a secret.
    pub(super) fn path(&self, name: &SecretName) -> PathBuf {
        self.directory.join(format!("{name}{SUFFIX}"))
    }

    /// Whether there is such a secret.
    pub(super) fn has(&self, name: &SecretName) -> Result<bool, StoreError> {
        match self.files.stat(&self.path(name), Links::Follow) {
            Err(error) if error.is_nothing() => Ok(false),
            found => Ok(found?.is_some()),
        }
    }

    /// The content of a secret's file.
    pub(super) fn sealed(&self, name: &SecretName) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(&self.path(name), LONGEST + OVERHEAD)
    }

    /// The content of a file that need not be there.
    pub(super) fn read(&self, path: &Path, limit: usize) -> Result<Option<Vec<u8>>, StoreError> {
        match self.files.read(path, limit as u64) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.is_nothing() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a key opens any secret but one.
    pub(super) fn is_opened_by(&self, key: &MasterKey, except: Option<&SecretName>) -> Result<bool, StoreError> {
        for name in self.names()?.iter().filter(|name| Some(*name) != except) {
            // A file that cannot be read says nothing about the key.
            let sealed = self.sealed(name).ok().flatten();
            if sealed.is_some_and(|sealed| seal::open(key, &sealed).is_ok()) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Opens with the first of several keys that can.
pub(super) fn open_with<'k>(keys: impl Iterator<Item = &'k MasterKey>, sealed: &[u8]) -> Result<Plain, Damage> {
    let mut damage = Damage::Sealed;
    for key in keys {
        match seal::open(key, sealed) {
            Ok(plain) => return Ok(plain),
            Err(other) => damage = other,
        }
    }
    Err(damage)
}
