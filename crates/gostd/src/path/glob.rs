//! Patterns for names as Go's `filepath.Match` reads them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// A pattern that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{pattern}` is not a pattern: {problem}")]
pub struct GlobError {
    /// The pattern.
    pub pattern: String,
    /// What is wrong with it.
    pub problem: GlobProblem,
}

/// What is wrong with a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GlobProblem {
    /// A class does not end.
    #[error("a `[` has no `]`")]
    OpenClass,
    /// A class has no letters, or a `-` without one beside it.
    #[error("a letter is missing between `[` and `]`")]
    EmptyClass,
    /// Nothing follows a backslash.
    #[error("it ends with `\\`")]
    Escape,
}

/// A pattern for one name: `*`, `?`, `[a-z]`, `[^a-z]`, and `\` before a letter that stands for itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Letter(Letter),
    /// `?`
    One,
    /// `*`
    Any,
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

/// A letter, or a byte that is no part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letter {
    Char(char),
    Byte(u8),
}

impl Letter {
    /// What a class sees.
    fn char(self) -> char {
        match self {
            Self::Char(letter) => letter,
            Self::Byte(_) => char::REPLACEMENT_CHARACTER,
        }
    }
}

fn letters(bytes: &[u8]) -> impl Iterator<Item = Letter> {
    bytes.utf8_chunks().flat_map(|chunk| {
        chunk.valid().chars().map(Letter::Char).chain(chunk.invalid().iter().copied().map(Letter::Byte))
    })
}

impl Glob {
    /// Reads a pattern.
    pub fn parse(pattern: &str) -> Result<Self, GlobError> {
        let mut parts = Vec::new();
        let mut rest = pattern.chars();
        while let Some(part) =
            next_part(&mut rest).map_err(|problem| GlobError { pattern: pattern.to_owned(), problem })?
        {
            parts.push(part);
        }
        Ok(Self(parts))
    }

    /// Whether the whole name fits. Goes back to the last `*` only, so the time is bounded by both lengths.
    pub fn fits(&self, name: &OsStr) -> bool {
        let name: Vec<Letter> = letters(name.as_bytes()).collect();
        let (mut part, mut at) = (0, 0);
        let mut retry = None;
        loop {
            match self.0.get(part) {
                Some(Part::Any) => {
                    retry = Some((part + 1, at));
                    part += 1;
                }
                Some(wanted) if name.get(at).is_some_and(|letter| wanted.fits(*letter)) => {
                    part += 1;
                    at += 1;
                }
                None if at == name.len() => return true,
                _ => match retry {
                    Some((after, from)) if from < name.len() => {
                        retry = Some((after, from + 1));
                        (part, at) = (after, from + 1);
                    }
                    _ => return false,
                },
            }
        }
    }
}

impl Part {
    fn fits(&self, letter: Letter) -> bool {
        match self {
            Self::Letter(own) => *own == letter,
            Self::One => true,
            Self::Any => false,
            Self::Class { negated, ranges } => {
                let letter = letter.char();
                ranges.iter().any(|(low, high)| (*low..=*high).contains(&letter)) != *negated
            }
        }
    }
}

type Letters<'a> = std::str::Chars<'a>;

fn next_part(rest: &mut Letters<'_>) -> Result<Option<Part>, GlobProblem> {
    Ok(Some(match rest.next() {
        None => return Ok(None),
        Some('*') => Part::Any,
        Some('?') => Part::One,
        Some('[') => class(rest)?,
        Some('\\') => Part::Letter(Letter::Char(rest.next().ok_or(GlobProblem::Escape)?)),
        Some(letter) => Part::Letter(Letter::Char(letter)),
    }))
}

fn class(rest: &mut Letters<'_>) -> Result<Part, GlobProblem> {
    let negated = skip(rest, '^');
    let mut ranges = Vec::new();
    loop {
        if !ranges.is_empty() && skip(rest, ']') {
            return Ok(Part::Class { negated, ranges });
        }
        let low = class_letter(rest)?;
        let high = if skip(rest, '-') { class_letter(rest)? } else { low };
        ranges.push((low, high));
    }
}

fn skip(rest: &mut Letters<'_>, letter: char) -> bool {
    let found = rest.as_str().starts_with(letter);
    if found {
        rest.next();
    }
    found
}

fn class_letter(rest: &mut Letters<'_>) -> Result<char, GlobProblem> {
    match rest.next().ok_or(GlobProblem::OpenClass)? {
        '-' | ']' => Err(GlobProblem::EmptyClass),
        '\\' => rest.next().ok_or(GlobProblem::OpenClass),
        letter => Ok(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, name: &str) -> Option<bool> {
        Glob::parse(pattern).ok().map(|glob| glob.fits(OsStr::new(name)))
    }

    #[test]
    fn names_fit_as_in_go() {
        for (pattern, name, expected) in [
            ("abc", "abc", true),
            ("*", "abc", true),
            ("*", "", true),
            ("*c", "abc", true),
            ("a*", "a", true),
            ("a*b*c*d*e*", "axbxcxdxexxx", true),
            ("a*b?c*x", "abxbbxdbxebxczzx", true),
            ("a*b?c*x", "abxbbxdbxebxczzy", false),
            ("ab[c]", "abc", true),
            ("ab[b-d]", "abc", true),
            ("ab[e-g]", "abc", false),
            ("ab[^c]", "abc", false),
            ("ab[^e-g]", "abc", true),
            ("a\\*b", "a*b", true),
            ("a\\*b", "ab", false),
            ("a?b", "a☺b", true),
            ("a[^a]b", "a☺b", true),
            ("a???b", "a☺b", false),
            ("[a-ζ]*", "α", true),
            ("*[a-ζ]", "A", false),
            ("[\\]a]", "]", true),
            ("[\\-]", "-", true),
            ("[x\\-]", "x", true),
            ("[x\\-]", "z", false),
            ("*x", "xxx", true),
            ("*.sh", "a.sh.txt", false),
            ("", "", true),
            ("", "a", false),
        ] {
            assert_eq!(fits(pattern, name), Some(expected), "{pattern} {name}");
        }
    }

    #[test]
    fn patterns_that_are_none() {
        for pattern in ["[", "[]a]", "[-]", "[x-]", "[-x]", "[a-b-c]", "[^", "[^bc", "a[", "\\", "[\\", "[a\\", "*["] {
            assert_eq!(fits(pattern, "a"), None, "{pattern}");
        }
        says("[x", "`[x` is not a pattern: a `[` has no `]`");
    }

    fn says(pattern: &str, text: &str) {
        assert_eq!(Glob::parse(pattern).unwrap_err().to_string(), text);
    }

    #[test]
    fn bytes_that_are_no_letters() {
        let name = OsStr::from_bytes(b"a\xff.bin");
        assert!(Glob::parse("a?.bin").unwrap().fits(name));
        assert!(Glob::parse("*.bin").unwrap().fits(name));
        assert!(!Glob::parse("a.bin").unwrap().fits(name));
    }

    #[test]
    fn many_stars_take_no_time() {
        let pattern = "*a".repeat(200) + "b";
        assert_eq!(fits(&pattern, &"a".repeat(20_000)), Some(false));
    }
}
