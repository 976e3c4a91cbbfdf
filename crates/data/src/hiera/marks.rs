//! Where the keys and list items of data stand in the text.

use document::{Entry, Kind, Node};

/// A key or a list item of data. The place of the copy that an alias or `<<` makes is elsewhere, so it has none.
#[derive(Debug)]
pub(super) struct Mark<'d, 'a> {
    /// Where it begins.
    pub(super) at: usize,
    /// How far it is indented; of an item, its dash.
    pub(super) column: usize,
    /// The key; an item has none.
    pub(super) key: Option<&'d Node<'a>>,
    /// The key or item it is in.
    pub(super) parent: Option<usize>,
    /// Where the brackets end that it is in.
    pub(super) flow_end: Option<usize>,
    /// Whether it is an item of a list or inside of one.
    pub(super) in_list: bool,
}

/// All keys and items, and all texts, in the order of the document.
#[derive(Debug)]
pub(super) struct Marks<'d, 'a> {
    source: &'d str,
    pub(super) all: Vec<Mark<'d, 'a>>,
    /// Where scalars begin and end: there is no comment in them.
    scalars: Vec<(usize, usize)>,
    /// How far line breaks were counted, and where the line there begins.
    counted: (usize, usize),
}

/// What is around a node.
#[derive(Debug, Clone, Copy)]
struct Around {
    parent: Option<usize>,
    flow_end: Option<usize>,
    in_list: bool,
}

impl<'d, 'a> Marks<'d, 'a> {
    /// Those below the value of `data`.
    pub(super) fn of(data: &'d Node<'a>, source: &'d str) -> Self {
        let mut marks = Self { source, all: Vec::new(), scalars: Vec::new(), counted: (0, 0) };
        marks.node(data, Around { parent: None, flow_end: None, in_list: false });
        marks
    }

    /// The last one that begins before `at`.
    pub(super) fn before(&self, at: usize) -> Option<usize> {
        self.all.partition_point(|mark| mark.at < at).checked_sub(1)
    }

    /// The first one that begins at `at` or later.
    pub(super) fn from(&self, at: usize) -> usize {
        self.all.partition_point(|mark| mark.at < at)
    }

    /// Whether a place is inside of a scalar.
    pub(super) fn in_scalar(&self, at: usize) -> bool {
        let behind = self.scalars.partition_point(|(start, _)| *start <= at);
        behind.checked_sub(1).is_some_and(|last| at < self.scalars[last].1)
    }

    fn node(&mut self, node: &'d Node<'a>, around: Around) {
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let first = self.source.as_bytes().get(start);
        if first == Some(&b'*') && matches!(node.kind, Kind::Map(_) | Kind::List(_)) {
            return;
        }
        let around = match (first, &node.kind) {
            (Some(b'{'), Kind::Map(_)) | (Some(b'['), Kind::List(_)) => Around { flow_end: Some(end), ..around },
            _ => around,
        };
        match &node.kind {
            Kind::Map(entries) => self.map(entries, start..end, around),
            Kind::List(items) => self.list(items, start, around),
            _ => self.scalars.push((start, end)),
        }
    }

    fn map(&mut self, entries: &'d [Entry<'a>], within: std::ops::Range<usize>, around: Around) {
        let begin = |entry: &Entry<'_>| entry.key.span.start as usize;
        let mut own: Vec<_> = entries.iter().filter(|entry| within.contains(&begin(entry))).collect();
        own.sort_by_key(|entry| begin(entry));
        for entry in own {
            let (at, column) = (begin(entry), self.column(begin(entry)));
            let index = self.push(at, column, Some(&entry.key), around);
            self.scalars.push((at, entry.key.span.end as usize));
            self.node(&entry.value, Around { parent: Some(index), ..around });
        }
    }

    fn list(&mut self, items: &'d [Node<'a>], dash: usize, around: Around) {
        let (column, around) = (self.column(dash), Around { in_list: true, ..around });
        for item in items {
            let index = self.push(item.span.start as usize, column, None, around);
            self.node(item, Around { parent: Some(index), ..around });
        }
    }

    fn push(&mut self, at: usize, column: usize, key: Option<&'d Node<'a>>, around: Around) -> usize {
        let Around { parent, flow_end, in_list } = around;
        self.all.push(Mark { at, column, key, parent, flow_end, in_list });
        self.all.len() - 1
    }

    /// How far a place is from the beginning of its line. Places come in the order of the document, so that each byte is
    /// looked at once.
    fn column(&mut self, at: usize) -> usize {
        let (seen, line) = if at < self.counted.0 { (0, 0) } else { self.counted };
        let line = self.source[seen..at].rfind('\n').map_or(line, |end| seen + end + 1);
        self.counted = (at, line);
        at - line
    }
}
