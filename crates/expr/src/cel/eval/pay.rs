//! What an operation takes from the budget for the values that it works on.

use value::Value;

use super::machine::Machine;
use crate::cel::failure::Failure;
use crate::data::{bytes_of, measure};

/// How many bytes of text an operation goes over in a step.
const BYTES_PER_STEP: usize = 64;

impl Machine<'_> {
    /// Pays for an operation: what cel-go counts, and the steps of going over its texts, which cel-go has only for some.
    pub(super) fn pay(&mut self, cost: u64, operands: &[Value]) -> Result<(), Failure> {
        let bytes: usize = operands.iter().map(|operand| bytes_of(operand).len()).sum();
        self.budget.step(bytes / BYTES_PER_STEP)?;
        self.charge(cost)
    }

    /// Takes a cost from the budget. How much the data is does not matter before a good part of the budget is used up.
    pub(super) fn charge(&mut self, cost: u64) -> Result<(), Failure> {
        if self.budget.is_scarce(cost) {
            let variables = self.plan.variables().filter_map(|name| self.variables.get(name));
            self.budget.grow(measure(variables).bytes);
        }
        self.budget.charge(cost)
    }
}
