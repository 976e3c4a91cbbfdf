//! Versions and ranges of versions as `blang/semver` reads them, its oddities included: recorded rules rely on them.

use gostd::unicode::is_digit;
use std::cmp::Ordering;

/// `major.minor.patch` with a pre-release. What is built from it does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Version {
    numbers: [u64; 3],
    pre: Vec<Identifier>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Text(String),
}

impl Version {
    /// Strict: three numbers without leading zeros, nothing around them.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        let (major, minor, rest) = (parts.next()?, parts.next()?, parts.next()?);
        let (rest, build) = match rest.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (rest, None),
        };
        let (patch, pre) = match rest.split_once('-') {
            Some((patch, pre)) => (patch, Some(pre)),
            None => (rest, None),
        };
        let numbers = [number(major)?, number(minor)?, number(patch)?];
        let pre = pre.map_or(Some(Vec::new()), |pre| pre.split('.').map(Identifier::parse).collect())?;
        build.is_none_or(|build| build.split('.').all(is_word)).then_some(Self { numbers, pre })
    }

    fn order(&self, other: &Self) -> Ordering {
        let pre = || match (self.pre.is_empty(), other.pre.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => self.pre.cmp(&other.pre),
        };
        self.numbers.cmp(&other.numbers).then_with(pre)
    }
}

impl Identifier {
    fn parse(text: &str) -> Option<Self> {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            number(text).map(Self::Number)
        } else {
            is_word(text).then(|| Self::Text(text.to_owned()))
        }
    }
}

fn number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Alternatives, each with conditions that all hold.
pub(crate) struct Range(Vec<Vec<Condition>>);

struct Condition {
    holds: fn(Ordering) -> bool,
    version: Version,
}

impl Range {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let tokens = tokens(text);
        let alternatives = tokens.split(|token| token == "||").map(|tokens| {
            let expanded: Option<Vec<Vec<String>>> = tokens.iter().map(|token| expanded(token)).collect();
            let conditions: Option<Vec<Condition>> = expanded?.iter().flatten().map(|one| condition(one)).collect();
            conditions.filter(|conditions| !conditions.is_empty())
        });
        alternatives.collect::<Option<_>>().map(Self)
    }

    pub(super) fn contains(&self, version: &Version) -> bool {
        let holds = |one: &Condition| (one.holds)(version.order(&one.version));
        self.0.iter().any(|conditions| conditions.iter().all(holds))
    }
}

/// Splits at spaces, but not after an operator. Tokens of one letter are lost.
fn tokens(text: &str) -> Vec<String> {
    let (mut tokens, mut begin, mut last) = (Vec::new(), 0, b' ');
    let mut keep = |token: &str| {
        if token.len() > 1 {
            tokens.push(token.replace(' ', ""));
        }
    };
    for (at, byte) in text.bytes().enumerate() {
        if byte != b' ' {
            last = byte;
        } else if !matches!(last, b'>' | b'<' | b'=') {
            keep(&text[begin..at]);
            begin = at + 1;
        }
    }
    keep(&text[begin..]);
    tokens
}

/// Operator and version.
fn split(token: &str) -> Option<(&str, &str)> {
    let at = token.find(is_digit)?;
    Some((token[..at].trim_matches(gostd::unicode::is_space), &token[at..]))
}

fn condition(token: &str) -> Option<Condition> {
    let (operator, version) = split(token)?;
    let holds = match operator {
        "" | "=" | "==" => Ordering::is_eq,
        ">" => Ordering::is_gt,
        ">=" => Ordering::is_ge,
        "<" => Ordering::is_lt,
        "<=" => Ordering::is_le,
        "!" | "!=" => Ordering::is_ne,
        _ => return None,
    };
    Some(Condition { holds, version: Version::parse(version)? })
}

/// A token with `x` in it becomes tokens without.
fn expanded(token: &str) -> Option<Vec<String>> {
    if !token.contains('x') {
        return Some(vec![token.to_owned()]);
    }
    let (operator, version) = split(token)?;
    let low = without_x(version);
    let above = || after(version, &low);
    Some(match operator {
        ">" => vec![format!(">={}", above())],
        ">=" => vec![format!(">={low}")],
        "<" => vec![format!("<{low}")],
        "<=" => vec![format!("<{}", above())],
        "" | "=" | "==" => vec![format!(">={low}"), format!("<{}", above())],
        "!" | "!=" => vec![format!("<{low}"), format!(">={}", above())],
        _ => vec![low],
    })
}

/// The lowest version that a wildcard means; only the first `x` is replaced.
fn without_x(version: &str) -> String {
    let version = version.replacen(".x.x", ".x", 1).replacen(".x", ".0", 1);
    if version.split('.').count() == 2 { version + ".0" } else { version }
}

/// The first version after those that a wildcard means; nothing when it is none.
fn after(version: &str, low: &str) -> String {
    let parts: Vec<&str> = version.split('.').collect();
    let place = match (parts.len(), parts.last()) {
        (3, Some(&"x")) => 1,
        (2, Some(&"x")) => 0,
        _ => return String::new(),
    };
    let mut parts: Vec<String> = low.split('.').map(str::to_owned).collect();
    match parts.get_mut(place).and_then(|part| Some((part.parse::<i64>().ok()?.checked_add(1)?, part))) {
        Some((next, part)) => *part = next.to_string(),
        None => return String::new(),
    }
    parts.join(".")
}
