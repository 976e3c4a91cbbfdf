//! What several tests share.

use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::files::{Attributes, FakeFiles, FileError, Links, Overlay, ReadFiles, Stat, WriteBeneath, WriteFiles};
use system::{FakeClock, FakeUsers, Interrupt, Rights, WriteWorld};

/// Files with a directory in which a test may do what it likes.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) read: Arc<dyn ReadFiles>,
    pub(crate) write: Arc<dyn WriteFiles>,
    pub(crate) root: PathBuf,
    pub(crate) fake: Option<FakeFiles>,
    /// In a rehearsal, what is done lies here, over what was there before.
    overlay: Option<Overlay>,
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
        Self { name: "real", read, write, root, fake: None, overlay: None, _directory: Some(directory) }
    }

    /// In memory.
    pub(crate) fn fake() -> Self {
        let fake = FakeFiles::new();
        let root = PathBuf::from("/tmp/sample");
        fake.add_directory(&root, Attributes::default());
        let (read, write) = (Arc::new(fake.clone()), Arc::new(fake.clone()));
        Self { name: "fake", read, write, root, fake: Some(fake), overlay: None, _directory: None }
    }

    /// A rehearsal over the files of this machine: `write` prepares what is there, [`beneath`](Self::beneath) does what is
    /// only foreseen, and `read` shows both.
    pub(crate) fn rehearsed() -> Self {
        let sample = Self::real();
        let users = FakeUsers::new();
        users.become_one_with(Rights::usual(0, 0));
        let clock = Arc::new(FakeClock::at(1_000_000));
        let overlay = Overlay::new(Arc::clone(&sample.read), clock, Arc::new(users), "/");
        Self { name: "rehearsed", read: Arc::new(overlay.clone()), overlay: Some(overlay), ..sample }
    }

    /// For changing what is below a directory.
    pub(crate) fn beneath(&self, root: &Path) -> Result<Box<dyn WriteBeneath>, FileError> {
        match &self.overlay {
            Some(overlay) => overlay.foresee_beneath(root).map(|files| files as Box<dyn WriteBeneath>),
            None => self.write.write_beneath(root),
        }
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

/// Runs the same test on this machine, in memory and in a rehearsal.
pub(crate) fn on_all(test: impl Fn(&Sample)) {
    on_both(&test);
    let sample = Sample::rehearsed();
    println!("files: {}", sample.name);
    test(&sample);
}

/// An owner that we may give files to: somebody else for root, else ourselves.
pub(crate) fn an_owner() -> (u32, u32) {
    let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    if uid == 0 { (1234, 4321) } else { (uid, gid) }
}
