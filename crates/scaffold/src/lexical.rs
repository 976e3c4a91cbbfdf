//! Paths that templates give, judged by their letters alone: nothing is looked at.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// A path that leads out of a directory, joined to it and cleaned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outside(pub(crate) PathBuf);

/// The part of `path` below `root`, after joining both and taking `.`, `..` and double slashes out, as Go's
/// `filepath.Join` does: a leading slash means nothing, and `..` may leave the root and come back. Empty for the root.
pub(crate) fn below(root: &Path, path: &[u8]) -> Result<PathBuf, Outside> {
    let base: Vec<&OsStr> = root.components().filter_map(name).collect();
    let mut names = base.clone();
    for part in path.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." => drop(names.pop()),
            part => names.push(OsStr::from_bytes(part)),
        }
    }
    match names.strip_prefix(base.as_slice()) {
        Some(rest) => Ok(rest.iter().collect()),
        None => Err(Outside(start(root).iter().chain(&names).collect())),
    }
}

/// A path below `root`, which is the root itself when there are no names: nothing is put behind it then.
pub(crate) fn join(root: &Path, names: &Path) -> PathBuf {
    if names.as_os_str().is_empty() { root.to_owned() } else { root.join(names) }
}

/// A root, or nothing for a relative path.
fn start(root: &Path) -> Option<&OsStr> {
    root.has_root().then_some(OsStr::new("/"))
}

fn name(component: Component<'_>) -> Option<&OsStr> {
    match component {
        Component::Normal(_) | Component::ParentDir => Some(component.as_os_str()),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(root: &str, path: &str) -> String {
        match below(Path::new(root), path.as_bytes()) {
            Ok(rest) => rest.display().to_string(),
            Err(Outside(path)) => format!("!{}", path.display()),
        }
    }

    #[test]
    fn paths_are_joined_as_in_go() {
        for (path, rest) in [
            ("a", "a"),
            ("a/b", "a/b"),
            ("/a", "a"),
            ("//a//b/", "a/b"),
            ("./a/./b/.", "a/b"),
            ("a/../b", "b"),
            ("x/../../target/b", "b"),
            ("../target", ""),
            ("", ""),
            (".", ""),
            ("..", "!/r"),
            ("../evil", "!/r/evil"),
            ("x/../../evil", "!/r/evil"),
            ("../../../../etc/passwd", "!/etc/passwd"),
            ("../target2/x", "!/r/target2/x"),
            ("..a/b..", "..a/b.."),
        ] {
            assert_eq!(shown("/r/target", path), rest, "{path}");
        }
    }

    #[test]
    fn the_root_may_be_relative() {
        assert_eq!(shown("templates", "_partials/p"), "_partials/p");
        assert_eq!(shown("templates/", "../x"), "!x");
        assert_eq!(shown("../templates", "../templates/x"), "x");
        assert_eq!(shown(".", "a"), "a");
    }
}
