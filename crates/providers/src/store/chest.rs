//! The files of secrets, still sealed.

use super::seal::{self, MasterKey, OVERHEAD, Plain};
use super::{Damage, SecretName, StoreError};
use std::path::{Path, PathBuf};
use system::files::{FileError, Links, ReadFiles};

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
            Err(error) => return self.absent(error, Vec::new()),
            Ok(listed) => listed,
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
            Ok(Some(_)) => Ok(true),
            // Where no directory is, nothing is in it either; a list tells these apart.
            Ok(None) => self.names().map(|_| false),
            Err(error) => self.absent(error, false),
        }
    }

    /// What is not there is nothing, unless a file stands where the directory has to be: that one is not empty but no store.
    fn absent<T>(&self, error: FileError, nothing: T) -> Result<T, StoreError> {
        match error {
            error if error.is_not_found() => Ok(nothing),
            error if error.is_nothing() => Err(StoreError::NotADirectory(self.directory.to_owned())),
            error => Err(error.into()),
        }
    }

    /// The content of a secret's file.
    pub(super) fn sealed(&self, name: &SecretName) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(&self.path(name), LONGEST + OVERHEAD)
    }

    /// The content of a file of the store that need not be there.
    pub(super) fn read(&self, path: &Path, limit: usize) -> Result<Option<Vec<u8>>, StoreError> {
        match self.files.read(path, limit as u64) {
            Ok(content) => Ok(Some(content)),
            Err(error) => self.absent(error, None),
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
