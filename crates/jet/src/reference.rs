//! The reference: every construct, operator and function, from where they are declared.

use crate::builtins::{ALL, METHODS};
use crate::constructs::CONSTRUCTS;

/// One line of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The part of the page that it belongs to.
    pub group: &'static str,
    /// The name of the construct or function.
    pub name: &'static str,
    /// How it is written, with what it takes and gives.
    pub signature: &'static str,
    /// What it does.
    pub help: &'static str,
    /// A template with the delimiters `{{` and `}}`.
    pub example: &'static str,
    /// What the example prints with [`example_variables`](crate::example_variables).
    pub result: &'static str,
}

/// All entries, in the order of the page.
pub fn reference() -> Vec<Entry> {
    let constructs = CONSTRUCTS.iter().copied();
    let functions = ALL.iter().map(|builtin| builtin.entry);
    let methods = METHODS.iter().flat_map(|methods| methods.iter()).map(|method| method.entry);
    constructs.chain(functions).chain(methods).collect()
}
