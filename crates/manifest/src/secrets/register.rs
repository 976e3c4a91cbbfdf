//! Values as they are told to the redactor.

use diagnostics::{Redactor, SecretKind};

/// The marks around expressions, of manifests and of Jet.
const MARKS: [(&str, &str); 2] = [("{{", "}}"), ("[[", "]]")];

/// A longer value is registered in pieces: comparing takes as long as what is compared, and any text may repeat itself.
const LONGEST: usize = 4096;
const PIECE: usize = 256;

/// Registers a value, and what it is where quotes stand for themselves: `''` and `\"`.
pub(super) fn register(value: &str, redactor: &Redactor) {
    let value = value.trim();
    if value.len() > LONGEST {
        value.as_bytes().chunks(PIECE).for_each(|piece| redactor.register(piece, SecretKind::Declared));
        return;
    }
    redactor.register(value.as_bytes(), SecretKind::Declared);
    if value.contains('\'') {
        redactor.register(value.replace("''", "'").as_bytes(), SecretKind::Declared);
        redactor.register(value.replace('\'', "''").as_bytes(), SecretKind::Declared);
    }
    if value.contains('\\') {
        let plain = value.replace("\\\"", "\"").replace("\\/", "/").replace("\\\\", "\\");
        redactor.register(plain.as_bytes(), SecretKind::Declared);
    }
}

/// What stands for itself in a text with expressions: the text around them, and the texts that are written in them. A
/// name that is looked up is none of those.
pub(super) fn literals(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    if text.len() > LONGEST {
        return vec![text];
    }
    while let Some((at, mark, length)) = next_expression(rest) {
        pieces.push(&rest[..at]);
        quoted(&rest[at + mark..at + length - mark], &mut pieces);
        rest = &rest[at + length..];
    }
    pieces.push(rest);
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

/// Where the next expression is, how long its marks are, and all of it. What has no end is none.
fn next_expression(text: &str) -> Option<(usize, usize, usize)> {
    let found = MARKS.iter().filter_map(|(open, close)| {
        let at = text.find(open)?;
        let end = text[at..].find(close)? + close.len();
        Some((at, open.len(), end))
    });
    found.min()
}

/// The texts in quotes in an expression.
fn quoted<'t>(expression: &'t str, pieces: &mut Vec<&'t str>) {
    let mut rest = expression;
    while let Some(at) = rest.find(['"', '\'', '`']) {
        let (before, inside) = (&rest[..at], &rest[at + 1..]);
        let quote = char::from(rest.as_bytes()[at]);
        let end = inside.find(quote).unwrap_or(inside.len());
        if !before.trim_end().ends_with("lookup(") {
            pieces.push(&inside[..end]);
        }
        rest = inside.get(end + 1..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(literals(text), expected, "{text}");
        }
    }
}
