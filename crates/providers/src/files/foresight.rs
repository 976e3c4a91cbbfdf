//! Files as they would be: what a call would do to them is done to nothing, and seen by the calls after it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::ReadWorld;
use system::files::{
    Attributes, Content, Digest, FileError, FileKind, ForeseeBeneath, Foreseen, Links, NewFile, Notes, Overlay, Placed,
    ReadBeneath, Removal, Stat, Take, WriteBeneath,
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
    /// Nothing when nobody asks what would change.
    changes: Option<Mutex<Vec<FileChange>>>,
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
        Self(Arc::new(Inner { read, overlay, changes: Some(Mutex::default()) }))
    }

    /// The same, for whoever only wants to know how a call ends: no content is kept for a comparison.
    pub(super) fn blank(world: &ReadWorld) -> Self {
        let (read, overlay) = world.rehearsal();
        Self(Arc::new(Inner { read, overlay, changes: None }))
    }

    /// A world over this one, which stays as it is. Nothing is to be done in this one as long as the other is used.
    #[must_use]
    pub fn scratch(&self) -> Self {
        let overlay = Arc::new(self.0.overlay.over());
        let read = ReadWorld { files: Arc::clone(&overlay) as _, ..self.0.read.clone() };
        let changes = self.0.changes.as_ref().map(|_| Mutex::default());
        Self(Arc::new(Inner { read, overlay, changes }))
    }

    /// From here on, it is noted what is looked at and what would be another.
    pub(crate) fn begin_notes(&self) {
        self.0.overlay.begin_notes();
    }

    /// What was noted.
    pub(crate) fn take_notes(&self) -> Notes {
        self.0.overlay.take_notes()
    }

    /// Only the run will tell what is at a path.
    pub fn doubt(&self, path: &Path, reason: Unknown) {
        // Where nothing can be, nothing is in doubt.
        let _ = self.0.overlay.put_unknown(path, reason);
    }

    /// The world with what would be done so far.
    pub fn read(&self) -> &ReadWorld {
        &self.0.read
    }

    /// What would be done since this was asked last.
    pub fn take_changes(&self) -> Vec<FileChange> {
        self.0.changes().map(|mut changes| std::mem::take(&mut *changes)).unwrap_or_default()
    }

    /// A directory will be there that no call makes.
    pub(super) fn have_directory(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        // All find it there, so nobody meets another in it.
        let notes = self.0.overlay.take_notes();
        let result = match self.0.read.files.stat(path, Links::Follow) {
            Ok(None) => self.0.overlay.foresee_anywhere().make_directories(path, mode),
            there => there.map(drop),
        };
        self.0.overlay.resume_notes(notes);
        result
    }

    /// To be written to; paths are absolute, or below a root.
    pub(super) fn hand(&self, root: Option<&Path>) -> Result<Hand, FileError> {
        let overlay = &self.0.overlay;
        let files = root.map_or_else(|| Ok(overlay.foresee_anywhere()), |root| overlay.foresee_beneath(root))?;
        Ok(Hand { of: Arc::clone(&self.0), files: files.into(), root: root.map(Path::to_owned) })
    }
}

impl Inner {
    fn changes(&self) -> Option<MutexGuard<'_, Vec<FileChange>>> {
        self.changes.as_ref().map(|changes| changes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, change: FileChange) {
        if let Some(mut changes) = self.changes() {
            changes.push(change);
        }
    }
}

/// Writes to files that are nowhere, and notes what it would have done.
pub(crate) struct Hand {
    of: Arc<Inner>,
    files: Arc<dyn ForeseeBeneath>,
    root: Option<PathBuf>,
}

impl Hand {
    /// A file will be there; only the run will tell what is in it.
    pub(crate) fn put_unknown(&self, path: &Path, attributes: Attributes, reason: Unknown) -> Result<(), FileError> {
        self.put(path, || self.files.put(path, Foreseen::Unknown(reason), attributes))
    }

    fn put(&self, path: &Path, put: impl FnOnce() -> Result<(), FileError>) -> Result<(), FileError> {
        self.noting(path).put(path, put)
    }

    fn make(&self, path: &Path, make: impl FnOnce() -> Result<(), FileError>) -> Result<(), FileError> {
        let noting = self.noting(path);
        let is_there = noting.is_there(path)?;
        make()?;
        if !is_there {
            noting.note(Deed::MakeDirectory, None, None);
        }
        Ok(())
    }

    fn noting(&self, path: &Path) -> Noting {
        let shown = self.root.as_ref().map_or_else(|| path.to_owned(), |root| root.join(path));
        Noting { of: Arc::clone(&self.of), files: Arc::clone(&self.files), shown }
    }
}

/// Notes what becomes of one path.
struct Noting {
    of: Arc<Inner>,
    files: Arc<dyn ForeseeBeneath>,
    /// The path as people know it.
    shown: PathBuf,
}

impl Noting {
    fn put<T>(&self, path: &Path, put: impl FnOnce() -> Result<T, FileError>) -> Result<T, FileError> {
        let (is_there, before) = (self.is_there(path)?, self.content(path));
        let done = put()?;
        let deed = if is_there { Deed::Overwrite } else { Deed::Create };
        self.note(deed, before, self.content(path));
        Ok(done)
    }

    fn is_there(&self, path: &Path) -> Result<bool, FileError> {
        Ok(self.files.stat(path, Links::Keep)?.is_some())
    }

    fn content(&self, path: &Path) -> Option<Vec<u8>> {
        self.of.changes.as_ref()?;
        let stat = self.files.stat(path, Links::Keep).ok().flatten()?;
        (stat.kind == FileKind::File).then(|| self.files.read(path, LARGEST).ok())?
    }

    fn note(&self, deed: Deed, before: Option<Vec<u8>>, after: Option<Vec<u8>>) {
        self.of.note(FileChange { path: self.shown.clone(), deed, before, after });
    }
}

impl ReadBeneath for Hand {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        self.of.overlay.note_question(&self.noting(path).shown);
        self.files.stat(path, links)
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        self.files.read(path, limit)
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        self.files.digest(path)
    }

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        self.files.pieces(path, take)
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        self.files.list(path)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        self.files.read_link(path)
    }
}

impl WriteBeneath for Hand {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError> {
        self.put(path, || self.files.replace(path, content, attributes))
    }

    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        let new = self.files.begin(path, attributes)?;
        Ok(Box::new(Draft { new, noting: self.noting(path), path: path.to_owned() }))
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.files.set_attributes(path, attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.make(path, || self.files.make_directory(path, attributes))
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        self.make(path, || self.files.make_directories(path, mode))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.files.rename(from, to)?;
        self.noting(to).note(Deed::Move, None, None);
        Ok(())
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        let noting = self.noting(path);
        let before = noting.content(path);
        self.files.remove(path, removal)?;
        noting.note(Deed::Remove, before, None);
        Ok(())
    }
}

/// A file on its way to nowhere.
struct Draft {
    new: Box<dyn NewFile>,
    noting: Noting,
    path: PathBuf,
}

impl NewFile for Draft {
    fn write(&mut self, piece: &[u8]) -> Result<(), FileError> {
        self.new.write(piece)
    }

    fn restart(&mut self) -> Result<(), FileError> {
        self.new.restart()
    }

    fn place(self: Box<Self>, modified: Option<Timestamp>) -> Result<Placed, FileError> {
        let Self { new, noting, path } = *self;
        noting.put(&path, || new.place(modified))
    }

    fn place_if_free(self: Box<Self>) -> Result<bool, FileError> {
        if self.noting.is_there(&self.path)? {
            return Ok(false);
        }
        self.place(None).map(|_| true)
    }
}
