//! Text in a template that is taken as it is. Each such piece becomes an action that prints it: so it cannot be mistaken
//! for anything in the data, and lines keep their numbers.

use crate::{Fault, Inputs};
use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;
use value::{Map, Value};

/// What is to be left alone.
pub(super) enum Block {
    /// From a mark to another, both included.
    Between { start: String, end: String },
    /// Every line with this in it.
    Line(String),
}

/// A template with pieces that print themselves.
pub(super) struct Shielded<'t> {
    pub(super) text: Cow<'t, [u8]>,
    /// Where a piece is now, and where it was.
    moved: Vec<(Range<usize>, Range<usize>)>,
}

impl Shielded<'_> {
    /// A place in the template as it was written.
    pub(super) fn original(&self, place: Range<usize>) -> Range<usize> {
        self.original_of(place.start, false)..self.original_of(place.end, true)
    }

    fn original_of(&self, at: usize, is_end: bool) -> usize {
        let (mut now, mut before) = (0, 0);
        for (piece, was) in &self.moved {
            if at < piece.start {
                break;
            }
            if at < piece.end {
                return if is_end { was.end } else { was.start };
            }
            (now, before) = (piece.end, was.end);
        }
        before + (at - now)
    }
}

/// The template with all pieces shielded.
pub(super) fn shield<'t>(text: &'t [u8], blocks: &[Block], left: &str, right: &str) -> Shielded<'t> {
    let pieces = pieces(text, blocks);
    if pieces.is_empty() {
        return Shielded { text: text.into(), moved: Vec::new() };
    }
    let (left, right) = (or(left, "{{"), or(right, "}}"));
    let (mut shielded, mut moved, mut done) = (Vec::with_capacity(text.len()), Vec::new(), 0);
    for piece in pieces {
        shielded.extend_from_slice(&text[done..piece.start]);
        let start = shielded.len();
        let lines = "\n".repeat(memchr::memchr_iter(b'\n', &text[piece.clone()]).count());
        let printed = value::quote_bytes(&text[piece.clone()]);
        shielded.extend([left, " ", &printed, &lines, " ", right].concat().into_bytes());
        moved.push((start..shielded.len(), piece.clone()));
        done = piece.end;
    }
    shielded.extend_from_slice(&text[done..]);
    Shielded { text: shielded.into(), moved }
}

fn or<'a>(given: &'a str, default: &'a str) -> &'a str {
    if given.is_empty() { default } else { given }
}

/// The pieces in their order, none inside another: what begins first is taken whole.
fn pieces(text: &[u8], blocks: &[Block]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = blocks.iter().flat_map(|block| block.pieces(text)).collect();
    found.sort_by_key(|piece| (piece.start, std::cmp::Reverse(piece.end)));
    let mut end = 0;
    found.retain(|piece| {
        let free = piece.start >= end;
        end = end.max(if free { piece.end } else { end });
        free
    });
    found
}

impl Block {
    fn pieces(&self, text: &[u8]) -> Vec<Range<usize>> {
        match self {
            Self::Between { start, end } => between(text, start.as_bytes(), end.as_bytes()),
            Self::Line(mark) => {
                let mut at = 0;
                let lines = text.split_inclusive(|byte| *byte == b'\n').map(|line| {
                    at += line.len();
                    (at - line.len(), line.strip_suffix(b"\n").unwrap_or(line))
                });
                lines
                    .filter(|(_, line)| memmem::find(line, mark.as_bytes()).is_some())
                    .map(|(at, line)| at..at + line.len())
                    .collect()
            }
        }
    }
}

/// A mark that nothing ends marks nothing.
fn between(text: &[u8], start: &[u8], end: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(from) = memmem::find(&text[at..], start).map(|from| at + from) {
        let inside = from + start.len();
        let Some(to) = memmem::find(&text[inside..], end).map(|to| inside + to + end.len()) else { break };
        found.push(from..to);
        at = to;
    }
    found
}

pub(super) fn decode(inputs: &Inputs) -> Result<Vec<Block>, Fault> {
    let Some(given) = inputs.get("ignoredBlocks") else { return Ok(Vec::new()) };
    let Some(list) = given.as_list() else {
        return Err(Fault::new(format!("ignoredBlocks must be an array, got {}", given.type_name())));
    };
    list.iter().enumerate().map(|(index, one)| block(index, one)).collect()
}

fn block(index: usize, given: &Value) -> Result<Block, Fault> {
    let fault = |text: String| Err(Fault::new(format!("ignoredBlocks[{index}]{text}")));
    let Some(map) = given.as_map() else { return fault(format!(" must be an object, got {}", given.type_name())) };
    match (mark(map, "line"), mark(map, "start"), mark(map, "end")) {
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) => {
            fault(": 'line' and 'start'/'end' are mutually exclusive -- use one or the other".to_owned())
        }
        (Some(line), None, None) => Ok(Block::Line(line)),
        (None, Some(start), Some(end)) => Ok(Block::Between { start, end }),
        _ => fault(": either 'line' or both 'start' and 'end' are required".to_owned()),
    }
}

fn mark(map: &Map, key: &str) -> Option<String> {
    map.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_again() {
        let text = "a{{ .x }}<<{{\n>>b{{ .y }}\nc # keep {{\nd{{ .z }}";
        let blocks = [Block::Between { start: "<<".into(), end: ">>".into() }, Block::Line("# keep".into())];
        let shielded = shield(text.as_bytes(), &blocks, "", "");
        let made = std::str::from_utf8(&shielded.text).unwrap();
        assert_eq!(made.matches('\n').count(), text.matches('\n').count());
        for field in [".x", ".y", ".z"] {
            let at = made.find(field).unwrap();
            let place = shielded.original(at..at + field.len());
            assert_eq!(&text[place], field);
        }
        let inside = made.find("<<").unwrap();
        assert_eq!(&text[shielded.original(inside..inside + 2)], "<<{{\n>>");
    }

    #[test]
    fn text_that_is_not_utf8_stays_as_it_is() {
        let blocks = [Block::Between { start: "<".into(), end: ">".into() }];
        let shielded = shield(b"\xe9 <\xff {{>", &blocks, "", "");
        assert_eq!(&*shielded.text, b"\xe9 {{ \"<\\xff {{>\" }}");
    }

    #[test]
    fn overlapping_pieces_are_taken_whole() {
        let blocks = [Block::Line("k".into()), Block::Between { start: "[".into(), end: "]".into() }];
        let found = pieces(b"a [ k\nb ] k\n[ open", &blocks);
        assert_eq!(found, [0..5, 6..11]);
        assert_eq!(pieces(b"[\nk\n]\n[]", &blocks), [0..5, 6..8]);
    }
}
