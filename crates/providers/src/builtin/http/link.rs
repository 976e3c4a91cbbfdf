//! `Link` header fields (RFC 8288).

/// The target of the first link to the next page.
pub(super) fn next(lines: &[&str]) -> Option<String> {
    lines.iter().find_map(|line| Links(line).find(Link::is_next)).map(|link| link.target.to_owned())
}

struct Link<'a> {
    target: &'a str,
    parameters: &'a str,
}

impl Link<'_> {
    fn is_next(&self) -> bool {
        split(self.parameters, ';').into_iter().any(|parameter| {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let kinds = value.trim().trim_matches('"');
            name.trim().eq_ignore_ascii_case("rel")
                && kinds.split_ascii_whitespace().any(|kind| kind.eq_ignore_ascii_case("next"))
        })
    }
}

/// All links of a line: `<target>; parameters, <target>; parameters`.
struct Links<'a>(&'a str);

impl<'a> Iterator for Links<'a> {
    type Item = Link<'a>;

    fn next(&mut self) -> Option<Link<'a>> {
        let (_, rest) = self.0.split_once('<')?;
        let (target, rest) = rest.split_once('>')?;
        let parameters = split(rest, ',').first().copied().unwrap_or_default();
        self.0 = &rest[parameters.len()..];
        Some(Link { target: target.trim(), parameters })
    }
}

/// Splits where the separator stands outside of quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut quoted = false;
    let parts = text.split(|character| {
        quoted ^= character == '"';
        character == separator && !quoted
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_found_among_other_links() {
        for (lines, found) in [
            (&[r#"<http://h/2>; rel="next", <http://h/9>; rel="last""#][..], Some("http://h/2")),
            (
                &[r#"<http://h/1>; rel="prev", <http://h/3?a,b;c>; title="a, b; rel=next"; rel=NEXT"#],
                Some("http://h/3?a,b;c"),
            ),
            (&[r#"<a>; rel="last""#, r#"<b>; rel="index next""#], Some("b")),
            (&[r#"<a>; rel="nextish""#], None),
            (&[r#"<a>; title="rel=next""#], None),
            (&["<a", "", "a; rel=next", "<<<>>>,,,;;;="], None),
            (&[], None),
        ] {
            assert_eq!(next(lines).as_deref(), found, "{lines:?}");
        }
    }
}
