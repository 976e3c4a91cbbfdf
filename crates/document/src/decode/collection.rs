//! Lists, maps and the wrappers of a single value.

use super::decoder::{Decode, Decoder};
use super::shape::Shape;
use super::text::key_text;
use crate::{Entry, Kind, Node};
use diagnostics::Spanned;
use value::{List, Map, Value};

impl<T: Decode> Decode for Option<T> {
    const OPTIONAL: bool = true;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        if node.kind == Kind::Null {
            return Some(None);
        }
        let some = T::decode(node, decoder);
        (some.is_some() || decoder.salvages).then_some(some)
    }

    fn shape() -> Shape {
        T::shape()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn hole() -> Option<Self> {
        T::hole().map(Some)
    }

    fn encode(&self) -> Option<Value> {
        self.as_ref().and_then(T::encode)
    }
}

impl<T: Decode> Decode for Box<T> {
    const OPTIONAL: bool = T::OPTIONAL;
    const TAKES_NULL: bool = T::TAKES_NULL;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode(node, decoder).map(Self::new)
    }

    fn shape() -> Shape {
        T::shape()
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self::new)
    }

    fn encode(&self) -> Option<Value> {
        T::encode(self)
    }
}

impl<T: Decode> Decode for Spanned<T> {
    const TAKES_NULL: bool = T::TAKES_NULL;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode(node, decoder).map(|value| Self::new(value, node.span))
    }

    fn shape() -> Shape {
        T::shape()
    }

    fn encode(&self) -> Option<Value> {
        self.value.encode()
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Kind::List(items) = &node.kind else { return decoder.wrong_type(node, &Self::shape()) };
        let salvages = decoder.salvages;
        collect(items.len(), salvages, items.iter().map(|item| decoder.item(item)))
    }

    fn shape() -> Shape {
        Shape::List(T::shape)
    }

    fn encode(&self) -> Option<Value> {
        self.iter().map(T::encode).collect::<Option<List>>().map(Value::List)
    }
}

/// One value, or a list of them.
#[derive(Debug, Clone, PartialEq)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T: Decode> Decode for OneOrMany<T> {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match &node.kind {
            Kind::List(_) => Vec::decode(node, decoder).map(Self),
            _ => T::decode(node, decoder).map(|one| Self(vec![one])),
        }
    }

    fn shape() -> Shape {
        Shape::OneOf(const { &[T::shape, Vec::<T>::shape] })
    }

    fn encode(&self) -> Option<Value> {
        match self.0.as_slice() {
            [one] => one.encode(),
            _ => self.0.encode(),
        }
    }
}

/// Values under keys of the author's choice, in document order. Every key knows where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Entries<T>(pub Vec<(Spanned<String>, T)>);

impl<T> Entries<T> {
    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&T> {
        self.iter().find(|(own, _)| own.value == key).map(|(_, value)| value)
    }

    /// The keys and values in document order.
    pub fn iter(&self) -> std::slice::Iter<'_, (Spanned<String>, T)> {
        self.0.iter()
    }
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'e, T> IntoIterator for &'e Entries<T> {
    type Item = &'e (Spanned<String>, T);
    type IntoIter = std::slice::Iter<'e, (Spanned<String>, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> IntoIterator for Entries<T> {
    type Item = (Spanned<String>, T);
    type IntoIter = std::vec::IntoIter<(Spanned<String>, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T: Decode> Decode for Entries<T> {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Kind::Map(entries) = &node.kind else { return decoder.wrong_type(node, &Self::shape()) };
        let salvages = decoder.salvages;
        collect(entries.len(), salvages, entries.iter().map(|entry| keyed(entry, decoder))).map(Self)
    }

    fn shape() -> Shape {
        Shape::MapOf(T::shape)
    }

    fn encode(&self) -> Option<Value> {
        let entries = self.iter().map(|(key, value)| Some((key.value.as_str(), value.encode()?)));
        entries.collect::<Option<Map>>().map(Value::Map)
    }
}

fn keyed<T: Decode>(entry: &Entry<'_>, decoder: &mut Decoder<'_>) -> Option<(Spanned<String>, T)> {
    let before = decoder.found_count();
    let value = decoder.entry(entry);
    if decoder.salvages && decoder.found_count() > before {
        decoder.damaged.push(entry.key.span);
    }
    let value = value?;
    Some((Spanned::new(key_text(&entry.key).into_owned(), entry.key.span), value))
}

/// All of them, or `None` when one could not be decoded; the others are looked at all the same. While salvaging the others
/// are what is left.
fn collect<T>(count: usize, salvages: bool, items: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let mut decoded = Vec::with_capacity(count);
    decoded.extend(items.flatten());
    (salvages || decoded.len() == count).then_some(decoded)
}
