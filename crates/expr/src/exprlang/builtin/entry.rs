//! The declaration of a builtin, and where they are found by name.

use super::looping::Loop;
use super::{bits, convert, list, map, number, predicate, statistics, text, time};
use crate::exprlang::check::{Flaw, Overload, Validate};
use crate::exprlang::fault::Result;
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::types::Nature;
use value::Value;

/// A builtin: everything that is known about it.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) signature: &'static str,
    pub(crate) help: &'static str,
    pub(crate) example: &'static str,
    /// What the example gives, as JSON.
    pub(crate) result: &'static str,
    pub(crate) check: Check,
    pub(crate) run: Run,
}

/// How its arguments are checked before the run.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    Loop(Loop),
    Get,
    Overloads(&'static [Overload]),
    Validate(Validate),
}

/// How it runs.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// It loops over a list and is compiled in place.
    Loop(Loop),
    /// It is a function of its arguments.
    Function(Function),
}

pub(crate) type Function = fn(&mut Usage<'_>, &[Slot<'_>]) -> Result<Value>;

/// A reference to the declaration of a builtin.
#[derive(Clone, Copy)]
pub(crate) struct Builtin(&'static Entry);

impl Builtin {
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    pub(crate) fn check(self) -> Check {
        self.0.check
    }

    pub(crate) fn run(self) -> Run {
        self.0.run
    }

    /// Whether it can be called with so many arguments. Where upstream does not look, the checker has not asked yet.
    pub(crate) fn takes(self, count: usize) -> bool {
        match self.0.check {
            Check::Loop(_) => true,
            Check::Get => count == 2,
            Check::Overloads(overloads) => overloads.iter().any(|overload| overload.parameters.len() == count),
            Check::Validate(validate) => !matches!(validate(&vec![Nature::Any; count]), Err(Flaw::Count(_))),
        }
    }

    pub(crate) fn looping(self) -> Option<Loop> {
        if let Run::Loop(looping) = self.0.run { Some(looping) } else { None }
    }
}

impl PartialEq for Builtin {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl std::fmt::Debug for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// All builtins by group.
const TABLES: [(&str, &[Entry]); 9] = [
    ("lists with a predicate", predicate::ENTRIES),
    ("text", text::ENTRIES),
    ("numbers", number::ENTRIES),
    ("several numbers", statistics::ENTRIES),
    ("lists", list::ENTRIES),
    ("maps", map::ENTRIES),
    ("conversion", convert::ENTRIES),
    ("dates and durations", time::ENTRIES),
    ("bits", bits::ENTRIES),
];

pub(crate) fn tables() -> &'static [(&'static str, &'static [Entry])] {
    &TABLES
}

/// The builtin with this name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    TABLES.iter().flat_map(|(_, entries)| entries.iter()).find(|entry| entry.name == name).map(Builtin)
}

/// The names of all builtins.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|(_, entries)| entries.iter()).map(|entry| entry.name)
}
