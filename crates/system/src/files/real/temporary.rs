//! Temporary files that tell in their name whose they are, and that vanish when they are not kept.

use super::place::Place;
use crate::identity::{Identity, decimal};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, Mode, OFlags, openat, renameat, unlinkat};
use rustix::io::Errno;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const MARK: &str = ".upright-";

/// A new file beside the place it is meant for.
pub(super) struct Temporary<'a> {
    place: Place<'a>,
    path: PathBuf,
    /// `None` once it is closed.
    file: Option<OwnedFd>,
    kept: bool,
}

impl<'a> Temporary<'a> {
    pub(super) fn beside(place: Place<'a>, mode: Mode) -> Result<Self, Errno> {
        loop {
            let path = place.sibling(&next_name());
            match openat(place.directory, &path, NEW, mode) {
                Ok(file) => return Ok(Self { place, path, file: Some(file), kept: false }),
                // Someone took the name: the numbers of this process never come twice, so the next one is free.
                Err(Errno::EXIST | Errno::INTR) => {}
                Err(errno) => return Err(errno),
            }
        }
    }

    pub(super) fn file(&self) -> BorrowedFd<'_> {
        self.file.as_ref().expect("the file is open until it is kept").as_fd()
    }

    /// Its path in the directory of its place, and the file; whoever takes them takes care of them.
    pub(super) fn into_parts(mut self) -> (PathBuf, OwnedFd) {
        self.kept = true;
        let file = self.file.take().expect("the file is open until it is kept");
        (std::mem::take(&mut self.path), file)
    }

    /// Puts it in its place, in one step.
    pub(super) fn keep(mut self) -> Result<(), Errno> {
        self.file = None;
        renameat(self.place.directory, &self.path, self.place.directory, self.place.path)?;
        self.kept = true;
        Ok(())
    }
}

const NEW: OFlags =
    OFlags::WRONLY.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if !self.kept {
            // What brought us here is reported; that the file could not be removed as well changes nothing, and
            // the next run sweeps it away.
            let _ = unlinkat(self.place.directory, &self.path, AtFlags::empty());
        }
    }
}

/// A name that nobody else has, and that tells whose it is.
pub(super) fn next_name() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    static START: OnceLock<String> = OnceLock::new();
    let start = START.get_or_init(|| start_of_names(Identity::own()));
    [start.as_str(), &NUMBER.fetch_add(1, Ordering::Relaxed).to_string()].concat()
}

fn start_of_names(owner: Option<&Identity>) -> String {
    match owner {
        Some(owner) => format!("{MARK}{}-", owner.name()),
        None => format!("{MARK}anonymous-{}-", std::process::id()),
    }
}

/// The process that a temporary file of ours belongs to; `None` for every name that is not exactly one of ours.
pub(super) fn owner(name: &[u8]) -> Option<Identity> {
    let fields = std::str::from_utf8(name.strip_prefix(MARK.as_bytes())?).ok()?;
    let (owner, number) = fields.rsplit_once('-')?;
    decimal::<u64>(number)?;
    Identity::parse(owner)
}

#[cfg(test)]
mod tests {
    use super::{Identity, next_name, owner, start_of_names};

    #[test]
    fn names_tell_their_process() {
        let (one, two) = (next_name(), next_name());
        assert_ne!(one, two);
        assert_eq!(owner(one.as_bytes()).as_ref(), Identity::own());
        assert_eq!(owner(format!("{}1", start_of_names(None)).as_bytes()), None);
    }

    #[test]
    fn only_exact_names_are_ours() {
        assert!(owner(b".upright-0a1b2c3d-00000000-12-345-6").is_some());
        for name in [
            "",
            ".upright-",
            ".upright-backup",
            "upright-0a1b2c3d-00000000-12-345-6",
            ".upright-0a1b2c3d-00000000-12-345",
            ".upright-0a1b2c3d-00000000-12-345-6-7",
            ".upright-0a1b2c3d-00000000-12-345-6~",
            ".upright-0A1B2C3D-00000000-12-345-6",
            ".upright-0a1b2c3-00000000-12-345-6",
            ".upright-0a1b2c3d-00000000-+12-345-6",
            ".upright-0a1b2c3d-00000000-012-345-6",
            ".upright-0a1b2c3d-00000000--12-345-6",
            ".upright-0a1b2c3d-00000000-12-345-",
            ".upright-0a1b2c3d-00000000-99999999999-345-6",
        ] {
            assert_eq!(owner(name.as_bytes()), None, "{name}");
        }
        assert_eq!(owner(b".upright-0a1b2c3d-00000000-12-345-\xff"), None);
    }
}
