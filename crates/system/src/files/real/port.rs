//! The ports, spoken by the files of this machine.

use super::beneath::RealBeneath;
use super::content::Source;
use super::directory::Made;
use super::place::Place;
use super::shared::Shared;
use super::{
    access, append, attributes, create, directory, lock, look, making, pour, remove, rename, replace, stream, sweep,
};
use crate::Interrupt;
use crate::files::error::Attempt;
use crate::files::making::put_if_free;
use crate::files::{
    Access, Attributes, Content, Customs, Digest, FileError, FileKind, Fixed, Links, Lock, LockHolder, NewFile,
    OpenFile, Placed, ReadBeneath, ReadFiles, Removal, Special, Stat, Take, WriteBeneath, WriteFiles, WriteTree,
};
use rustix::io::Errno;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of this machine.
pub(crate) struct RealFiles {
    shared: Arc<Shared>,
}

impl RealFiles {
    /// Work on large files ends when `interrupt` comes.
    pub(crate) fn new(interrupt: Interrupt) -> Self {
        Self { shared: Arc::new(Shared::new(interrupt)) }
    }
}

impl ReadFiles for RealFiles {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        look::stat(Place::given(path), links)
    }

    fn access(&self, directory: &Path) -> Result<Access, FileError> {
        let known = &self.shared.known;
        if known.is_open(directory) {
            return Ok(Access::Open);
        }
        let access = access::access(directory)?;
        if matches!(access, Access::Open | Access::Denied { .. }) {
            known.put_access(directory, access == Access::Open);
        }
        Ok(access)
    }

    fn is_read_only(&self, directory: &Path) -> Result<bool, FileError> {
        Ok(!self.shared.known.is_writable(directory) && self.access(directory)? == Access::ReadOnly)
    }

    fn customs(&self, path: &Path) -> Result<Option<Customs>, FileError> {
        let known = &self.shared.known;
        if let Some(customs) = known.customs(path) {
            return Ok(Some(customs));
        }
        let customs = access::customs(path)?;
        if let Some(customs) = customs {
            known.put_customs(path, customs);
        }
        Ok(customs)
    }

    fn fixed(&self, path: &Path) -> Option<Fixed> {
        access::fixed(path)
    }

    fn forget(&self) {
        self.shared.known.forget();
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        if stream::is_handed_over(path) {
            return stream::read(path, limit, &self.shared.interrupt);
        }
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

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        let attempt = Attempt::new("read", path);
        let source = Source::open(Place::given(path), attempt)?;
        let take = |piece: &[u8]| Ok(take(piece).is_continue());
        source.pieces(&self.shared.interrupt, take).map_err(|halt| attempt.halted(halt))
    }

    fn special(&self, path: &Path) -> Result<Option<Special>, FileError> {
        look::special(Place::given(path))
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

    fn locked_by(&self, path: &Path) -> Option<LockHolder> {
        lock::holder(path)
    }

    fn open(&self, path: &Path) -> Result<Box<dyn OpenFile>, FileError> {
        making::open(path)
    }

    fn beneath(&self, root: &Path) -> Result<Box<dyn ReadBeneath>, FileError> {
        Ok(Box::new(RealBeneath::open(root, Arc::clone(&self.shared))?))
    }
}

impl WriteFiles for RealFiles {
    fn replace(&self, path: &Path, content: Content<'_>, to: Attributes) -> Result<Placed, FileError> {
        // What was a link to a directory is none any more.
        self.shared.known.forget_if_known(path);
        replace::replace(Place::given(path), content, to, &self.shared)
    }

    fn begin(&self, path: &Path, to: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        self.shared.known.forget_if_known(path);
        Ok(Box::new(making::begin(None, path, path, to, &self.shared)?))
    }

    fn create_new(&self, path: &Path, content: &[u8], to: Attributes) -> Result<bool, FileError> {
        if let Some(done) = create::create_new(Place::given(path), content, to, &self.shared)? {
            return Ok(done);
        }
        put_if_free(self.begin(path, to)?, content)
    }

    fn create(&self, path: &Path, content: Content<'_>, to: Attributes) -> Result<Placed, FileError> {
        create::create(Place::given(path), content, to, &self.shared)
    }

    fn append(&self, path: &Path, mode: u32) -> Result<Box<dyn Write + Send>, FileError> {
        append::append(path, mode)
    }

    fn pour(&self, path: &Path, content: &[u8]) -> Result<(), FileError> {
        pour::pour(path, content, &self.shared.interrupt)
    }

    fn set_attributes(&self, path: &Path, to: Attributes) -> Result<(), FileError> {
        if attributes::set_attributes(Place::given(path), to, &self.shared.written)? == FileKind::Directory {
            self.forget();
        }
        Ok(())
    }

    fn make_directory(&self, path: &Path, to: Attributes) -> Result<(), FileError> {
        if directory::make_directory(Place::given(path), to, &self.shared.written)? == Made::WasThere {
            self.forget();
        }
        Ok(())
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        directory::make_directories(Place::given(path), mode, &self.shared.written).map(|_| ())
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        rename::rename(Place::given(from), Place::given(to), &self.shared)
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        self.shared.known.forget_if_known(path);
        if remove::remove(Place::given(path), removal, &self.shared)? {
            self.forget();
        }
        Ok(())
    }

    fn sweep(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError> {
        sweep::sweep(directory)
    }

    fn sync(&self) -> Result<(), FileError> {
        self.shared.written.sync()
    }

    fn lock(&self, path: &Path, holder: &str) -> Result<Lock, FileError> {
        lock::lock(path, holder)
    }

    fn write_beneath(&self, root: &Path) -> Result<Box<dyn WriteBeneath>, FileError> {
        Ok(Box::new(RealBeneath::open(root, Arc::clone(&self.shared))?))
    }

    fn write_tree(&self, root: &Path) -> Result<Box<dyn WriteTree>, FileError> {
        Ok(Box::new(RealBeneath::open(root, Arc::clone(&self.shared))?.without_links()))
    }
}
