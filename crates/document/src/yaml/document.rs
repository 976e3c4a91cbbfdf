//! Documents: directives, markers and what may follow the end.

use super::block::Place;
use super::parser::{Parsed, Parser};
use super::problem;
use super::{Documents, Options, breaks};
use crate::fault::Fault;
use crate::{Kind, Node};
use diagnostics::{Diagnostics, FileId};

/// Reads a YAML text. Empty documents give a null without a [`Style`](crate::Style).
///
/// A syntax error ends the parse; duplicate keys, unknown anchors and tags that do not fit are all reported at once.
pub fn parse<'a>(text: &'a str, file: FileId, options: &Options) -> Result<Node<'a>, Diagnostics> {
    match read(text, file, options) {
        (Some(node), found) if found.is_empty() => Ok(node),
        (_, found) => Err(found),
    }
}

/// The tree of a YAML text without syntax errors, whatever else is wrong with it: all entries of a key that is given twice
/// are in it, and null where an alias means nothing.
pub fn parse_anyway<'a>(text: &'a str, file: FileId, options: &Options) -> Option<Node<'a>> {
    read(text, file, options).0
}

fn read<'a>(text: &'a str, file: FileId, options: &Options) -> (Option<Node<'a>>, Diagnostics) {
    match breaks::with_plain_breaks(text, options.dialect) {
        None => run(text, file, options),
        Some(text) => {
            let (node, found) = run(&text, file, options);
            (node.map(Node::into_owned), found)
        }
    }
}

fn run<'a>(text: &'a str, file: FileId, options: &Options) -> (Option<Node<'a>>, Diagnostics) {
    let mut parser = Parser::new(text, file, options);
    let result = parser.check_text().and_then(|()| parser.stream());
    let mut found = parser.found;
    match result {
        Ok(node) => (Some(node), found),
        Err(problem) => {
            found.push(problem.into_diagnostic());
            (None, found)
        }
    }
}

impl<'a> Parser<'a, '_> {
    pub(super) fn check_text(&mut self) -> Parsed<()> {
        let limit = self.options.limits.bytes();
        if self.bytes.len() > limit {
            return Err(problem::too_large(self.span(0, 0), self.bytes.len(), limit));
        }
        if self.goccy() {
            return Ok(());
        }
        self.wide_breaks = breaks::has_wide(self.text);
        match breaks::first_control(self.text) {
            Some((at, found)) => Err(problem::control_character(self.span_of_char(at), found)),
            None => Ok(()),
        }
    }

    /// Reads the one document, or the first.
    pub(super) fn stream(&mut self) -> Parsed<Node<'a>> {
        let node = self.document()?;
        let end = self.pos;
        self.skip_gap(-1)?;
        if self.pos < self.bytes.len() && !self.ended() {
            return Err(self.behind_root(&node, end));
        }
        if self.options.documents == Documents::One
            && let Some(second) = self.next_document()?
        {
            return Err(problem::several_documents(second));
        }
        Ok(node)
    }

    fn behind_root(&self, node: &Node<'_>, end: usize) -> Fault {
        let same_line = !self.text[end..self.pos].contains('\n');
        match node.kind {
            Kind::Map(_) | Kind::List(_) if !same_line && node.span.start as usize != self.pos => {
                let column = 0;
                problem::indentation(self, self.span_of_char(node.span.start as usize), "document", column)
            }
            _ => problem::unexpected_text(self, node.span),
        }
    }

    /// Moves behind `...` and gives the place of the document that follows, if one does.
    fn next_document(&mut self) -> Parsed<Option<diagnostics::Span>> {
        while self.bytes[self.pos..].starts_with(b"...") {
            self.pos += 3;
            if !self.line_is_over() {
                return Err(problem::unexpected_text(self, self.span(self.pos, self.pos)));
            }
            self.skip_gap(-1)?;
        }
        let place = self.span_of_rest(self.pos);
        if self.pos >= self.bytes.len() {
            return Ok(None);
        }
        let mut probe = self.pos;
        if self.marker_at(self.pos) {
            probe += 3;
        }
        Ok(self.text[probe..].lines().any(|line| !is_idle(line)).then_some(place))
    }

    fn document(&mut self) -> Parsed<Node<'a>> {
        self.handles.clear();
        let directives = self.directives()?;
        if !self.bytes[self.pos..].starts_with(b"---") || !self.ended() || self.pos >= self.bytes.len() {
            if let Some(span) = directives {
                return Err(problem::directive(span, "a directive has to be followed by `---`"));
            }
            return self.block_node(-1, Place::Root);
        }
        self.pos += 3;
        self.block_node(-1, Place::Marker)
    }

    /// Reads the `%` lines in front of a document.
    fn directives(&mut self) -> Parsed<Option<diagnostics::Span>> {
        let mut last = None;
        loop {
            self.skip_gap(-1)?;
            if self.peek() != Some(b'%') || self.pos != self.line {
                return Ok(last);
            }
            let span = self.span_of_rest(self.pos);
            self.directive(span)?;
            last = Some(span);
            self.pos = self.line_end(self.pos);
        }
    }

    fn directive(&mut self, span: diagnostics::Span) -> Parsed<()> {
        let text = self.text;
        let line = &text[span.start as usize..span.end as usize];
        let line = line.split_once(" #").map_or(line, |(line, _)| line);
        let words: Vec<&'a str> = line.split_ascii_whitespace().take(4).collect();
        match words[..] {
            ["%YAML", version] => match version.split_once('.') {
                Some(("1", "0" | "1" | "2" | "3")) => Ok(()),
                _ => Err(problem::directive(
                    span,
                    &format!("the YAML version {} is not known", problem::quoted(version)),
                )),
            },
            ["%TAG", handle, prefix] => {
                self.handles.declare(handle, prefix);
                Ok(())
            }
            ["%YAML" | "%TAG", ..] => {
                Err(problem::directive(span, "the directive does not have the right number of words"))
            }
            [name, ..] if name.len() > 1 && self.goccy() => Ok(()),
            _ => Err(problem::directive(span, "the directive is not known")),
        }
    }
}

/// Whether a line says nothing: blank, a comment, or the end of a document.
fn is_idle(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#') || line == "..." || line == "---"
}
