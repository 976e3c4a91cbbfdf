//! Classes of characters: in brackets, by name, and by escape.

use super::charset::{CharSet, Fold};
use super::error::{Problem, RegexpError};
use super::parse::{Parsed, Parser};
use super::tree::Piece;
use crate::unicode::{Category, category_ranges, named_categories, script_ranges};

/// ASCII characters as inclusive ranges.
type Ranges = &'static [(u32, u32)];

const DIGIT: Ranges = &[(0x30, 0x39)];
const SPACE: Ranges = &[(0x09, 0x0a), (0x0c, 0x0d), (0x20, 0x20)];
const WORD: Ranges = &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];

impl Parser<'_> {
    /// Reads a class in brackets; the bracket is the next character.
    pub(super) fn bracket_class(&mut self) -> Parsed<Piece> {
        let start = self.at;
        self.at += 1;
        let negated = self.take("^");
        let mut set = CharSet::default();
        let mut first = true;
        while first || !self.rest().starts_with(']') {
            first = false;
            match self.class_in_brackets()? {
                Some(class) => set.merge(class),
                None => self.range_in_brackets(start, &mut set)?,
            }
        }
        self.at += 1;
        self.class(negated_if(set, negated))
    }

    fn class_in_brackets(&mut self) -> Parsed<Option<CharSet>> {
        match self.posix_class()? {
            Some(class) => Ok(Some(class)),
            None => self.class_escape(),
        }
    }

    /// One character, or two with a dash between them. A dash before the closing bracket is itself.
    fn range_in_brackets(&mut self, class: usize, set: &mut CharSet) -> Parsed<()> {
        let start = self.at;
        let first = self.class_character(class)?;
        let mut last = first;
        let mut following = self.rest().bytes();
        if following.next() == Some(b'-') && following.next().is_some_and(|byte| byte != b']') {
            self.at += 1;
            last = self.class_character(class)?;
            if last < first {
                return Err(RegexpError::new(Problem::InvalidCharRange, &self.pattern[start..self.at]));
            }
        }
        set.add(first, last, self.flags.fold);
        Ok(())
    }

    fn class_character(&mut self, class: usize) -> Parsed<u32> {
        match self.peek() {
            None => Err(RegexpError::new(Problem::MissingBracket, &self.pattern[class..])),
            Some('\\') => self.escape(),
            Some(c) => {
                self.at += c.len_utf8();
                Ok(c.into())
            }
        }
    }

    /// `[:alpha:]`, if it is the next.
    fn posix_class(&mut self) -> Parsed<Option<CharSet>> {
        let rest = self.rest();
        let Some(end) = rest.strip_prefix("[:").and_then(|rest| rest.find(":]")) else { return Ok(None) };
        let whole = &rest[..end + 4];
        let name = &rest[2..end + 2];
        let (negated, name) = name.strip_prefix('^').map_or((false, name), |name| (true, name));
        let Some(ranges) = posix_ranges(name) else { return Err(RegexpError::new(Problem::InvalidCharRange, whole)) };
        self.at += whole.len();
        Ok(Some(self.ascii_class(ranges, negated)))
    }

    /// `\d`, `\pL` and the like, if it is the next.
    pub(super) fn class_escape(&mut self) -> Parsed<Option<CharSet>> {
        let mut following = self.rest().bytes();
        if following.next() != Some(b'\\') {
            return Ok(None);
        }
        let (ranges, negated) = match following.next() {
            Some(b'd') => (DIGIT, false),
            Some(b'D') => (DIGIT, true),
            Some(b's') => (SPACE, false),
            Some(b'S') => (SPACE, true),
            Some(b'w') => (WORD, false),
            Some(b'W') => (WORD, true),
            Some(b'p') => return self.unicode_class(false).map(Some),
            Some(b'P') => return self.unicode_class(true).map(Some),
            _ => return Ok(None),
        };
        self.at += 2;
        Ok(Some(self.ascii_class(ranges, negated)))
    }

    fn ascii_class(&self, ranges: Ranges, negated: bool) -> CharSet {
        self.folded_class(CharSet::of(ranges.to_vec()), negated)
    }

    fn folded_class(&self, set: CharSet, negated: bool) -> CharSet {
        let set = if self.flags.fold == Fold::Case { set.folded() } else { set };
        negated_if(set, negated)
    }

    /// A class of Unicode by name: one letter, or a name in braces that `^` negates.
    fn unicode_class(&mut self, negated: bool) -> Parsed<CharSet> {
        let rest = self.rest();
        let (whole, name) = match rest[2..].chars().next() {
            Some('{') => match rest.find('}') {
                Some(end) => (&rest[..=end], &rest[3..end]),
                None => return Err(RegexpError::new(Problem::InvalidCharRange, rest)),
            },
            Some(letter) => (&rest[..2 + letter.len_utf8()], &rest[2..2 + letter.len_utf8()]),
            None => (rest, ""),
        };
        let (inverted, name) = name.strip_prefix('^').map_or((false, name), |name| (true, name));
        let Some(class) = unicode_class(&canonical_name(name)) else {
            return Err(RegexpError::new(Problem::InvalidCharRange, whole));
        };
        self.at += whole.len();
        let negated = negated ^ inverted ^ class.negated;
        Ok(if class.folds { self.folded_class(class.set, negated) } else { negated_if(class.set, negated) })
    }
}

fn negated_if(set: CharSet, negated: bool) -> CharSet {
    if negated { set.negated() } else { set }
}

/// A class that Unicode has a name for.
struct UnicodeClass {
    set: CharSet,
    /// Whether all but the set is meant.
    negated: bool,
    /// Whether `(?i)` adds characters to it.
    folds: bool,
}

fn unicode_class(name: &str) -> Option<UnicodeClass> {
    let ranges = match name {
        "Any" => vec![(0, u32::from(char::MAX))],
        "Ascii" => vec![(0, 0x7f)],
        "Assigned" => category_ranges(&[Category::Cn]),
        name => match named_categories(name) {
            Some(categories) => category_ranges(categories),
            None => script_ranges(name)?,
        },
    };
    // Go has no table of what cased letters fold to.
    let folds = !matches!(name, "Lc" | "Casedletter");
    Some(UnicodeClass { set: CharSet::of(ranges), negated: name == "Assigned", folds })
}

/// Case, underscores, dashes and spaces in names do not count.
fn canonical_name(name: &str) -> String {
    let mut canonical: String = name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).collect();
    canonical.make_ascii_lowercase();
    if let Some(first) = canonical.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    canonical
}

fn posix_ranges(name: &str) -> Option<Ranges> {
    Some(match name {
        "alnum" => &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)],
        "alpha" => &[(0x41, 0x5a), (0x61, 0x7a)],
        "ascii" => &[(0x00, 0x7f)],
        "blank" => &[(0x09, 0x09), (0x20, 0x20)],
        "cntrl" => &[(0x00, 0x1f), (0x7f, 0x7f)],
        "digit" => DIGIT,
        "graph" => &[(0x21, 0x7e)],
        "lower" => &[(0x61, 0x7a)],
        "print" => &[(0x20, 0x7e)],
        "punct" => &[(0x21, 0x2f), (0x3a, 0x40), (0x5b, 0x60), (0x7b, 0x7e)],
        "space" => &[(0x09, 0x0d), (0x20, 0x20)],
        "upper" => &[(0x41, 0x5a)],
        "word" => WORD,
        "xdigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
        _ => return None,
    })
}
