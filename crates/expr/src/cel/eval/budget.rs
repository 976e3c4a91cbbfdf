//! What an expression may cost.

use value::{Extent, TooLarge, Value};

use crate::cel::failure::{EvalCause, Failure};
use crate::cel::library::Patterns;

/// Limits for one evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The cost in the units of cel-go; 0 is no limit. It grows with the texts of large variables.
    pub cost: u64,
    /// Steps of any kind; they end what the cost limit would not.
    pub steps: u64,
    /// Bytes of text, lists and maps that are built, all together.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cost: 1_000_000, steps: 100_000_000, memory: 512 << 20 }
    }
}

/// How many bytes of text in its variables, all together, leave an expression with the limit of the original.
const ORDINARY_BYTES_OF_DATA: u64 = 64 << 10;

/// What an expression may cost beyond the limit for each further byte of text in its variables. An operation that goes over a
/// text costs a tenth for each of its characters, and more with the length of a pattern: this is a hundred passes, or one
/// with a pattern of four hundred characters.
const COST_PER_BYTE_OF_DATA: u64 = 10;

/// What is left of the limits while an expression runs. Functions that build much say so before they do.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    cost: u64,
    /// Whether the limit of the cost has grown with the data.
    grown: bool,
    steps: u64,
    memory: u64,
    patterns: Patterns,
}

impl Budget {
    pub(crate) fn new(limits: Limits, patterns: Patterns) -> Self {
        Self { limits, cost: 0, grown: false, steps: limits.steps, memory: limits.memory, patterns }
    }

    /// Regular expressions that are compiled already.
    pub(crate) fn patterns(&mut self) -> &mut Patterns {
        &mut self.patterns
    }

    /// What it has cost so far.
    pub(crate) fn cost(&self) -> u64 {
        self.cost
    }

    pub(crate) fn charge(&mut self, cost: u64) -> Result<(), Failure> {
        self.cost = self.cost.saturating_add(cost);
        if self.limits.cost != 0 && self.cost > self.limits.cost {
            return Err(Failure::from(EvalCause::CostLimit).with_help(Some(self.too_costly(cost))));
        }
        Ok(())
    }

    /// Whether so much more uses up a good part of the limit: time to see how much the data allows.
    pub(super) fn is_scarce(&self, cost: u64) -> bool {
        let Limits { cost: limit, .. } = self.limits;
        limit != 0 && !self.grown && self.cost.saturating_add(cost) > limit / 2
    }

    /// The data has so many bytes of text, which are not the expression's fault.
    pub(super) fn grow(&mut self, bytes: u64) {
        self.grown = true;
        let more = bytes.saturating_sub(ORDINARY_BYTES_OF_DATA).saturating_mul(COST_PER_BYTE_OF_DATA);
        self.limits.cost = self.limits.cost.saturating_add(more);
    }

    /// What to do about an expression that costs too much: a loop does so little by little, a large value at once.
    fn too_costly(&self, last: u64) -> String {
        let limit = self.limits.cost;
        if last >= limit / 2 {
            return format!(
                "an expression may cost {limit}, and this step alone costs {last}: what it works on is too large, so take \
                 a part of it before"
            );
        }
        format!(
            "an expression may cost {limit}: `filter` a list before it is mapped, keep loops out of loops, or split the \
             work over several expressions"
        )
    }

    /// Takes steps from the budget: what a function does once per item of its arguments.
    pub fn step(&mut self, steps: usize) -> Result<(), Failure> {
        match self.steps.checked_sub(steps as u64) {
            Some(left) => self.steps = left,
            None => return Err(EvalCause::Steps { limit: self.limits.steps }.into()),
        }
        Ok(())
    }

    /// Takes bytes from the budget, before they are built.
    pub fn allocate(&mut self, bytes: usize) -> Result<(), Failure> {
        match self.memory.checked_sub(bytes as u64) {
            Some(left) => self.memory = left,
            None => return Err(self.out_of_memory()),
        }
        Ok(())
    }

    /// Takes the steps of a walk over all of a value. What is shared counts at each of its places; a value whose text
    /// would not fit into the memory that is left is refused.
    pub fn walk(&mut self, value: &Value) -> Result<Extent, Failure> {
        let nodes = usize::try_from(self.steps).unwrap_or(usize::MAX);
        let limit = Extent { nodes, bytes: self.memory_left(), depth: usize::MAX };
        let extent = value.extent_within(limit).map_err(|error| match error {
            TooLarge::Nodes { .. } => EvalCause::Steps { limit: self.limits.steps },
            TooLarge::Bytes { .. } => EvalCause::Memory { limit: self.limits.memory },
            TooLarge::Depth { .. } => EvalCause::TooDeep,
        })?;
        self.step(extent.nodes)?;
        Ok(extent)
    }

    /// Why something was not built.
    pub(crate) fn out_of_memory(&self) -> Failure {
        EvalCause::Memory { limit: self.limits.memory }.into()
    }

    /// How many bytes are left.
    pub(crate) fn memory_left(&self) -> usize {
        usize::try_from(self.memory).unwrap_or(usize::MAX)
    }

    /// How many items of lists the memory that is left can hold.
    pub(crate) fn items_left(&self) -> usize {
        self.memory_left() / size_of::<Value>()
    }

    /// Takes the memory of so many items of a list.
    pub fn allocate_items(&mut self, items: usize) -> Result<(), Failure> {
        self.step(items)?;
        self.allocate(items.saturating_mul(size_of::<Value>()))
    }
}
