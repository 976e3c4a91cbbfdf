//! Patterns over lines: plain text or `/regular expressions/`, each negated by `!`.

use super::shown::{json, written};
use gostd::regexp::Regexp;
use memchr::{memchr, memmem};
use std::ops::ControlFlow;
use std::sync::Arc;
use value::{Escape, List, Value};

/// So long a line is not read.
const LONGEST_LINE: usize = 1 << 20;

/// A list of patterns.
pub(crate) struct Patterns {
    given: Value,
    parsed: Result<Vec<Pattern>, String>,
}

struct Pattern {
    /// As it was written.
    text: Arc<str>,
    negated: bool,
    search: Search,
}

enum Search {
    Text(Vec<u8>),
    Regexp(Regexp),
}

impl Pattern {
    fn parse(text: &Arc<str>) -> Result<Self, String> {
        let (negated, rest) = match text.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, &**text),
        };
        let search = match rest.strip_prefix('/') {
            Some(rest) if text.ends_with('/') => Search::Regexp(regexp(text, rest)?),
            _ => Search::Text(text.trim_start_matches(['\\', '/', '!']).as_bytes().to_vec()),
        };
        Ok(Self { text: Arc::clone(text), negated, search })
    }

    fn is_in(&self, line: &[u8]) -> bool {
        match &self.search {
            Search::Text(text) => memmem::find(line, text).is_some(),
            Search::Regexp(regexp) => regexp.is_match(line),
        }
    }

    /// Whether it is satisfied although no line has it.
    fn holds_without(&self) -> bool {
        self.negated || self.text.is_empty()
    }
}

fn regexp(whole: &str, rest: &str) -> Result<Regexp, String> {
    let pattern = rest.strip_suffix('/').ok_or_else(|| format!("pattern `{whole}` has no regular expression"))?;
    Regexp::compile(pattern).map_err(|error| error.to_string())
}

impl Patterns {
    pub(crate) fn parse(list: &List) -> Self {
        let parsed = list.iter().map(|item| match item {
            Value::String(text) => Pattern::parse(text),
            other => Err(format!(
                "HavePatterns matcher expects patterns to be a string. got: <{}>: {}",
                other.type_name(),
                json(other)
            )),
        });
        Self { given: Value::List(list.clone()), parsed: parsed.collect() }
    }

    /// As they were written.
    pub(crate) fn given(&self) -> &Value {
        &self.given
    }

    /// Begins a search.
    pub(crate) fn scan(&self) -> Result<Scan<'_>, String> {
        let patterns = self.parsed.as_ref().map_err(String::clone)?;
        Ok(Scan { patterns, open: (0..patterns.len()).collect(), found: Vec::new(), line: Vec::new(), too_long: false })
    }

    /// What is missing in a whole text, if anything is.
    pub(super) fn missing_in(&self, text: &[u8]) -> Result<Option<Missing>, String> {
        let mut scan = self.scan()?;
        let _ = scan.feed(text);
        scan.finish()
    }
}

/// A search through a text that comes in pieces.
pub(crate) struct Scan<'p> {
    patterns: &'p [Pattern],
    /// Those that no line had so far.
    open: Vec<usize>,
    found: Vec<usize>,
    /// The beginning of a line whose end has not come yet.
    line: Vec<u8>,
    too_long: bool,
}

/// The patterns that are not satisfied.
#[derive(Debug)]
pub(crate) struct Missing(List);

impl Missing {
    /// As JSON. A pattern that is given twice and satisfied is not missing.
    pub(crate) fn shown(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| written(&Value::List(self.0.clone()), Escape::Plain))
    }
}

impl Scan<'_> {
    /// Looks at a piece; breaks off when no more has to be seen.
    pub(crate) fn feed(&mut self, mut piece: &[u8]) -> ControlFlow<()> {
        while !self.open.is_empty() && !self.too_long {
            let Some(end) = memchr(b'\n', piece) else {
                self.too_long = self.line.len() + piece.len() >= LONGEST_LINE;
                self.line.extend_from_slice(&piece[..piece.len().min(LONGEST_LINE)]);
                return ControlFlow::Continue(());
            };
            self.too_long = self.line.len() + end >= LONGEST_LINE;
            if !self.too_long {
                self.end_line(&piece[..end]);
            }
            piece = &piece[end + 1..];
        }
        ControlFlow::Break(())
    }

    fn end_line(&mut self, rest: &[u8]) {
        if self.line.is_empty() {
            self.see(rest);
        } else {
            let mut line = std::mem::take(&mut self.line);
            line.extend_from_slice(rest);
            self.see(&line);
            line.clear();
            self.line = line;
        }
    }

    fn see(&mut self, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let (patterns, found) = (self.patterns, &mut self.found);
        self.open.retain(|at| {
            let is_there = patterns[*at].is_in(line);
            if is_there && !patterns[*at].negated {
                found.push(*at);
            }
            !is_there
        });
    }

    /// What is missing, if anything is.
    pub(crate) fn finish(mut self) -> Result<Option<Missing>, String> {
        if !self.line.is_empty() && !self.too_long && !self.open.is_empty() {
            let line = std::mem::take(&mut self.line);
            self.see(&line);
        }
        if self.too_long && !self.open.is_empty() {
            return Err(format!("a line is longer than {LONGEST_LINE} bytes (bufio.Scanner: token too long)"));
        }
        let without = self.open.iter().copied().filter(|at| self.patterns[*at].holds_without());
        self.found.extend(without);
        if self.found.len() == self.patterns.len() {
            return Ok(None);
        }
        let is_found = |text: &str| self.found.iter().any(|at| &*self.patterns[*at].text == text);
        let missing = self.patterns.iter().filter(|pattern| !is_found(&pattern.text));
        Ok(Some(Missing(missing.map(|pattern| Value::String(Arc::clone(&pattern.text))).collect())))
    }
}
