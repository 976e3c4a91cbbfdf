//! What may be done by then: the lower layer speaks for what stays as it is, owner and mode for what changes.

use super::entry::Entry;
use super::layers::{End, Found, Layers, other_rights};
use crate::files::error::Attempt;
use crate::files::{Access, Customs, FileError, FileKind, Fixed, Stat};
use crate::rights::{Answer, Wish};
use rustix::io::Errno;
use std::path::{Path, PathBuf};

impl Layers {
    pub(super) fn access(&self, directory: &Path) -> Result<Access, FileError> {
        let attempt = Attempt::new("write in", directory);
        let Some(place) = self.place(directory)? else { return Ok(Access::NoDirectory) };
        match self.find(&place) {
            Found::Entry(Entry::Directory(stat, _)) => self.access_by(&stat, attempt),
            Found::Entry(Entry::Unknown(reason) | Entry::Something(reason))
            | Found::More(reason)
            | Found::Unknown(reason) => Err(attempt.unknown(&reason)),
            Found::Lower => match self.lower.access(&place).map_err(|error| self.denied_now(error, &place))? {
                Access::Denied { .. } if self.has_other_rights_above(&place) => {
                    Err(other_rights(&attempt.io(Errno::ACCESS)))
                }
                access => Ok(access),
            },
            Found::Entry(Entry::File(..) | Entry::Link(..) | Entry::Other(_) | Entry::Gone) | Found::Nothing => {
                Ok(Access::NoDirectory)
            }
        }
    }

    fn access_by(&self, directory: &Stat, attempt: Attempt<'_>) -> Result<Access, FileError> {
        match self.users.rights().ask(directory, Wish::Change) {
            Answer::Yes => Ok(Access::Open),
            Answer::No => Ok(Access::Denied { owner: directory.uid }),
            Answer::Perhaps => Err(other_rights(&attempt.io(Errno::ACCESS))),
        }
    }

    /// What would be made or changed is on a file system that can be written.
    pub(super) fn is_read_only(&self, directory: &Path) -> Result<bool, FileError> {
        let Some(place) = self.place(directory)? else { return Ok(false) };
        match self.find(&place) {
            Found::Lower => self.lower.is_read_only(&place),
            Found::Entry(_) | Found::Nothing | Found::More(_) | Found::Unknown(_) => Ok(false),
        }
    }

    /// What an earlier step would put there is not kept by anything.
    pub(super) fn fixed(&self, path: &Path) -> Option<Fixed> {
        let place = self.resolve(path, End::KEEP, Attempt::new("look at", path)).ok()?;
        match self.find(&place) {
            Found::Lower => self.lower.fixed(&place),
            Found::Entry(_) | Found::Nothing | Found::More(_) | Found::Unknown(_) => None,
        }
    }

    /// The file system is that of the nearest thing that is there now.
    pub(super) fn customs(&self, path: &Path) -> Result<Option<Customs>, FileError> {
        let Some(place) = self.place(path)? else { return Ok(None) };
        match self.find(&place) {
            Found::Lower => self.lower.customs(&place),
            Found::Entry(Entry::File(stat, _) | Entry::Directory(stat, _) | Entry::Other(stat)) => {
                let there = place.ancestors().find_map(|above| self.lower.customs(above).ok().flatten());
                Ok(there.map(|there| customs_by(&stat, there)))
            }
            Found::Entry(Entry::Link(..) | Entry::Gone | Entry::Unknown(_) | Entry::Something(_))
            | Found::Nothing
            | Found::More(_)
            | Found::Unknown(_) => Ok(None),
        }
    }

    /// The path without links; `None` when the way there ends before.
    fn place(&self, path: &Path) -> Result<Option<PathBuf>, FileError> {
        match self.resolve(path, End::FOLLOW, Attempt::new("look at", path)) {
            Ok(place) => Ok(Some(place)),
            Err(error) if error.is_nothing() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn customs_by(stat: &Stat, there: Customs) -> Customs {
    let is_directory = stat.kind == FileKind::Directory;
    // What hands groups on above may be a directory or the whole file system; when in doubt it goes for this one too.
    let hands_on = stat.mode & 0o2000 != 0 || there.group.is_some();
    Customs {
        sticky: (is_directory && stat.mode & 0o1000 != 0).then_some(stat.uid),
        group: (is_directory && hands_on).then_some(stat.gid),
        ..there
    }
}
