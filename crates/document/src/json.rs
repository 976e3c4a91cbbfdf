//! JSON with positions: strict, with whole numbers kept apart from fractions.

mod codes;
mod number;
mod string;

use crate::fault::Fault;
use crate::yaml::{TOO_DEEP, TOO_LARGE, too_many_nodes};
use crate::{Entry, Kind, Limits, Node, Style};
pub use codes::CODES;
use diagnostics::{Diagnostic, Diagnostics, FileId, Span};
use std::borrow::Cow;
use std::collections::HashMap;

type Parsed<T> = Result<T, Fault>;

/// Reads a JSON text. Whole numbers above `u64::MAX` become floats; a byte order mark is skipped.
pub fn parse_json(text: &str, file: FileId, limits: Limits) -> Result<Node<'_>, Diagnostics> {
    let mut parser =
        Parser { text, bytes: text.as_bytes(), pos: 0, file, limits, nodes: 0, depth: 0, found: Diagnostics::new() };
    let result = parser.document();
    match result {
        Ok(node) if parser.found.is_empty() => Ok(node),
        Ok(_) => Err(parser.found),
        Err(problem) => {
            parser.found.push(problem.into_diagnostic());
            Err(parser.found)
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
    file: FileId,
    limits: Limits,
    nodes: usize,
    depth: usize,
    found: Diagnostics,
}

impl<'a> Parser<'a> {
    fn document(&mut self) -> Parsed<Node<'a>> {
        let limit = self.limits.bytes();
        if self.bytes.len() > limit {
            let message = format!("the text has {} bytes, more than the limit `size` of {limit}", self.bytes.len());
            let help = "raise the limit if the document is meant to be that large".to_owned();
            return Err(Diagnostic::error(&TOO_LARGE, message)
                .at(self.span(0, 0), "the text begins here")
                .help(help)
                .into());
        }
        if self.text.starts_with('\u{feff}') {
            self.pos = '\u{feff}'.len_utf8();
        }
        let node = self.value()?;
        self.skip_blanks();
        if self.pos < self.bytes.len() { Err(self.unexpected("the end of the text")) } else { Ok(node) }
    }

    fn value(&mut self) -> Parsed<Node<'a>> {
        self.skip_blanks();
        let start = self.pos;
        let (kind, style) = match self.peek() {
            Some(b'{') => (self.object()?, None),
            Some(b'[') => (self.array()?, None),
            Some(b'"') => (Kind::String(self.string()?), Some(Style::Double)),
            Some(b'-' | b'0'..=b'9') => (self.number()?, Some(Style::Plain)),
            _ => (self.word()?, Some(Style::Plain)),
        };
        Ok(Node { span: self.span(start, self.pos), kind, style })
    }

    fn word(&mut self) -> Parsed<Kind<'a>> {
        let words = [("true", Kind::Bool(true)), ("false", Kind::Bool(false)), ("null", Kind::Null)];
        for (word, kind) in words {
            if self.text[self.pos..].starts_with(word) {
                self.pos += word.len();
                return Ok(kind);
            }
        }
        Err(self.unexpected("a value"))
    }

    fn array(&mut self) -> Parsed<Kind<'a>> {
        let open = self.enter()?;
        let mut items = Vec::new();
        if !self.closes(b']', open)? {
            loop {
                let item = self.value()?;
                self.count(item.span)?;
                items.push(item);
                if !self.goes_on(b']', open)? {
                    break;
                }
            }
        }
        self.depth -= 1;
        Ok(Kind::List(items))
    }

    fn object(&mut self) -> Parsed<Kind<'a>> {
        let open = self.enter()?;
        let mut entries = Vec::new();
        if !self.closes(b'}', open)? {
            loop {
                let entry = self.entry(open)?;
                self.count(entry.key.span)?;
                entries.push(entry);
                if !self.goes_on(b'}', open)? {
                    break;
                }
            }
        }
        self.depth -= 1;
        self.report_duplicates(&entries);
        Ok(Kind::Map(entries))
    }

    fn entry(&mut self, open: usize) -> Parsed<Entry<'a>> {
        self.skip_blanks();
        let start = self.pos;
        match self.peek() {
            Some(b'"') => {}
            None => return Err(self.unclosed(open)),
            _ => return Err(self.unexpected("a key in double quotes")),
        }
        let kind = Kind::String(self.string()?);
        let key = Node { span: self.span(start, self.pos), kind, style: Some(Style::Double) };
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("`:` behind the key"));
        }
        self.pos += 1;
        Ok(Entry { key, value: self.value()?, comment: None })
    }

    /// Goes one level down; gives the place of the bracket.
    fn enter(&mut self) -> Parsed<usize> {
        let open = self.pos;
        self.pos += 1;
        self.depth += 1;
        let limit = self.limits.levels();
        if self.depth <= limit {
            return Ok(open);
        }
        let message = format!("lists and maps are nested deeper than the limit `depth` of {limit}");
        let help = format!("raise the limit if the document is meant to be like this ({} at most)", Limits::DEEPEST);
        Err(Diagnostic::error(&TOO_DEEP, message).at(self.span(open, open + 1), "one level too many").help(help).into())
    }

    /// Counts an item or entry.
    fn count(&mut self, place: Span) -> Parsed<()> {
        self.nodes += 1;
        let limit = self.limits.nodes;
        if self.nodes > limit { Err(too_many_nodes(place, limit)) } else { Ok(()) }
    }

    /// Whether the bracket closes right here.
    fn closes(&mut self, close: u8, open: usize) -> Parsed<bool> {
        self.skip_blanks();
        match self.peek() {
            None => Err(self.unclosed(open)),
            Some(byte) => {
                let closes = byte == close;
                self.pos += usize::from(closes);
                Ok(closes)
            }
        }
    }

    /// Whether another item follows.
    fn goes_on(&mut self, close: u8, open: usize) -> Parsed<bool> {
        self.skip_blanks();
        match self.peek() {
            Some(b',') => {
                self.pos += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.pos += 1;
                Ok(false)
            }
            None => Err(self.unclosed(open)),
            Some(_) => Err(self.unexpected(&format!("`,` or `{}`", close as char))),
        }
    }

    fn report_duplicates(&mut self, entries: &[Entry<'a>]) {
        let mut seen = HashMap::new();
        for entry in entries {
            let Kind::String(key) = &entry.key.kind else { continue };
            if let Some(first) = seen.insert(key, entry.key.span)
                && self.found.len() < 100
            {
                let message = format!("the key {} is given twice", crate::yaml::quoted(key));
                let problem = Diagnostic::error(&codes::DUPLICATE_KEY, message);
                self.found.push(problem.at(entry.key.span, "given again here").at(first, "first given here"));
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.pos += 1;
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let clip = |at: usize| u32::try_from(at.min(self.bytes.len())).unwrap_or(u32::MAX);
        Span::new(self.file, clip(start), clip(end))
    }

    fn unexpected(&self, expected: &str) -> Fault {
        let char = self.text[self.pos..].chars().next();
        let found = char.map_or("the end of the text".to_owned(), |char| format!("`{}`", char.escape_debug()));
        Diagnostic::error(&codes::UNEXPECTED, format!("expected {expected}, found {found}"))
            .at(self.span(self.pos, self.pos + char.map_or(0, char::len_utf8)), "not expected here")
            .into()
    }

    fn unclosed(&self, open: usize) -> Fault {
        let (what, close) = if self.bytes[open] == b'[' { ("list", ']') } else { ("map", '}') };
        let message = format!("the {what} that begins with `{}` is not closed", self.bytes[open] as char);
        Diagnostic::error(&codes::UNCLOSED, message)
            .at(self.span(open, open + 1), "opened here")
            .help(format!("close it with `{close}`"))
            .into()
    }

    fn string(&mut self) -> Parsed<Cow<'a, str>> {
        let (text, end) = string::read(self.text, self.pos).map_err(|wrong| self.bad_string(&wrong))?;
        self.pos = end;
        Ok(text)
    }

    fn bad_string(&self, wrong: &string::Wrong) -> Fault {
        Diagnostic::error(&codes::STRING, wrong.message).at(self.span(wrong.start, wrong.end), "here").into()
    }

    fn number(&mut self) -> Parsed<Kind<'a>> {
        let start = self.pos;
        let end = start
            + self.bytes[start..].iter().position(|byte| !number::part(*byte)).unwrap_or(self.bytes.len() - start);
        let text = &self.text[start..end];
        self.pos = end;
        number::read(text).ok_or_else(|| {
            let message = format!("{} is not a number", crate::yaml::quoted(text));
            Diagnostic::error(&codes::NUMBER, message).at(self.span(start, end), "given here").into()
        })
    }
}
