//! Block texts: `|` keeps the lines, `>` folds them.

use super::parser::{Parsed, Parser};
use super::problem;
use super::scalar::Scalar;
use crate::Style;
use std::borrow::Cow;

/// What happens to line breaks at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chomp {
    Clip,
    Strip,
    Keep,
}

struct Header {
    chomp: Chomp,
    /// The indentation the author gave.
    increment: Option<isize>,
}

/// The line that shows how far a text is indented.
struct FirstLine {
    /// Its first character.
    at: usize,
    line: usize,
    column: isize,
    /// The widest line of blanks before it.
    widest: isize,
    /// The last line of blanks before it.
    before: isize,
}

/// The text as it grows.
struct Block {
    out: String,
    folded: bool,
    /// The line before began with a blank, so the break behind it stays.
    indented: bool,
    /// The line before ended with a line break.
    broken: bool,
    /// Empty lines since then.
    empty: usize,
}

impl Block {
    fn line(&mut self, line: &str) {
        let indented = line.starts_with([' ', '\t']);
        let fold = self.folded && self.broken && !self.indented && !indented;
        match (fold, self.empty) {
            (true, 0) => self.out.push(' '),
            (false, _) if self.broken => self.out.push('\n'),
            _ => {}
        }
        self.push_empty();
        self.out.push_str(line);
        self.indented = indented;
    }

    fn push_empty(&mut self) {
        self.out.extend(std::iter::repeat_n('\n', self.empty));
        self.empty = 0;
    }
}

impl<'a> Parser<'a, '_> {
    /// Reads the block text whose `|` or `>` is at `pos`. `indent` is the column of the innermost key or dash.
    pub(super) fn literal(&mut self, indent: isize) -> Parsed<Scalar<'a>> {
        let start = self.pos;
        let style = if self.bytes[start] == b'|' { Style::Literal } else { Style::Folded };
        let header = self.header(start)?;
        let head = self.span(start, self.line_end(start));
        self.next_line();
        let beside_marker = self.goccy() && indent < 0 && start > 0 && self.bytes[start - 1] != b'\n';
        // goccy takes the text of a document behind `---` from the first column on.
        let parent = if beside_marker { -1 } else { indent.max(0) };
        let level = match header.increment {
            Some(increment) => parent + increment,
            None if self.goccy() => self.detect_goccy(parent + 1, head)?,
            None => self.detect_v3(indent + 1)?,
        };
        let mut block = Block {
            out: String::with_capacity(64),
            folded: style == Style::Folded,
            indented: false,
            broken: false,
            empty: 0,
        };
        self.block_lines(&mut block, level, header.increment.is_some(), head)?;
        self.refuse_wide_breaks(start, self.pos)?;
        let end = self.pos;
        Ok(Scalar { text: Cow::Owned(self.chomp(block, header.chomp)), style, start, end, one_line: false })
    }

    fn next_line(&mut self) {
        self.pos = self.line_end(self.pos);
        while self.pos < self.bytes.len() {
            self.pos += 1;
            if self.bytes[self.pos - 1] == b'\n' {
                break;
            }
        }
        self.line = self.pos;
    }

    fn header(&self, start: usize) -> Parsed<Header> {
        let end = self.line_end(start);
        let line = &self.text[start + 1..end];
        let comment = if self.goccy() { line.find('#').filter(|at| *at > 0) } else { comment_of(line) };
        let marks = line[..comment.unwrap_or(line.len())].trim_end_matches([' ', '\t']);
        let header = if self.goccy() { goccy_header(marks) } else { v3_header(marks) };
        header.ok_or_else(|| {
            let at = self.span(start, start + 1 + marks.len());
            problem::block_header(
                at,
                &format!(
                    "{} is not a valid start of a block text",
                    problem::quoted(&self.text[start..start + 1 + marks.len()])
                ),
            )
        })
    }

    /// The first line that is not empty, and the widest empty line before it.
    fn first_line(&self) -> FirstLine {
        let mut line = self.pos;
        let (mut widest, mut before) = (0, 0);
        loop {
            let mut at = line;
            while self.at(at) == Some(b' ') {
                at += 1;
            }
            let column = isize::try_from(at - line).unwrap_or(isize::MAX);
            if at >= self.bytes.len() || !self.break_at(at) {
                return FirstLine { at, line, column, widest, before };
            }
            widest = widest.max(column);
            before = column;
            line = self.line_end(at) + if self.bytes[at] == b'\r' { 2 } else { 1 };
        }
    }

    /// Finds the indentation of the text.
    fn detect_v3(&self, least: isize) -> Parsed<isize> {
        let first = self.first_line();
        if self.at(first.at) == Some(b'\t') {
            return Err(problem::tab(self.span(first.at, first.at + 1)));
        }
        Ok(first.widest.max(first.column).max(least).max(1))
    }

    /// Finds the indentation of the text; the line of blanks before the first line is wider by one space at most.
    fn detect_goccy(&self, least: isize, head: diagnostics::Span) -> Parsed<isize> {
        let first = self.first_line();
        let text = self.at(first.at);
        if text == Some(b'\t') && first.column == 0 {
            return Err(problem::tab(self.span(first.at, first.at + 1)));
        }
        let marker = first.at == first.line && self.marker_at(first.at);
        if text.is_none() || marker || first.column < least {
            return Ok(first.widest.max(least));
        }
        if first.before > first.column + 1 {
            return Err(problem::block_indentation(self.span_of_rest(first.at), head));
        }
        Ok(first.column)
    }

    /// Takes the lines that are indented by `level`.
    fn block_lines(&mut self, block: &mut Block, level: isize, given: bool, head: diagnostics::Span) -> Parsed<()> {
        let level = usize::try_from(level).unwrap_or(0);
        loop {
            let line = self.pos;
            let mut at = line;
            while at - line < level && self.at(at) == Some(b' ') {
                at += 1;
            }
            if at >= self.bytes.len() {
                self.pos = at;
                return Ok(());
            }
            if self.break_at(at) || self.blank_before_text(at, block, given) {
                block.empty += 1;
                self.pos = at;
                self.next_line();
                continue;
            }
            if at - line < level || (at == line && self.marker_at(line)) {
                return self.end_of_block(at, line, given && block.out.is_empty() && !block.broken, head);
            }
            let end = self.line_end(at);
            block.line(&self.text[at..end]);
            self.pos = end;
            self.next_line();
            block.broken = self.pos > end;
        }
    }

    /// goccy takes no spaces from lines of blanks in front of the text.
    fn blank_before_text(&self, at: usize, block: &Block, given: bool) -> bool {
        let first = self.goccy() && !given && block.out.is_empty() && !block.broken;
        first && self.text[at..self.line_end(at)].bytes().all(|byte| byte == b' ')
    }

    /// The first line that is not deep enough ends the text; in front of it a tab, or a line that is too shallow for a
    /// given indentation, is a mistake.
    fn end_of_block(&mut self, at: usize, line: usize, first: bool, head: diagnostics::Span) -> Parsed<()> {
        if self.at(at) == Some(b'\t') {
            return Err(problem::tab(self.span(at, at + 1)));
        }
        if first && self.goccy() && at > line {
            return Err(problem::block_indentation(self.span_of_rest(at), head));
        }
        Ok(())
    }

    fn chomp(&self, mut block: Block, chomp: Chomp) -> String {
        if self.goccy() {
            return goccy_chomp(block, chomp);
        }
        if chomp != Chomp::Strip && block.broken {
            block.out.push('\n');
        }
        if chomp == Chomp::Keep {
            block.push_empty();
        }
        block.out
    }
}

fn comment_of(line: &str) -> Option<usize> {
    let marks = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')).len();
    let rest = line[marks..].trim_start_matches([' ', '\t']);
    rest.starts_with('#').then(|| line.len() - rest.len())
}

fn v3_header(marks: &str) -> Option<Header> {
    let chomp = |mark: char| match mark {
        '+' => Some(Chomp::Keep),
        '-' => Some(Chomp::Strip),
        _ => None,
    };
    let digit = |mark: char| mark.to_digit(10).filter(|digit| *digit > 0).and_then(|digit| isize::try_from(digit).ok());
    let marks: Vec<char> = marks.chars().take(3).collect();
    let (chomp, increment) = match marks[..] {
        [] => (Chomp::Clip, None),
        [one] => (chomp(one).unwrap_or(Chomp::Clip), digit(one)),
        [a, b] if chomp(a).is_some() => (chomp(a)?, Some(digit(b)?)),
        [a, b] => (chomp(b)?, Some(digit(a)?)),
        _ => return None,
    };
    let empty = chomp == Chomp::Clip && increment.is_none();
    (!empty || marks.is_empty()).then_some(Header { chomp, increment })
}

/// goccy takes signs on both sides of the digit, and `-` wins.
fn goccy_header(marks: &str) -> Option<Header> {
    let strip = marks.starts_with('-') || marks.ends_with('-');
    let keep = marks.starts_with('+') || marks.ends_with('+');
    let digit = marks.strip_prefix('-').unwrap_or(marks);
    let digit = digit.strip_prefix('+').unwrap_or(digit);
    let digit = digit.strip_suffix('-').unwrap_or(digit);
    let digit = digit.strip_suffix('+').unwrap_or(digit);
    let increment = match digit.as_bytes() {
        [] => None,
        [digit @ b'1'..=b'9'] => Some(isize::from(digit - b'0')),
        _ => return None,
    };
    let chomp = match (strip, keep) {
        (true, _) => Chomp::Strip,
        (false, true) => Chomp::Keep,
        (false, false) => Chomp::Clip,
    };
    Some(Header { chomp, increment })
}

/// goccy chomps the finished text: `-` takes trailing spaces too, a text of one line break is empty, and `+` never
/// gives less than one line break.
fn goccy_chomp(mut block: Block, chomp: Chomp) -> String {
    let last = block.out.rsplit('\n').next().unwrap_or_default();
    if block.broken {
        block.out.push('\n');
    } else if !last.trim_matches(' ').is_empty() {
        let trimmed = block.out.trim_end_matches([' ', '\t']).len();
        block.out.truncate(trimmed);
    }
    block.push_empty();
    let body = block.out.trim_end_matches('\n').len();
    match chomp {
        Chomp::Strip => {
            block.out.truncate(body);
            let trimmed = block.out.trim_end_matches(' ').len();
            block.out.truncate(trimmed);
        }
        Chomp::Clip => block.out.truncate((body + 1).min(block.out.len())),
        Chomp::Keep => {}
    }
    match (block.out.as_str(), chomp) {
        ("\n", Chomp::Clip) => String::new(),
        ("", Chomp::Keep) => "\n".to_owned(),
        _ => block.out,
    }
}
