//! What is remembered of files that commands finished, so that nothing has to run to know what would come out.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use system::files::Digest;

/// A file after the commands for it have run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finished {
    /// Its content.
    pub digest: Digest,
    /// Its permission bits.
    pub mode: u32,
}

/// Remembers for each file of a target what became of a rendered text. One entry per file is enough: a new one takes the
/// place of the old one.
pub trait Memory: Send + Sync {
    /// What became of `file` the last time, if it was made from the same text with the same commands, which `made_from`
    /// stands for.
    fn recall(&self, file: &Path, made_from: &Digest) -> Option<Finished>;

    /// Something came out.
    fn remember(&self, file: &Path, made_from: &Digest, finished: Finished);
}

/// Remembers nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoMemory;

impl Memory for NoMemory {
    fn recall(&self, _: &Path, _: &Digest) -> Option<Finished> {
        None
    }

    fn remember(&self, _: &Path, _: &Digest, _: Finished) {}
}

/// Remembers as long as the process lives.
#[derive(Debug, Default)]
pub struct ShortMemory(Mutex<HashMap<PathBuf, (Digest, Finished)>>);

impl Memory for ShortMemory {
    fn recall(&self, file: &Path, made_from: &Digest) -> Option<Finished> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(file).filter(|(known, _)| known == made_from).map(|(_, finished)| *finished)
    }

    fn remember(&self, file: &Path, made_from: &Digest, finished: Finished) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(file.to_owned(), (*made_from, finished));
    }
}
