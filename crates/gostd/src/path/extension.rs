//! The end of a name that tells what is in a file.

/// What follows the last dot of the last name, the dot included, as Go's `filepath.Ext` has it. Without a dot it is empty.
pub fn extension(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rfind('.').map_or("", |dot| &name[dot..])
}

#[cfg(test)]
mod tests {
    use super::extension;

    #[test]
    fn extensions_are_those_of_go() {
        for (path, expected) in [
            ("a.txt", ".txt"),
            ("a.tar.gz", ".gz"),
            (".hid", ".hid"),
            ("a.d/b", ""),
            ("a.", "."),
            ("a", ""),
            ("", ""),
            ("a.d/", ""),
        ] {
            assert_eq!(extension(path), expected, "{path}");
        }
    }
}
