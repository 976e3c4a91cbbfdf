//! Wildcards: `*` is any number of characters, `?` is one, a backslash makes the next one plain.

/// A piece of a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Many,
    One,
    Char(char),
}

/// Whether a text matches a pattern as a whole.
pub(super) fn matches(text: &str, pattern: &str) -> bool {
    if pattern == "*" {
        return true;
    }
    let Some(pieces) = pieces(pattern) else { return false };
    // Only the last star has to be tried again: an earlier one could not find more.
    let (mut rest, mut at) = (text, 0);
    let mut again: Option<(usize, &str)> = None;
    loop {
        match pieces.get(at) {
            Some(Piece::Many) => {
                at += 1;
                again = Some((at, rest));
                continue;
            }
            Some(piece) => {
                if let Some(after) = one(*piece, rest) {
                    (rest, at) = (after, at + 1);
                    continue;
                }
            }
            None if rest.is_empty() => return true,
            None => {}
        }
        let Some((star, tried)) = again else { return false };
        let Some(after) = one(Piece::One, tried) else { return false };
        (at, rest, again) = (star, after, Some((star, after)));
    }
}

/// `None` for a pattern that ends with an open escape, which matches nothing.
fn pieces(pattern: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        pieces.push(match c {
            '*' => Piece::Many,
            '?' => Piece::One,
            '\\' => Piece::Char(chars.next()?),
            c => Piece::Char(c),
        });
    }
    Some(pieces)
}

/// What comes after the first character, if that matches.
fn one(piece: Piece, text: &str) -> Option<&str> {
    let mut chars = text.chars();
    let first = chars.next()?;
    match piece {
        Piece::Char(c) if c != first => None,
        _ => Some(chars.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        for (text, pattern, expected) in [
            ("", "", true),
            ("", "*", true),
            ("", "**", true),
            ("a", "", false),
            ("abc", "a*", true),
            ("abc", "*c", true),
            ("abc", "a?c", true),
            ("abc", "a?", false),
            ("abcabd", "*ab?", true),
            ("a*b", r"a\*b", true),
            ("axb", r"a\*b", false),
            ("a", r"a\", false),
            ("日本", "?本", true),
            ("aXbXc", "*X*X*", true),
        ] {
            assert_eq!(matches(text, pattern), expected, "{text} {pattern}");
        }
    }

    #[test]
    fn many_stars_take_no_time() {
        assert!(!matches(&"a".repeat(5_000), &format!("{}b", "a*".repeat(100))));
    }
}
