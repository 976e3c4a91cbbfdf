//! A lock that the kernel lets go of when its process ends, however it ends.

use crate::files::error::Attempt;
use crate::files::{FileError, Lock, LockHolder};
use rustix::fs::{FlockOperation, Mode, OFlags, flock, ftruncate, open};
use rustix::io::{Errno, pread, pwrite};
use rustix::process::{FlockType, fcntl_getlk};
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
            let left = said(&file).map_err(|errno| attempt.io(errno))?;
            ftruncate(&file, 0).map_err(|errno| attempt.io(errno))?;
            pwrite(&file, holder.as_bytes(), 0).map_err(|errno| attempt.io(errno))?;
            Ok(Lock::Ours(Box::new(Held(file)), left))
        }
        Err(Errno::WOULDBLOCK) => Ok(Lock::Theirs(said(&file).map_err(|errno| attempt.io(errno))?)),
        Err(errno) => Err(attempt.io(errno)),
    }
}

/// Who has a write lock on a file, as the kernel tells whoever would wait for it. Its table of all locks does not help: the
/// devices that it names are not those of the files where file systems are put together of others.
pub(super) fn holder(path: &Path) -> Option<LockHolder> {
    let file = open(path, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty()).ok()?;
    let found = fcntl_getlk(&file, &FlockType::ReadLock.into()).ok()??;
    let process = found.pid.and_then(|pid| u32::try_from(pid.as_raw_nonzero().get()).ok());
    Some(LockHolder { process })
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
