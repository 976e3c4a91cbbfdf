//! Directories and files for what is not finished, on this machine.

use super::place::Place;
use super::port::RealFiles;
use super::{look, temporary, tree};
use crate::Interrupt;
use crate::files::error::Attempt;
use crate::files::{FileError, Spool, Staging};
use crate::identity::Identity;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Mode, OFlags, mkdirat, openat, unlinkat};
use rustix::io::{Errno, pread, pwrite, retry_on_intr};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What the name of a stage has after that of a temporary file.
const SUFFIX: &str = "-stage";

/// Whether a file or directory of this name is an unfinished one of ours, whether its process still lives or not.
pub fn is_unfinished(name: &OsStr) -> bool {
    let name = name.as_bytes();
    temporary::owner(name.strip_suffix(SUFFIX.as_bytes()).unwrap_or(name)).is_some()
}

impl Staging for RealFiles {
    fn stage(&self, directory: &Path) -> Result<PathBuf, FileError> {
        stage(directory)
    }

    fn sweep_stages(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError> {
        sweep(directory)
    }

    fn spool(&self, directory: &Path) -> Result<Box<dyn Spool>, FileError> {
        Ok(Box::new(RealSpool::open(directory)?))
    }
}

fn stage(directory: &Path) -> Result<PathBuf, FileError> {
    loop {
        let path = directory.join(temporary::next_name() + SUFFIX);
        match mkdirat(CWD, &path, Mode::RWXU) {
            Ok(()) => return Ok(path),
            // Someone took the name: the numbers of this process never come twice, so the next one is free.
            Err(Errno::EXIST | Errno::INTR) => {}
            Err(errno) => return Err(Attempt::new("make a stage in", directory).io(errno)),
        }
    }
}

fn sweep(directory: &Path) -> Result<Vec<PathBuf>, FileError> {
    let attempt = Attempt::new("sweep", directory);
    let open = match look::open_directory(Place::given(directory)) {
        Ok(open) => open,
        Err(errno) if look::is_nothing(errno) => return Ok(Vec::new()),
        Err(errno) => return Err(attempt.io(errno)),
    };
    let names = dead_stages(&open).map_err(|errno| attempt.io(errno))?;
    let paths: Vec<PathBuf> = names.iter().map(|name| directory.join(name)).collect();
    names.iter().zip(&paths).try_for_each(|(name, path)| tree::remove(&open, name, path, &Interrupt::never()))?;
    Ok(paths)
}

/// Whether a name is one that only stages have.
pub(super) fn is_stage(name: &OsStr) -> bool {
    owner(name).is_some()
}

/// Whose stage has this name.
fn owner(name: &OsStr) -> Option<Identity> {
    name.as_bytes().strip_suffix(SUFFIX.as_bytes()).and_then(temporary::owner)
}

fn dead_stages(directory: &OwnedFd) -> Result<Vec<OsString>, Errno> {
    let mut names = Vec::new();
    look::each_entry(directory, |name, _| {
        let owner = owner(OsStr::from_bytes(name.to_bytes()));
        if owner.as_ref().is_some_and(Identity::is_dead) {
            names.push(OsStr::from_bytes(name.to_bytes()).to_owned());
        }
        Ok(())
    })?;
    names.sort_unstable();
    Ok(names)
}

/// Not every file system has files that never had a name.
fn nameless(directory: &Path) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDWR | OFlags::CLOEXEC;
    match openat(CWD, directory, flags | OFlags::TMPFILE, Mode::RUSR | Mode::WUSR) {
        Err(Errno::OPNOTSUPP | Errno::INVAL | Errno::ISDIR) => {
            let path = directory.join(temporary::next_name());
            let file = openat(CWD, &path, flags | OFlags::CREATE | OFlags::EXCL, Mode::RUSR | Mode::WUSR)?;
            unlinkat(CWD, &path, AtFlags::empty())?;
            Ok(file)
        }
        opened => opened,
    }
}

struct RealSpool {
    file: OwnedFd,
    directory: PathBuf,
    end: AtomicU64,
}

impl RealSpool {
    fn open(directory: &Path) -> Result<Self, FileError> {
        let file = nameless(directory).map_err(|errno| Attempt::new("put something aside in", directory).io(errno))?;
        Ok(Self { file, directory: directory.to_owned(), end: AtomicU64::new(0) })
    }
}

impl Spool for RealSpool {
    fn put(&self, bytes: &[u8]) -> Result<u64, FileError> {
        let start = self.end.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let (mut at, mut rest) = (start, bytes);
        while !rest.is_empty() {
            let written = retry_on_intr(|| pwrite(&self.file, rest, at))
                .map_err(|errno| Attempt::new("put something aside in", &self.directory).io(errno))?;
            (at, rest) = (at + written as u64, &rest[written..]);
        }
        Ok(start)
    }

    fn get(&self, start: u64, length: usize) -> Result<Vec<u8>, FileError> {
        let attempt = Attempt::new("get something back from", &self.directory);
        let mut bytes = vec![0; length];
        let mut read = 0;
        while read < length {
            match retry_on_intr(|| pread(&self.file, &mut bytes[read..], start + read as u64)) {
                Ok(0) => return Err(attempt.io(std::io::ErrorKind::UnexpectedEof)),
                Ok(more) => read += more,
                Err(errno) => return Err(attempt.io(errno)),
            }
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_names_are_exact() {
        let name = temporary::next_name();
        for (name, unfinished) in [
            (name.clone(), true),
            (format!("{name}{SUFFIX}"), true),
            (format!("{name}{SUFFIX}{SUFFIX}"), false),
            (format!("{name}~"), false),
            (SUFFIX.to_owned(), false),
            (".upright-stage".to_owned(), false),
        ] {
            assert_eq!(is_unfinished(OsStr::new(&name)), unfinished, "{name}");
        }
    }

    #[test]
    fn only_stages_of_the_dead_are_swept() {
        let directory = tempfile::tempdir().unwrap();
        let living = stage(directory.path()).unwrap();
        let own = Identity::own().unwrap();
        let dead = directory.path().join(format!(".upright-{}-{}-{}-1-7{SUFFIX}", own.host, own.boot, own.pid));
        std::fs::create_dir_all(dead.join("deep/below")).unwrap();
        std::fs::write(dead.join("deep/file"), "x").unwrap();
        std::fs::create_dir(directory.path().join("a-stage")).unwrap();
        assert_eq!(sweep(directory.path()).unwrap(), std::slice::from_ref(&dead));
        assert!(living.exists() && !dead.exists() && directory.path().join("a-stage").exists());
        assert_eq!(sweep(&directory.path().join("none")).unwrap(), Vec::<PathBuf>::new());
    }

    #[test]
    fn what_is_put_aside_comes_back_and_has_no_name() {
        let directory = tempfile::tempdir().unwrap();
        let spool = RealSpool::open(directory.path()).unwrap();
        let (a, b) = (spool.put(b"first").unwrap(), spool.put(&[7; 10_000]).unwrap());
        assert_eq!(spool.get(b, 10_000).unwrap(), [7; 10_000]);
        assert_eq!(spool.get(a, 5).unwrap(), b"first");
        assert!(spool.get(b, 10_001).is_err());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
