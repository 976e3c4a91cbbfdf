//! Reading an expression from left to right.

use regex_syntax::hir::{Dot, Hir, Look};

use super::charset::{CharSet, Fold};
use super::error::{Problem, RegexpError};
use super::tree::{Flags, Group, Piece};

pub(super) type Parsed<T> = Result<T, RegexpError>;

/// The largest count of a repetition, and of nested ones multiplied.
const MAX_REPEAT: u32 = 1_000;
/// How many levels the tree of an expression may have. Go allows 1,000; the compiler of the automaton needs stack for each.
const MAX_HEIGHT: u32 = 250;
/// How many ranges all classes together may have.
const MAX_RANGES: usize = 1 << 20;

/// An expression that is being read.
pub(super) struct Parser<'p> {
    pub(super) pattern: &'p str,
    pub(super) at: usize,
    pub(super) flags: Flags,
    open: Vec<Group>,
    current: Group,
    /// The names of the groups that capture; empty where there is none.
    names: Vec<String>,
    /// Where the repetition began that ended just before.
    last_repeat: Option<usize>,
    ranges: usize,
}

/// An expression that was read.
pub(super) struct Expression {
    pub(super) hir: Hir,
    /// The names of the groups that capture, in order; the whole match is the first and has none.
    pub(super) names: Vec<String>,
}

/// Reads a whole expression.
pub(super) fn parse(pattern: &str) -> Parsed<Expression> {
    let mut parser = Parser {
        pattern,
        at: 0,
        flags: Flags::NONE,
        open: Vec::new(),
        current: Group::new(None, Flags::NONE),
        names: vec![String::new()],
        last_repeat: None,
        ranges: 0,
    };
    while let Some(c) = parser.peek() {
        parser.last_repeat = parser.item(c)?;
    }
    if !parser.open.is_empty() {
        return Err(RegexpError::new(Problem::MissingParen, pattern));
    }
    let whole = std::mem::replace(&mut parser.current, Group::new(None, Flags::NONE));
    let piece = parser.within_height(whole.close())?;
    Ok(Expression { hir: piece.into_hir(), names: parser.names })
}

impl<'p> Parser<'p> {
    /// Reads one item that begins with `c`. A repetition tells where it began.
    fn item(&mut self, c: char) -> Parsed<Option<usize>> {
        match c {
            '*' => return self.repeat(1, 0, None, false),
            '+' => return self.repeat(1, 1, None, false),
            '?' => return self.repeat(1, 0, Some(1), false),
            '{' => return self.counted_repeat(),
            '(' if self.rest().starts_with("(?") => self.perl_group()?,
            '(' => {
                self.at += 1;
                self.open_capture("")?;
            }
            '|' => {
                self.at += 1;
                self.current.bar();
            }
            ')' => self.close_group()?,
            '^' => self.look(1, if self.flags.multi_line { Look::StartLF } else { Look::Start }),
            '$' => self.look(1, if self.flags.multi_line { Look::EndLF } else { Look::End }),
            '.' => {
                let dot = if self.flags.dot_all { Dot::AnyChar } else { Dot::AnyCharExceptLF };
                self.push(1, Hir::dot(dot));
            }
            '[' => {
                let class = self.bracket_class()?;
                self.current.push(class);
            }
            '\\' => self.backslash()?,
            c => {
                self.at += c.len_utf8();
                self.literal(c.into());
            }
        }
        Ok(None)
    }

    fn backslash(&mut self) -> Parsed<()> {
        match self.rest().as_bytes().get(1) {
            Some(b'A') => self.look(2, Look::Start),
            Some(b'z') => self.look(2, Look::End),
            Some(b'b') => self.look(2, Look::WordAscii),
            Some(b'B') => self.look(2, Look::WordAsciiNegate),
            Some(b'C') => return Err(RegexpError::new(Problem::InvalidEscape, r"\C")),
            Some(b'Q') => self.quoted(),
            _ => self.escaped()?,
        }
        Ok(())
    }

    /// A class by escape, or a character.
    fn escaped(&mut self) -> Parsed<()> {
        if let Some(set) = self.class_escape()? {
            let class = self.class(set)?;
            self.current.push(class);
        } else {
            let code = self.escape()?;
            self.literal(code);
        }
        Ok(())
    }

    /// Everything up to `\E` or to the end is itself.
    fn quoted(&mut self) {
        let text = &self.rest()[2..];
        let (quoted, length) =
            text.split_once(r"\E").map_or((text, text.len()), |(quoted, _)| (quoted, quoted.len() + 2));
        self.at += 2 + length;
        for c in quoted.chars() {
            self.literal(c.into());
        }
    }

    fn literal(&mut self, code: u32) {
        let hir = match char::from_u32(code) {
            None => Hir::fail(),
            Some(c) if self.flags.fold == Fold::Case => {
                let mut set = CharSet::default();
                set.add(c.into(), c.into(), Fold::Case);
                set.into_hir()
            }
            Some(c) => Hir::literal(c.encode_utf8(&mut [0; 4]).as_bytes()),
        };
        self.current.push(Piece::leaf(hir));
    }

    fn look(&mut self, length: usize, look: Look) {
        self.push(length, Hir::look(look));
    }

    fn push(&mut self, length: usize, hir: Hir) {
        self.at += length;
        self.current.push(Piece::leaf(hir));
    }

    pub(super) fn class(&mut self, set: CharSet) -> Parsed<Piece> {
        self.ranges += set.len();
        if self.ranges > MAX_RANGES {
            return Err(RegexpError::new(Problem::Large, self.pattern));
        }
        Ok(Piece::leaf(set.into_hir()))
    }

    pub(super) fn open_capture(&mut self, name: &str) -> Parsed<()> {
        let index = u32::try_from(self.names.len()).map_err(|_| RegexpError::new(Problem::Large, self.pattern))?;
        self.names.push(name.to_string());
        self.enter(Group::new(Some(index), self.flags));
        Ok(())
    }

    pub(super) fn open_group(&mut self) {
        self.enter(Group::new(None, self.flags));
    }

    fn enter(&mut self, group: Group) {
        self.open.push(std::mem::replace(&mut self.current, group));
    }

    fn close_group(&mut self) -> Parsed<()> {
        let Some(outer) = self.open.pop() else { return Err(RegexpError::new(Problem::UnexpectedParen, self.pattern)) };
        self.at += 1;
        let group = std::mem::replace(&mut self.current, outer);
        self.flags = group.flags_after;
        let piece = self.within_height(group.close())?;
        self.current.push(piece);
        Ok(())
    }

    /// Reads `{2}`, `{2,}` or `{2,3}`; anything else after a brace makes it a character like others.
    fn counted_repeat(&mut self) -> Parsed<Option<usize>> {
        let Some((min, max, length)) = counts(self.rest()) else {
            self.at += 1;
            self.literal('{'.into());
            return Ok(None);
        };
        let largest = max.unwrap_or(min).max(min);
        if largest > MAX_REPEAT || max.is_some_and(|max| min > max) {
            return Err(RegexpError::new(Problem::InvalidRepeatSize, &self.rest()[..length]));
        }
        self.repeat(length, min, max, true)
    }

    fn repeat(&mut self, length: usize, min: u32, max: Option<u32>, counted: bool) -> Parsed<Option<usize>> {
        let start = self.at;
        self.at += length;
        let lazy = self.take("?");
        if let Some(last) = self.last_repeat {
            return Err(RegexpError::new(Problem::InvalidRepeatOp, &self.pattern[last..self.at]));
        }
        let operator = &self.pattern[start..self.at];
        let Some(piece) = self.current.pop() else {
            return Err(RegexpError::new(Problem::MissingRepeatArgument, operator));
        };
        let repeated = self.within_height(piece.repeated(min, max, lazy == self.flags.swap_greed, counted))?;
        if max.unwrap_or(min) >= 2 && repeated.repeats > MAX_REPEAT {
            return Err(RegexpError::new(Problem::InvalidRepeatSize, operator));
        }
        self.current.push(repeated);
        Ok(Some(start))
    }

    fn within_height(&self, piece: Piece) -> Parsed<Piece> {
        if piece.height > MAX_HEIGHT { Err(RegexpError::new(Problem::NestingDepth, self.pattern)) } else { Ok(piece) }
    }

    pub(super) fn rest(&self) -> &'p str {
        &self.pattern[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }
}

/// Both counts of a repetition in braces, and how long it is.
fn counts(text: &str) -> Option<(u32, Option<u32>, usize)> {
    let (min, rest) = count(text.strip_prefix('{')?)?;
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => count(rest).map(|(max, rest)| (Some(max), rest))?,
    };
    let rest = rest.strip_prefix('}')?;
    Some((min, max, text.len() - rest.len()))
}

/// A number without zeros at its beginning.
fn count(text: &str) -> Option<(u32, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(length);
    if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}
