//! Names of templates as paths.

use gostd::path::clean_text;

/// An absolute path without `.`, `..`, empty parts and a slash at the end.
pub(crate) fn clean(path: &str) -> String {
    clean_text(&format!("/{path}"))
}

/// The path that `name` means in a template: from the root, or from the directory that the template is in.
pub(crate) fn resolve(name: &str, template: &str) -> String {
    if name.starts_with('/') {
        return name.to_owned();
    }
    let directory = template.rsplit_once('/').map_or("", |(directory, _)| directory);
    clean(&format!("{directory}/{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for (given, cleaned) in
            [("/a//b/./c/../d/", "/a/b/d"), ("/", "/"), ("", "/"), ("/../../x", "/x"), ("/..a", "/..a")]
        {
            assert_eq!(clean(given), cleaned);
        }
        assert_eq!(resolve("b.jet", "/sub/a.jet"), "/sub/b.jet");
        assert_eq!(resolve("../b.jet", "/sub/a.jet"), "/b.jet");
        assert_eq!(resolve("/x/../b.jet", "/sub/a.jet"), "/x/../b.jet");
        assert_eq!(resolve("", "/input"), "/");
        assert_eq!(resolve("../../../etc/passwd", "/sub/a.jet"), "/etc/passwd");
    }
}
