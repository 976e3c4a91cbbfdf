//! Tags: `!name`, `!!name`, `!handle!name`, `!<uri>`.

use super::parser::{Parsed, Parser};
use super::problem;
use diagnostics::Span;

/// What a tag says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// `!`: nothing in particular.
    Plain,
    Str,
    Int,
    Float,
    Bool,
    Null,
    Binary,
    Timestamp,
    /// `!!seq` and `!!omap`.
    List,
    /// `!!map` and `!!set`.
    Map,
    Merge,
    /// Anything else.
    Other,
}

/// A tag and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tagged {
    pub(super) tag: Tag,
    pub(super) span: Span,
}

/// The handles that `%TAG` lines declare.
#[derive(Debug, Default)]
pub(super) struct Handles<'a> {
    declared: Vec<(&'a str, &'a str)>,
}

/// What `!!` stands for unless a `%TAG` line says otherwise.
const YAML: &str = "tag:yaml.org,2002:";

impl<'a> Handles<'a> {
    pub(super) fn declare(&mut self, handle: &'a str, prefix: &'a str) {
        self.declared.push((handle, prefix));
    }

    pub(super) fn clear(&mut self) {
        self.declared.clear();
    }

    fn prefix(&self, handle: &str) -> Option<&'a str> {
        let declared = self.declared.iter().rev().find(|(known, _)| *known == handle).map(|(_, prefix)| *prefix);
        declared.or((handle == "!!").then_some(YAML)).or((handle == "!").then_some("!"))
    }
}

impl Parser<'_, '_> {
    /// Reads the tag at `pos`.
    pub(super) fn tag(&mut self) -> Parsed<Tagged> {
        let start = self.pos;
        self.pos = self.tag_end(start);
        let text = &self.text[start..self.pos];
        let span = self.span(start, self.pos);
        if self.goccy() {
            return self.goccy_tag(text, span);
        }
        if !self.blank_at(self.pos) {
            return Err(problem::tag(
                self.span_of_char(self.pos),
                &format!("`{}` cannot stand in a tag", self.found_char(self.pos)),
            ));
        }
        Ok(Tagged { tag: self.v3_tag(text, span)?, span })
    }

    fn tag_end(&self, start: usize) -> usize {
        let flow = self.flow_lists + self.flow_maps > 0;
        let ends = |byte: &u8| match byte {
            b' ' | b'\t' | b'\n' | b'\r' => true,
            b',' | b']' | b'}' => self.goccy() && flow,
            b'>' => false,
            _ => !(self.goccy() || byte.is_ascii_alphanumeric() || b"_-;/?:@&=+$,.!~*'()[]%<".contains(byte)),
        };
        start + self.bytes[start..].iter().position(ends).unwrap_or(self.bytes.len() - start)
    }

    fn goccy_tag(&self, text: &str, span: Span) -> Parsed<Tagged> {
        if text.contains(['{', '}']) {
            return Err(problem::tag(span, &format!("{} is not a tag", problem::quoted(text))));
        }
        let own = self.handles.prefix("!!") == Some(YAML);
        let tag = match text.strip_prefix("!!") {
            Some(name) if own => named(name).unwrap_or(Tag::Other),
            _ => Tag::Other,
        };
        Ok(Tagged { tag, span })
    }

    fn v3_tag(&self, text: &str, span: Span) -> Parsed<Tag> {
        if text == "!" {
            return Ok(Tag::Plain);
        }
        if let Some(uri) = text.strip_prefix("!<") {
            let uri = uri.strip_suffix('>').filter(|uri| !uri.is_empty());
            let uri = uri.ok_or_else(|| problem::tag(span, "the tag `!<…` needs a name and a closing `>`"))?;
            return Ok(uri.strip_prefix(YAML).and_then(v3_named).unwrap_or(Tag::Other));
        }
        let second = text[1..].find('!').map(|at| at + 1);
        let (handle, name) = match second {
            Some(at) if text[1..at].bytes().all(is_word) => text.split_at(at + 1),
            _ => text.split_at(1),
        };
        if name.is_empty() || name.contains(['<', '>']) {
            return Err(problem::tag(span, &format!("{} is not a tag", problem::quoted(text))));
        }
        let Some(prefix) = self.handles.prefix(handle) else {
            return Err(problem::tag(span, &format!("the tag handle `{handle}` is not declared")));
        };
        Ok(format!("{prefix}{name}").strip_prefix(YAML).and_then(v3_named).unwrap_or(Tag::Other))
    }
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn named(name: &str) -> Option<Tag> {
    Some(match name {
        "str" => Tag::Str,
        "int" => Tag::Int,
        "float" => Tag::Float,
        "bool" => Tag::Bool,
        "null" => Tag::Null,
        "binary" => Tag::Binary,
        "timestamp" => Tag::Timestamp,
        "seq" | "omap" => Tag::List,
        "map" | "set" => Tag::Map,
        "merge" => Tag::Merge,
        _ => return None,
    })
}

/// yaml.v3 has no opinion about lists and maps.
fn v3_named(name: &str) -> Option<Tag> {
    named(name).filter(|tag| !matches!(tag, Tag::List | Tag::Map))
}
