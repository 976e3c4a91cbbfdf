//! What a value with expressions holds by itself.

/// What stands around an expression, on either side.
pub type Marks = (&'static str, &'static str);

/// A longer text is taken as it is.
const LONGEST: usize = 4096;

/// What stands for itself in a text with expressions: the text around them, and the texts that are written in them. A
/// name that is looked up is none of those.
pub fn literals<'t>(text: &'t str, marks: &[Marks]) -> Vec<&'t str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    if text.len() > LONGEST {
        return vec![text];
    }
    while let Some((at, mark, length)) = next_expression(rest, marks) {
        pieces.push(&rest[..at]);
        pieces.extend(quoted(&rest[at + mark..at + length - mark]));
        rest = &rest[at + length..];
    }
    pieces.push(rest);
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

/// Where the next expression is, how long its marks are, and all of it. What has no end is none.
fn next_expression(text: &str, marks: &[Marks]) -> Option<(usize, usize, usize)> {
    let found = marks.iter().filter_map(|(open, close)| {
        let at = text.find(open)?;
        let end = text[at..].find(close)? + close.len();
        Some((at, open.len(), end))
    });
    found.min()
}

/// The texts in quotes in an expression, of which the last may have no end.
pub fn quoted(expression: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), expression);
    while let Some(at) = rest.find(['"', '\'', '`']) {
        let (before, inside) = (&rest[..at], &rest[at + 1..]);
        let quote = char::from(rest.as_bytes()[at]);
        let end = inside.find(quote).unwrap_or(inside.len());
        if !before.trim_end().ends_with("lookup(") {
            pieces.push(&inside[..end]);
        }
        rest = inside.get(end + 1..).unwrap_or_default();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: [Marks; 2] = [("{{", "}}"), ("[[", "]]")];

    #[test]
    fn literals_are_what_stands_for_itself() {
        for (text, expected) in [
            ("plain", &["plain"][..]),
            ("", &[]),
            ("{{ Data.password }}", &[]),
            ("Bearer {{ Data.token }}", &["Bearer "]),
            ("{{ lookup('data.a', \"default\") }}-b", &["default", "-b"]),
            ("[[ data.a ]]x[[ y ]]", &["x"]),
            ("{{ 'no end", &["{{ 'no end"]),
            ("{{ 'no end }}", &["no end "]),
        ] {
            assert_eq!(literals(text, &MARKS), expected, "{text}");
        }
    }
}
