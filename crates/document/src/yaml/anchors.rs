//! Anchors and the nodes that aliases copy.

use super::parser::{Parsed, Parser};
use super::problem;
use super::property::Anchor;
use super::tag::is_word;
use crate::{Kind, Node};
use diagnostics::Span;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// What is marked so far.
#[derive(Debug, Default)]
pub(super) struct Anchors<'a> {
    /// The beginnings of all alias names of the text: a node nobody asks for is not kept.
    wanted: Option<HashSet<&'a [u8]>>,
    known: HashMap<&'a str, Anchored<'a>>,
    /// The anchors whose nodes are not complete.
    open: Vec<&'a str>,
    /// How many nodes were copied.
    copied: usize,
}

#[derive(Debug)]
struct Anchored<'a> {
    /// `None` when nobody asks for it.
    node: Option<Node<'a>>,
    place: Span,
    size: Size,
}

/// What a copy of a node costs.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    nodes: usize,
    /// What texts weigh beside that which the node only borrows: each place where it stands may become a text of its own.
    borrowed: usize,
    height: usize,
}

impl<'a> Parser<'a, '_> {
    pub(super) fn open_anchor(&mut self, anchor: Option<Anchor<'a>>) {
        if let Some((name, _)) = anchor {
            self.anchors.open.push(name);
        }
    }

    pub(super) fn close_anchor(&mut self, anchor: Option<Anchor<'a>>) {
        if anchor.is_some() {
            self.anchors.open.pop();
        }
    }

    /// Keeps the node that an anchor marks.
    pub(super) fn define(&mut self, anchor: Option<Anchor<'a>>, node: &Node<'a>) -> Parsed<()> {
        let Some((name, place)) = anchor else { return Ok(()) };
        let bytes = self.bytes;
        let wanted = self.anchors.wanted.get_or_insert_with(|| alias_names(bytes)).contains(word_of(name.as_bytes()));
        let size = if wanted { measure(node) } else { Size::default() };
        self.spend(size.nodes, place)?;
        let node = wanted.then(|| node.clone());
        self.anchors.known.insert(name, Anchored { node, place, size });
        Ok(())
    }

    fn spend(&mut self, nodes: usize, place: Span) -> Parsed<()> {
        let limit = self.options.limits.aliases;
        self.anchors.copied = self.anchors.copied.saturating_add(nodes);
        if self.anchors.copied > limit { Err(problem::too_many_aliases(place, limit)) } else { Ok(()) }
    }

    /// A copy of the node that `name` marks, with the place of the alias.
    pub(super) fn resolve_alias(&mut self, name: &str, span: Span) -> Parsed<Node<'a>> {
        if self.anchors.open.contains(&name) {
            self.report(|_| problem::recursive_alias(span, name));
            return Ok(Node { span, kind: Kind::Null, style: None });
        }
        let Some(size) = self.anchors.known.get(name).map(|anchored| anchored.size) else {
            self.report(|parser| problem::unknown_anchor(span, name, parser.similar_anchor(name)));
            return Ok(Node { span, kind: Kind::Null, style: None });
        };
        self.spend(size.nodes.saturating_add(size.borrowed), span)?;
        let levels = self.options.limits.levels();
        if self.depth + size.height > levels {
            return Err(problem::too_deep(span, levels));
        }
        let node = self.anchors.known.get(name).and_then(|anchored| anchored.node.clone());
        let node = node.unwrap_or(Node { span, kind: Kind::Null, style: None });
        Ok(Node { span, ..node })
    }

    /// Where the anchor of the alias at `span` is.
    pub(super) fn anchor_of(&self, span: Span) -> Option<Span> {
        let name = self.text.get(span.start as usize..span.end as usize)?.strip_prefix('*')?;
        self.anchors.known.get(name).map(|anchored| anchored.place)
    }

    fn similar_anchor(&self, name: &str) -> Option<(&str, Span)> {
        if self.anchors.known.len() > 1000 {
            return None;
        }
        let close = self.anchors.known.iter().filter_map(|(known, anchored)| {
            let distance = distance(name, known);
            (distance <= 1 + known.chars().count() / 4).then_some((distance, *known, anchored.place))
        });
        close.min_by_key(|(distance, known, _)| (*distance, *known)).map(|(_, known, place)| (known, place))
    }
}

/// The beginnings of everything that could be the name of an alias.
fn alias_names(bytes: &[u8]) -> HashSet<&[u8]> {
    let before = |at: usize| at == 0 || !is_word(bytes[at - 1]) && bytes[at - 1] != b'*';
    memchr::memchr_iter(b'*', bytes).filter(|at| before(*at)).map(|at| word_of(&bytes[at + 1..])).collect()
}

fn word_of(name: &[u8]) -> &[u8] {
    &name[..name.iter().position(|byte| !is_word(*byte)).unwrap_or(name.len())]
}

/// How many bytes of text weigh as much as a node, so that the limit bounds the memory.
const TEXT_PER_NODE: usize = 64;

fn measure(node: &Node<'_>) -> Size {
    let mut size = Size { nodes: 1, ..Size::default() };
    let mut add = |part: Size| {
        size.nodes = size.nodes.saturating_add(part.nodes);
        size.borrowed = size.borrowed.saturating_add(part.borrowed);
        size.height = size.height.max(part.height + 1);
    };
    match &node.kind {
        Kind::List(items) => items.iter().map(measure).for_each(&mut add),
        Kind::Map(entries) => {
            for entry in entries {
                add(Size { height: 0, ..measure(&entry.key) });
                add(measure(&entry.value));
            }
        }
        Kind::String(Cow::Owned(text)) => size.nodes += text.len() / TEXT_PER_NODE,
        Kind::String(Cow::Borrowed(text)) => size.borrowed += text.len() / TEXT_PER_NODE,
        Kind::Bytes(bytes) | Kind::RawText(bytes) => size.nodes += bytes.len() / TEXT_PER_NODE,
        _ => {}
    }
    if matches!(node.kind, Kind::List(_) | Kind::Map(_)) {
        size.height = size.height.max(1);
    }
    size
}

/// How many characters have to be changed to turn one name into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
