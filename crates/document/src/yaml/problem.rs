//! What people read when a YAML text is wrong: one function per kind of problem. A table, so it may be long.

use super::codes;
use super::parser::Parser;
use crate::fault::Fault;
use diagnostics::{Diagnostic, Span};

pub(super) fn tab(at: Span) -> Fault {
    Diagnostic::error(&codes::TAB, "a tab is used for indentation")
        .at(at, "this is a tab")
        .help("indent with spaces".to_owned())
        .into()
}

pub(super) fn too_deep(at: Span, limit: usize) -> Fault {
    Diagnostic::error(&codes::TOO_DEEP, format!("lists and maps are nested deeper than the limit `depth` of {limit}"))
        .at(at, "one level too many")
        .help(format!("raise the limit if the document is meant to be like this ({} at most)", crate::Limits::DEEPEST))
        .into()
}

pub(super) fn too_large(at: Span, size: usize, limit: usize) -> Fault {
    Diagnostic::error(&codes::TOO_LARGE, format!("the text has {size} bytes, more than the limit `size` of {limit}"))
        .at(at, "the text begins here")
        .help("raise the limit if the document is meant to be that large".to_owned())
        .into()
}

pub(super) fn too_many_aliases(at: Span, limit: usize) -> Fault {
    Diagnostic::error(&codes::TOO_MANY_ALIASES, format!("aliases copy more nodes than the limit `aliases` of {limit}"))
        .at(at, "one copy too many")
        .help("raise the limit if the document needs that many".to_owned())
        .into()
}

pub(crate) fn too_many_nodes(at: Span, limit: usize) -> Fault {
    Diagnostic::error(
        &codes::TOO_MANY_NODES,
        format!("the document has more items and entries than the limit `nodes` of {limit}"),
    )
    .at(at, "one too many")
    .help("raise the limit if the document needs that many".to_owned())
    .into()
}

pub(super) fn unclosed_quote(parser: &Parser<'_, '_>, open: usize) -> Fault {
    let quote = &parser.text[open..=open];
    let inside = if quote == "'" { "''" } else { "\\\"" };
    let end = parser.text.trim_end().len().max(open + 1);
    Diagnostic::error(&codes::UNCLOSED_QUOTE, format!("the text that begins with `{quote}` is not closed"))
        .at(parser.span(open, open + 1), "opened here")
        .at(parser.span(end, end), format!("no closing `{quote}` up to here"))
        .help(format!("close it with `{quote}`; a `{quote}` inside the text is written `{inside}`"))
        .into()
}

pub(super) fn unclosed_bracket(parser: &Parser<'_, '_>, open: usize) -> Fault {
    let (what, close) = if parser.at(open) == Some(b'[') { ("list", ']') } else { ("map", '}') };
    let template = parser.text[open..].starts_with("{{") || parser.text[open..].starts_with("{%");
    let end = parser.text.trim_end().len().max(open + 1);
    Diagnostic::error(
        &codes::UNCLOSED_BRACKET,
        format!("the {what} that begins with `{}` is not closed", &parser.text[open..=open]),
    )
    .at(parser.span(open, open + 1), "opened here")
    .at(parser.span(end, end), format!("no `{close}` up to here"))
    .help(if template {
        TEMPLATE.to_owned()
    } else {
        format!("close it with `{close}`, or put the value into quotes if it is a text")
    })
    .into()
}

const TEMPLATE: &str = "a template needs quotes: `\"{{ … }}\"`";

pub(super) fn missing_comma(parser: &Parser<'_, '_>, open: usize) -> Fault {
    let (what, close) = if parser.at(open) == Some(b'[') { ("list", ']') } else { ("map", '}') };
    Diagnostic::error(
        &codes::MISSING_COMMA,
        format!("expected `,` or `{close}` in the {what}, found `{}`", parser.found_char(parser.pos)),
    )
    .at(parser.span_of_char(parser.pos), format!("`,` or `{close}` expected"))
    .at(parser.span(open, open + 1), format!("the {what} begins here"))
    .into()
}

pub(super) fn empty_item(parser: &Parser<'_, '_>, open: usize) -> Fault {
    let what = if parser.at(open) == Some(b'[') { "an item" } else { "a key" };
    Diagnostic::error(&codes::EMPTY_ITEM, format!("expected {what}, found `{}`", parser.found_char(parser.pos)))
        .at(parser.span_of_char(parser.pos), format!("{what} expected"))
        .help("remove it, or write `null` or `\"\"` for an empty item".to_owned())
        .into()
}

pub(super) fn unexpected_bracket(parser: &Parser<'_, '_>) -> Fault {
    Diagnostic::error(&codes::UNEXPECTED_BRACKET, format!("`{}` closes nothing", parser.found_char(parser.pos)))
        .at(parser.span_of_char(parser.pos), "a value is expected here")
        .help("put the value into quotes if it is a text".to_owned())
        .into()
}

/// A line that is deeper than the lines it should line up with; `like` is the first of those.
pub(super) fn indentation(parser: &Parser<'_, '_>, like: Span, what: &str, column: isize) -> Fault {
    Diagnostic::error(&codes::INDENTATION, format!("this line does not line up with the {what} it belongs to"))
        .at(parser.span_of_rest(parser.pos), format!("begins in column {}", parser.column() + 1))
        .at(like, format!("the {what} begins in column {}", column + 1))
        .help("give all keys of a map, and all dashes of a list, the same indentation".to_owned())
        .into()
}

/// Something behind a complete value.
pub(super) fn unexpected_text(parser: &Parser<'_, '_>, value: Span) -> Fault {
    let bytes = parser.text.as_bytes();
    let is_quote = |at: u32| bytes.get(at as usize).copied().filter(|byte| matches!(byte, b'\'' | b'"'));
    let help = match is_quote(value.start).or_else(|| is_quote(value.start.saturating_sub(1))) {
        Some(b'\'') => "inside `'…'` a quote is written twice: `''`",
        Some(b'"') => "inside `\"…\"` a quote is written `\\\"`",
        _ => "put the whole value into quotes; a comment begins with ` #`",
    };
    Diagnostic::error(
        &codes::UNEXPECTED_TEXT,
        format!("found {} after the end of the value", parser.found_word(parser.pos)),
    )
    .at(parser.span_of_rest(parser.pos), "not expected here")
    .at(value, "the value is complete here")
    .help(help.to_owned())
    .into()
}

pub(super) fn nested_value(colon: Span, value: Span) -> Fault {
    Diagnostic::error(&codes::NESTED_VALUE, "a value cannot contain `: ` without quotes")
        .at(colon, "this `:` would begin a second value")
        .at(value, "inside this text")
        .help("put the text into quotes, or begin the inner map on the next line".to_owned())
        .into()
}

/// A line that looks like a key, but is deep enough to go on with the text above.
pub(super) fn key_in_text(parser: &Parser<'_, '_>, key: Span, text: Span) -> Fault {
    let name = &parser.text[key.start as usize..key.end as usize];
    Diagnostic::error(&codes::INDENTATION, format!("the key {} is indented as part of the text above", quoted(name)))
        .at(key, "looks like a key")
        .at(text, "goes on with this text")
        .help("give the key the indentation of the keys it belongs to, or put the text into quotes".to_owned())
        .into()
}

/// A line of a map without `: `; `other` is a line of the map that has one.
pub(super) fn missing_colon(parser: &Parser<'_, '_>, line: Span, other: Option<Span>) -> Fault {
    let text = &parser.text[line.start as usize..line.end as usize];
    let help = match text.split_once(':') {
        Some((key, value)) if !value.is_empty() && !key.contains(' ') => {
            format!("put a space behind the colon: `{key}: {value}`")
        }
        _ => "write `key: value`; a text that goes on from the line above is indented deeper than its key".to_owned(),
    };
    let problem = Diagnostic::error(&codes::MISSING_COLON, format!("expected `key: value`, found {}", quoted(text)))
        .at(line, "no `: ` here");
    match other {
        Some(key) => problem.at(key, "in the map of this key"),
        None => problem,
    }
    .help(help)
    .into()
}

/// A list that begins in the wrong place; `before` is what is in its way.
pub(super) fn list_here(at: Span, before: Option<(Span, &str)>, help: &str) -> Fault {
    let problem = Diagnostic::error(&codes::LIST_HERE, "a list cannot begin here").at(at, "this `-` begins a list");
    match before {
        Some((span, text)) => problem.at(span, text),
        None => problem,
    }
    .help(help.to_owned())
    .into()
}

pub(super) fn key_here(parser: &Parser<'_, '_>) -> Fault {
    let found = parser.found_char(parser.pos);
    Diagnostic::error(&codes::KEY_HERE, format!("`{found}` cannot stand here"))
        .at(parser.span_of_char(parser.pos), "no map can begin here")
        .help("put the text into quotes".to_owned())
        .into()
}

pub(super) fn key_not_scalar(parser: &Parser<'_, '_>, key: Span, what: &str) -> Fault {
    let template = parser.text[..key.start as usize].ends_with('{');
    let help = if template { TEMPLATE } else { "use a text or a number as the key" };
    Diagnostic::error(&codes::KEY_NOT_SCALAR, format!("{what} cannot be a key"))
        .at(key, "used as a key")
        .help(help.to_owned())
        .into()
}

pub(super) fn key_lines(key: Span, colon: Span) -> Fault {
    Diagnostic::error(&codes::KEY_LINES, "a key and its `:` are not on one line")
        .at(key, "the key begins here")
        .at(colon, "its `:` is here")
        .into()
}

pub(super) fn key_length(key: Span) -> Fault {
    Diagnostic::error(&codes::KEY_LENGTH, "a key has more than 1024 characters")
        .at(key, "too long")
        .help("write `? ` in front of a long key".to_owned())
        .into()
}

pub(super) fn duplicate_key(again: Span, first: Span, key: &str) -> Diagnostic {
    Diagnostic::error(&codes::DUPLICATE_KEY, format!("the key {} is given twice", quoted(key)))
        .at(again, "given again here")
        .at(first, "first given here")
        .help("remove one of them or rename it".to_owned())
}

pub(super) fn unknown_anchor(at: Span, name: &str, similar: Option<(&str, Span)>) -> Diagnostic {
    let problem = Diagnostic::error(&codes::UNKNOWN_ANCHOR, format!("there is no anchor `&{name}` before this alias"))
        .at(at, "not known here");
    match similar {
        Some((like, place)) => problem.at(place, "a similar anchor").help(format!("did you mean `*{like}`?")),
        None => problem.help(format!("mark a node with `&{name}` first, or put the text into quotes")),
    }
}

pub(super) fn recursive_alias(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(&codes::RECURSIVE_ALIAS, format!("`*{name}` stands inside the node that `&{name}` marks"))
        .at(at, "the value would contain itself")
}

pub(super) fn anchor_name(at: Span, message: &str) -> Fault {
    Diagnostic::error(&codes::ANCHOR_NAME, message)
        .at(at, "given here")
        .help("put the text into quotes if it is not meant as an anchor or an alias".to_owned())
        .into()
}

pub(super) fn two_properties(at: Span, what: &str) -> Fault {
    Diagnostic::error(&codes::PROPERTIES, format!("{what} cannot stand here")).at(at, "one too many").into()
}

pub(super) fn unknown_escape(at: Span, found: &str) -> Fault {
    Diagnostic::error(&codes::ESCAPE, format!("there is no escape `{found}`"))
        .at(at, "not known")
        .help("write a backslash as `\\\\`, or use `'…'`, where it means nothing".to_owned())
        .into()
}

pub(super) fn escape_code(at: Span, found: &str, expected: &str) -> Fault {
    Diagnostic::error(&codes::ESCAPE_CODE, format!("the escape `{found}` is not complete or names no character"))
        .at(at, expected)
        .into()
}

pub(super) fn several_documents(second: Span) -> Fault {
    Diagnostic::error(&codes::SEVERAL_DOCUMENTS, "the file holds more than one document")
        .at(second, "the second document begins here")
        .help("put each document into a file of its own".to_owned())
        .into()
}

pub(super) fn control_character(at: Span, found: char) -> Fault {
    Diagnostic::error(
        &codes::CONTROL_CHARACTER,
        format!("the character U+{:04X} is not allowed here", u32::from(found)),
    )
    .at(at, "this character")
    .help("write it as an escape inside `\"…\"`".to_owned())
    .into()
}

pub(super) fn reserved(parser: &Parser<'_, '_>) -> Fault {
    Diagnostic::error(&codes::RESERVED, format!("a plain text cannot begin with `{}`", parser.found_char(parser.pos)))
        .at(parser.span_of_char(parser.pos), "not without quotes")
        .help("put the text into quotes".to_owned())
        .into()
}

pub(super) fn block_header(at: Span, message: &str) -> Fault {
    Diagnostic::error(&codes::BLOCK_HEADER, message)
        .at(at, "given here")
        .help("write `|` or `>`, then at most one digit from 1 to 9 and one of `-` and `+`".to_owned())
        .into()
}

/// A line of a block text that is less indented than its first line or its header says.
pub(super) fn block_indentation(at: Span, header: Span) -> Fault {
    Diagnostic::error(&codes::INDENTATION, "the lines of the text are not indented as its beginning says")
        .at(at, "less indented")
        .at(header, "the text begins here")
        .help("indent all lines of the text alike".to_owned())
        .into()
}

pub(super) fn tag(at: Span, message: &str) -> Fault {
    Diagnostic::error(&codes::TAG, message).at(at, "given here").into()
}

pub(super) fn tag_value(at: Span, tag: &str, found: &str) -> Diagnostic {
    Diagnostic::error(&codes::TAG_VALUE, format!("{found} cannot be read as `{tag}`")).at(at, "given here")
}

pub(super) fn directive(at: Span, message: &str) -> Fault {
    Diagnostic::error(&codes::DIRECTIVE, message)
        .at(at, "given here")
        .help("put a text that begins with `%` into quotes".to_owned())
        .into()
}

pub(super) fn merge(at: Span, found: &str, anchor: Option<Span>) -> Diagnostic {
    let problem = Diagnostic::error(&codes::MERGE, format!("`<<` needs a map or a list of maps, found {found}"))
        .at(at, "given here");
    match anchor {
        Some(anchor) => problem.at(anchor, "the anchor is here"),
        None => problem,
    }
    .help("put `<<` into quotes if it is meant as a key".to_owned())
}

/// The first line of a text in backticks, if it is short. A long one is not cut: a piece of a secret would not be recognised
/// as one. The line that a message shows has it.
pub(crate) fn quoted(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match length_of_long(line) {
        Some(length) => format!("`…` ({length} characters)"),
        None => format!("`{line}`"),
    }
}

/// How many characters a text has, if those are too many for a message.
pub(crate) fn length_of_long(text: &str) -> Option<usize> {
    Some(text.chars().count()).filter(|length| *length > 40)
}

impl Parser<'_, '_> {
    /// The character at `pos` for a message.
    pub(super) fn found_char(&self, pos: usize) -> String {
        match self.text[self.text.floor_char_boundary(pos)..].chars().next() {
            None => "end of text".to_owned(),
            Some(c) if c.is_control() => c.escape_default().to_string(),
            Some(c) => c.to_string(),
        }
    }

    /// The word at `pos` in backticks for a message.
    pub(super) fn found_word(&self, pos: usize) -> String {
        let rest = &self.text[self.text.floor_char_boundary(pos)..];
        quoted(rest.split_whitespace().next().unwrap_or_default())
    }
}
