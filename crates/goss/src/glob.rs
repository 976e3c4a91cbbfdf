//! Files by pattern, as Go's `filepath.Glob` finds them.

use gostd::regexp::Regexp;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use system::files::{Links, ReadFiles};

/// So many files are enough for everybody.
const MOST: usize = 10_000;

/// The files that fit, sorted; none is no error.
pub(crate) fn glob(files: &dyn ReadFiles, pattern: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = vec![PathBuf::from(if pattern.starts_with('/') { "/" } else { "" })];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let mut next = Vec::new();
        for place in &found {
            step(files, place, part, &mut next)?;
        }
        found = next;
    }
    Ok(found)
}

fn step(files: &dyn ReadFiles, place: &Path, part: &str, next: &mut Vec<PathBuf>) -> Result<(), String> {
    if !part.contains(['*', '?', '[', '\\']) {
        let path = place.join(part);
        next.extend(matches!(files.stat(&path, Links::Keep), Ok(Some(_))).then_some(path));
        return Ok(());
    }
    let wanted = name(part).ok_or_else(|| format!("`{part}` is not a pattern"))?;
    // A directory that cannot be listed holds nothing that fits.
    let names = files.list(place).unwrap_or_default();
    let fitting = names.iter().filter(|name| wanted.is_match(OsStr::as_bytes(name)));
    next.extend(fitting.map(|name| place.join(name)));
    if next.len() > MOST { Err(format!("more than {MOST} files fit")) } else { Ok(()) }
}

/// The pattern of one name as a regular expression; `None` when it is none.
fn name(pattern: &str) -> Option<Regexp> {
    let mut out = String::from("(?s)^");
    let mut rest = pattern.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '*' => out.push_str(".*"),
            '?' => out.push('.'),
            '\\' => out.push_str(&gostd::regexp::quote_meta(rest.next()?.encode_utf8(&mut [0; 4]))),
            '[' => class(&mut rest, &mut out)?,
            other => out.push_str(&gostd::regexp::quote_meta(other.encode_utf8(&mut [0; 4]))),
        }
    }
    out.push('$');
    Regexp::compile(&out).ok()
}

fn class(rest: &mut std::str::Chars<'_>, out: &mut String) -> Option<()> {
    out.push('[');
    if rest.as_str().starts_with('^') {
        rest.next();
        out.push('^');
    }
    let mut is_empty = true;
    loop {
        if !is_empty && rest.as_str().starts_with(']') {
            rest.next();
            out.push(']');
            return Some(());
        }
        is_empty = false;
        let low = bound(rest)?;
        out.push_str(&low);
        if rest.as_str().starts_with('-') {
            rest.next();
            out.push('-');
            out.push_str(&bound(rest)?);
        }
    }
}

/// One end of a range, as a regular expression writes it.
fn bound(rest: &mut std::str::Chars<'_>) -> Option<String> {
    let letter = match rest.next()? {
        '-' | ']' => return None,
        '\\' => rest.next()?,
        other => other,
    };
    Some(format!("\\x{{{:x}}}", u32::from(letter)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::FakeWorld;

    #[test]
    fn names_fit() {
        for (pattern, text, fits) in [
            ("*.yaml", "a.yaml", true),
            ("*.yaml", "a.yml", false),
            ("?", "ü", true),
            ("a[0-9]", "a5", true),
            ("a[^0-9]", "a5", false),
            ("a\\*", "a*", true),
            ("a\\*", "ab", false),
            ("[a+.]", "+", true),
            ("a+", "aa", false),
        ] {
            assert_eq!(name(pattern).unwrap().is_match(text), fits, "{pattern} {text}");
        }
        for pattern in ["[", "[]", "[]a]", "a\\", "[a", "[a-]", "[-a]"] {
            assert!(name(pattern).is_none(), "{pattern}");
        }
    }

    #[test]
    fn files_are_found_in_order() {
        let world = FakeWorld::new();
        for path in ["/d/b.yaml", "/d/a.yaml", "/d/x.txt", "/e/a.yaml"] {
            world.files.add_file(path, "");
        }
        let found = |pattern: &str| glob(&*world.files, pattern).unwrap();
        assert_eq!(found("/d/*.yaml"), [Path::new("/d/a.yaml"), Path::new("/d/b.yaml")]);
        assert_eq!(found("/*/a.yaml"), [Path::new("/d/a.yaml"), Path::new("/e/a.yaml")]);
        assert_eq!(found("/d/x.txt"), [Path::new("/d/x.txt")]);
        assert!(found("/none/*").is_empty() && found("/d/none").is_empty());
        assert!(glob(&*world.files, "/d/[").is_err());
    }
}
