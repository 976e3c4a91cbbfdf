//! Paths without what leads back and forth.

use std::path::{Component, Path, PathBuf};

/// The path without `.` and `..`, as Go's `filepath.Clean` has it; nothing is looked at.
pub fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match clean.components().next_back() {
                Some(Component::Normal(_)) => {
                    clean.pop();
                }
                Some(Component::RootDir) => {}
                _ => clean.push(".."),
            },
            other => clean.push(other),
        }
    }
    if clean.as_os_str().is_empty() { PathBuf::from(".") } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cleaned_as_go_does() {
        for (given, expected) in [
            ("a/./b/../c", "a/c"),
            ("../a/..", ".."),
            ("/../a", "/a"),
            ("", "."),
            ("a/../..", ".."),
            ("//a//b/", "/a/b"),
            ("../../x", "../../x"),
        ] {
            assert_eq!(clean(Path::new(given)), Path::new(expected), "{given}");
        }
    }
}
