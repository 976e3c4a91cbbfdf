//! Listing a directory.

use super::budget::Budget;
use super::entry::{FIXED, Found, add_content};
use super::request::{Contents, Listing};
use crate::files::{Spot, looking};
use crate::{Context, Fault, Output};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;
use system::files::{FileError, FileErrorKind, FileKind, Links, ReadBeneath, Stat};
use value::{List, Map};

pub(super) fn list(listing: &Listing, context: &Context<'_>) -> Result<Output, Fault> {
    let base = Spot::new(context, &listing.path)?;
    let files = looking(context)?;
    match files.stat(&base.at, Links::Follow) {
        Err(FileError { kind: FileErrorKind::Unknown { reason }, .. }) => return Ok(Output::of(reason)),
        found => judge(&base, found)?,
    }
    let mut walk = Walk {
        listing,
        base: &base,
        files: &*files,
        budget: Budget::new(context),
        levels: Vec::new(),
        found: Totals::default(),
        warnings: Vec::new(),
    };
    walk.enter(PathBuf::new())?;
    while let Some((path, name)) = walk.next() {
        context.go_on()?;
        walk.visit(&path.join(&name))?;
    }
    let Walk { found, warnings, .. } = walk;
    Ok(Output { warnings, ..Output::of(found.into_map(&base)) })
}

/// There has to be a directory.
pub(super) fn check(files: &dyn ReadBeneath, spot: &Spot) -> Result<(), Fault> {
    judge(spot, files.stat(&spot.at, Links::Follow))
}

fn judge(spot: &Spot, found: Result<Option<Stat>, FileError>) -> Result<(), Fault> {
    let found = found.map_err(|error| spot.fault("failed to access path", &error))?;
    match found.map(|stat| stat.kind) {
        Some(FileKind::Directory) => Ok(()),
        Some(_) => Err(Fault::new(format!("path is not a directory: {}", spot.shown.display()))),
        None => Err(Fault::new(format!("directory does not exist: {}", spot.shown.display()))),
    }
}

/// A way through a tree, in order, without recursion.
struct Walk<'a> {
    listing: &'a Listing,
    base: &'a Spot,
    files: &'a dyn ReadBeneath,
    budget: Budget,
    levels: Vec<Level>,
    found: Totals,
    warnings: Vec<String>,
}

/// A directory that is gone through.
struct Level {
    /// Below the directory that is listed.
    path: PathBuf,
    names: IntoIter<OsString>,
}

impl Walk<'_> {
    fn next(&mut self) -> Option<(PathBuf, OsString)> {
        while let Some(level) = self.levels.last_mut() {
            if let Some(name) = level.names.next() {
                return Some((level.path.clone(), name));
            }
            self.levels.pop();
        }
        None
    }

    /// Goes down. A directory below the first one that cannot be read is left out.
    fn enter(&mut self, path: PathBuf) -> Result<(), Fault> {
        match self.files.list(&self.base.at.join(&path)) {
            Ok(names) => self.levels.push(Level { path, names: names.into_iter() }),
            Err(error) if self.levels.is_empty() => return Err(self.base.fault("failed to list directory", &error)),
            Err(error) => self.warn("error traversing", &path, &error)?,
        }
        Ok(())
    }

    fn visit(&mut self, path: &Path) -> Result<(), Fault> {
        let name = path.file_name().unwrap_or_default();
        if !self.listing.hidden && name.as_encoded_bytes().starts_with(b".") {
            return Ok(());
        }
        match self.files.stat(&self.base.at.join(path), Links::Keep) {
            // Links are left out, and what is gone by now is not there.
            Ok(None) => {}
            Ok(Some(stat)) if stat.kind == FileKind::Link => {}
            Ok(Some(stat)) => {
                if self.listing.filter.passes(name) && !(self.listing.files_only && stat.kind == FileKind::Directory) {
                    self.add(path, &stat)?;
                }
                if stat.kind == FileKind::Directory && self.levels.len() <= self.listing.depth {
                    self.enter(path.to_owned())?;
                }
            }
            Err(error) => self.warn("error traversing", path, &error)?,
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, stat: &Stat) -> Result<(), Fault> {
        let absolute = self.base.shown.join(path);
        let length = path.as_os_str().len() + absolute.as_os_str().len();
        self.budget.take(FIXED + length as u64)?;
        let found = Found { path, absolute: &absolute, stat };
        let mut entry = found.to_map();
        if let Some(contents) = self.listing.content.filter(|_| stat.kind == FileKind::File) {
            self.read(&mut entry, &found, contents)?;
        }
        self.found.add(&found, entry);
        Ok(())
    }

    fn read(&mut self, entry: &mut Map, found: &Found<'_>, contents: Contents) -> Result<(), Fault> {
        let Contents { largest, .. } = contents;
        if found.stat.size > largest {
            return self.skip(found, found.stat.size, largest);
        }
        if found.stat.size > self.budget.left() {
            return Err(self.budget.over());
        }
        match self.files.read(&self.base.at.join(found.path), largest.min(self.budget.left())) {
            Ok(content) => {
                self.budget.take(content.len() as u64)?;
                add_content(entry, content, contents);
                Ok(())
            }
            Err(FileError { kind: FileErrorKind::TooLarge { size, .. }, .. }) if size > largest => {
                self.skip(found, size, largest)
            }
            Err(FileError { kind: FileErrorKind::TooLarge { .. }, .. }) => Err(self.budget.over()),
            Err(error) => self.warn("failed to read", found.path, &error),
        }
    }

    fn skip(&mut self, found: &Found<'_>, size: u64, largest: u64) -> Result<(), Fault> {
        let path = found.path.display();
        self.say(format!("skipped content for {path}: size {size} exceeds maxFileSize {largest}"))
    }

    fn warn(&mut self, tried: &str, path: &Path, error: &FileError) -> Result<(), Fault> {
        if error.interrupted() {
            return Err(self.base.fault("failed to list directory", error));
        }
        self.say(format!("{tried} {}: {}", path.display(), error.kind))
    }

    fn say(&mut self, warning: String) -> Result<(), Fault> {
        self.budget.take(warning.len() as u64)?;
        self.warnings.push(warning);
        Ok(())
    }
}

/// What was found, and how much of it.
#[derive(Default)]
struct Totals {
    entries: List,
    directories: i64,
    files: i64,
    size: u64,
}

impl Totals {
    fn add(&mut self, found: &Found<'_>, entry: Map) {
        if found.is_directory() {
            self.directories += 1;
        } else {
            self.files += 1;
            self.size = self.size.saturating_add(found.stat.size);
        }
        self.entries.push(entry);
    }

    fn into_map(self, base: &Spot) -> Map {
        let mut data = Map::new();
        data.insert("entries", self.entries);
        data.insert("totalCount", self.directories + self.files);
        data.insert("dirCount", self.directories);
        data.insert("fileCount", self.files);
        data.insert("totalSize", i64::try_from(self.size).unwrap_or(i64::MAX));
        data.insert("basePath", base.value());
        data
    }
}
