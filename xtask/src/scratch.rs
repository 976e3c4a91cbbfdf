//! A fresh directory for work that is measured or killed.

use crate::Failure;
use crate::failure::At;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Memory that `/dev/shm` must have free to be used.
const ENOUGH: u64 = 3 << 30;

/// A directory that goes with its value.
pub(crate) struct Scratch {
    root: PathBuf,
    in_memory: bool,
    shelved: AtomicU32,
}

impl Scratch {
    /// In memory when there is room, because making files on a disk varies too much to compare; else in `TMPDIR`.
    pub(crate) fn new(purpose: &str) -> Result<Self, Failure> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let in_memory = free_bytes(Path::new("/dev/shm")) > ENOUGH;
        let base = if in_memory { "/dev/shm".into() } else { std::env::temp_dir() };
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = base.join(format!("upright-{purpose}-{}-{count}", std::process::id()));
        fs::create_dir(&root).at(&root)?;
        fs::create_dir(root.join("home")).at(&root)?;
        Ok(Self { root, in_memory, shelved: AtomicU32::new(0) })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.root
    }

    pub(crate) fn is_in_memory(&self) -> bool {
        self.in_memory
    }

    /// Takes a tree out of the way. On a disk it is moved, not removed: ext4 does not hand out inodes that were freed a
    /// moment ago and searches past them, which slows down whatever makes files next.
    pub(crate) fn shelve(&self, tree: &Path) -> Result<(), Failure> {
        if !tree.exists() {
            return Ok(());
        }
        if self.in_memory {
            return fs::remove_dir_all(tree).at(tree);
        }
        let aside = format!("old-{}", self.shelved.fetch_add(1, Ordering::Relaxed));
        fs::rename(tree, self.root.join(aside)).at(tree)
    }

    /// Gives a program an environment that holds nothing of the caller's but what it needs.
    pub(crate) fn environment(&self, command: &mut Command) {
        command.env_clear().env("HOME", self.root.join("home")).env("TMPDIR", &self.root);
        command.env("UPRIGHT_STATE_DIR", self.root.join("state"));
        command.env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin").env("LANG", "C.UTF-8");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.root) {
            eprintln!("xtask: cannot remove {}: {error}", self.root.display());
        }
    }
}

fn free_bytes(path: &Path) -> u64 {
    nix::sys::statvfs::statvfs(path).map_or(0, |stat| stat.blocks_available() * stat.fragment_size())
}
