//! Lists that are shared until they are changed.

use std::ops::Deref;
use std::sync::Arc;

use crate::{GoType, Value, teardown};

/// Values in order. A clone shares the items; the first change through one of the clones copies them, one level deep.
#[derive(Clone, Default)]
pub struct List(Arc<Body>);

#[derive(Clone)]
struct Body {
    items: Vec<Value>,
    go_type: GoType,
}

impl List {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty list with room for `capacity` items.
    pub fn with_capacity(capacity: usize) -> Self {
        Vec::with_capacity(capacity).into()
    }

    /// The same list as a Go type.
    #[must_use]
    pub fn with_type(mut self, go_type: GoType) -> Self {
        if self.0.go_type != go_type {
            Arc::make_mut(&mut self.0).go_type = go_type;
        }
        self
    }

    /// Its Go type, [`GoType::LIST`] unless said otherwise.
    pub fn go_type(&self) -> GoType {
        self.0.go_type
    }

    /// The items to change. Copies them when another clone shares them.
    pub fn make_mut(&mut self) -> &mut Vec<Value> {
        &mut Arc::make_mut(&mut self.0).items
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: impl Into<Value>) {
        self.make_mut().push(item.into());
    }

    /// The items; copied only when another clone shares them.
    pub fn into_vec(mut self) -> Vec<Value> {
        std::mem::take(self.make_mut())
    }

    /// Whether both are the same storage, so that comparing the items is not needed to know that nothing changed.
    pub fn shares_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Moves the items out when nobody else shares them.
    pub(crate) fn release(self, items: &mut Vec<Value>) {
        if let Some(mut body) = Arc::into_inner(self.0) {
            items.append(&mut body.items);
        }
    }
}

impl Default for Body {
    fn default() -> Self {
        Self { items: Vec::new(), go_type: GoType::LIST }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        teardown::list(&mut self.items);
    }
}

impl Deref for List {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.items
    }
}

impl From<Vec<Value>> for List {
    fn from(items: Vec<Value>) -> Self {
        Self(Arc::new(Body { items, go_type: GoType::LIST }))
    }
}

impl<T: Into<Value>> FromIterator<T> for List {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().map(Into::into).collect::<Vec<_>>().into()
    }
}

impl<T: Into<Value>> Extend<T> for List {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.make_mut().extend(items.into_iter().map(Into::into));
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for List {
    type Item = Value;
    type IntoIter = std::vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_leaves_other_clones_alone() {
        let first: List = [1, 2].into_iter().collect();
        let mut second = first.clone();
        assert!(first.shares_with(&second));
        second.push(3);
        assert_eq!((first.len(), second.len()), (2, 3));
        assert_eq!(first.clone().into_vec().len(), 2);
        assert_eq!(first.len(), 2);
    }

    #[test]
    fn carries_a_go_type() {
        let list = List::from_iter(["a"]).with_type(GoType::STRINGS);
        assert_eq!(Value::from(list.clone()).type_name(), "[]string");
        assert_eq!(List::new().go_type(), GoType::LIST);
        assert_eq!(list.first().and_then(Value::as_str), Some("a"));
    }
}
