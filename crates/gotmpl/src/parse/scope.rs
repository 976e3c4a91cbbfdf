//! What the parser remembers for one template: Go parses each `define` and `block` with a state of its own.

use std::collections::HashMap;

/// The state of one template while it is parsed.
#[derive(Default)]
pub(super) struct Scope<'s> {
    variables: Vec<&'s [u8]>,
    /// How often each variable is declared, so that looking one up does not search the list.
    declared: HashMap<&'s [u8], usize>,
    pub(super) range_depth: usize,
    pub(super) paren_depth: usize,
    /// The line of the action that is being parsed, or zero.
    pub(super) action_line: u32,
    /// The line of the last token that was read for this template: the one that messages name.
    pub(super) line: u32,
}

impl<'s> Scope<'s> {
    pub(super) fn new() -> Self {
        let mut scope = Self::default();
        scope.declare(b"$");
        scope
    }

    pub(super) fn declare(&mut self, name: &'s [u8]) {
        self.variables.push(name);
        *self.declared.entry(name).or_default() += 1;
    }

    pub(super) fn is_declared(&self, name: &[u8]) -> bool {
        self.declared.get(name).is_some_and(|count| *count > 0)
    }

    pub(super) fn mark(&self) -> usize {
        self.variables.len()
    }

    /// Forgets the variables that were declared since `mark`.
    pub(super) fn forget(&mut self, mark: usize) {
        for name in self.variables.drain(mark..) {
            if let Some(count) = self.declared.get_mut(name) {
                *count -= 1;
            }
        }
    }
}
