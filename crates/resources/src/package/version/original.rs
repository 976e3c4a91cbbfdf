//! The order that the original tests stability with, and dnf's versions: Puppet's, which knows neither epochs nor tildes.

use std::cmp::Ordering;

/// Which of two versions is the later one for the original. Piece by piece: the first two pieces that differ decide, and
/// when one version ends before that, the whole texts do.
pub fn compare_as_original(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a, b);
    while let (Some(piece_a), Some(piece_b)) = (next(&mut rest_a), next(&mut rest_b)) {
        if piece_a != piece_b {
            return compare_pieces(piece_a, piece_b);
        }
    }
    a.cmp(b)
}

/// A version without the zeroes and dots at the end of what stands before the first `-`.
pub fn without_trailing_zeroes(version: &str) -> String {
    let (first, rest) = version.split_at(version.find('-').unwrap_or(version.len()));
    format!("{}{rest}", first.trim_end_matches(['.', '0']))
}

/// Cuts off the next piece: `-`, `.`, a number, or what lies between those.
fn next<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let kind = |c: char| match c {
        '-' | '.' => 0,
        '0'..='9' => 1,
        _ => 2,
    };
    let first = rest.chars().next().map(kind)?;
    let end = if first == 0 { Some(1) } else { rest.find(|c| kind(c) != first) };
    let (piece, left) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = left;
    Some(piece)
}

/// Pieces that differ. Those that differ in case alone are equal, and so are numbers that the original cannot hold.
fn compare_pieces(a: &str, b: &str) -> Ordering {
    for separator in ["-", "."] {
        match (a == separator, b == separator) {
            (true, _) => return Ordering::Less,
            (_, true) => return Ordering::Greater,
            (false, false) => {}
        }
    }
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => a.to_uppercase().cmp(&b.to_uppercase()),
    }
}

/// The value of a number. One that begins with a zero is a text.
fn number(piece: &str) -> Option<i64> {
    let is_number = piece.bytes().all(|c| c.is_ascii_digit()) && !piece.starts_with('0');
    is_number.then(|| piece.parse().unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_the_original_does() {
        for (a, b, ordering) in [
            ("1.2", "1.3", Ordering::Less),
            ("10", "9", Ordering::Greater),
            ("1.0a", "1.0", Ordering::Greater),
            ("1.0.0", "1.0", Ordering::Greater),
            ("2.0~rc1", "2.0", Ordering::Greater),
            ("1:2.0", "2.0", Ordering::Less),
            ("1.2-3", "1.2.3", Ordering::Less),
            ("1.05", "1.5", Ordering::Less),
            ("1.2a", "1.2A", Ordering::Equal),
            ("1.2a1", "1.2A2", Ordering::Equal),
            ("5.8", "5.8-9.el9", Ordering::Less),
            ("1.ä", "1.Ä", Ordering::Equal),
            ("", "", Ordering::Equal),
        ] {
            assert_eq!(compare_as_original(a, b), ordering, "{a} {b}");
            assert_eq!(compare_as_original(b, a), ordering.reverse(), "{b} {a}");
        }
    }

    #[test]
    fn trailing_zeroes_are_those_before_the_first_dash() {
        for (version, short) in
            [("1.0.0-rc1", "1-rc1"), ("10", "1"), ("1.0-1.0", "1-1.0"), ("1.0a", "1.0a"), ("0.0", "")]
        {
            assert_eq!(without_trailing_zeroes(version), short);
        }
    }
}
