//! The ports, spoken by the files of this machine.

use super::beneath::RealBeneath;
use super::content::Source;
use super::place::Place;
use super::shared::Shared;
use super::{attributes, directory, look, remove, replace, sweep};
use crate::Interrupt;
use crate::files::error::Attempt;
use crate::files::{
    Attributes, Content, Digest, FileError, FileKind, Links, Placed, ReadBeneath, ReadFiles, Removal, Stat,
    WriteBeneath, WriteFiles,
};
use rustix::io::Errno;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The files of this machine.
pub(crate) struct RealFiles {
    shared: Arc<Shared>,
    /// The last directory that was looked at.
    directory: Mutex<PathBuf>,
}

impl RealFiles {
    /// Work on large files ends when `interrupt` comes.
    pub(crate) fn new(interrupt: Interrupt) -> Self {
        Self { shared: Arc::new(Shared::new(interrupt)), directory: Mutex::default() }
    }

    fn directory(&self) -> MutexGuard<'_, PathBuf> {
        self.directory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReadFiles for RealFiles {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        let found = look::stat(Place::given(path), links)?;
        if links == Links::Follow && found.as_ref().is_some_and(|stat| stat.kind == FileKind::Directory) {
            path.clone_into(&mut self.directory());
        }
        Ok(found)
    }

    fn was_directory(&self, path: &Path) -> bool {
        self.directory().as_os_str() == path.as_os_str()
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        let attempt = Attempt::new("read", path);
        Source::open(Place::given(path), attempt)?.read(limit, attempt)
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        let attempt = Attempt::new("read", path);
        Source::open(Place::given(path), attempt)?.digest(&self.shared.interrupt, attempt)
    }

    fn digest_of_size(&self, path: &Path, size: u64) -> Result<Digest, FileError> {
        let attempt = Attempt::new("read", path);
        match Source::unasked(Place::given(path), size, attempt)? {
            Some(digest) => Ok(digest),
            None => self.digest(path),
        }
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        let attempt = Attempt::new("list", path);
        let open = look::open_directory(Place::given(path)).map_err(|errno| match errno {
            Errno::NOTDIR => attempt.not_a_directory(path),
            errno => attempt.io(errno),
        })?;
        look::list(open, attempt)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        look::read_link(Place::given(path))
    }

    fn leftovers(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError> {
        sweep::leftovers(directory)
    }

    fn beneath(&self, root: &Path) -> Result<Box<dyn ReadBeneath>, FileError> {
        Ok(Box::new(RealBeneath::open(root, Arc::clone(&self.shared))?))
    }
}

impl WriteFiles for RealFiles {
    fn replace(&self, path: &Path, content: Content<'_>, to: Attributes) -> Result<Placed, FileError> {
        replace::replace(Place::given(path), content, to, &self.shared)
    }

    fn set_attributes(&self, path: &Path, to: Attributes) -> Result<(), FileError> {
        attributes::set_attributes(Place::given(path), to, &self.shared.written)
    }

    fn make_directory(&self, path: &Path, to: Attributes) -> Result<(), FileError> {
        directory::make_directory(Place::given(path), to, &self.shared.written)
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        self.directory().clear();
        remove::remove(Place::given(path), removal, &self.shared.written)
    }

    fn sweep(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError> {
        sweep::sweep(directory)
    }

    fn sync(&self) -> Result<(), FileError> {
        self.shared.written.sync()
    }

    fn write_beneath(&self, root: &Path) -> Result<Box<dyn WriteBeneath>, FileError> {
        Ok(Box::new(RealBeneath::open(root, Arc::clone(&self.shared))?))
    }
}
