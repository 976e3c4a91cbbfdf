//! Saying what a run would do. Each call follows its real counterpart, errors included.

use super::entry::{Below, Entry, Foreseen, Held, HeldContent};
use super::layers::{End, Found, Layers, Overlay};
use super::notes::Change;
use crate::files::error::Attempt;
use crate::files::{Attributes, FileError, FileErrorKind, FileIdentity, FileKind, Links, ReadFiles, Stat};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use value::Unknown;

/// The mask of a usual system.
const UMASK: u32 = 0o022;
const SET_GID: u32 = 0o2000;

impl Overlay {
    /// A file will be at `path`. What `attributes` does not say is taken from the file that is there.
    pub fn put_file(&self, path: &Path, attributes: Attributes, content: Foreseen) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("write", path));
        let held = layers.hold(content)?;
        let place = layers.resolve(path, End::KEEP, attempt)?;
        let old = known(layers.stat(&place, attempt))?;
        if old.as_ref().is_some_and(|old| old.kind == FileKind::Directory) {
            return Err(attempt.fails(FileErrorKind::IsDirectory));
        }
        if old.as_ref().is_some_and(|old| old.kind == FileKind::Link) {
            layers.forget_ways();
        }
        let mut stat = layers.new_stat(FileKind::File, 0o666 & !UMASK);
        match old.filter(|old| old.kind == FileKind::File) {
            Some(old) => stat.set(old.attributes()),
            None if attributes.gid.is_none() => stat.gid = layers.group_in(&place).unwrap_or(stat.gid),
            None => {}
        }
        stat.set(attributes);
        stat.size = layers.size(&held)?;
        let is_known = matches!(held.content, HeldContent::Known(_)) && attributes.is_complete();
        layers.put(place.clone(), Entry::File(stat, held), Change::Other);
        // What is in a file that is copied may be another by then, and what nobody asks for stays as it is by then.
        layers.settled().extend(is_known.then_some(place));
        Ok(())
    }

    /// A directory will be at `path`, and its missing parents will be made. One that is there gets the attributes.
    pub fn put_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("make directory", path));
        let place = layers.resolve(path, End::MADE, attempt)?;
        layers.make_parents(&place, attributes.mode, attempt)?;
        if known(layers.stat(&place, attempt))?.is_some() {
            layers.expect_directory(path, attempt)?;
            if !attributes.is_empty() {
                self.set_attributes(path, attributes)?;
            }
        } else {
            let mut stat = layers.new_directory_stat(&place, 0o777 & !UMASK);
            stat.set(attributes);
            layers.put_new_directory(place.clone(), stat);
        }
        layers.settled().extend(attributes.is_complete().then_some(place));
        Ok(())
    }

    /// A directory will be at `path`, and its missing parents will be made, each with the mode less the umask. One that is
    /// there, or that a link there leads to, stays as it is.
    pub fn put_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("make directory", path));
        let place = layers.resolve(path, End::MADE, attempt)?;
        layers.make_parents(&place, Some(mode), attempt)?;
        if known(layers.stat(&place, attempt))?.is_some() {
            return layers.expect_directory(path, attempt);
        }
        let stat = layers.new_directory_stat(&place, mode & 0o7777 & !UMASK);
        layers.put_new_directory(place, stat);
        Ok(())
    }

    /// What is at `path` will have these attributes.
    pub fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("set attributes of", path));
        let place = layers.resolve(path, End::KEEP, attempt)?;
        let entry = match layers.find(&place) {
            // What is not known stays unknown.
            Found::Entry(Entry::Unknown(_) | Entry::Something(_)) | Found::More(_) | Found::Unknown(_) => {
                return Ok(());
            }
            Found::Entry(Entry::Gone) | Found::Nothing => return Err(attempt.not_found()),
            Found::Entry(Entry::Link(..)) => return Err(attempt.is_link()),
            Found::Entry(entry) => entry,
            Found::Lower => layers.entry_of_lower(&place, attempt)?,
        };
        if matches!(entry, Entry::Directory(..)) {
            layers.forget_ways();
        }
        layers.put(place, entry.with(attributes), Change::Other);
        Ok(())
    }

    /// Nothing will be at `path`, nor below it.
    pub fn remove(&self, path: &Path) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("remove", path));
        match layers.resolve(path, End::KEEP, attempt) {
            Ok(place) if place.parent().is_none() => Err(attempt.fails(FileErrorKind::IsRoot)),
            Ok(place) => {
                layers.taken().push(place.clone());
                layers.put_instead(place, Entry::Gone);
                Ok(())
            }
            Err(error) if error.is_nothing() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// What removing one thing does: a directory that is empty by then will be gone, one that is not stays, and only the run
    /// will tell of one of which nobody knows what is in it. Anything else will be gone.
    pub fn remove_unless_full(&self, path: &Path) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("remove", path));
        let place = match layers.resolve(path, End::KEEP, attempt) {
            Err(error) if error.is_nothing() => return Ok(()),
            place => place?,
        };
        let kind = known(layers.stat(&place, attempt))?.map(|stat| stat.kind);
        if place.parent().is_none() || layers.keeps_something_in(&place) {
            return Ok(());
        }
        match self.list(&place) {
            _ if kind.is_some_and(|kind| kind != FileKind::Directory) => self.remove(path),
            Ok(names) if names.is_empty() => self.remove(path),
            Ok(_) => Ok(()),
            Err(error) if error.is_nothing() => Ok(()),
            Err(error) => {
                let reason = error.unknown().cloned();
                self.put_unknown(path, reason.unwrap_or_else(|| Unknown::new(error.to_string())))
            }
        }
    }

    /// A directory will be at `path`; what is in it stays or is replaced, and only the run will tell what comes.
    pub fn put_more_below(&self, path: &Path, attributes: Attributes, reason: &Unknown) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("foresee", path));
        let place = match layers.resolve(path, End::FOLLOW, attempt) {
            Err(error) if error.is_not_found() => layers.resolve(path, End::MADE, attempt)?,
            place => place?,
        };
        // One that is there keeps its attributes.
        let old = known(layers.stat(&place, attempt))?.filter(|old| old.kind == FileKind::Directory);
        if old.is_none() {
            self.put_directory(path, attributes)?;
        }
        let stat = match old {
            Some(old) => old,
            None => layers.stat(&place, attempt)?.ok_or_else(|| attempt.not_found())?,
        };
        let below = layers.more_below(&place, reason.clone());
        layers.doubt_below(&place, reason);
        layers.put(place, Entry::Directory(stat, below), Change::Instead);
        Ok(())
    }

    /// Something will be at `path`, a file or a directory; only the run will tell which, and what is in it. Whoever asks
    /// whether it exists gets to know; whoever asks for more does not.
    pub fn put_something(&self, path: &Path, reason: Unknown) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("foresee", path));
        let place = layers.resolve(path, End::BROUGHT, attempt)?;
        layers.put_instead(place, Entry::Something(reason));
        Ok(())
    }

    /// Only the run will tell what is at `path` and below it, if anything.
    pub fn put_unknown(&self, path: &Path, reason: Unknown) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("foresee", path));
        let place = layers.resolve(path, End::BROUGHT, attempt)?;
        let missing = layers.missing_parents(&place, attempt)?;
        // What would bring the path may bring its parents too.
        layers.put_instead(missing.last().cloned().unwrap_or(place), Entry::Unknown(reason));
        Ok(())
    }
}

/// What is not known now may be there or not; either way something is put in its place.
pub(super) fn known(stat: Result<Option<Stat>, FileError>) -> Result<Option<Stat>, FileError> {
    match stat {
        Err(error) if error.unknown().is_some() => Ok(None),
        known => known,
    }
}

impl Layers {
    fn new_stat(&self, kind: FileKind, mode: u32) -> Stat {
        let (uid, gid) = self.users.current();
        Stat { kind, mode, uid, gid, size: 0, modified: self.clock.now(), identity: FileIdentity::default() }
    }

    /// A directory with set-gid hands that and its group on to the directories that are made in it.
    fn new_directory_stat(&self, place: &Path, mode: u32) -> Stat {
        let mut stat = self.new_stat(FileKind::Directory, mode);
        if let Some(gid) = self.group_in(place) {
            (stat.gid, stat.mode) = (gid, mode | SET_GID);
        }
        stat
    }

    /// The group that the directory of something new gives to it.
    fn group_in(&self, place: &Path) -> Option<u32> {
        let parent = place.parent()?;
        let stat = self.stat(parent, Attempt::new("look at", parent)).ok().flatten()?;
        (stat.mode & SET_GID != 0).then_some(stat.gid)
    }

    /// Holds content, or says where it is to be found however the overlay changes from now on.
    fn hold(&self, content: Foreseen) -> Result<Arc<Held>, FileError> {
        match content {
            Foreseen::Known(bytes) => Ok(Held::new(HeldContent::Known(bytes))),
            Foreseen::Unknown(reason) => Ok(Held::new(HeldContent::Unknown(reason))),
            Foreseen::CopyOf(source) => self.hold_copy(&source),
        }
    }

    fn hold_copy(&self, source: &Path) -> Result<Arc<Held>, FileError> {
        let attempt = Attempt::new("read", source);
        let place = self.resolve(source, End::FOLLOW, attempt)?;
        match self.find(&place) {
            Found::Entry(Entry::File(_, held)) => Ok(held),
            Found::Entry(Entry::Unknown(reason) | Entry::Something(reason))
            | Found::More(reason)
            | Found::Unknown(reason) => Ok(Held::new(HeldContent::Unknown(reason))),
            Found::Entry(Entry::Directory(..)) => Err(attempt.not_a_file(FileKind::Directory)),
            Found::Entry(Entry::Other(_)) => Err(attempt.not_a_file(FileKind::Other)),
            Found::Entry(Entry::Link(..)) => Err(attempt.not_a_file(FileKind::Link)),
            Found::Entry(Entry::Gone) | Found::Nothing => Err(attempt.not_found()),
            Found::Lower => match self.stat_of_lower(&place)?.map(|stat| stat.kind) {
                None => Err(attempt.not_found()),
                Some(FileKind::File) => Ok(Held::new(HeldContent::Lower(place))),
                Some(kind) => Err(attempt.not_a_file(kind)),
            },
        }
    }

    /// Content that is not known has no size yet and is shown with none.
    fn size(&self, held: &Held) -> Result<u64, FileError> {
        Ok(match &held.content {
            HeldContent::Known(bytes) => bytes.len() as u64,
            HeldContent::Lower(path) => self.lower.stat(path, Links::Keep)?.map_or(0, |stat| stat.size),
            HeldContent::Unknown(_) => 0,
        })
    }

    /// From the lowest one up.
    fn missing_parents(&self, place: &Path, attempt: Attempt<'_>) -> Result<Vec<PathBuf>, FileError> {
        let mut missing = Vec::new();
        for parent in place.ancestors().skip(1) {
            match self.stat(parent, attempt) {
                Ok(None) => missing.push(parent.to_owned()),
                Ok(Some(_)) => break,
                // A parent that is not known will be a directory when something is made in it.
                Err(error) if error.unknown().is_some() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(missing)
    }

    fn make_parents(&self, place: &Path, mode: Option<u32>, attempt: Attempt<'_>) -> Result<(), FileError> {
        for parent in self.missing_parents(place, attempt)?.into_iter().rev() {
            let stat = self.new_directory_stat(&parent, mode.unwrap_or(0o777) & 0o7777 & !UMASK);
            self.put_new_directory(parent, stat);
        }
        Ok(())
    }

    /// What is in a directory that may have been there before is as unknown as the directory was.
    fn put_new_directory(&self, place: PathBuf, stat: Stat) {
        let below = match self.find(&place) {
            Found::Entry(Entry::Unknown(reason) | Entry::Something(reason)) | Found::Unknown(reason) => {
                Below::Unknown(reason)
            }
            Found::More(reason) => self.more_of_lower(&place, reason),
            _ => Below::Nothing,
        };
        self.put(place, Entry::Directory(stat, below), Change::Made);
    }

    /// What will be in a directory into which something comes: what is sure now stays sure.
    fn more_below(&self, place: &Path, reason: Unknown) -> Below {
        match self.find(place) {
            Found::Lower | Found::More(_) => self.more_of_lower(place, reason),
            Found::Entry(Entry::Directory(_, Below::Lower | Below::More(_))) => Below::More(reason),
            Found::Entry(_) | Found::Nothing | Found::Unknown(_) => Below::Unknown(reason),
        }
    }

    fn more_of_lower(&self, place: &Path, reason: Unknown) -> Below {
        match self.stat_of_lower(place) {
            Ok(Some(stat)) if stat.kind == FileKind::Directory => Below::More(reason),
            Ok(_) | Err(_) => Below::Unknown(reason),
        }
    }

    /// What is known below a directory may be replaced: what would be there is there, what would be gone may come back.
    fn doubt_below(&self, place: &Path, reason: &Unknown) {
        self.forget_ways();
        let mut entries = self.entries();
        let known: Vec<_> = entries.below(place).map(|(path, entry)| (path.to_owned(), entry.clone())).collect();
        for (path, entry) in known {
            match entry {
                // The lower layer says as much.
                Entry::Directory(_, Below::Lower | Below::More(_)) => entries.remove(&path),
                Entry::File(..) | Entry::Directory(..) | Entry::Link(..) | Entry::Other(_) => {
                    entries.insert(path, Entry::Something(reason.clone()));
                }
                Entry::Gone => entries.insert(path, Entry::Unknown(reason.clone())),
                Entry::Something(_) | Entry::Unknown(_) => {}
            }
        }
    }

    fn expect_directory(&self, path: &Path, attempt: Attempt<'_>) -> Result<(), FileError> {
        let place = match self.resolve(path, End::FOLLOW, attempt) {
            Err(error) if error.is_nothing() => return Err(attempt.not_a_directory(path)),
            place => place?,
        };
        match self.stat(&place, attempt) {
            Ok(Some(stat)) if stat.kind == FileKind::Directory => Ok(()),
            Ok(_) => Err(attempt.not_a_directory(path)),
            Err(error) if error.unknown().is_some() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// An entry that says what the lower layer says.
    fn entry_of_lower(&self, place: &Path, attempt: Attempt<'_>) -> Result<Entry, FileError> {
        let stat = self.stat_of_lower(place)?.ok_or_else(|| attempt.not_found())?;
        match stat.kind {
            FileKind::File => Ok(Entry::File(stat, Held::new(HeldContent::Lower(place.to_owned())))),
            FileKind::Directory => Ok(Entry::Directory(stat, Below::Lower)),
            FileKind::Other => Ok(Entry::Other(stat)),
            FileKind::Link => Err(attempt.is_link()),
        }
    }

    /// Whether something is known that will be in a directory, whatever else is.
    fn keeps_something_in(&self, directory: &Path) -> bool {
        self.known_in(directory).values().any(|entry| !matches!(entry, Entry::Gone | Entry::Unknown(_)))
    }

    /// Forgets what is known at and below a path.
    pub(super) fn put_instead(&self, place: PathBuf, entry: Entry) {
        self.forget_ways();
        self.entries().remove_tree(&place);
        self.put(place, entry, Change::Instead);
    }
}

impl Entry {
    fn with(mut self, attributes: Attributes) -> Self {
        if let Self::File(stat, _) | Self::Directory(stat, _) | Self::Other(stat) = &mut self {
            stat.set(attributes);
        }
        self
    }
}
