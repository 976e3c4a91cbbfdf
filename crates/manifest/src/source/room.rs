//! Private temporary directories.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::files::{FileError, Removal, Spool, WriteFiles};
use system::{Interrupt, ReadWorld, WriteWorld};

/// Where temporary directories come from. It is apart from the world of a run: a rehearsal fetches its manifest too, and
/// an interrupt that ends the run must not end the removal of what it leaves.
#[derive(Clone)]
pub struct Rooms {
    files: Arc<dyn WriteFiles>,
}

impl Rooms {
    /// On this machine.
    pub fn real() -> Self {
        Self { files: WriteWorld::real(Interrupt::never(), Vec::new()).files }
    }

    /// Through these files, whose work no interrupt may end.
    pub fn of(files: Arc<dyn WriteFiles>) -> Self {
        Self { files }
    }

    /// Removes directories of processes that died, and says which. An applying run does that.
    pub fn sweep(&self, world: &ReadWorld) -> Result<Vec<PathBuf>, FileError> {
        self.files.sweep_stages(&temporary(world))
    }

    /// Makes a directory that only we may enter.
    pub(super) fn open(&self, world: &ReadWorld) -> Result<Room, FileError> {
        let path = self.files.stage(&temporary(world))?;
        Ok(Room { path, files: Arc::clone(&self.files) })
    }

    pub(super) fn spool(&self, world: &ReadWorld) -> Result<Box<dyn Spool>, FileError> {
        self.files.spool(&temporary(world))
    }
}

/// The directory for temporary things, absolute.
fn temporary(world: &ReadWorld) -> PathBuf {
    let named = world.environment.var("TMPDIR").filter(|name| !name.is_empty());
    let directory = named.map_or_else(|| PathBuf::from("/tmp"), PathBuf::from);
    // Without a working directory there are no relative paths, and `/` is as good as any.
    world.environment.directory().unwrap_or_else(|_| "/".into()).join(directory)
}

/// A directory that goes away, with all that is in it, when this does.
pub(super) struct Room {
    path: PathBuf,
    files: Arc<dyn WriteFiles>,
}

impl Room {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn files(&self) -> &dyn WriteFiles {
        &*self.files
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // Whatever brought us here is reported; a directory that cannot be removed is swept by a later run.
        let _ = self.files.remove(&self.path, Removal::Tree);
    }
}
