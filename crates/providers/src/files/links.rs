//! Where a symbolic link leads, for whoever writes to what it names.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use system::files::{FileError, FileErrorKind, FileKind, Links, ReadBeneath};

/// As many links as the kernel follows in one path.
const MAX_LINKS: usize = 40;

/// The path without any link; what it ends with may be missing. A relative path stays below `root`, or it is an error.
/// Only the last name matters for whoever puts a file there: the way to it is checked by the kernel once more.
pub(crate) fn settled(files: &dyn ReadBeneath, path: &Path, root: &Path) -> Result<PathBuf, FileError> {
    let confined = path.is_relative();
    let fails = |kind| FileError { verb: "follow", path: path.to_owned(), kind };
    let escapes = || fails(FileErrorKind::Escapes { root: root.to_owned() });
    let mut settled = PathBuf::from(if confined { "" } else { "/" });
    let mut rest = steps(path);
    let mut links = 0;
    while let Some(step) = rest.pop() {
        let Some(name) = step else {
            if !settled.pop() && confined {
                return Err(escapes());
            }
            continue;
        };
        let next = settled.join(name);
        if !files.stat(&next, Links::Keep)?.is_some_and(|stat| stat.kind == FileKind::Link) {
            settled = next;
            continue;
        }
        links += 1;
        if links > MAX_LINKS {
            return Err(fails(FileErrorKind::Io { source: io::Error::other("too many levels of symbolic links") }));
        }
        let target = files.read_link(&next)?;
        if target.is_absolute() {
            if confined {
                return Err(escapes());
            }
            settled = PathBuf::from("/");
        }
        rest.extend(steps(&target));
    }
    Ok(settled)
}

/// The names of a path, the first one last; nothing stands for `..`.
fn steps(path: &Path) -> Vec<Option<OsString>> {
    let step = |component| match component {
        Component::Normal(name) => Some(Some(name.to_owned())),
        Component::ParentDir => Some(None),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
    };
    path.components().rev().filter_map(step).collect()
}
