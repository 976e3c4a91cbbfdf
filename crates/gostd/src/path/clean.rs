//! The shortest way to write a path; nothing is looked at.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The path without `.`, needless `..`, empty parts and a slash at the end, as Go's `filepath.Clean` has it.
pub fn clean(path: &Path) -> PathBuf {
    OsString::from_vec(clean_bytes(path.as_os_str().as_bytes())).into()
}

/// The same for text.
pub fn clean_text(path: &str) -> String {
    String::from_utf8(clean_bytes(path.as_bytes())).expect("parts of text, joined by slashes, are text")
}

/// The same for bytes.
pub fn clean_bytes(path: &[u8]) -> Vec<u8> {
    let root: &[u8] = if path.starts_with(b"/") { b"/" } else { b"" };
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." if parts.last().is_some_and(|last| *last != b"..") => drop(parts.pop()),
            b".." if !root.is_empty() => {}
            _ => parts.push(part),
        }
    }
    let cleaned = [root, &parts.join(&b'/')].concat();
    if cleaned.is_empty() { b".".to_vec() } else { cleaned }
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
            ("a//b/./c/..", "a/b"),
            ("a/../../b", "../b"),
            ("/", "/"),
            ("//a/", "/a"),
            ("a/..", "."),
            ("../../x", "../../x"),
        ] {
            assert_eq!(clean(Path::new(given)), Path::new(expected), "{given}");
            assert_eq!(clean_text(given), expected, "{given}");
        }
    }
}
