//! The control group of a host: where its processes are, and by which leftovers of dead processes are found.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// All that the test bed makes has a name that begins so.
const PREFIX: &str = "upright-testbed";

/// A group that is removed, with all processes in it, when the value ends.
#[derive(Debug)]
pub(crate) struct Cgroup {
    path: PathBuf,
}

impl Cgroup {
    /// A new group, named after this process.
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        static SWEEP: Once = Once::new();
        SWEEP.call_once(remove_stale);
        let process = std::process::id();
        let start = start_of(process).expect("a running process has a start");
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = tree().join(format!("{PREFIX}-{process}-{start}-{number}"));
        fs::create_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path }
    }

    /// Its name, which no other has.
    pub(crate) fn name(&self) -> &OsStr {
        self.path.file_name().expect("a group has a name")
    }

    /// Its directory.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// The tree of version 2, alone or beside that of version 1.
fn tree() -> PathBuf {
    let is_second = |path: &&str| Path::new(path).join("cgroup.controllers").is_file();
    let found = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"].into_iter().find(|path| is_second(path));
    PathBuf::from(found.expect("there is no cgroup2 tree"))
}

/// What processes left that ended without removing it.
fn remove_stale() {
    for entry in fs::read_dir(tree()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if owner(&name.to_string_lossy()).is_some_and(|(process, start)| start_of(process) != Some(start)) {
            remove(&entry.path());
        }
    }
}

/// The process that a name tells, and when it was started.
fn owner(name: &str) -> Option<(u32, u64)> {
    let mut parts = name.strip_prefix(PREFIX)?.strip_prefix('-')?.split('-');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// When a process was started: process numbers are used again.
fn start_of(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.split(' ').nth(19)?.parse().ok()
}

/// Ends what is in a group and removes it. It can take a moment until the kernel has let go of everything.
fn remove(path: &Path) {
    for _ in 0..200 {
        let _older_kernels_lack_it = fs::write(path.join("cgroup.kill"), "1");
        remove_tree(path);
        if !path.exists() {
            return;
        }
        sleep(Duration::from_millis(20));
    }
}

fn remove_tree(path: &Path) {
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            remove_tree(&entry.path());
        }
    }
    let _tried_again = fs::remove_dir(path);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_their_process() {
        assert_eq!(owner("upright-testbed-12-345-0"), Some((12, 345)));
        assert_eq!(owner("other-12-345-0"), None);
        assert!(start_of(std::process::id()).is_some());
    }
}
