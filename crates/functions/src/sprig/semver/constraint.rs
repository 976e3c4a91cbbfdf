//! Ranges of versions: `>=1.2, <2 || ^3.1`.

use std::cmp::Ordering;

use super::version::{Parts, Version, compare_prerelease};

/// Alternatives, each of conditions that hold together.
#[derive(Debug)]
pub(super) struct Constraint {
    alternatives: Vec<Alternative>,
}

/// Why a text is no constraint. The texts are those of the original.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ConstraintError {
    #[error("constraint string is too long (max {MAX_LENGTH} bytes)")]
    TooLong,
    #[error("too many constraint groups (max {MAX_ALTERNATIVES})")]
    TooManyGroups,
    #[error("improper constraint: {}", value::quote(.0))]
    Improper(String),
    #[error("constraint parser error")]
    Version,
}

#[derive(Debug)]
struct Alternative {
    conditions: Vec<Condition>,
    /// A prerelease only fits where one of the conditions names one.
    takes_prereleases: bool,
}

#[derive(Debug)]
struct Condition {
    operator: Operator,
    version: Version,
    precision: Precision,
}

/// How much of the version is written; the rest is a wildcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Precision {
    Nothing,
    Major,
    Minor,
    Full,
}

#[derive(Debug, Clone, Copy)]
enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
    Tilde,
    Caret,
}

const MAX_LENGTH: usize = 512;
const MAX_ALTERNATIVES: usize = 32;

/// Longer ones first, so that `>=` is not read as `>`.
const OPERATORS: [(&str, Operator); 11] = [
    ("!=", Operator::NotEqual),
    (">=", Operator::GreaterOrEqual),
    ("=>", Operator::GreaterOrEqual),
    ("<=", Operator::LessOrEqual),
    ("=<", Operator::LessOrEqual),
    ("~>", Operator::Tilde),
    ("=", Operator::Equal),
    (">", Operator::Greater),
    ("<", Operator::Less),
    ("~", Operator::Tilde),
    ("^", Operator::Caret),
];

impl Constraint {
    pub(super) fn parse(text: &str) -> Result<Self, ConstraintError> {
        if text.len() > MAX_LENGTH {
            return Err(ConstraintError::TooLong);
        }
        let text = rewrite_ranges(text);
        let groups: Vec<_> = text.split("||").collect();
        if groups.len() > MAX_ALTERNATIVES {
            return Err(ConstraintError::TooManyGroups);
        }
        Ok(Self { alternatives: groups.into_iter().map(Alternative::parse).collect::<Result<_, _>>()? })
    }

    pub(super) fn accepts(&self, version: &Version) -> bool {
        self.alternatives.iter().any(|alternative| alternative.accepts(version))
    }
}

impl Alternative {
    fn parse(text: &str) -> Result<Self, ConstraintError> {
        let written = split_conditions(text).ok_or_else(|| ConstraintError::Improper(text.to_owned()))?;
        let conditions: Vec<_> =
            written.into_iter().map(|(operator, parts)| Condition::new(operator, parts)).collect::<Result<_, _>>()?;
        let takes_prereleases = conditions.iter().any(|condition| !condition.version.prerelease.is_empty());
        Ok(Self { conditions, takes_prereleases })
    }

    fn accepts(&self, version: &Version) -> bool {
        (version.prerelease.is_empty() || self.takes_prereleases)
            && self.conditions.iter().all(|condition| condition.accepts(version))
    }
}

impl Condition {
    fn new(operator: Operator, parts: Parts<'_>) -> Result<Self, ConstraintError> {
        let is_wild = |part: Option<&str>| matches!(part, None | Some("x" | "X" | "*"));
        let (precision, numbers) = if is_wild(Some(parts.major)) {
            (Precision::Nothing, "0.0.0".to_owned())
        } else if is_wild(parts.minor) {
            (Precision::Major, format!("{}.0.0", parts.major))
        } else if is_wild(parts.patch) {
            (Precision::Minor, format!("{}.{}.0", parts.major, parts.minor.unwrap_or_default()))
        } else {
            (Precision::Full, String::new())
        };
        let text = match (precision, parts.prerelease) {
            (Precision::Full, _) => parts.text.to_owned(),
            (_, Some(prerelease)) => format!("{numbers}-{prerelease}"),
            (_, None) => numbers,
        };
        let version = Version::parse(&text).map_err(|_| ConstraintError::Version)?;
        Ok(Self { operator, version, precision })
    }

    fn accepts(&self, version: &Version) -> bool {
        let order = version.compare(&self.version);
        match self.operator {
            Operator::Equal if self.precision == Precision::Full => order.is_eq(),
            Operator::Equal | Operator::Tilde => order.is_ge() && self.is_near(version),
            Operator::NotEqual => self.differs(version),
            Operator::Greater => self.is_exceeded_by(version, order),
            Operator::GreaterOrEqual => order.is_ge(),
            Operator::Less => order.is_lt(),
            Operator::LessOrEqual => self.is_not_exceeded_by(version, order),
            Operator::Caret => order.is_ge() && self.is_compatible(version),
        }
    }

    /// `~`: the last part that is written may grow, `~0.0.0` and `~*` take everything.
    fn is_near(&self, version: &Version) -> bool {
        let own = &self.version;
        let is_anything = (own.major, own.minor, own.patch) == (0, 0, 0);
        match self.precision {
            Precision::Nothing | Precision::Full if is_anything => true,
            Precision::Major => version.major == own.major,
            _ => (version.major, version.minor) == (own.major, own.minor),
        }
    }

    /// `^`: the first part that is not zero stays.
    fn is_compatible(&self, version: &Version) -> bool {
        let own = &self.version;
        if own.major > 0 || self.precision == Precision::Major {
            version.major == own.major
        } else if version.major > 0 {
            false
        } else if own.minor > 0 || self.precision == Precision::Minor {
            version.minor == own.minor
        } else {
            version.minor == 0 && version.patch == own.patch
        }
    }

    fn differs(&self, version: &Version) -> bool {
        let own = &self.version;
        match self.precision {
            Precision::Major => own.major != version.major,
            Precision::Minor => {
                (own.major, own.minor) != (version.major, version.minor)
                    || compare_prerelease(&version.prerelease, &own.prerelease).is_ne()
            }
            // `!=*` is `!=0.0.0` in the original.
            Precision::Nothing | Precision::Full => version.compare(own).is_ne(),
        }
    }

    fn is_exceeded_by(&self, version: &Version, order: Ordering) -> bool {
        let own = &self.version;
        match self.precision {
            Precision::Major => version.major > own.major,
            Precision::Minor => (version.major, version.minor) > (own.major, own.minor),
            Precision::Nothing | Precision::Full => order.is_gt(),
        }
    }

    fn is_not_exceeded_by(&self, version: &Version, order: Ordering) -> bool {
        let own = &self.version;
        match self.precision {
            Precision::Full => order.is_le(),
            Precision::Major => version.major <= own.major,
            Precision::Minor | Precision::Nothing => (version.major, version.minor) <= (own.major, own.minor),
        }
    }
}

/// The conditions of one alternative, with white space or commas between them.
fn split_conditions(text: &str) -> Option<Vec<(Operator, Parts<'_>)>> {
    let mut conditions = Vec::new();
    let mut rest = skip_space(text);
    loop {
        let (operator, after) = take_operator(rest);
        let (parts, after) = Parts::take(skip_space(after), is_part)?;
        conditions.push((operator, parts));
        rest = skip_space(after);
        if rest.is_empty() {
            return Some(conditions);
        }
        match rest.strip_prefix(',') {
            Some(behind) => rest = skip_space(behind),
            None if rest.len() == after.len() => return None,
            None => {}
        }
    }
}

fn take_operator(text: &str) -> (Operator, &str) {
    OPERATORS
        .iter()
        .find_map(|(sign, operator)| text.strip_prefix(sign).map(|rest| (*operator, rest)))
        .unwrap_or((Operator::Equal, text))
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'x' | b'X' | b'*' | b'|')
}

fn skip_space(text: &str) -> &str {
    text.trim_start_matches(['\t', '\n', '\x0c', '\r', ' '])
}

/// Writes `1.2 - 2.3` as `>= 1.2, <= 2.3 `.
fn rewrite_ranges(text: &str) -> String {
    let mut result = text.to_owned();
    let mut rest = text;
    while let Some((range, from, to, after)) = find_range(rest) {
        result = result.replacen(range, &format!(">= {from}, <= {to} "), 1);
        rest = after;
    }
    result
}

/// The first range, with the white space around it; its two versions; and what comes behind it.
fn find_range(text: &str) -> Option<(&str, &str, &str, &str)> {
    text.char_indices().find_map(|(start, _)| {
        let (from, rest) = Parts::take(skip_space(&text[start..]), is_part)?;
        let rest = skip_some_space(rest)?.strip_prefix('-')?;
        let (to, rest) = Parts::take(skip_some_space(rest)?, is_part)?;
        let rest = skip_space(rest);
        Some((&text[start..text.len() - rest.len()], from.text, to.text, rest))
    })
}

fn skip_some_space(text: &str) -> Option<&str> {
    let rest = skip_space(text);
    (rest.len() < text.len()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(constraint: &str, version: &str) -> bool {
        Constraint::parse(constraint).unwrap().accepts(&Version::parse(version).unwrap())
    }

    #[test]
    fn what_each_constraint_takes() {
        for (constraint, taken, refused) in [
            ("1.2.3", "1.2.3 1.2.3+m", "1.2.4 1.2.3-a"),
            ("=1.2", "1.2.0 1.2.9", "1.3.0 1.1.9"),
            ("*", "0.0.0 9.9.9", "1.0.0-a"),
            ("1.x", "1.0.0 1.9.9", "2.0.0"),
            ("!=1.2.3", "1.2.4", "1.2.3 1.2.4-a"),
            ("!=1.2.x", "1.3.0 2.2.0", "1.2.9"),
            ("!=1", "2.0.0", "1.0.0 1.9.9"),
            (">1.2", "1.3.0 2.0.0", "1.2.9"),
            (">11", "12.0.0", "11.1.0"),
            (">=1.2.3", "1.2.3 2.0.0", "1.2.2"),
            ("<=1.2", "1.2.9 0.1.0", "1.3.0"),
            ("<2", "1.9.9", "2.0.0"),
            ("~1.2.3", "1.2.3 1.2.9", "1.3.0 1.2.2"),
            ("~>1", "1.0.0 1.9.9", "2.0.0"),
            ("~0.0.0", "0.0.0 5.0.0", ""),
            ("^1.2.3", "1.2.3 1.9.0", "2.0.0 1.2.2"),
            ("^0.2.3", "0.2.3 0.2.9", "0.3.0"),
            ("^0.0.3", "0.0.3", "0.0.4 0.1.3"),
            ("^0.0", "0.0.9", "0.1.0"),
            ("^0", "0.9.9", "1.0.0"),
            ("^1.2.3-beta.1", "1.2.3-beta.2 1.3.0 1.3.0-a", "1.2.3-alpha"),
            (">=1.0, <2.0 || ^3.1", "1.5.0 3.1.0", "2.5.0 3.0.0"),
            (">=1.0 <2.0", "1.0.0", "2.0.0"),
            ("1.2 - 2.3.4", "1.2.0 2.3.4", "2.3.5 1.1.0"),
            ("1 - 2 || 4 - 5", "1.5.0 4.5.0 5.5.0", "3.5.0"),
        ] {
            for version in taken.split_whitespace() {
                assert!(accepts(constraint, version), "{constraint} takes {version}");
            }
            for version in refused.split_whitespace() {
                assert!(!accepts(constraint, version), "{constraint} refuses {version}");
            }
        }
    }

    #[test]
    fn what_is_no_constraint() {
        for (text, message) in [
            ("", "improper constraint: \"\""),
            ("a", "improper constraint: \"a\""),
            (">1.0<2.0", "improper constraint: \">1.0<2.0\""),
            ("1.2.3.4", "improper constraint: \"1.2.3.4\""),
            (">=1.2 - 3", "improper constraint: \">=>= 1.2, <= 3 \""),
            ("1.2, ", "improper constraint: \"1.2, \""),
            ("1|2", "constraint parser error"),
            ("1.2x", "constraint parser error"),
        ] {
            assert_eq!(Constraint::parse(text).unwrap_err().to_string(), message);
        }
        assert_eq!(Constraint::parse(&"1".repeat(600)).unwrap_err(), ConstraintError::TooLong);
        assert_eq!(Constraint::parse(&["1"; 40].join("||")).unwrap_err(), ConstraintError::TooManyGroups);
    }
}
