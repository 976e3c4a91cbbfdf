//! Where the keys of a literal stand, and what of an input is known before it is worked out.

use super::{Form, FormKind};
use diagnostics::Span;
use document::{Kind, Node};
use value::{Key, List, Map, Unknown, Value};

/// The places of keys. Items of lists are here for what is below them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Places(Vec<(Key, Span, Places)>);

impl Places {
    pub(super) fn of(node: &Node<'_>) -> Self {
        Self(match &node.kind {
            Kind::Map(entries) => entries
                .iter()
                .filter_map(|entry| Some((super::read::key(&entry.key)?, entry.key.span, Self::of(&entry.value))))
                .collect(),
            Kind::List(items) => {
                let items = items.iter().enumerate().map(|(index, item)| (index_key(index), item.span, Self::of(item)));
                items.filter(|(_, _, below)| !below.0.is_empty()).collect()
            }
            _ => Vec::new(),
        })
    }

    /// The place of the last step of a way that is known.
    fn find(&self, path: &[Key]) -> Option<Span> {
        let (first, rest) = path.split_first()?;
        let (_, span, below) = self.0.iter().find(|(key, ..)| key == first)?;
        below.find(rest).or(Some(*span))
    }
}

pub(super) fn index_key(index: usize) -> Key {
    Key::Int(i64::try_from(index).unwrap_or(i64::MAX))
}

impl Form {
    /// Where the key at the end of a way stands.
    pub fn place(&self, path: &[Key]) -> Span {
        self.places.find(path).unwrap_or(self.span)
    }

    /// The value as far as the document has it as it is; the rest is unknown.
    pub fn written(&self) -> Value {
        match &self.kind {
            FormKind::Literal(value) => value.clone(),
            FormKind::List(items) => items.iter().map(Self::written).collect::<List>().into(),
            FormKind::Map(entries) => {
                entries.iter().map(|(key, form)| (key.clone(), form.written())).collect::<Map>().into()
            }
            FormKind::Resolver(_) | FormKind::Expression(_) | FormKind::Template(_) | FormKind::Broken(_) => {
                Unknown::new("it is worked out by the run").into()
            }
        }
    }
}
