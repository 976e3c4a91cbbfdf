//! What messages call a value that was given.

use crate::{Kind, Node};

/// A node in the words of a message: ``the text `abc` ``, `the number 5`, `a list of 3`.
pub(super) fn given(node: &Node<'_>) -> String {
    match &node.kind {
        Kind::List(items) => match items.len() {
            0 => "an empty list".to_owned(),
            count => format!("a list of {count}"),
        },
        Kind::Map(entries) => match entries.len() {
            0 => "an empty map".to_owned(),
            1 => "a map with 1 key".to_owned(),
            count => format!("a map with {count} keys"),
        },
        _ => node.kind_name(),
    }
}
