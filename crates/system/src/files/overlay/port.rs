//! The reading port, spoken by an overlay.

use super::entry::{Below, Entry, Held, HeldContent};
use super::layers::{End, Found, Layers, Overlay, other_rights};
use crate::files::error::Attempt;
use crate::files::jail::Jail;
use crate::files::{
    Access, Customs, Digest, FileError, FileErrorKind, FileKind, Fixed, Links, LockHolder, ReadBeneath, ReadFiles,
    Special, Stat, Take,
};
use crate::rights::Wish;
use rustix::io::Errno;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where content is.
enum Place {
    Held(std::sync::Arc<Held>),
    Lower(PathBuf),
}

impl Layers {
    fn content(&self, path: &Path, attempt: Attempt<'_>) -> Result<Place, FileError> {
        let place = self.resolve(path, End::FOLLOW, attempt)?;
        match self.find(&place) {
            Found::Entry(Entry::File(stat, held)) => {
                self.check(&stat, Wish::Read, attempt)?;
                Ok(Place::Held(held))
            }
            Found::Entry(Entry::Directory(..)) => Err(attempt.not_a_file(FileKind::Directory)),
            Found::Entry(Entry::Other(_)) => Err(attempt.not_a_file(FileKind::Other)),
            Found::Entry(Entry::Link(..)) => Err(attempt.not_a_file(FileKind::Link)),
            Found::Entry(Entry::Unknown(reason) | Entry::Something(reason))
            | Found::More(reason)
            | Found::Unknown(reason) => Err(attempt.unknown(&reason)),
            Found::Entry(Entry::Gone) | Found::Nothing => Err(attempt.not_found()),
            Found::Lower => Ok(Place::Lower(place)),
        }
    }

    fn read(&self, held: &Held, limit: u64, attempt: Attempt<'_>) -> Result<Vec<u8>, FileError> {
        match &held.content {
            HeldContent::Lower(path) => self.lower.read(path, limit).map_err(readable_then),
            HeldContent::Unknown(reason) => Err(attempt.unknown(reason)),
            HeldContent::Known(bytes) if bytes.len() as u64 <= limit => Ok(bytes.clone()),
            HeldContent::Known(bytes) => {
                Err(attempt.fails(FileErrorKind::TooLarge { size: bytes.len() as u64, limit }))
            }
        }
    }

    fn digest(&self, held: &Held, attempt: Attempt<'_>) -> Result<Digest, FileError> {
        if let Some(digest) = held.digest.get() {
            return Ok(*digest);
        }
        let digest = match &held.content {
            HeldContent::Known(bytes) => Digest::of(bytes),
            HeldContent::Lower(path) => self.lower.digest(path).map_err(readable_then)?,
            HeldContent::Unknown(reason) => return Err(attempt.unknown(reason)),
        };
        Ok(*held.digest.get_or_init(|| digest))
    }

    fn list(&self, path: &Path, attempt: Attempt<'_>) -> Result<Vec<OsString>, FileError> {
        let place = self.resolve(path, End::FOLLOW, attempt)?;
        self.note(|notes| notes.listed.extend([place.clone()]));
        let names = match self.find(&place) {
            Found::Lower => self.lower.list(&place).map_err(|error| self.denied_now(error, &place))?,
            Found::Entry(Entry::Directory(stat, Below::Lower)) => {
                self.check(&stat, Wish::Read, attempt)?;
                self.lower.list(&place).map_err(readable_then)?
            }
            Found::Entry(Entry::Directory(stat, Below::Nothing)) => {
                self.check(&stat, Wish::Read, attempt)?;
                Vec::new()
            }
            Found::Entry(
                Entry::Directory(_, Below::More(reason) | Below::Unknown(reason))
                | Entry::Unknown(reason)
                | Entry::Something(reason),
            )
            | Found::More(reason)
            | Found::Unknown(reason) => return Err(attempt.unknown(&reason)),
            Found::Entry(Entry::File(..) | Entry::Link(..) | Entry::Other(_)) => {
                return Err(attempt.not_a_directory(path));
            }
            Found::Entry(Entry::Gone) | Found::Nothing => return Err(attempt.not_found()),
        };
        self.merge(&place, names.into_iter().collect(), attempt)
    }

    /// Adds and takes away what the overlay knows. When something may be there or not, nobody can say the list.
    fn merge(
        &self,
        directory: &Path,
        mut names: BTreeSet<OsString>,
        attempt: Attempt<'_>,
    ) -> Result<Vec<OsString>, FileError> {
        for (name, entry) in self.known_in(directory) {
            match entry {
                Entry::Gone => drop(names.remove(&name)),
                Entry::Unknown(reason) => return Err(attempt.unknown(&reason)),
                Entry::File(..) | Entry::Directory(..) | Entry::Link(..) | Entry::Other(_) | Entry::Something(_) => {
                    names.insert(name);
                }
            }
        }
        Ok(names.into_iter().collect())
    }

    fn read_link(&self, path: &Path, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        let place = self.resolve(path, End::KEEP, attempt)?;
        match self.find(&place) {
            Found::Lower => self.lower.read_link(&place),
            Found::Entry(Entry::Link(_, target)) => Ok(target),
            Found::Entry(Entry::Unknown(reason) | Entry::Something(reason))
            | Found::More(reason)
            | Found::Unknown(reason) => Err(attempt.unknown(&reason)),
            Found::Entry(Entry::Gone) | Found::Nothing => Err(attempt.not_found()),
            Found::Entry(Entry::File(..) | Entry::Directory(..) | Entry::Other(_)) => Err(attempt.io(Errno::INVAL)),
        }
    }
}

/// What has other rights by then may be read by then.
fn readable_then(error: FileError) -> FileError {
    if error.is_permission_denied() { other_rights(&error) } else { error }
}

/// As long as nothing was foreseen, the lower layer answers at once.
impl ReadFiles for Overlay {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("look at", path));
        if layers.is_empty() {
            return layers.lower.stat(path, links);
        }
        let found = layers.resolve(path, End::KEEP, attempt).and_then(|place| layers.stat(&place, attempt));
        let followed = match found {
            Ok(Some(stat)) if stat.kind == FileKind::Link && links == Links::Follow => {
                layers.resolve(path, End::FOLLOW, attempt).and_then(|place| layers.stat(&place, attempt))
            }
            found => found,
        };
        followed.or_else(|error| if error.is_nothing() { Ok(None) } else { Err(error) })
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("look at", path));
        if layers.is_empty() {
            return layers.lower.exists(path);
        }
        let found = layers.resolve(path, End::FOLLOW, attempt).and_then(|place| layers.exists(&place, attempt));
        found.or_else(|error| if error.is_nothing() { Ok(false) } else { Err(error) })
    }

    fn access(&self, directory: &Path) -> Result<Access, FileError> {
        let layers = self.layers();
        if layers.is_empty() { layers.lower.access(directory) } else { layers.access(directory) }
    }

    fn is_read_only(&self, directory: &Path) -> Result<bool, FileError> {
        let layers = self.layers();
        if layers.is_empty() { layers.lower.is_read_only(directory) } else { layers.is_read_only(directory) }
    }

    fn customs(&self, path: &Path) -> Result<Option<Customs>, FileError> {
        let layers = self.layers();
        if layers.is_empty() { layers.lower.customs(path) } else { layers.customs(path) }
    }

    fn fixed(&self, path: &Path) -> Option<Fixed> {
        let layers = self.layers();
        if layers.is_empty() { layers.lower.fixed(path) } else { layers.fixed(path) }
    }

    fn is_taken_away(&self, path: &Path) -> bool {
        let layers = self.layers();
        let place = layers.resolve(path, End::BROUGHT, Attempt::new("look at", path));
        place.is_ok_and(|place| layers.is_taken(&place))
    }

    fn forget(&self) {
        self.layers().forget_ways();
        self.layers().lower.forget();
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("read", path));
        if layers.is_empty() {
            return layers.lower.read(path, limit);
        }
        match layers.content(path, attempt)? {
            Place::Held(held) => layers.read(&held, limit, attempt),
            Place::Lower(place) => layers.lower.read(&place, limit).map_err(|error| layers.denied_now(error, &place)),
        }
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("read", path));
        if layers.is_empty() {
            return layers.lower.digest(path);
        }
        match layers.content(path, attempt)? {
            Place::Held(held) => layers.digest(&held, attempt),
            Place::Lower(place) => layers.lower.digest(&place).map_err(|error| layers.denied_now(error, &place)),
        }
    }

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        let (layers, attempt) = (self.layers(), Attempt::new("read", path));
        if layers.is_empty() {
            return layers.lower.pieces(path, take);
        }
        match layers.content(path, attempt)? {
            Place::Held(held) => {
                let _ = take(&layers.read(&held, u64::MAX, attempt)?);
                Ok(())
            }
            Place::Lower(place) => layers.lower.pieces(&place, take).map_err(|error| layers.denied_now(error, &place)),
        }
    }

    fn special(&self, path: &Path) -> Result<Option<Special>, FileError> {
        match self.stat(path, Links::Keep)? {
            Some(stat) if stat.kind == FileKind::Other => self.layers().lower.special(path),
            _ => Ok(None),
        }
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        let layers = self.layers();
        if layers.is_empty() { layers.lower.list(path) } else { layers.list(path, Attempt::new("list", path)) }
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        let layers = self.layers();
        if layers.is_empty() {
            return layers.lower.read_link(path);
        }
        layers.read_link(path, Attempt::new("read link", path))
    }

    fn leftovers(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.layers().lower.leftovers(directory)
    }

    fn locked_by(&self, path: &Path) -> Option<LockHolder> {
        self.layers().lower.locked_by(path)
    }

    fn beneath(&self, root: &Path) -> Result<Box<dyn ReadBeneath>, FileError> {
        Ok(Box::new(Jail::new(self.clone(), root)?))
    }
}
