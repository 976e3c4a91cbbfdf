//! Copying a tree: directories and files with their modes, over what is there. Links are left out, as the original leaves
//! them out; so are pipes, sockets and devices, and each of those is warned of.

use super::change::DIRECTORY;
use crate::files::{Spot, copy_into};
use crate::{Context, Fault, Hands};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use system::files::{Attributes, Content, FileError, FileErrorKind, FileKind, Links, Stat, WriteBeneath};

pub(super) struct Copy<'a, 'c> {
    pub(super) files: &'a dyn WriteBeneath,
    pub(super) from: &'a Spot,
    pub(super) to: &'a Spot,
    pub(super) context: &'a Context<'c>,
}

impl Copy<'_, '_> {
    /// Copies, and says what could not be.
    pub(super) fn run(&self) -> Result<Vec<String>, Fault> {
        let mut left_out = LeftOut::default();
        let mut directories = vec![PathBuf::new()];
        let mut modes = Vec::new();
        while let Some(directory) = directories.pop() {
            let copied = self.directory(&directory, &mut directories, &mut modes, &mut left_out);
            copied.map_err(|stop| self.fault(&directory, stop))?;
        }
        // A directory that may not be written gets its mode when it is full.
        for (directory, mode) in modes.into_iter().rev() {
            let at = self.to.at.join(&directory);
            self.files
                .set_attributes(&at, Attributes::mode(mode))
                .map_err(|error| self.fault(&directory, error.into()))?;
        }
        Ok(left_out.warnings())
    }

    /// Copies the files of a directory, and says which directories are in it.
    fn directory(
        &self,
        path: &Path,
        below: &mut Vec<PathBuf>,
        modes: &mut Vec<(PathBuf, u32)>,
        left_out: &mut LeftOut,
    ) -> Result<(), Stop> {
        let (from, to) = (self.from.at.join(path), self.to.at.join(path));
        let stat = self.files.stat(&from, Links::Follow)?.ok_or(Stop::Gone)?;
        let is_new = self.files.stat(&to, Links::Follow)?.is_none();
        self.files.make_directories(&to, if is_new { stat.mode & 0o777 | 0o700 } else { DIRECTORY })?;
        if is_new {
            modes.push((path.to_owned(), stat.mode & 0o777));
        }
        for name in self.files.list(&from)? {
            self.context.go_on().map_err(Stop::Ended)?;
            let path = path.join(name);
            match self.files.stat(&self.from.at.join(&path), Links::Keep)? {
                Some(stat) if stat.kind == FileKind::Directory => below.push(path),
                Some(stat) if stat.kind == FileKind::File => self.file(&path, &stat)?,
                Some(stat) if stat.kind == FileKind::Other => left_out.add(&self.from.shown.join(&path)),
                _ => {}
            }
        }
        Ok(())
    }

    fn file(&self, path: &Path, stat: &Stat) -> Result<(), FileError> {
        let (from, to, attributes) =
            (self.from.at.join(path), self.to.at.join(path), Attributes::mode(stat.mode & 0o777));
        let copied = match self.context.world {
            Hands::Foresee(_) => self.foresee_file(path, attributes),
            Hands::Look(_) | Hands::Act(_) => {
                let mut new = self.files.begin(&to, attributes)?;
                copy_into(&mut *new, self.files, &from).and_then(|_| new.place(None)).map(drop)
            }
        };
        match copied {
            // It was a file a moment ago.
            Err(error) if error.is_not_found() => Ok(()),
            copied => copied,
        }
    }

    /// A tree that is only foreseen is not held in memory. Whether a file can be read is seen when it is begun with, and the
    /// copy is as unknown as the file.
    fn foresee_file(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        match self.files.pieces(&self.from.at.join(path), &mut |_| ControlFlow::Break(())) {
            Err(error) if error.unknown().is_none() => Err(error),
            _ => self.files.replace(&self.to.at.join(path), Content::CopyOf(&self.from.shown.join(path)), attributes),
        }
    }

    /// The place that an error is about: the one that the path is in.
    fn blamed(&self, error: &FileError) -> &Spot {
        let holds = |spot: &&Spot| error.path.starts_with(&spot.shown) || error.path.starts_with(&spot.at);
        let both = [self.from, self.to].into_iter().filter(holds);
        both.max_by_key(|spot| spot.at.components().count()).unwrap_or(self.from)
    }

    fn fault(&self, path: &Path, stop: Stop) -> Fault {
        match stop {
            Stop::Ended(fault) => fault,
            Stop::Gone => {
                Fault::new(format!("failed to copy directory: {} is gone", self.from.shown.join(path).display()))
            }
            Stop::Failed(error) => match &error.kind {
                FileErrorKind::Escapes { .. } | FileErrorKind::Interrupted { .. } => {
                    self.blamed(&error).fault("failed to copy directory", &error)
                }
                _ => Fault::of_file(format!("failed to copy directory: {error}"), &error),
            },
        }
    }
}

/// Things that are neither files nor directories nor links.
#[derive(Default)]
struct LeftOut {
    first: Vec<String>,
    count: usize,
}

impl LeftOut {
    /// As many are named; the others are counted.
    const NAMED: usize = 100;

    fn add(&mut self, path: &Path) {
        self.count += 1;
        if self.first.len() < Self::NAMED {
            self.first.push(format!("skipped {}: a pipe, socket or device is not copied", path.display()));
        }
    }

    fn warnings(mut self) -> Vec<String> {
        let more = self.count - self.first.len();
        self.first.extend((more > 0).then(|| format!("skipped {more} more pipes, sockets or devices")));
        self.first
    }
}

/// Why a copy ended early.
enum Stop {
    Failed(FileError),
    Ended(Fault),
    Gone,
}

impl From<FileError> for Stop {
    fn from(error: FileError) -> Self {
        Self::Failed(error)
    }
}
