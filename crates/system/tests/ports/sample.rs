//! What several tests share.

use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::files::{Attributes, FakeFiles, Links, ReadFiles, Stat, WriteFiles};
use system::{Interrupt, WriteWorld};

/// Files with a directory in which a test may do what it likes.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) read: Arc<dyn ReadFiles>,
    pub(crate) write: Arc<dyn WriteFiles>,
    pub(crate) root: PathBuf,
    pub(crate) fake: Option<FakeFiles>,
    _directory: Option<tempfile::TempDir>,
}

impl Sample {
    /// On this machine.
    pub(crate) fn real() -> Self {
        Self::real_in(tempfile::tempdir().unwrap())
    }

    /// On this machine, in memory so far as it has a file system for that: some disks are slow at removing.
    pub(crate) fn real_and_fast() -> Self {
        Self::real_in(tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap()))
    }

    fn real_in(directory: tempfile::TempDir) -> Self {
        let world = WriteWorld::real(Interrupt::never(), Vec::new());
        let root = directory.path().canonicalize().unwrap();
        let (read, write) = (world.read.files, world.files);
        Self { name: "real", read, write, root, fake: None, _directory: Some(directory) }
    }

    /// In memory.
    pub(crate) fn fake() -> Self {
        let fake = FakeFiles::new();
        let root = PathBuf::from("/tmp/sample");
        fake.add_directory(&root, Attributes::default());
        let (read, write) = (Arc::new(fake.clone()), Arc::new(fake.clone()));
        Self { name: "fake", read, write, root, fake: Some(fake), _directory: None }
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    /// Makes a symbolic link, for which the ports have no verb.
    pub(crate) fn link(&self, path: &str, target: impl AsRef<Path>) {
        match &self.fake {
            Some(fake) => fake.add_link(self.path(path), target.as_ref()),
            None => std::os::unix::fs::symlink(target, self.path(path)).unwrap(),
        }
    }

    /// Makes a pipe.
    pub(crate) fn pipe(&self, path: &str) {
        match &self.fake {
            Some(fake) => fake.add_other(self.path(path)),
            None => mknodat(CWD, self.path(path), FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap(),
        }
    }

    pub(crate) fn stat(&self, path: &str) -> Option<Stat> {
        self.read.stat(&self.path(path), Links::Keep).unwrap()
    }

    pub(crate) fn text(&self, path: &str) -> String {
        String::from_utf8(self.read.read(&self.path(path), u64::MAX).unwrap()).unwrap()
    }
}

/// Runs the same test on this machine and in memory.
pub(crate) fn on_both(test: impl Fn(&Sample)) {
    for sample in [Sample::real(), Sample::fake()] {
        println!("files: {}", sample.name);
        test(&sample);
    }
}

/// An owner that we may give files to: somebody else for root, else ourselves.
pub(crate) fn an_owner() -> (u32, u32) {
    let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    if uid == 0 { (1234, 4321) } else { (uid, gid) }
}
