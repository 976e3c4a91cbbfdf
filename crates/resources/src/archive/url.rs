//! Where an archive comes from.

use document::Node;
use document::decode::{Decode, Decoder, Shape, Text, TextShape, Value};
use system::http::redacted;

/// An address as written; shown without its user information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) written: String,
    pub(super) is_revealed: bool,
}

impl Address {
    /// The last name of the path, without what follows a `?` or a `#`.
    pub(super) fn file_name(&self) -> &str {
        let path = self.written.split(['?', '#']).next().unwrap_or_default();
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        path.split_once('/').map_or("", |(_, path)| path).rsplit('/').next().unwrap_or_default()
    }

    /// `http`, in lower case.
    pub(super) fn scheme(&self) -> Option<String> {
        self.written.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase())
    }
}

impl Decode for Address {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        Text::decode(node, decoder).map(|text| Self { written: text.value, is_revealed: false })
    }

    fn shape() -> Shape {
        Shape::Text(TextShape { format: Some("uri"), called: Some(("an address", "addresses")), ..TextShape::PLAIN })
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::from(if self.is_revealed { self.written.clone() } else { redacted(&self.written) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files() {
        for (written, name) in [
            ("http://host/a.tar.gz", "a.tar.gz"),
            ("http://host/x/a.zip?sig=b.tar#c", "a.zip"),
            ("http://host/", ""),
            ("http://host", ""),
            ("http://host/x/", ""),
            ("a.zip", ""),
        ] {
            assert_eq!(Address { written: written.to_owned(), is_revealed: false }.file_name(), name, "{written}");
        }
    }
}
