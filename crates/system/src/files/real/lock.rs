//! A lock that the kernel lets go of when its process ends, however it ends.

use crate::files::error::Attempt;
use crate::files::{FileError, Lock};
use rustix::fs::{FlockOperation, Mode, OFlags, flock, ftruncate, open};
use rustix::io::{Errno, pread, pwrite};
use std::os::fd::OwnedFd;
use std::path::Path;

/// What a holder says about itself fits in here.
const LONGEST: usize = 4096;

/// Takes the lock, or says who has it.
pub(super) fn lock(path: &Path, holder: &str) -> Result<Lock, FileError> {
    let attempt = Attempt::new("lock", path);
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = open(path, flags, Mode::RUSR | Mode::WUSR).map_err(|errno| attempt.io(errno))?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {
            ftruncate(&file, 0).map_err(|errno| attempt.io(errno))?;
            pwrite(&file, holder.as_bytes(), 0).map_err(|errno| attempt.io(errno))?;
            Ok(Lock::Ours(Box::new(Held(file))))
        }
        Err(Errno::WOULDBLOCK) => Ok(Lock::Theirs(said(&file).map_err(|errno| attempt.io(errno))?)),
        Err(errno) => Err(attempt.io(errno)),
    }
}

/// What the holder wrote; empty while it is about to.
fn said(file: &OwnedFd) -> Result<String, Errno> {
    let mut text = vec![0; LONGEST];
    let length = pread(file, &mut text, 0)?;
    text.truncate(length);
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Closing the file lets go of the lock.
struct Held(OwnedFd);

impl Drop for Held {
    fn drop(&mut self) {
        // Nobody holds it from here on; a text that stays says nothing wrong, because it is read by those who wait only.
        let _ = ftruncate(&self.0, 0);
    }
}
