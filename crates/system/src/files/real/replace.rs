//! Putting a new file in place in one step.

use super::attributes::{gid, is_given_away, is_ours, loses_bits, mode, uid};
use super::content::{Source, write_all};
use super::look;
use super::place::Place;
use super::shared::Shared;
use super::temporary::Temporary;
use crate::Interrupt;
use crate::files::error::{Attempt, Halt};
use crate::files::{Attributes, Content, FileError, FileErrorKind, FileKind, Links, Placed};
use rustix::fd::BorrowedFd;
use rustix::fs::{Mode, Stat, fchmod, fchown, fstat};
use rustix::io::Errno;

/// Nobody else looks into a file that still changes its owner.
const UNFINISHED: u32 = 0o600;
/// Less the umask, which the kernel takes away.
const NEW_FILE: u32 = 0o666;

pub(super) fn replace(
    place: Place<'_>,
    content: Content<'_>,
    to: Attributes,
    shared: &Shared,
) -> Result<Placed, FileError> {
    let attempt = Attempt::new("write", place.shown);
    if place.name().is_none() {
        return Err(attempt.fails(FileErrorKind::IsDirectory));
    }
    let source = open_source(content)?;
    let wanted = Wanted::new(place, to)?;
    let temporary =
        Temporary::beside(place, wanted.first_mode()).map_err(|errno| no_new_file(place, attempt, errno))?;
    fill(temporary.file(), content, source.as_ref(), &shared.interrupt).map_err(|halt| attempt.halted(halt))?;
    let raw = wanted.give(temporary.file()).map_err(|errno| attempt.io(errno))?;
    temporary.keep().map_err(|errno| not_put_in_place(place, attempt, errno))?;
    shared.written.note(raw.st_dev, place);
    Ok(Placed::new(&look::from_raw(&raw)))
}

pub(super) fn open_source(content: Content<'_>) -> Result<Option<Source>, FileError> {
    match content {
        Content::Bytes(_) => Ok(None),
        Content::CopyOf(path) => Source::open(Place::given(path), Attempt::new("read", path)).map(Some),
    }
}

pub(super) fn fill(
    file: BorrowedFd<'_>,
    content: Content<'_>,
    source: Option<&Source>,
    interrupt: &Interrupt,
) -> Result<(), Halt> {
    match (content, source) {
        (Content::Bytes(bytes), _) => Ok(write_all(file, bytes)?),
        (Content::CopyOf(_), Some(source)) => source.copy(file, interrupt),
        (Content::CopyOf(_), None) => Ok(()),
    }
}

/// The attributes of the new file, and whether they were asked for.
pub(super) struct Wanted {
    asked: Attributes,
    /// Those of the old file, for what was not asked for.
    inherited: Attributes,
}

impl Wanted {
    pub(super) fn new(place: Place<'_>, asked: Attributes) -> Result<Self, FileError> {
        let complete = asked.uid.is_some() && asked.gid.is_some() && asked.mode.is_some();
        let old = if complete { None } else { look::stat(place, Links::Keep)? };
        let inherited = old.filter(|stat| stat.kind == FileKind::File).map(|stat| stat.attributes());
        Ok(Self { asked, inherited: inherited.unwrap_or_default() })
    }

    /// The attributes of a file where none was.
    pub(super) fn of_new(asked: Attributes) -> Self {
        Self { asked, inherited: Attributes::default() }
    }

    fn all(&self) -> Attributes {
        self.asked.or(self.inherited)
    }

    /// A file that is ours from the start can have its mode from the start: whoever may read it then may read it now.
    pub(super) fn first_mode(&self) -> Mode {
        let all = self.all();
        mode(match all.mode {
            Some(bits) if is_ours(all) && bits <= 0o777 => bits,
            Some(_) => UNFINISHED,
            None => NEW_FILE,
        })
    }

    /// Gives the file its owner and then its mode, because a change of owner takes set-uid away. Says which file it is
    /// and what it held before that.
    pub(super) fn give(&self, file: BorrowedFd<'_>) -> Result<Stat, Errno> {
        let raw = fstat(file)?;
        if is_given_away(self.all()) {
            give_away(file, self.all())?;
            return Ok(raw);
        }
        let owned = self.give_owner(file, &raw)?;
        if let Some(bits) = self.all().mode {
            self.give_mode(file, &raw, bits, owned)?;
        }
        Ok(raw)
    }

    fn give_owner(&self, file: BorrowedFd<'_>, raw: &Stat) -> Result<Owned, Errno> {
        let all = self.all();
        if all.uid.is_none_or(|uid| uid == raw.st_uid) && all.gid.is_none_or(|gid| gid == raw.st_gid) {
            return Ok(Owned::Already);
        }
        match fchown(file, uid(all)?, gid(all)?) {
            Ok(()) => Ok(Owned::Changed),
            Err(Errno::PERM) => self.give_asked_owner(file),
            Err(errno) => Err(errno),
        }
    }

    /// The owner of the old file is kept as far as we may; the one that was asked for is a must.
    fn give_asked_owner(&self, file: BorrowedFd<'_>) -> Result<Owned, Errno> {
        if self.asked.uid.is_some() || self.asked.gid.is_some() {
            fchown(file, uid(self.asked)?, gid(self.asked)?)?;
        }
        Ok(Owned::NotKept)
    }

    fn give_mode(&self, file: BorrowedFd<'_>, raw: &Stat, bits: u32, owned: Owned) -> Result<(), Errno> {
        // Set-uid was meant for the old owner.
        let bits = if owned == Owned::NotKept && self.asked.mode.is_none() { bits & 0o777 } else { bits };
        let keeps_bits = owned == Owned::Already || !loses_bits(bits);
        if keeps_bits && bits == raw.st_mode & 0o7777 { Ok(()) } else { fchmod(file, mode(bits)) }
    }
}

/// What is somebody else's has a mode that we may not change any more, so the owner comes last.
fn give_away(file: BorrowedFd<'_>, to: Attributes) -> Result<(), Errno> {
    fchown(file, None, gid(to)?)?;
    let bits = to.mode.map(mode);
    bits.map_or(Ok(()), |bits| fchmod(file, bits))?;
    fchown(file, uid(to)?, None)?;
    bits.filter(|bits| loses_bits(bits.as_raw_mode())).map_or(Ok(()), |bits| fchmod(file, bits))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owned {
    Already,
    Changed,
    NotKept,
}

pub(super) fn no_new_file(place: Place<'_>, attempt: Attempt<'_>, errno: Errno) -> FileError {
    match errno {
        Errno::NOTDIR => attempt.not_a_directory(place.shown_parent()),
        errno => attempt.io(errno),
    }
}

pub(super) fn not_put_in_place(place: Place<'_>, attempt: Attempt<'_>, errno: Errno) -> FileError {
    match errno {
        // Some file systems say this of a directory that is not empty.
        Errno::ISDIR | Errno::NOTEMPTY | Errno::EXIST => attempt.fails(FileErrorKind::IsDirectory),
        Errno::BUSY | Errno::XDEV => attempt.mount_point(place.shown),
        errno => attempt.io(errno),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rights;

    /// Until the file has its owner, nobody reads it by rights that are meant for that owner's group.
    #[test]
    fn a_file_for_somebody_else_is_private_at_first() {
        let we = Rights::own();
        let first = |uid: u32, gid: u32, bits: Option<u32>| {
            Wanted::of_new(Attributes { uid: Some(uid), gid: Some(gid), mode: bits }).first_mode().as_raw_mode()
        };
        assert_eq!(first(we.uid, we.gid, Some(0o640)), 0o640);
        assert_eq!(first(we.uid + 1, we.gid, Some(0o640)), UNFINISHED);
        assert_eq!(first(we.uid, we.gid + 1, Some(0o640)), UNFINISHED);
        assert_eq!(first(we.uid, we.gid, Some(0o4755)), UNFINISHED);
    }
}
