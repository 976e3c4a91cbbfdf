//! Versions of Debian packages: `[epoch:]upstream[-revision]`, in the order of dpkg.

use std::cmp::Ordering;

/// The parts of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts<'a> {
    epoch: &'a str,
    upstream: &'a str,
    revision: &'a str,
}

/// Whether a text can be the version of a package.
pub(super) fn is_version(text: &str) -> bool {
    let Parts { upstream, revision, .. } = split(text);
    let is_word = |part: &str, more: &[u8]| part.bytes().all(|b| b.is_ascii_alphanumeric() || more.contains(&b));
    is_readable(text) && text.trim() == text && is_word(upstream, b".+-~:") && is_word(revision, b".+~")
}

/// Whether dpkg puts a text in order; it only warns of signs that no version has.
pub(super) fn is_readable(text: &str) -> bool {
    let text = text.trim();
    let Parts { epoch, upstream, .. } = split(text);
    !upstream.is_empty()
        && (!text.contains(':') || is_epoch(epoch))
        && !text.ends_with('-')
        && !text.contains(char::is_whitespace)
}

/// dpkg keeps epochs in an `int`.
fn is_epoch(epoch: &str) -> bool {
    epoch.bytes().all(|b| b.is_ascii_digit()) && epoch.parse::<i32>().is_ok()
}

/// Which of two versions is the later one.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let (a, b) = (split(a), split(b));
    compare_part(a.epoch, b.epoch)
        .then_with(|| compare_part(a.upstream, b.upstream))
        .then_with(|| compare_part(a.revision, b.revision))
}

fn split(text: &str) -> Parts<'_> {
    let text = text.trim();
    let (epoch, rest) = text.split_once(':').unwrap_or(("", text));
    let (upstream, revision) = rest.rsplit_once('-').unwrap_or((rest, ""));
    Parts { epoch, upstream, revision }
}

/// In turn the parts without digits by their letters, and the numbers by their value.
fn compare_part(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while !a.is_empty() || !b.is_empty() {
        let (letters_a, letters_b) = (take(&mut a, |c| !c.is_ascii_digit()), take(&mut b, |c| !c.is_ascii_digit()));
        let (number_a, number_b) = (take(&mut a, u8::is_ascii_digit), take(&mut b, u8::is_ascii_digit));
        let ordering = compare_letters(letters_a, letters_b).then_with(|| compare_numbers(number_a, number_b));
        if ordering.is_ne() {
            return ordering;
        }
    }
    Ordering::Equal
}

/// Cuts off what is `wanted` at the beginning.
fn take<'a>(rest: &mut &'a [u8], wanted: impl Fn(&u8) -> bool) -> &'a [u8] {
    let length = rest.iter().position(|c| !wanted(c)).unwrap_or(rest.len());
    let (taken, left) = rest.split_at(length);
    *rest = left;
    taken
}

fn compare_letters(a: &[u8], b: &[u8]) -> Ordering {
    let length = a.len().max(b.len());
    let weight = |part: &[u8], at: usize| part.get(at).map_or(0, |c| weight(*c));
    (0..length).map(|at| weight(a, at).cmp(&weight(b, at))).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
}

/// A tilde comes before the end, letters come before other signs.
fn weight(c: u8) -> i32 {
    match c {
        b'~' => -1,
        c if c.is_ascii_alphabetic() => i32::from(c),
        c => i32::from(c) + 256,
    }
}

/// Of any length, so not by parsing them.
pub(super) fn compare_numbers(a: &[u8], b: &[u8]) -> Ordering {
    let significant = |number: &[u8]| number.len() - number.iter().take_while(|digit| **digit == b'0').count();
    let (length_a, length_b) = (significant(a), significant(b));
    length_a.cmp(&length_b).then_with(|| a[a.len() - length_a..].cmp(&b[b.len() - length_b..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::version::made_up::{assert_same, lines, pairs};
    use testbed::{Host, Root};

    #[test]
    fn versions_are_ordered_as_dpkg_does() {
        for (a, b, ordering) in [
            ("9:99-99", "10:01-01", Ordering::Less),
            ("abd-de", "abd-def", Ordering::Less),
            ("a1b2d-d9", "a1b2d-d13", Ordering::Less),
            ("a1b2d-d10~", "a1b2d-d10", Ordering::Less),
            ("1.0~alpha", "1.0", Ordering::Less),
            ("1.0~~", "1.0~", Ordering::Less),
            ("1.0~~a", "1.0~a", Ordering::Less),
            ("1.0a", "1.0+", Ordering::Less),
            ("1.0", "1.00", Ordering::Equal),
            ("01", "1", Ordering::Equal),
            ("0:1.0", "1.0", Ordering::Equal),
            ("1.0", "1.0-0", Ordering::Equal),
            ("1.0-1", "1.0", Ordering::Greater),
            ("1.2-3-4", "1.2-3-5", Ordering::Less),
            ("99999999999999999999999", "100000000000000000000000", Ordering::Less),
        ] {
            assert_eq!(compare(a, b), ordering, "{a} {b}");
            assert_eq!(compare(b, a), ordering.reverse(), "{b} {a}");
        }
    }

    #[test]
    fn our_order_is_that_of_the_real_dpkg() {
        let pieces = ["0", "1", "01", "9", "10", "a", "b", "Z", "~", "+", ".", "-", "~~", "rc", "00"];
        let pairs: Vec<_> = pairs(&pieces, 500).into_iter().filter(|(a, b)| is_version(a) && is_version(b)).collect();
        assert!(pairs.len() > 300, "{}", pairs.len());
        let script = "while read a b; do if dpkg --compare-versions $a lt $b; then echo -1; elif dpkg \
                      --compare-versions $a eq $b; then echo 0; else echo 1; fi; done";
        let host = Host::chroot(&Root::bookworm());
        let given = host.run_with(["sh", "-c", script], lines(&pairs).as_bytes());
        assert_same(&pairs, &given.expect_success().stdout, compare);
    }

    #[test]
    fn what_is_no_version_is_known() {
        for text in ["1.0", "1:1.0-1", "a", "1.0-1~bpo12+1", "1:2:3-4", "2147483647:1"] {
            assert!(is_version(text), "{text}");
        }
        for text in ["", ":1", "a:1", "1:", "1.0-", "1 0", "1.0_1", "2147483648:1", "1.0-1:2", "-1"] {
            assert!(!is_version(text), "{text}");
        }
    }
}
