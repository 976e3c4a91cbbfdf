//! The functions that a template is parsed with.

use std::collections::HashMap;

use super::Function;

/// Functions by name. A later function replaces an earlier one, and the built-in of the same name.
#[derive(Debug, Clone, Default)]
pub struct FunctionSet(HashMap<&'static str, Function>);

impl FunctionSet {
    /// No functions beside the built-in ones.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function.
    pub fn insert(&mut self, function: Function) {
        self.0.insert(function.name(), function);
    }

    /// The same set with another function.
    #[must_use]
    pub fn with(mut self, function: Function) -> Self {
        self.insert(function);
        self
    }

    /// Takes a function out.
    pub fn remove(&mut self, name: &str) -> Option<Function> {
        self.0.remove(name)
    }

    /// The function with this name.
    pub fn get(&self, name: &str) -> Option<&Function> {
        self.0.get(name)
    }

    /// The functions, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Function> {
        let mut functions: Vec<_> = self.0.values().collect();
        functions.sort_unstable_by_key(|function| function.name());
        functions.into_iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<Function> for FunctionSet {
    fn extend<I: IntoIterator<Item = Function>>(&mut self, functions: I) {
        for function in functions {
            self.insert(function);
        }
    }
}

impl<'f> Extend<&'f Function> for FunctionSet {
    fn extend<I: IntoIterator<Item = &'f Function>>(&mut self, functions: I) {
        self.extend(functions.into_iter().cloned());
    }
}

impl FromIterator<Function> for FunctionSet {
    fn from_iter<I: IntoIterator<Item = Function>>(functions: I) -> Self {
        let mut set = Self::new();
        set.extend(functions);
        set
    }
}
