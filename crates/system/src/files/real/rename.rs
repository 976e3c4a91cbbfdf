//! Giving things another name.

use super::place::Place;
use super::shared::Shared;
use crate::files::error::Attempt;
use crate::files::{FileError, FileErrorKind};
use rustix::fs::renameat;
use rustix::io::Errno;

pub(super) fn rename(from: Place<'_>, to: Place<'_>, shared: &Shared) -> Result<(), FileError> {
    let attempt = Attempt::new("move", from.shown);
    let target = Attempt::new("replace", to.shown);
    for (place, attempt) in [(from, attempt), (to, target)] {
        if place.name().is_none() {
            return Err(attempt.fails(FileErrorKind::IsRoot));
        }
    }
    shared.known.forget();
    renameat(from.directory, from.path, to.directory, to.path).map_err(|errno| match errno {
        Errno::NOTEMPTY | Errno::EXIST => target.fails(FileErrorKind::NotEmpty),
        Errno::ISDIR => target.fails(FileErrorKind::IsDirectory),
        Errno::BUSY => attempt.mount_point(from.shown),
        errno => attempt.io(errno),
    })?;
    shared.written.note_parent_of(from);
    shared.written.note_parent_of(to);
    Ok(())
}
