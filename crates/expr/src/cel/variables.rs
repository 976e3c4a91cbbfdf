//! Where the values of variables come from.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use value::{Map, Value};

/// The variables of one evaluation. Values are borrowed: nothing is converted or copied before it is needed.
pub trait Variables {
    /// The value of a variable, if there is one.
    fn get(&self, name: &str) -> Option<&Value>;
}

impl Variables for () {
    fn get(&self, _: &str) -> Option<&Value> {
        None
    }
}

impl Variables for Map {
    fn get(&self, name: &str) -> Option<&Value> {
        Self::get(self, name)
    }
}

impl Variables for [(&str, Value)] {
    fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }
}

impl<const N: usize> Variables for [(&str, Value); N] {
    fn get(&self, name: &str) -> Option<&Value> {
        Variables::get(self.as_slice(), name)
    }
}

impl<S: BuildHasher> Variables for HashMap<String, Value, S> {
    fn get(&self, name: &str) -> Option<&Value> {
        Self::get(self, name)
    }
}

impl Variables for BTreeMap<String, Value> {
    fn get(&self, name: &str) -> Option<&Value> {
        Self::get(self, name)
    }
}

impl<T: Variables + ?Sized> Variables for &T {
    fn get(&self, name: &str) -> Option<&Value> {
        (**self).get(name)
    }
}
