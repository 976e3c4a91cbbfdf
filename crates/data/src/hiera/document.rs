//! The parts of a document that make data.

use diagnostics::{Diagnostics, FileId};
use document::{Entry, Kind, Limits, Node, Options, parse_json};

/// Where base data stands, unless said otherwise.
const DATA: &str = "data";

/// Reads the text of a document: JSON when it begins like JSON, otherwise YAML as manifests have it. What comes out is a
/// map; a text without content is an empty one.
pub fn parse(text: &str, file: FileId, limits: Limits) -> Result<Node<'_>, Diagnostics> {
    let node = if looks_like_json(text) {
        parse_json(text, file, limits)?
    } else {
        document::parse(text, file, &Options::manifest().with_limits(limits))?
    };
    let (span, style) = (node.span, node.style);
    let entries = node.into_root_map()?;
    Ok(Node { span, kind: Kind::Map(entries), style })
}

fn looks_like_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// The parts of a parsed document that make data. A manifest is such a document.
#[derive(Debug, Clone, Copy)]
pub struct Document<'d, 'a> {
    pub(crate) text: &'d str,
    pub(crate) hierarchy: Option<&'d Entry<'a>>,
    pub(crate) data: Option<&'d Entry<'a>>,
    pub(crate) overrides: Option<&'d Entry<'a>>,
    /// The name under which base data stands.
    pub(crate) data_key: &'d str,
    /// Where the part with the data ends.
    pub(crate) data_end: usize,
}

impl<'d, 'a> Document<'d, 'a> {
    /// The parts of a parsed document; `text` is what it was parsed from.
    pub fn new(root: &'d Node<'a>, text: &'d str) -> Self {
        Self::with_data_key(root, text, DATA)
    }

    /// The parts of a parsed document whose base data has another name than `data`.
    pub fn with_data_key(root: &'d Node<'a>, text: &'d str, data_key: &'d str) -> Self {
        let part = |key| root.entry(key);
        let data = part(data_key);
        let data_end = data.map_or(0, |data| end_of(data, root, text));
        Self { text, hierarchy: part("hierarchy"), data, overrides: part("overrides"), data_key, data_end }
    }

    /// The entries of base data; none when it is no map.
    pub(crate) fn base(&self) -> &'d [Entry<'a>] {
        self.data.and_then(|data| data.value.as_map()).unwrap_or_default()
    }
}

/// Where the next part of the document begins.
fn end_of(data: &Entry<'_>, root: &Node<'_>, text: &str) -> usize {
    let starts = root.as_map().unwrap_or_default().iter().map(|entry| entry.key.span.start);
    starts.filter(|start| *start > data.key.span.start).min().map_or(text.len(), |start| start as usize)
}

/// The text of a key, as data has it: all keys of data are texts.
pub(crate) fn key_text<'n>(key: &'n Node<'_>) -> std::borrow::Cow<'n, str> {
    match &key.kind {
        Kind::String(text) => text.as_ref().into(),
        Kind::Null => "null".into(),
        _ => key.to_value().to_string().into(),
    }
}
