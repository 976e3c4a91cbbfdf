//! Where a `Location` points, seen from the URL that was asked (RFC 3986, 5.2).

use super::HttpError;
use super::url::{Url, parse_any, split_query, split_scheme, without_fragment};

/// The absolute URL that `location` means.
pub(super) fn resolve(base: &Url, location: &str) -> Result<Url, HttpError> {
    if split_scheme(location).is_some() {
        return Url::parse(location);
    }
    if location.starts_with("//") {
        let absolute = format!("{}:{location}", base.scheme);
        return parse_any(&absolute).map_err(|fault| fault.of(&absolute));
    }
    relative(base, without_fragment(location))
}

fn relative(base: &Url, location: &str) -> Result<Url, HttpError> {
    let (path, query) = split_query(location).map_err(|fault| fault.of(location))?;
    let given = location.split('?').next().unwrap_or_default();
    let (path, query) = match given {
        "" => (base.path.clone(), query.or_else(|| base.query.clone())),
        _ if given.starts_with('/') => (path, query),
        _ => (beside(&base.path, &path), query),
    };
    Ok(Url { path: without_dots(&path), query, ..base.clone() })
}

/// Replaces what follows the last slash.
fn beside(base: &str, path: &str) -> String {
    let directory = base.rfind('/').map_or("/", |slash| &base[..=slash]);
    format!("{directory}{path}")
}

/// Takes `.` and `..` out of an absolute path; `..` above the root stays at the root.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut ends_in_directory = false;
    for segment in path.split('/').skip(1) {
        ends_in_directory = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => drop(kept.pop()),
            _ => kept.push(segment),
        }
    }
    let end = if ends_in_directory && !kept.is_empty() { "/" } else { "" };
    format!("/{}{end}", kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve() {
        let base = Url::parse("http://u:p@a/b/c/d;p?q").unwrap();
        for (location, expected) in [
            ("g", "http://REDACTED@a/b/c/g"),
            ("./g", "http://REDACTED@a/b/c/g"),
            ("g/", "http://REDACTED@a/b/c/g/"),
            ("/g", "http://REDACTED@a/g"),
            ("//g", "http://g/"),
            ("//g:8080/x?y", "http://g:8080/x?y"),
            ("?y", "http://REDACTED@a/b/c/d;p?y"),
            ("g?y", "http://REDACTED@a/b/c/g?y"),
            ("#s", "http://REDACTED@a/b/c/d;p?q"),
            ("g#s", "http://REDACTED@a/b/c/g"),
            (";x", "http://REDACTED@a/b/c/;x"),
            (".", "http://REDACTED@a/b/c/"),
            ("./", "http://REDACTED@a/b/c/"),
            ("..", "http://REDACTED@a/b/"),
            ("../g", "http://REDACTED@a/b/g"),
            ("../..", "http://REDACTED@a/"),
            ("../../../../g", "http://REDACTED@a/g"),
            ("/./g", "http://REDACTED@a/g"),
            ("/../g", "http://REDACTED@a/g"),
            ("g.", "http://REDACTED@a/b/c/g."),
            ("./../g", "http://REDACTED@a/b/g"),
            ("g;x=1/../y", "http://REDACTED@a/b/c/y"),
            ("g?y/./x", "http://REDACTED@a/b/c/g?y/./x"),
            ("https://h/x y", "https://h/x%20y"),
            ("é", "http://REDACTED@a/b/c/%C3%A9"),
        ] {
            assert_eq!(resolve(&base, location).unwrap().to_string(), expected, "{location}");
        }
    }

    #[test]
    fn a_location_elsewhere_is_refused() {
        for location in ["ftp://a/", "file:///etc/passwd", "mailto:x", "http://", "%zz"] {
            assert!(resolve(&Url::parse("http://a/").unwrap(), location).is_err(), "{location}");
        }
    }
}
