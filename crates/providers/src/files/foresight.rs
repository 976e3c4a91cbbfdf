//! Files as they would be: what a call would do to them is done to nothing, and seen by the calls after it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::ReadWorld;
use system::files::{
    Access, Attributes, Content, Digest, FileError, FileErrorKind, FileKind, Foreseen, Links, NewFile, Overlay, Placed,
    ReadBeneath, ReadFiles, Removal, Stat, Take, WriteBeneath,
};
use value::{Timestamp, Unknown};

/// Contents that are larger are not kept for a comparison.
const LARGEST: u64 = 1 << 20;

/// A world whose files can be changed without changing any.
#[derive(Clone)]
pub struct Foresight(Arc<Inner>);

struct Inner {
    read: ReadWorld,
    overlay: Arc<Overlay>,
    changes: Mutex<Vec<FileChange>>,
}

/// What would become of one file or directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Which one.
    pub path: PathBuf,
    /// What would be done.
    pub deed: Deed,
    /// What was in it; nothing when it is too large, no file, or not there.
    pub before: Option<Vec<u8>>,
    /// What would be in it.
    pub after: Option<Vec<u8>>,
}

/// What would be done to a file or directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// A file is made.
    Create,
    /// A file gets other content.
    Overwrite,
    /// A directory is made.
    MakeDirectory,
    /// Something moves.
    Move,
    /// Something goes.
    Remove,
}

impl Foresight {
    /// Over a world as it is.
    pub fn over(world: &ReadWorld) -> Self {
        let (read, overlay) = world.rehearsal();
        Self(Arc::new(Inner { read, overlay, changes: Mutex::default() }))
    }

    /// The world with what would be done so far.
    pub fn read(&self) -> &ReadWorld {
        &self.0.read
    }

    /// What would be done since this was asked last.
    pub fn take_changes(&self) -> Vec<FileChange> {
        std::mem::take(&mut *self.0.changes())
    }

    /// A directory will be there that no call makes.
    pub(super) fn have_directory(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        if self.0.files().stat(path, Links::Follow)?.is_some() {
            return Ok(());
        }
        self.0.expect_right("make directory", path)?;
        self.0.overlay.put_directory(path, Attributes::mode(mode))
    }

    /// To be written to; paths are absolute, or below a root.
    pub(super) fn hand(&self, root: Option<&Path>) -> Hand {
        Hand { of: Arc::clone(&self.0), root: root.map(Path::to_owned) }
    }
}

impl Inner {
    fn changes(&self) -> MutexGuard<'_, Vec<FileChange>> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn files(&self) -> &dyn ReadFiles {
        &*self.read.files
    }

    fn content(&self, path: &Path) -> Option<Vec<u8>> {
        self.files().read(path, LARGEST).ok()
    }

    fn is_there(&self, path: &Path) -> Result<bool, FileError> {
        Ok(self.files().stat(path, Links::Keep)?.is_some())
    }

    fn note(&self, path: &Path, deed: Deed, before: Option<Vec<u8>>, after: Option<Vec<u8>>) {
        self.changes().push(FileChange { path: path.to_owned(), deed, before, after });
    }

    /// Whether something may come, change or go at `path`: that is decided by the nearest directory that is there.
    fn expect_right(&self, verb: &'static str, path: &Path) -> Result<(), FileError> {
        for directory in path.ancestors().skip(1) {
            let kind = match self.files().access(directory) {
                Ok(Access::NoDirectory) => continue,
                Ok(Access::Denied { .. }) => io::ErrorKind::PermissionDenied,
                Ok(Access::ReadOnly) => io::ErrorKind::ReadOnlyFilesystem,
                // What cannot be known is no reason to fail.
                Ok(Access::Open) | Err(_) => return Ok(()),
            };
            return Err(FileError { verb, path: path.to_owned(), kind: FileErrorKind::Io { source: kind.into() } });
        }
        Ok(())
    }

    fn put(&self, path: &Path, attributes: Attributes, content: Foreseen) -> Result<(), FileError> {
        self.expect_right("write", path)?;
        let deed = if self.is_there(path)? { Deed::Overwrite } else { Deed::Create };
        let before = self.content(path);
        self.overlay.put_file(path, attributes, content)?;
        self.note(path, deed, before, self.content(path));
        Ok(())
    }
}

/// Writes to files that are nowhere.
pub(crate) struct Hand {
    of: Arc<Inner>,
    root: Option<PathBuf>,
}

impl Hand {
    /// A file will be there; only the run will tell what is in it.
    pub(crate) fn put_unknown(&self, path: &Path, attributes: Attributes, reason: Unknown) -> Result<(), FileError> {
        self.of.put(&self.at(path), attributes, Foreseen::Unknown(reason))
    }

    fn at(&self, path: &Path) -> PathBuf {
        self.root.as_ref().map_or_else(|| path.to_owned(), |root| root.join(path))
    }

    /// What a rename does, piece by piece.
    fn carry(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        let mut left = vec![(from.to_owned(), to.to_owned())];
        while let Some((from, to)) = left.pop() {
            let Some(stat) = self.of.files().stat(&from, Links::Keep)? else { continue };
            match stat.kind {
                FileKind::Directory => {
                    self.of.overlay.put_directory(&to, stat.attributes())?;
                    let names = self.of.files().list(&from)?;
                    left.extend(names.into_iter().map(|name| (from.join(&name), to.join(&name))));
                }
                FileKind::File => self.of.overlay.put_file(&to, stat.attributes(), Foreseen::CopyOf(from))?,
                FileKind::Link | FileKind::Other => {
                    let reason = Unknown::new(format!("after `{}` is moved", from.display()));
                    self.of.overlay.put_something(&to, reason)?;
                }
            }
        }
        self.of.overlay.remove(from)
    }
}

impl ReadBeneath for Hand {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        self.of.files().stat(&self.at(path), links)
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        self.of.files().read(&self.at(path), limit)
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        self.of.files().digest(&self.at(path))
    }

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        self.of.files().pieces(&self.at(path), take)
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        self.of.files().list(&self.at(path))
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        self.of.files().read_link(&self.at(path))
    }
}

impl WriteBeneath for Hand {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError> {
        let content = match content {
            Content::Bytes(bytes) => Foreseen::Known(bytes.to_vec()),
            Content::CopyOf(from) => Foreseen::CopyOf(self.at(from)),
        };
        self.of.put(&self.at(path), attributes, content)
    }

    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        Ok(Box::new(Draft { of: Arc::clone(&self.of), path: self.at(path), attributes, content: Vec::new() }))
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.of.overlay.set_attributes(&self.at(path), attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        let path = self.at(path);
        if !self.of.is_there(&path)? {
            self.of.expect_right("make directory", &path)?;
            self.of.note(&path, Deed::MakeDirectory, None, None);
        }
        self.of.overlay.put_directory(&path, attributes)
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        self.make_directory(path, Attributes::mode(mode))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        let (from, to) = (self.at(from), self.at(to));
        [&from, &to].into_iter().try_for_each(|path| self.of.expect_right("move", path))?;
        self.carry(&from, &to)?;
        self.of.note(&to, Deed::Move, None, None);
        Ok(())
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        let path = self.at(path);
        if removal == Removal::One && self.of.files().list(&path).is_ok_and(|names| !names.is_empty()) {
            return Err(FileError { verb: "remove", path, kind: FileErrorKind::NotEmpty });
        }
        self.of.expect_right("remove", &path)?;
        let before = self.of.content(&path);
        self.of.overlay.remove(&path)?;
        self.of.note(&path, Deed::Remove, before, None);
        Ok(())
    }
}

/// A file on its way to nowhere.
struct Draft {
    of: Arc<Inner>,
    path: PathBuf,
    attributes: Attributes,
    content: Vec<u8>,
}

impl NewFile for Draft {
    fn write(&mut self, piece: &[u8]) -> Result<(), FileError> {
        self.content.extend_from_slice(piece);
        Ok(())
    }

    fn restart(&mut self) -> Result<(), FileError> {
        self.content.clear();
        Ok(())
    }

    fn place(self: Box<Self>, _modified: Option<Timestamp>) -> Result<Placed, FileError> {
        self.of.put(&self.path, self.attributes, Foreseen::Known(self.content))?;
        let stat = self.of.files().stat(&self.path, Links::Keep)?;
        Ok(Placed::new(&stat.expect("it was put there")))
    }

    fn place_if_free(self: Box<Self>) -> Result<bool, FileError> {
        if self.of.is_there(&self.path)? {
            return Ok(false);
        }
        self.place(None).map(|_| true)
    }
}
