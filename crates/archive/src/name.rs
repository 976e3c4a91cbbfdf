//! From a name in an archive to a path that stays below its root.

use crate::error::shown;
use crate::{Allow, ArchiveError, Exceeded, Limits};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// What file systems take as one name.
const ONE_NAME: usize = 255;

/// The path; empty for the root itself, which archives name `./`. Where absolute names are allowed they begin at the root.
pub(crate) fn path(name: &[u8], limits: &Limits, allow: Allow) -> Result<PathBuf, ArchiveError> {
    let name = if allow == Allow::Links { without_root(name) } else { name };
    check_whole(name, limits)?;
    let mut path = PathBuf::new();
    let mut depth = 0;
    for part in name.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." => continue,
            b".." => return Err(ArchiveError::name(name, "leads out of the archive")),
            part if part.len() > ONE_NAME => return Err(too_long(part, ONE_NAME).into()),
            part => path.push(OsStr::from_bytes(part)),
        }
        depth += 1;
    }
    if depth > limits.depth {
        return Err(Exceeded::Depth { name: shown(name), depth, limit: limits.depth }.into());
    }
    Ok(path)
}

fn without_root(name: &[u8]) -> &[u8] {
    let start = name.iter().position(|byte| *byte != b'/').unwrap_or(name.len());
    if start > 0 && start == name.len() { b"." } else { &name[start..] }
}

fn check_whole(name: &[u8], limits: &Limits) -> Result<(), ArchiveError> {
    if name.is_empty() {
        return Err(ArchiveError::name(name, "is empty"));
    }
    if name.len() > limits.name {
        return Err(too_long(name, limits.name).into());
    }
    if name[0] == b'/' {
        return Err(ArchiveError::name(name, "is absolute"));
    }
    if name.contains(&0) {
        return Err(ArchiveError::name(name, "has a zero byte in it"));
    }
    Ok(())
}

fn too_long(name: &[u8], limit: usize) -> Exceeded {
    Exceeded::Name { name: shown(name), length: name.len() as u64, limit }
}

/// Whether a name can only be that of a directory.
pub(crate) fn is_directory(name: &[u8]) -> bool {
    name.ends_with(b"/") || name.ends_with(b"/.") || name == b"."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_stay_below() {
        for (name, expected) in [
            ("a", "a"),
            ("./a/./b//c", "a/b/c"),
            ("a..b", "a..b"),
            ("..a/b..", "..a/b.."),
            ("...", "..."),
            ("dir/", "dir"),
            ("./", ""),
            (".", ""),
            ("a\\..\\b", "a\\..\\b"),
        ] {
            assert_eq!(
                path(name.as_bytes(), &Limits::default(), Allow::Plain).unwrap(),
                PathBuf::from(expected),
                "{name}"
            );
        }
        assert_eq!(path(b"a\xff", &Limits::default(), Allow::Plain).unwrap().as_os_str().as_bytes(), b"a\xff");
    }

    #[test]
    fn absolute_names_begin_at_the_root_where_that_is_allowed() {
        for (name, expected) in [("/etc/motd", "etc/motd"), ("///a", "a"), ("/", ""), ("a", "a")] {
            assert_eq!(path(name.as_bytes(), &Limits::default(), Allow::Links).unwrap(), PathBuf::from(expected));
        }
        assert!(path(b"/../a", &Limits::default(), Allow::Links).is_err());
        assert!(path(b"", &Limits::default(), Allow::Links).is_err());
    }

    #[test]
    fn names_that_do_not() {
        let limits = Limits { depth: 3, name: 300, ..Limits::default() };
        for (name, message) in [
            ("", "invalid tar file detected: the name `` is empty"),
            ("/etc/passwd", "invalid tar file detected: the name `/etc/passwd` is absolute"),
            ("../x", "invalid tar file detected: the name `../x` leads out of the archive"),
            ("a/../b", "invalid tar file detected: the name `a/../b` leads out of the archive"),
            ("..", "invalid tar file detected: the name `..` leads out of the archive"),
            ("a\0b", "invalid tar file detected: the name `a\\0b` has a zero byte in it"),
            ("a/b/c/d", "the archive is too large: `a/b/c/d` is 4 levels deep, more than the limit of 3"),
        ] {
            assert_eq!(path(name.as_bytes(), &limits, Allow::Plain).unwrap_err().to_string(), message);
        }
        let long = |length| path(&vec![b'x'; length], &limits, Allow::Plain).unwrap_err().to_string();
        assert!(long(301).ends_with("has 301 bytes, more than the limit of 300"));
        assert!(long(256).ends_with("has 256 bytes, more than the limit of 255"));
    }
}
