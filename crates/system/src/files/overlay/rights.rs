//! Whether a run may do what is foreseen. What cannot be known is no reason to fail.

use super::layers::Overlay;
use crate::files::error::Attempt;
use crate::files::{Access, Attributes, FileError, FileKind, Fixed, Links, ReadFiles, Stat};
use crate::{Capability, Rights};
use rustix::io::Errno;
use std::path::Path;
use std::sync::Arc;
use value::Unknown;

impl Overlay {
    /// Whether something may come to `path`, where nothing is: that is for the nearest directory to say that is there.
    pub(super) fn expect_room(&self, path: &Path, attempt: Attempt<'_>) -> Result<(), FileError> {
        for directory in path.ancestors().skip(1) {
            match self.access(directory).ok() {
                Some(Access::NoDirectory) => {}
                access => return judge(access, attempt),
            }
        }
        Ok(())
    }

    /// Whether a name in the directory of `path` may come to stand for something else, or for nothing: `stat` is what it
    /// stands for now.
    pub(super) fn expect_change(
        &self,
        path: &Path,
        stat: Option<&Stat>,
        attempt: Attempt<'_>,
    ) -> Result<(), FileError> {
        self.expect_room(path, attempt)?;
        let Some(stat) = stat else { return Ok(()) };
        match self.fixed(path) {
            Some(Fixed::MountPoint) => return Err(attempt.mount_point(path)),
            Some(Fixed::Immutable | Fixed::AppendOnly) => return Err(attempt.io(Errno::PERM)),
            None => {}
        }
        let is_kept = path.parent().is_some_and(|directory| self.keeps(directory, stat));
        if is_kept { Err(attempt.io(Errno::PERM)) } else { Ok(()) }
    }

    /// Whether everything below a directory may go, and then the directory itself.
    pub(super) fn expect_removal(&self, path: &Path, stat: &Stat, attempt: Attempt<'_>) -> Result<(), FileError> {
        self.expect_change(path, Some(stat), attempt)?;
        let we = self.we();
        if we.has(Capability::DacOverride) && we.has(Capability::Fowner) {
            return Ok(());
        }
        let mut left = if stat.kind == FileKind::Directory { vec![path.to_owned()] } else { Vec::new() };
        while let Some(directory) = left.pop() {
            let names = match self.list(&directory) {
                Ok(names) if names.is_empty() => continue,
                Ok(names) => names,
                Err(error) if error.is_permission_denied() => return Err(attempt.unknown(&may_be_empty(&directory))),
                Err(_) => continue,
            };
            judge(self.access(&directory).ok(), Attempt::new("remove", &directory))?;
            for below in names.into_iter().map(|name| directory.join(name)) {
                let Ok(Some(stat)) = self.stat(&below, Links::Keep) else { continue };
                if self.keeps(&directory, &stat) {
                    return Err(Attempt::new("remove", &below).io(Errno::PERM));
                }
                left.extend((stat.kind == FileKind::Directory).then_some(below));
            }
        }
        Ok(())
    }

    /// Whether owner, group and mode of what is there may be changed to these.
    pub(super) fn expect_attributes(&self, path: &Path, to: Attributes, attempt: Attempt<'_>) -> Result<(), FileError> {
        let Ok(Some(stat)) = self.stat(path, Links::Keep) else { return Ok(()) };
        let (we, is_usual) = (self.we(), self.customs(path).ok().flatten().is_none_or(|customs| customs.usual));
        let changes = |wanted: Option<u32>, has: u32| wanted.is_some_and(|wanted| wanted != has);
        let is_ours = stat.uid == we.uid || we.has(Capability::Fowner);
        let is_given = changes(to.uid, stat.uid)
            || changes(to.gid, stat.gid) && !(stat.uid == we.uid && to.gid.is_some_and(|gid| we.is_in(gid)));
        let is_refused = is_given && !we.has(Capability::Chown) || changes(to.mode, stat.mode) && !is_ours;
        if is_usual && is_refused { Err(attempt.io(Errno::PERM)) } else { Ok(()) }
    }

    /// Whether this is a directory in which others' things stay, and that thing in it is one.
    fn keeps(&self, directory: &Path, stat: &Stat) -> bool {
        let we = self.we();
        if we.has(Capability::Fowner) || stat.uid == we.uid {
            return false;
        }
        let customs = self.customs(directory).ok().flatten().filter(|customs| customs.usual);
        customs.and_then(|customs| customs.sticky).is_some_and(|owner| owner != we.uid)
    }

    fn we(&self) -> Arc<Rights> {
        self.layers().users.rights()
    }
}

/// What a directory says to it, if that is known.
pub(super) fn judge(access: Option<Access>, attempt: Attempt<'_>) -> Result<(), FileError> {
    match access {
        Some(Access::Denied { .. }) => Err(attempt.io(Errno::ACCESS)),
        Some(Access::ReadOnly) => Err(attempt.io(Errno::ROFS)),
        Some(Access::Open | Access::NoDirectory) | None => Ok(()),
    }
}

/// Why nobody can say whether a directory can be removed.
pub(super) fn may_be_empty(directory: &Path) -> Unknown {
    Unknown::new(format!("depends on whether `{}` is empty: it cannot be listed", directory.display()))
}
