//! Versions of RPM packages: `[epoch:]version[-release]`, in the order of rpm.

use super::debian::compare_numbers;
use std::cmp::Ordering;

/// The parts of a version; what was not given is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    pub(super) epoch: Option<&'a str>,
    pub(super) version: &'a str,
    pub(super) release: Option<&'a str>,
}

/// Whether a text can be a version: neither part is empty, and there is one release at most.
pub(super) fn is_version(text: &str) -> bool {
    let Parts { epoch, version, release } = split(text);
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"._+~^".contains(&b));
    epoch.is_none_or(|epoch| !epoch.is_empty() && epoch.bytes().all(|b| b.is_ascii_digit()))
        && is_part(version)
        && release.is_none_or(is_part)
}

pub(super) fn split(text: &str) -> Parts<'_> {
    let (epoch, rest) = text.split_once(':').map_or((None, text), |(epoch, rest)| (Some(epoch), rest));
    let (version, release) = rest.rsplit_once('-').map_or((rest, None), |(version, release)| (version, Some(release)));
    Parts { epoch, version, release }
}

/// Which of two versions is the later one. A version without a release stands for all its releases, and one without an
/// epoch for all epochs, so that these parts count only when both have them.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let (a, b) = (split(a), split(b));
    let both = |a: Option<&str>, b: Option<&str>| a.zip(b).map_or(Ordering::Equal, |(a, b)| compare_part(a, b));
    both(a.epoch, b.epoch).then_with(|| compare_part(a.version, b.version)).then_with(|| both(a.release, b.release))
}

/// The order of whole versions. Without an epoch it is 0; one without a release comes before those that have one.
pub(super) fn order(a: &str, b: &str) -> Ordering {
    let (a, b) = (split(a), split(b));
    let release = match (a.release, b.release) {
        (Some(a), Some(b)) => compare_part(a, b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    };
    let epoch = |parts: &Parts<'_>| parts.epoch.unwrap_or("0").to_owned();
    compare_part(&epoch(&a), &epoch(&b)).then_with(|| compare_part(a.version, b.version)).then(release)
}

/// A piece of a version.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    /// Before everything, the end included.
    Tilde,
    End,
    /// After the end, before everything else.
    Caret,
    Letters(&'a [u8]),
    Number(&'a [u8]),
}

impl Piece<'_> {
    fn rank(&self) -> u8 {
        match self {
            Self::Tilde => 0,
            Self::End => 1,
            Self::Caret => 2,
            Self::Letters(_) => 3,
            Self::Number(_) => 4,
        }
    }
}

fn compare_part(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        let ordering = match (next(&mut a), next(&mut b)) {
            (Piece::End, Piece::End) => return Ordering::Equal,
            (Piece::Letters(a), Piece::Letters(b)) => a.cmp(b),
            (Piece::Number(a), Piece::Number(b)) => compare_numbers(a, b),
            (a, b) => a.rank().cmp(&b.rank()),
        };
        if ordering.is_ne() {
            return ordering;
        }
    }
}

/// The next piece; what is neither letter, digit, tilde nor caret only separates.
fn next<'a>(rest: &mut &'a [u8]) -> Piece<'a> {
    while let [c, left @ ..] = *rest {
        let end = |is: fn(&u8) -> bool| rest.iter().position(|c| !is(c)).unwrap_or(rest.len());
        let (piece, length) = match c {
            b'~' => (Piece::Tilde, 1),
            b'^' => (Piece::Caret, 1),
            c if c.is_ascii_digit() => (Piece::Number(&rest[..end(u8::is_ascii_digit)]), end(u8::is_ascii_digit)),
            c if c.is_ascii_alphabetic() => {
                let length = end(u8::is_ascii_alphabetic);
                (Piece::Letters(&rest[..length]), length)
            }
            _ => {
                *rest = left;
                continue;
            }
        };
        *rest = &rest[length..];
        return piece;
    }
    Piece::End
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::version::made_up::{assert_same, lines, pairs};
    use testbed::{Host, Root};

    #[test]
    fn versions_are_ordered_as_rpm_does() {
        for (a, b, ordering) in [
            ("1.0", "1.0", Ordering::Equal),
            ("1.0", "2.0", Ordering::Less),
            ("2.0.1", "2.0.1a", Ordering::Less),
            ("5.5p1", "5.5p10", Ordering::Less),
            ("10xyz", "10.1xyz", Ordering::Less),
            ("xyz.4", "8", Ordering::Less),
            ("5.5p2", "5.6p1", Ordering::Less),
            ("1.0010", "1.10", Ordering::Equal),
            ("1.05", "1.5", Ordering::Equal),
            ("1b.fc17", "1.fc17", Ordering::Less),
            ("1.0~rc1", "1.0", Ordering::Less),
            ("1.0~rc1~git123", "1.0~rc1", Ordering::Less),
            ("1.0", "1.0^", Ordering::Less),
            ("1.0^git1", "1.0^git2", Ordering::Less),
            ("1.0^git1", "1.01", Ordering::Less),
            ("1.0^20160101", "1.0.1", Ordering::Less),
            ("1.0~rc1^git1", "1.0~rc1", Ordering::Greater),
            ("1.0^git1~pre", "1.0^git1", Ordering::Less),
            ("4_0", "4.0", Ordering::Equal),
            ("1:1.0-1", "2.0-1", Ordering::Less),
            ("1:1.0-1", "0:2.0-1", Ordering::Greater),
            ("5.8-9.el9", "5.8", Ordering::Equal),
            ("5.8-9.el9", "5.8-10.el9", Ordering::Less),
        ] {
            assert_eq!(compare(a, b), ordering, "{a} {b}");
            assert_eq!(compare(b, a), ordering.reverse(), "{b} {a}");
        }
    }

    #[test]
    fn our_order_is_that_of_the_real_rpm() {
        let pieces = ["0", "1", "01", "9", "10", "a", "b", "Z", "~", "^", ".", "_", "+", "~~", "rc", "00", "^git"];
        let pairs = pairs(&pieces, 2000);
        let host = Host::chroot(&Root::dnf4());
        host.write("/pairs", lines(&pairs));
        let script = "for line in io.lines('/pairs') do local a, b = line:match('(%S+) (%S+)'); \
                      io.write(rpm.vercmp(a, b), '\\n') end";
        host.write("/compare.lua", script);
        let given = host.run(["rpm", "--eval", "%{lua:dofile('/compare.lua')}"]);
        assert_same(&pairs, &given.expect_success().stdout, compare);
    }

    #[test]
    fn what_is_no_version_is_known() {
        for text in ["5.8", "5.8-9.el9", "1:5.8-9.el9", "1:5.8", "1.0~rc1^git1"] {
            assert!(is_version(text), "{text}");
        }
        for text in ["", "-1", "5.8-", ":5.8", "x:5.8", "1:", "5 8", "5.8-9-10"] {
            assert!(!is_version(text), "{text}");
        }
    }
}
