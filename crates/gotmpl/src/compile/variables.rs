//! Which variable a name means: a place that is known before anything runs.

use std::collections::HashMap;

use crate::parse::Name;

/// The variables of one template.
#[derive(Default)]
pub(super) struct Variables {
    /// Names in the order of their declaration.
    declared: Vec<Name>,
    /// For each name the places that it means, the present one last.
    slots: HashMap<Name, Vec<u32>>,
    next: u32,
    needed: u32,
}

impl Variables {
    pub(super) fn new() -> Self {
        let mut variables = Self::default();
        variables.declare(&Name::from("$"));
        variables
    }

    /// A new variable with this name.
    pub(super) fn declare(&mut self, name: &Name) -> u32 {
        let slot = self.next;
        self.declared.push(Name::clone(name));
        self.slots.entry(Name::clone(name)).or_default().push(slot);
        self.next += 1;
        self.needed = self.needed.max(self.next);
        slot
    }

    /// The variable that the name means here.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.slots.get(name)?.last().copied()
    }

    pub(super) fn mark(&self) -> usize {
        self.declared.len()
    }

    /// Forgets the variables that were declared since `mark`; their places are used again.
    pub(super) fn forget(&mut self, mark: usize) {
        for name in self.declared.drain(mark..) {
            if let Some(slot) = self.slots.get_mut(&name).and_then(Vec::pop) {
                self.next = self.next.min(slot);
            }
        }
    }

    /// The place of the next variable.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    /// How many places the template needs.
    pub(super) fn needed(&self) -> u32 {
        self.needed
    }
}
