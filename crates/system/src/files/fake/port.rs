//! The ports, spoken by files in memory. Errors are those of the real ones; a test runs both through the same paces.

use super::append::FakeAppend;
use super::setup::{FakeFiles, State};
use super::tree::{Body, Node, UMASK};
use crate::files::draft::Draft;
use crate::files::error::Attempt;
use crate::files::jail::Jail;
use crate::files::walk::Stop;
use crate::files::{
    Access, Attributes, Content, Customs, Digest, FileError, FileErrorKind, FileKind, Links, Lock, NewFile, Placed,
    ReadBeneath, ReadFiles, Removal, Stat, WriteBeneath, WriteFiles, WriteTree,
};
use rustix::io::Errno;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

impl State {
    pub(super) fn found(&self, path: &Path, links: Links, attempt: Attempt<'_>) -> Result<(PathBuf, &Node), FileError> {
        let place = self.tree.resolve(path, links, attempt)?;
        match self.tree.node(&place) {
            Some(node) => Ok((place, node)),
            None => Err(attempt.not_found()),
        }
    }

    fn content(&self, path: &Path) -> Result<&[u8], FileError> {
        let attempt = Attempt::new("read", path);
        match &self.found(path, Links::Follow, attempt)?.1.body {
            Body::File(bytes) => Ok(bytes),
            other => Err(attempt.not_a_file(other.kind())),
        }
    }

    pub(super) fn directory(&self, path: &Path, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        let (place, node) = self.found(path, Links::Follow, attempt)?;
        if node.body.kind() == FileKind::Directory { Ok(place) } else { Err(attempt.not_a_directory(path)) }
    }

    fn leftovers(&self, directory: &Path, attempt: Attempt<'_>) -> Result<Vec<PathBuf>, FileError> {
        let place = match self.directory(directory, attempt) {
            Ok(place) => place,
            Err(error) if error.is_nothing() => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let found = self.tree.leftovers.iter().filter(|path| path.parent() == Some(&place));
        Ok(found.filter_map(|path| path.file_name()).map(|name| directory.join(name)).collect())
    }

    fn access(&self, directory: &Path) -> Result<Access, FileError> {
        let place = match self.directory(directory, Attempt::new("look at", directory)) {
            Ok(place) => place,
            Err(error) if error.is_nothing() => return Ok(Access::NoDirectory),
            Err(error) => return Err(error),
        };
        let closed = self.closed.iter().find(|(path, _)| *path == place);
        Ok(closed.map_or(Access::Open, |(_, access)| *access))
    }

    fn customs(&self, stat: &Stat, path: &Path) -> Customs {
        let has = |bit: u32| stat.kind == FileKind::Directory && stat.mode & bit != 0;
        let above = |(closed, access): &(PathBuf, Access)| *access == Access::ReadOnly && path.starts_with(closed);
        Customs {
            usual: !self.foreign.iter().any(|foreign| path.starts_with(foreign)),
            read_only: self.closed.iter().any(above),
            sticky: has(0o1000).then_some(stat.uid),
            group: has(0o2000).then_some(stat.gid),
        }
    }

    fn replace(&mut self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<Placed, FileError> {
        let attempt = Attempt::new("write", path);
        let bytes = match content {
            Content::Bytes(bytes) => bytes.to_owned(),
            Content::CopyOf(source) => self.content(source)?.to_owned(),
        };
        let parent = path.parent().unwrap_or(path);
        let place = self.tree.resolve(path, Links::Keep, attempt).map_err(|error| not_below(error, parent, attempt))?;
        let old = self.tree.node(&place).map(Node::stat);
        if old.as_ref().is_some_and(|old| old.kind == FileKind::Directory) {
            return Err(attempt.fails(FileErrorKind::IsDirectory));
        }
        let kept = old.filter(|old| old.kind == FileKind::File).map(|old| old.attributes()).unwrap_or_default();
        self.tree.put(place.clone(), Body::File(bytes), attributes.or(kept));
        let put = self.tree.node(&place).map(Node::stat);
        put.map(|stat| Placed::new(&stat)).ok_or_else(|| attempt.not_found())
    }

    fn set_attributes(&mut self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        let attempt = Attempt::new("set attributes of", path);
        let (place, node) = self.found(path, Links::Keep, attempt)?;
        if node.body.kind() == FileKind::Link {
            return Err(attempt.is_link());
        }
        if let Some(node) = self.tree.node_mut(&place) {
            node.set(attributes);
        }
        Ok(())
    }

    fn make_directory(&mut self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        let attempt = Attempt::new("make directory", path);
        let place = self.tree.resolve_new(path).map_err(|stop| match stop {
            Stop::NotADirectory(at) => attempt.not_a_directory(&at),
            Stop::TooManyLinks => attempt.io(Errno::LOOP),
            Stop::NotFound | Stop::Escapes | Stop::Failed(_) => attempt.not_found(),
        })?;
        if self.tree.node(&place).is_none() {
            self.tree.make_parents(&place, attributes.mode);
            self.tree.put(place, Body::Directory, attributes);
            return Ok(());
        }
        self.directory(path, attempt).map_err(|_| attempt.not_a_directory(path))?;
        if attributes.is_empty() { Ok(()) } else { self.set_attributes(path, attributes) }
    }

    fn make_directories(&mut self, path: &Path, mode: u32) -> Result<(), FileError> {
        let is_there = self.found(path, Links::Follow, Attempt::new("look at", path)).is_ok();
        let attributes = if is_there { Attributes::default() } else { Attributes::mode(mode & !UMASK) };
        self.make_directory(path, attributes)
    }

    fn rename(&mut self, from: &Path, to: &Path) -> Result<(), FileError> {
        let (attempt, target) = (Attempt::new("move", from), Attempt::new("replace", to));
        let (source, node) = self.found(from, Links::Keep, attempt)?;
        let is_directory = node.body.kind() == FileKind::Directory;
        let place = self.tree.resolve(to, Links::Keep, attempt)?;
        let there = self.tree.node(&place).map(|node| node.body.kind() == FileKind::Directory);
        match (is_directory, there) {
            _ if place == source => {}
            _ if place.starts_with(&source) => return Err(attempt.io(Errno::INVAL)),
            (true, Some(true)) if !self.tree.children(&place).is_empty() => {
                return Err(target.fails(FileErrorKind::NotEmpty));
            }
            (true, Some(false)) => return Err(attempt.io(Errno::NOTDIR)),
            (false, Some(true)) => return Err(target.fails(FileErrorKind::IsDirectory)),
            _ => self.tree.rename(&source, &place),
        }
        Ok(())
    }

    fn remove(&mut self, path: &Path, removal: Removal) -> Result<(), FileError> {
        let attempt = Attempt::new("remove", path);
        if path.file_name().is_none() {
            return Err(attempt.fails(FileErrorKind::IsRoot));
        }
        let place = match self.tree.resolve(path, Links::Keep, attempt) {
            Ok(place) => place,
            Err(error) if error.is_nothing() => return Ok(()),
            Err(error) => return Err(error),
        };
        if removal == Removal::One && !self.tree.children(&place).is_empty() {
            return Err(attempt.fails(FileErrorKind::NotEmpty));
        }
        self.tree.remove(&place);
        Ok(())
    }
}

/// Something else than a directory on the way to a new file.
fn not_below(error: FileError, parent: &Path, attempt: Attempt<'_>) -> FileError {
    if error.is_nothing() && !error.is_not_found() { attempt.not_a_directory(parent) } else { error }
}

impl ReadFiles for FakeFiles {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        let mut state = self.state();
        state.check("stat", path)?;
        match state.found(path, links, Attempt::new("look at", path)) {
            Ok((_, node)) => Ok(Some(node.stat())),
            Err(error) if error.is_nothing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn access(&self, directory: &Path) -> Result<Access, FileError> {
        let mut state = self.state();
        state.check("access", directory)?;
        state.access(directory)
    }

    fn customs(&self, path: &Path) -> Result<Option<Customs>, FileError> {
        let found = self.stat(path, Links::Follow)?;
        Ok(found.map(|stat| self.state().customs(&stat, path)))
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        let mut state = self.state();
        state.check("read", path)?;
        let bytes = state.content(path)?;
        let size = bytes.len() as u64;
        if size <= limit {
            Ok(bytes.to_owned())
        } else {
            Err(Attempt::new("read", path).fails(FileErrorKind::TooLarge { size, limit }))
        }
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        let mut state = self.state();
        state.check("digest", path)?;
        Ok(Digest::of(state.content(path)?))
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        let mut state = self.state();
        state.check("list", path)?;
        let place = state.directory(path, Attempt::new("list", path))?;
        let children = state.tree.children(&place);
        Ok(children.iter().filter_map(|child| child.file_name().map(ToOwned::to_owned)).collect())
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        let mut state = self.state();
        state.check("read_link", path)?;
        let attempt = Attempt::new("read link", path);
        match &state.found(path, Links::Keep, attempt)?.1.body {
            Body::Link(target) => Ok(target.clone()),
            _ => Err(attempt.io(Errno::INVAL)),
        }
    }

    fn leftovers(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError> {
        let mut state = self.state();
        state.check("leftovers", directory)?;
        state.leftovers(directory, Attempt::new("look for leftovers in", directory))
    }

    fn beneath(&self, root: &Path) -> Result<Box<dyn ReadBeneath>, FileError> {
        Ok(Box::new(Jail::new(self.clone(), root)?))
    }
}

impl WriteFiles for FakeFiles {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<Placed, FileError> {
        let mut state = self.state();
        state.record("replace", path)?;
        state.replace(path, content, attributes)
    }

    fn append(&self, path: &Path, mode: u32) -> Result<Box<dyn Write + Send>, FileError> {
        let mut state = self.state();
        state.record("append", path)?;
        if let Err(error) = state.found(path, Links::Follow, Attempt::new("append to", path)) {
            if !error.is_nothing() {
                return Err(error);
            }
            state.replace(path, Content::Bytes(b""), Attributes::mode(mode & !UMASK))?;
        }
        Ok(Box::new(FakeAppend { files: self.clone(), path: path.to_owned() }))
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        let mut state = self.state();
        state.record("set_attributes", path)?;
        state.set_attributes(path, attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        let mut state = self.state();
        state.record("make_directory", path)?;
        state.make_directory(path, attributes)
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        let mut state = self.state();
        state.record("make_directories", path)?;
        state.make_directories(path, mode)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        let mut state = self.state();
        state.record("rename", from)?;
        state.rename(from, to)
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        let mut state = self.state();
        state.record("remove", path)?;
        state.remove(path, removal)
    }

    fn sweep(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError> {
        let mut state = self.state();
        state.record("sweep", directory)?;
        let found = state.leftovers(directory, Attempt::new("sweep", directory))?;
        found.iter().try_for_each(|path| state.remove(path, Removal::One))?;
        Ok(found)
    }

    fn sync(&self) -> Result<(), FileError> {
        self.state().record("sync", Path::new(""))
    }

    /// Nobody else is there.
    fn lock(&self, path: &Path, _holder: &str) -> Result<Lock, FileError> {
        self.state().record("lock", path)?;
        Ok(Lock::Ours(Box::new(()), String::new()))
    }

    fn write_beneath(&self, root: &Path) -> Result<Box<dyn WriteBeneath>, FileError> {
        Ok(Box::new(Jail::new(self.clone(), root)?))
    }

    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        let state = self.state();
        let parent = path.parent().unwrap_or(path);
        state.directory(parent, Attempt::new("write", path))?;
        Ok(Box::new(Draft::new(self.clone(), path.to_owned(), attributes)))
    }

    fn write_tree(&self, root: &Path) -> Result<Box<dyn WriteTree>, FileError> {
        Ok(Box::new(Jail::new(self.clone(), root)?.without_links()))
    }
}
