//! The files that facts are read from.

use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::files::Links;

/// No file that facts are read from is longer.
const LIMIT: u64 = 32 << 20;

/// A machine as collectors see it: text files below a few roots. In a container the variables `HOST_PROC` and so on say
/// where those of the host are mounted.
pub(super) struct View<'w> {
    pub(super) world: &'w ReadWorld,
}

impl<'w> View<'w> {
    pub(super) fn new(world: &'w ReadWorld) -> Self {
        Self { world }
    }

    /// A path below `/proc`.
    pub(super) fn proc(&self, path: &str) -> PathBuf {
        self.below("HOST_PROC", "/proc", path)
    }

    /// A path below `/sys`.
    pub(super) fn sys(&self, path: &str) -> PathBuf {
        self.below("HOST_SYS", "/sys", path)
    }

    /// A path below `/etc`.
    pub(super) fn etc(&self, path: &str) -> PathBuf {
        self.below("HOST_ETC", "/etc", path)
    }

    /// A path below `/dev`.
    pub(super) fn dev(&self, path: &str) -> PathBuf {
        self.below("HOST_DEV", "/dev", path)
    }

    /// A path below `/`.
    pub(super) fn root(&self, path: &str) -> PathBuf {
        self.below("HOST_ROOT", "/", path)
    }

    fn below(&self, variable: &str, usual: &str, path: &str) -> PathBuf {
        let root = self.world.environment.var(variable).filter(|root| !root.is_empty());
        root.map_or_else(|| PathBuf::from(usual), PathBuf::from).join(path)
    }

    /// The text of a file; `None` when it cannot be read.
    pub(super) fn text(&self, path: impl AsRef<Path>) -> Option<String> {
        let bytes = self.world.files.read(path.as_ref(), LIMIT).ok()?;
        Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// The first line of a file, unless it is empty.
    pub(super) fn first_line(&self, path: impl AsRef<Path>) -> Option<String> {
        let text = self.text(path)?;
        lines(&text).next().filter(|line| !line.is_empty()).map(ToOwned::to_owned)
    }

    pub(super) fn exists(&self, path: impl AsRef<Path>) -> bool {
        self.world.files.stat(path.as_ref(), Links::Follow).is_ok_and(|found| found.is_some())
    }
}

/// The lines of a text, without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_terminator('\n')
}
