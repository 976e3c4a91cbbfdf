//! Paths with `/`, as text: nothing here looks at the disk.

use gostd::path::clean_bytes;
use gotmpl::Function;
use gotmpl::go::Type;

use super::declare::{string, text};

const GROUP: &str = "paths";

const BASE: Function = Function::new("base", &[text("path")], Type::String, |call| Ok(string(base(call.bytes(0)))))
    .help(GROUP, "the last element of a path")
    .example(r#"{{ base "/etc/hosts.txt" }}"#, "hosts.txt");
const DIR: Function = Function::new("dir", &[text("path")], Type::String, |call| Ok(string(dir(call.bytes(0)))))
    .help(GROUP, "a path without its last element")
    .example(r#"{{ dir "/etc/hosts.txt" }}"#, "/etc");
const CLEAN: Function =
    Function::new("clean", &[text("path")], Type::String, |call| Ok(string(clean_bytes(call.bytes(0)))))
        .help(GROUP, "the shortest path that means the same")
        .example(r#"{{ clean "/etc/./a/../hosts" }}"#, "/etc/hosts");
const EXT: Function = Function::new("ext", &[text("path")], Type::String, |call| Ok(string(ext(call.bytes(0)))))
    .help(GROUP, "the extension of a path, from the last dot on")
    .example(r#"{{ ext "/etc/hosts.txt" }}"#, ".txt");
const IS_ABS: Function =
    Function::new("isAbs", &[text("path")], Type::Bool, |call| Ok(call.bytes(0).starts_with(b"/").into()))
        .help(GROUP, "whether a path begins at the root")
        .example(r#"{{ isAbs "etc" }} {{ isAbs "/etc" }}"#, "false true");

pub(super) static FUNCTIONS: &[Function] = &[
    BASE,
    DIR,
    CLEAN,
    EXT,
    IS_ABS,
    BASE.named("osBase").example(r#"{{ osBase "/a/b" }}"#, "b"),
    DIR.named("osDir").example(r#"{{ osDir "/a/b" }}"#, "/a"),
    CLEAN.named("osClean").example(r#"{{ osClean "a//b/" }}"#, "a/b"),
    EXT.named("osExt").example(r#"{{ osExt "a.tar.gz" }}"#, ".gz"),
    IS_ABS.named("osIsAbs").example(r#"{{ osIsAbs "/" }}"#, "true"),
];

fn base(path: &[u8]) -> &[u8] {
    if path.is_empty() {
        return b".";
    }
    match path.split(|byte| *byte == b'/').rfind(|element| !element.is_empty()) {
        Some(last) => last,
        None => b"/",
    }
}

fn dir(path: &[u8]) -> Vec<u8> {
    clean_bytes(&path[..path.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1)])
}

fn ext(path: &[u8]) -> &[u8] {
    match path.iter().rposition(|byte| matches!(byte, b'/' | b'.')) {
        Some(at) if path[at] == b'.' => &path[at..],
        _ => b"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_as_text() {
        for (path, cleaned, directory, last, extension) in [
            ("", ".", ".", ".", ""),
            (".", ".", ".", ".", "."),
            ("/", "/", "/", "/", ""),
            ("//", "/", "/", "/", ""),
            ("/etc/./a/../hosts.txt", "/etc/hosts.txt", "/etc", "hosts.txt", ".txt"),
            ("/../x", "/x", "/", "x", ""),
            ("../../x", "../../x", "../..", "x", ""),
            ("a/../..", "..", ".", "..", "."),
            ("a//b/", "a/b", "a/b", "b", ""),
            (".bashrc", ".bashrc", ".", ".bashrc", ".bashrc"),
            ("a.b/c", "a.b/c", "a.b", "c", ""),
        ] {
            let bytes = path.as_bytes();
            assert_eq!(clean_bytes(bytes), cleaned.as_bytes(), "{path}");
            assert_eq!(dir(bytes), directory.as_bytes(), "{path}");
            assert_eq!((base(bytes), ext(bytes)), (last.as_bytes(), extension.as_bytes()), "{path}");
        }
    }
}
