//! Variables. Nearly all are known to be declared when they are reached; those inside of `and` and `or` may not be.

use super::error::Failure;
use super::machine::Machine;
use super::val::Val;

impl<'r> Machine<'r, '_> {
    pub(super) fn variable(&self, slot: u32) -> Result<&Val<'r>, Failure> {
        match &self.variables[self.base + slot as usize] {
            Val::Undeclared => self.declared(slot).map(|slot| &self.variables[self.base + slot as usize]),
            value => Ok(value),
        }
    }

    pub(super) fn assign(&mut self, slot: u32, value: Val<'r>) -> Result<(), Failure> {
        let slot = match self.variables[self.base + slot as usize] {
            Val::Undeclared => self.declared(slot)?,
            _ => slot,
        };
        self.variables[self.base + slot as usize] = value;
        Ok(())
    }

    /// The variable that a name means whose last declaration was not reached.
    fn declared(&self, slot: u32) -> Result<u32, Failure> {
        let mut slot = slot;
        loop {
            if !matches!(self.variables[self.base + slot as usize], Val::Undeclared) {
                return Ok(slot);
            }
            let mut conditionals = self.job.program.conditionals.iter();
            let found = conditionals.rfind(|one| one.routine == self.routine && one.slot == slot);
            let Some(conditional) = found else {
                return Err(Failure::new("undefined variable"));
            };
            match conditional.before {
                Some(before) => slot = before,
                None => return Err(Failure::new(format!("undefined variable: {}", conditional.name))),
            }
        }
    }
}
