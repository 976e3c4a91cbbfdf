//! Adding to the end of a file.

use crate::files::FileError;
use crate::files::error::Attempt;
use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::retry_on_intr;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// A pipe that nobody reads must not make us wait, nor a terminal become ours.
const ADDING: OFlags = OFlags::WRONLY
    .union(OFlags::APPEND)
    .union(OFlags::CREATE)
    .union(OFlags::CLOEXEC)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

pub(super) fn append(path: &Path, mode: u32) -> Result<Box<dyn Write + Send>, FileError> {
    let opened = retry_on_intr(|| openat(CWD, path, ADDING, Mode::from_raw_mode(mode)));
    opened.map(|file| Box::new(File::from(file)) as _).map_err(|errno| Attempt::new("append to", path).io(errno))
}
