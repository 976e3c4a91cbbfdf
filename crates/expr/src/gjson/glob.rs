//! Wildcards: `*` is any number of characters, `?` is one, a backslash makes the next one plain.

use super::limit::{Limit, Result};

/// How many characters are looked at before their steps are taken, one for four of them.
const ROUND: usize = 1_024;

/// A piece of a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Many,
    One,
    Char(char),
}

/// Whether a text matches a pattern as a whole.
pub(super) fn matches(limit: &mut Limit, text: &str, pattern: &str) -> Result<bool> {
    if pattern == "*" {
        return Ok(true);
    }
    limit.bytes(pattern.len())?;
    let Some(pieces) = pieces(pattern) else { return Ok(false) };
    // A pattern that matches looks at all of the text at least once.
    limit.bytes(text.len().min(ROUND))?;
    // Only the last star has to be tried again: an earlier one could not find more.
    let (mut rest, mut at) = (text, 0);
    let mut again: Option<(usize, &str)> = None;
    for looked in 1_usize.. {
        if looked.is_multiple_of(ROUND) {
            limit.steps(ROUND / 4)?;
        }
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
            None if rest.is_empty() => return Ok(true),
            None => {}
        }
        let Some((star, tried)) = again else { break };
        let Some(after) = one(Piece::One, tried) else { break };
        (at, rest, again) = (star, after, Some((star, after)));
    }
    Ok(false)
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
    use super::super::limit::{GjsonError, Limit};
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
            assert_eq!(matches(&mut Limit::new(), text, pattern), Ok(expected), "{text} {pattern}");
        }
    }

    #[test]
    fn many_stars_take_no_time() {
        let pattern = format!("{}b", "a*".repeat(100));
        assert_eq!(matches(&mut Limit::new(), &"a".repeat(5_000), &pattern), Ok(false));
    }

    #[test]
    fn a_long_pattern_in_a_long_text_ends() {
        // Some 32 million characters are looked at, and 20 million may be.
        let (text, pattern) = ("a".repeat(12 << 10), format!("*{}b", "a".repeat(4 << 10)));
        assert_eq!(matches(&mut Limit::new(), &text, &pattern), Err(GjsonError::TooLarge));
    }
}
