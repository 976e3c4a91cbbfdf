//! Small questions to nodes.

use document::{Entry, Kind, Node};
use std::borrow::Cow;

/// The entry of a key, taken out of a map.
pub(crate) fn into_entry<'a>(node: Node<'a>, key: &str) -> Option<Entry<'a>> {
    match node.kind {
        Kind::Map(entries) => entries.into_iter().find(|entry| entry.key.as_str() == Some(key)),
        _ => None,
    }
}

/// A key as a message shows it.
pub(crate) fn shown<'n>(key: &'n Node<'_>) -> Cow<'n, str> {
    key.as_str().map_or_else(|| key.to_value().to_string().into(), Cow::Borrowed)
}
