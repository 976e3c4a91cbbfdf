//! Types of binary operators.

use gostd::regexp::Regexp;

use super::checker::{Checker, Result};
use crate::exprlang::error::{CompileError, Problem};
use crate::exprlang::syntax::{Binary, Id, Node};
use crate::exprlang::types::Nature;

/// A class of types that an operator takes.
type Class = fn(Nature) -> bool;

const BOOLS: &[Class] = &[|nature| nature == Nature::Bool];
const TEXTS: &[Class] = &[|nature| nature == Nature::Text];
const INTEGERS: &[Class] = &[Nature::is_integer];
const NUMBERS: &[Class] = &[Nature::is_number];
const TIME: Class = |nature| nature == Nature::Time;
const DURATION: Class = |nature| nature == Nature::Duration;
const ORDERED: &[Class] = &[Nature::is_number, |nature| nature == Nature::Text, TIME, DURATION];
const SUBTRACTED: &[Class] = &[Nature::is_number, TIME, DURATION];
const MULTIPLIED: &[Class] = &[Nature::is_number, DURATION];

impl Checker<'_> {
    pub(super) fn binary(&mut self, id: Id, operator: Binary, left: Id, right: Id) -> Result<Nature> {
        let (l, r) = (self.nature(left), self.nature(right));
        let result = match operator {
            Binary::Equal | Binary::NotEqual => l.comparable_to(r).then_some(Nature::Bool),
            Binary::Or | Binary::And => fits(l, r, BOOLS).then_some(Nature::Bool),
            Binary::Less | Binary::Greater | Binary::LessEqual | Binary::GreaterEqual => {
                fits(l, r, ORDERED).then_some(Nature::Bool)
            }
            Binary::Add => sum(l, r),
            Binary::Subtract => difference(l, r),
            Binary::Multiply => product(l, r),
            Binary::Divide | Binary::Power => fits(l, r, NUMBERS).then_some(Nature::Float),
            Binary::Remainder => fits(l, r, INTEGERS).then_some(Nature::Int),
            Binary::In => self.membership(id, l, r)?,
            Binary::Matches => {
                self.check_pattern(right)?;
                (l == Nature::Bytes && r == Nature::Text || fits(l, r, TEXTS)).then_some(Nature::Bool)
            }
            Binary::Contains | Binary::StartsWith | Binary::EndsWith => fits(l, r, TEXTS).then_some(Nature::Bool),
            Binary::Range => fits(l, r, INTEGERS).then(|| self.types.list_of(Nature::Int)),
            Binary::Coalesce => Some(coalesce(l, r)),
        };
        match result {
            Some(nature) => Ok(nature),
            None => self.mistake(
                id,
                Problem::Operands { operator: operator.sign().to_string(), left: l.to_string(), right: r.to_string() },
            ),
        }
    }

    fn membership(&self, id: Id, item: Nature, container: Nature) -> Result<Option<Nature>> {
        let possible = match container {
            Nature::Time | Nature::Zone if item == Nature::Text || item.is_unknown() => true,
            map if map.is_map() => item.is_unknown() || item.assignable_to(map.key()),
            list if list.is_list() => item.comparable_to(self.types.item(list)),
            Nature::Text if item.is_unknown() => true,
            other if other.is_unknown() => true,
            _ => return Ok(None),
        };
        if possible {
            return Ok(Some(Nature::Bool));
        }
        self.mistake(id, Problem::NeverIn { item: item.to_string(), container: container.to_string() })
    }

    /// A pattern that is written down is checked before the run.
    fn check_pattern(&mut self, pattern: Id) -> Result<()> {
        let Node::Text(text) = self.tree.node(pattern) else { return Ok(()) };
        match Regexp::compile(text) {
            Ok(compiled) => {
                self.patterns.push((pattern, compiled));
                Ok(())
            }
            Err(error) => Err(CompileError::pattern(&error, self.tree.place(pattern))),
        }
    }
}

/// Both are of one class, or one is and nothing is known of the other, or nothing is known of both.
fn fits(l: Nature, r: Nature, classes: &[Class]) -> bool {
    let any = |nature| classes.iter().any(|class| class(nature));
    match (l.is_unknown(), r.is_unknown()) {
        (true, true) => true,
        (true, false) => any(r),
        (false, true) => any(l),
        (false, false) => classes.iter().any(|class| class(l) && class(r)),
    }
}

fn promoted(l: Nature, r: Nature) -> Nature {
    if l == Nature::Float || r == Nature::Float { Nature::Float } else { Nature::Int }
}

fn sum(l: Nature, r: Nature) -> Option<Nature> {
    match (l, r) {
        (l, r) if l.is_number() && r.is_number() => Some(promoted(l, r)),
        (Nature::Text, Nature::Text) => Some(Nature::Text),
        (Nature::Time, Nature::Duration) | (Nature::Duration, Nature::Time) => Some(Nature::Time),
        (Nature::Duration, Nature::Duration) => Some(Nature::Duration),
        (Nature::Time, Nature::Time) => None,
        (l, r) => fits(l, r, ORDERED).then_some(Nature::Unknown),
    }
}

fn difference(l: Nature, r: Nature) -> Option<Nature> {
    match (l, r) {
        (l, r) if l.is_number() && r.is_number() => Some(promoted(l, r)),
        (Nature::Time | Nature::Duration, _) if l == r => Some(Nature::Duration),
        (Nature::Time, Nature::Duration) => Some(Nature::Time),
        (l, r) => fits(l, r, SUBTRACTED).then_some(Nature::Unknown),
    }
}

fn product(l: Nature, r: Nature) -> Option<Nature> {
    match (l, r) {
        (l, r) if l.is_number() && r.is_number() => Some(promoted(l, r)),
        (Nature::Duration, r) if r == Nature::Duration || r.is_number() => Some(Nature::Duration),
        (l, Nature::Duration) if l.is_number() => Some(Nature::Duration),
        (l, r) => fits(l, r, MULTIPLIED).then_some(Nature::Unknown),
    }
}

fn coalesce(l: Nature, r: Nature) -> Nature {
    match (l, r) {
        (Nature::Nil, other) | (other, Nature::Nil) => other,
        (l, r) if r.assignable_to(l) => l,
        _ => Nature::Unknown,
    }
}
