//! What the verbs of the writing port would do: each looks as its counterpart does, asks whether it may, and lays what
//! comes of it over what is there.

use super::entry::{Below, Entry};
use super::foresee::known;
use super::layers::{End, Overlay};
use super::rights::{judge, may_be_empty};
use crate::files::draft::Draft;
use crate::files::error::Attempt;
use crate::files::verbs::Verbs;
use crate::files::{
    Attributes, Content, FileError, FileErrorKind, FileKind, Foreseen, Links, NewFile, ReadFiles, Removal, Stat,
};
use rustix::io::Errno;
use std::path::{Path, PathBuf};
use value::Unknown;

/// What is larger is not kept in memory for those who may want to read it.
const LARGEST: usize = 64 << 20;

fn put_large(files: &Overlay, path: &Path, attributes: Attributes) -> Result<(), FileError> {
    let reason = format!("`{}` would be too large to be kept in mind", path.display());
    files.write(path, attributes, Foreseen::Unknown(Unknown::new(reason)))
}

impl Verbs for Overlay {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError> {
        self.write(
            path,
            attributes,
            match content {
                Content::Bytes(bytes) => Foreseen::Known(bytes.to_vec()),
                Content::CopyOf(from) => Foreseen::CopyOf(from.to_owned()),
            },
        )
    }

    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        let attempt = Attempt::new("write", path);
        self.layers().resolve(path, End::KEEP, attempt)?;
        self.expect_room(path, attempt)?;
        Ok(Box::new(Draft::new(self.clone(), path.to_owned(), attributes).at_most(LARGEST, put_large)))
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.expect_attributes(path, attributes, Attempt::new("set attributes of", path))?;
        Self::set_attributes(self, path, attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        let attempt = Attempt::new("make directory", path);
        match known(self.stat(path, Links::Keep))? {
            None => self.expect_room(path, attempt)?,
            Some(_) => self.expect_attributes(path, attributes, attempt)?,
        }
        self.put_directory(path, attributes)
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        if known(self.stat(path, Links::Keep))?.is_none() {
            self.expect_room(path, Attempt::new("make directory", path))?;
        }
        self.put_directories(path, mode)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        let (attempt, target) = (Attempt::new("move", from), Attempt::new("replace", to));
        let (layers, stat) = (self.layers(), self.stat(from, Links::Keep)?.ok_or_else(|| attempt.not_found())?);
        let (source, place) = (layers.resolve(from, End::KEEP, attempt)?, layers.resolve(to, End::KEEP, attempt)?);
        let there = known(layers.stat(&place, target))?;
        if source == place {
            return Ok(());
        }
        if place.starts_with(&source) {
            return Err(attempt.io(Errno::INVAL));
        }
        self.expect_replaceable(&stat, there.as_ref(), to)?;
        self.expect_change(from, Some(&stat), attempt)?;
        self.expect_change(to, there.as_ref(), attempt)?;
        // A directory knows which one it is in.
        if stat.kind == FileKind::Directory && source.parent() != place.parent() {
            judge(self.access(from).ok(), attempt)?;
        }
        self.carry(&source, place)
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        let attempt = Attempt::new("remove", path);
        match known(self.stat(path, Links::Keep))? {
            None => {}
            Some(stat) if removal == Removal::Tree => self.expect_removal(path, &stat, attempt)?,
            Some(stat) => {
                self.expect_change(path, Some(&stat), attempt)?;
                if stat.kind == FileKind::Directory {
                    self.expect_empty(path, attempt)?;
                }
            }
        }
        Self::remove(self, path)
    }
}

impl Overlay {
    /// A file will be at `path`, if it may.
    pub(super) fn write(&self, path: &Path, attributes: Attributes, content: Foreseen) -> Result<(), FileError> {
        let old = known(self.stat(path, Links::Keep))?;
        // Nobody may put a file in the place of a directory.
        if old.as_ref().is_none_or(|old| old.kind != FileKind::Directory) {
            self.expect_change(path, old.as_ref(), Attempt::new("write", path))?;
        }
        self.put_file(path, attributes, content)
    }

    fn expect_empty(&self, directory: &Path, attempt: Attempt<'_>) -> Result<(), FileError> {
        match self.list(directory) {
            Ok(names) if names.is_empty() => Ok(()),
            Ok(_) => Err(attempt.fails(FileErrorKind::NotEmpty)),
            Err(error) if error.is_permission_denied() => Err(attempt.unknown(&may_be_empty(directory))),
            Err(_) => Ok(()),
        }
    }

    /// A file takes the place of a file, a directory that of an empty one.
    fn expect_replaceable(&self, stat: &Stat, there: Option<&Stat>, to: &Path) -> Result<(), FileError> {
        let target = Attempt::new("replace", to);
        let is_directory = |stat: &Stat| stat.kind == FileKind::Directory;
        match (is_directory(stat), there.map(is_directory)) {
            (true, Some(true)) => self.expect_empty(to, target),
            (true, Some(false)) => Err(target.io(Errno::NOTDIR)),
            (false, Some(true)) => Err(target.fails(FileErrorKind::IsDirectory)),
            _ => Ok(()),
        }
    }

    /// What a rename does, piece by piece. Paths are without links.
    fn carry(&self, source: &Path, place: PathBuf) -> Result<(), FileError> {
        let mut left = vec![(source.to_owned(), place)];
        while let Some((from, to)) = left.pop() {
            let reason = || Unknown::new(format!("after `{}` is moved", from.display()));
            let stat = match self.stat(&from, Links::Keep) {
                Ok(Some(stat)) => stat,
                Ok(None) => continue,
                Err(_) => {
                    self.put_something(&to, reason())?;
                    continue;
                }
            };
            match stat.kind {
                FileKind::Directory => {
                    let names = self.list(&from);
                    let below = if names.is_ok() { Below::Nothing } else { Below::Unknown(reason()) };
                    self.layers().put_instead(to.clone(), Entry::Directory(stat, below));
                    left.extend(names.into_iter().flatten().map(|name| (from.join(&name), to.join(&name))));
                }
                FileKind::File => {
                    let attributes = stat.attributes();
                    self.put_file(&to, attributes, Foreseen::CopyOf(from))?;
                }
                FileKind::Link => {
                    let target = self.read_link(&from)?;
                    self.layers().put_instead(to, Entry::Link(stat, target));
                }
                FileKind::Other => self.layers().put_instead(to, Entry::Other(stat)),
            }
        }
        Self::remove(self, source)
    }
}
