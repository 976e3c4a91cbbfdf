//! Semantic versions, read as generously as the original reads them: `v1.2` is `1.2.0`.

use std::cmp::Ordering;
use std::fmt;

/// A semantic version.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Version {
    pub(super) major: u64,
    pub(super) minor: u64,
    pub(super) patch: u64,
    pub(super) prerelease: String,
    pub(super) metadata: String,
    pub(super) original: String,
}

/// Why a text is no version. The texts are those of the original.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum VersionError {
    #[error("version string is too long (max {MAX_LENGTH} bytes)")]
    TooLong,
    #[error("invalid semantic version")]
    Invalid,
    #[error("error parsing version segment: strconv.ParseUint: parsing {}: value out of range", value::quote(.0))]
    TooLarge(String),
    #[error("version segment starts with 0")]
    LeadingZero,
    #[error("invalid prerelease string")]
    Prerelease,
    #[error("invalid metadata string")]
    Metadata,
}

const MAX_LENGTH: usize = 256;

impl Version {
    pub(super) fn parse(text: &str) -> Result<Self, VersionError> {
        if text.len() > MAX_LENGTH {
            return Err(VersionError::TooLong);
        }
        let (parts, rest) = Parts::take(text, |byte| byte.is_ascii_digit()).ok_or(VersionError::Invalid)?;
        if !rest.is_empty() {
            return Err(VersionError::Invalid);
        }
        let version = Self {
            major: number(parts.major)?,
            minor: parts.minor.map_or(Ok(0), number)?,
            patch: parts.patch.map_or(Ok(0), number)?,
            prerelease: check_prerelease(parts.prerelease.unwrap_or_default())?.to_owned(),
            metadata: parts.metadata.unwrap_or_default().to_owned(),
            original: text.to_owned(),
        };
        Ok(version)
    }

    /// By precedence: metadata does not count, a prerelease comes before its release.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        (self.major, self.minor, self.patch)
            .cmp(&(other.major, other.minor, other.patch))
            .then_with(|| self.prerelease.is_empty().cmp(&other.prerelease.is_empty()))
            .then_with(|| compare_prerelease(&self.prerelease, &other.prerelease))
    }

    /// The next major version.
    pub(super) fn next_major(&self) -> Option<Self> {
        Some(self.followed_by(self.major.checked_add(1)?, 0, 0))
    }

    /// The next minor version.
    pub(super) fn next_minor(&self) -> Option<Self> {
        Some(self.followed_by(self.major, self.minor.checked_add(1)?, 0))
    }

    /// The next patch version; of a prerelease that is the release itself.
    pub(super) fn next_patch(&self) -> Option<Self> {
        let patch = if self.prerelease.is_empty() { self.patch.checked_add(1)? } else { self.patch };
        Some(self.followed_by(self.major, self.minor, patch))
    }

    /// The same version with another prerelease.
    pub(super) fn with_prerelease(&self, prerelease: &str) -> Result<Self, VersionError> {
        let prerelease =
            if prerelease.is_empty() { "" } else { check_identifiers(prerelease, VersionError::Prerelease)? };
        Ok(Self { prerelease: check_prerelease(prerelease)?.to_owned(), ..self.clone() }.renamed())
    }

    /// The same version with other metadata.
    pub(super) fn with_metadata(&self, metadata: &str) -> Result<Self, VersionError> {
        let metadata = if metadata.is_empty() { "" } else { check_identifiers(metadata, VersionError::Metadata)? };
        Ok(Self { metadata: metadata.to_owned(), ..self.clone() }.renamed())
    }

    fn followed_by(&self, major: u64, minor: u64, patch: u64) -> Self {
        Self { major, minor, patch, original: self.original.clone(), ..Self::default() }.renamed()
    }

    /// A version that was made from another one keeps the `v` that the first one was written with.
    fn renamed(self) -> Self {
        let prefix = if self.original.starts_with('v') { "v" } else { "" };
        Self { original: format!("{prefix}{self}"), ..self }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if !self.prerelease.is_empty() {
            write!(f, "-{}", self.prerelease)?;
        }
        if !self.metadata.is_empty() {
            write!(f, "+{}", self.metadata)?;
        }
        Ok(())
    }
}

/// The parts of a version as they are written: of a version, or of a constraint, where a part can also be `x` or `*`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) text: &'a str,
    pub(super) major: &'a str,
    pub(super) minor: Option<&'a str>,
    pub(super) patch: Option<&'a str>,
    pub(super) prerelease: Option<&'a str>,
    pub(super) metadata: Option<&'a str>,
}

impl<'a> Parts<'a> {
    /// Takes as much of the start of `text` as belongs to a version; `is_part` says of what the numbers consist.
    pub(super) fn take(text: &'a str, is_part: impl Fn(u8) -> bool + Copy) -> Option<(Self, &'a str)> {
        let rest = text.strip_prefix('v').unwrap_or(text);
        let (major, rest) = take_some(rest, is_part)?;
        let (minor, rest) = take_behind('.', rest, |rest| take_some(rest, is_part));
        let (patch, rest) = match minor {
            Some(_) => take_behind('.', rest, |rest| take_some(rest, is_part)),
            None => (None, rest),
        };
        let (prerelease, rest) = take_behind('-', rest, take_identifiers);
        let (metadata, rest) = take_behind('+', rest, take_identifiers);
        let text = &text[..text.len() - rest.len()];
        Some((Self { text, major, minor, patch, prerelease, metadata }, rest))
    }
}

fn take_behind<'a>(
    sign: char,
    text: &'a str,
    take: impl Fn(&'a str) -> Option<(&'a str, &'a str)>,
) -> (Option<&'a str>, &'a str) {
    match text.strip_prefix(sign).and_then(take) {
        Some((part, rest)) => (Some(part), rest),
        None => (None, text),
    }
}

fn take_some(text: &str, belongs: impl Fn(u8) -> bool) -> Option<(&str, &str)> {
    let end = text.bytes().position(|byte| !belongs(byte)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Identifiers with dots between them.
fn take_identifiers(text: &str) -> Option<(&str, &str)> {
    let (first, mut rest) = take_some(text, is_identifier)?;
    let mut end = first.len();
    while let Some((next, after)) = rest.strip_prefix('.').and_then(|rest| take_some(rest, is_identifier)) {
        end += 1 + next.len();
        rest = after;
    }
    Some(text.split_at(end))
}

fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

fn number(digits: &str) -> Result<u64, VersionError> {
    digits.parse().map_err(|_| VersionError::TooLarge(digits.to_owned()))
}

/// Checks a text that did not come out of [`Parts::take`].
fn check_identifiers(text: &str, error: VersionError) -> Result<&str, VersionError> {
    let fits = text.split('.').all(|part| !part.is_empty() && part.bytes().all(is_identifier));
    if fits { Ok(text) } else { Err(error) }
}

/// Numbers in a prerelease have no leading zeros.
fn check_prerelease(text: &str) -> Result<&str, VersionError> {
    let is_padded =
        |part: &str| part.len() > 1 && part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit());
    if text.split('.').any(is_padded) { Err(VersionError::LeadingZero) } else { Ok(text) }
}

/// Part by part; what has fewer parts comes first.
pub(super) fn compare_prerelease(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (a, b) => match compare_part(a.unwrap_or_default(), b.unwrap_or_default()) {
                Ordering::Equal => {}
                decided => return decided,
            },
        }
    }
}

/// Nothing before numbers before names. A number of more than 64 bits counts as a name.
fn compare_part(a: &str, b: &str) -> Ordering {
    let number = |text: &str| text.parse::<u64>().ok().filter(|_| !text.starts_with('+'));
    match (a.is_empty(), b.is_empty()) {
        (false, false) => match (number(a), number(b)) {
            (Some(x), Some(y)) => x.cmp(&y),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => a.cmp(b),
        },
        (a, b) => b.cmp(&a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_generously() {
        for (text, version) in [
            ("1.2.3", Ok("1.2.3")),
            ("v1.2", Ok("1.2.0")),
            ("01.002", Ok("1.2.0")),
            ("1.2.3-beta.1+meta-5", Ok("1.2.3-beta.1+meta-5")),
            ("1-a", Ok("1.0.0-a")),
            ("1.2.3--", Ok("1.2.3--")),
            ("", Err("invalid semantic version")),
            ("1.2.3.4", Err("invalid semantic version")),
            ("1.2.3-", Err("invalid semantic version")),
            ("V1", Err("invalid semantic version")),
            ("1.2.3-a..b", Err("invalid semantic version")),
            ("1.2.3-01", Err("version segment starts with 0")),
            (
                "1.99999999999999999999",
                Err(
                    "error parsing version segment: strconv.ParseUint: parsing \"99999999999999999999\": value out of range",
                ),
            ),
        ] {
            let parsed = Version::parse(text);
            assert_eq!(
                parsed.map(|version| version.to_string()).map_err(|error| error.to_string()).as_deref(),
                version.map_err(str::to_owned).as_deref(),
                "{text}"
            );
        }
        assert_eq!(Version::parse(&"1".repeat(300)), Err(VersionError::TooLong));
    }

    #[test]
    fn order_of_precedence() {
        let order = [
            "0.0.1",
            "1.0.0-1",
            "1.0.0-9",
            "1.0.0-10",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0",
            "1.0.1",
            "1.1.0",
            "10.0.0",
        ];
        for (place, first) in order.iter().enumerate() {
            for (other, second) in order.iter().enumerate() {
                let (first, second) = (Version::parse(first).unwrap(), Version::parse(second).unwrap());
                assert_eq!(first.compare(&second), place.cmp(&other), "{first} {second}");
            }
        }
    }

    #[test]
    fn makes_other_versions() {
        let version = Version::parse("v1.2.3-rc.1+m").unwrap();
        assert_eq!(version.next_major().unwrap().original, "v2.0.0");
        assert_eq!(version.next_minor().unwrap().to_string(), "1.3.0");
        assert_eq!(version.next_patch().unwrap().to_string(), "1.2.3");
        assert_eq!(version.with_prerelease("a.1").unwrap().to_string(), "1.2.3-a.1+m");
        assert_eq!(version.with_metadata("").unwrap().to_string(), "1.2.3-rc.1");
        assert_eq!(version.with_prerelease("a..b"), Err(VersionError::Prerelease));
        assert_eq!(version.with_metadata("ü"), Err(VersionError::Metadata));
        assert!(Version::parse("18446744073709551615.0.0").unwrap().next_major().is_none());
    }
}
