//! What a run has used of its budget.

use value::{Extent, TooLarge, Value};

use crate::exprlang::Budget;
use crate::exprlang::environment::{Environment, Variables};
use crate::exprlang::fault::{Fault, Result};

/// What is left of a budget, and what functions may ask.
pub(crate) struct Usage<'a> {
    steps: u64,
    max_steps: u64,
    items: u64,
    max_items: u64,
    text: u64,
    max_text: u64,
    pub(crate) depth: usize,
    pub(crate) variables: &'a dyn Variables,
    environment: &'a Environment,
}

impl<'a> Usage<'a> {
    pub(crate) fn new(budget: &Budget, variables: &'a dyn Variables, environment: &'a Environment) -> Self {
        let Budget { steps, items, text, depth } = *budget;
        let (max_steps, max_items, max_text) = (steps, items, text);
        Self { steps, max_steps, items, max_items, text, max_text, depth, variables, environment }
    }

    /// Whether the environment has a variable of this name.
    pub(crate) fn declares(&self, name: &str) -> bool {
        self.environment.variable_type(name).is_some()
    }

    /// Work was done.
    pub(crate) fn steps(&mut self, steps: usize) -> Result<()> {
        spend(&mut self.steps, steps).ok_or(Fault::Steps { limit: self.max_steps })
    }

    /// Items were put into a list or a map. Upstream fails when the last one is used.
    pub(crate) fn items(&mut self, items: usize) -> Result<()> {
        spend(&mut self.items, items).filter(|()| self.items > 0).ok_or(self.too_many_items())
    }

    /// More was to be built than may be.
    pub(crate) fn too_many_items(&self) -> Fault {
        Fault::Items { limit: self.max_items }
    }

    /// More text was to be built than may be.
    pub(crate) fn too_much_text(&self) -> Fault {
        Fault::Text { limit: self.max_text }
    }

    /// Text was, or is about to be, built.
    pub(crate) fn text(&mut self, bytes: usize) -> Result<()> {
        spend(&mut self.text, bytes).ok_or(self.too_much_text())
    }

    /// All of a value is about to be looked at, or written out. It is refused when its text would be too long.
    pub(crate) fn walk(&mut self, value: &Value) -> Result<Extent> {
        let nodes = usize::try_from(self.steps).unwrap_or(usize::MAX);
        let limit = Extent { nodes, bytes: self.text_left(), depth: usize::MAX };
        let extent = value.extent_within(limit).map_err(|error| match error {
            TooLarge::Nodes { .. } => Fault::Steps { limit: self.max_steps },
            TooLarge::Bytes { .. } => self.too_much_text(),
            TooLarge::Depth { .. } => Fault::Depth,
        })?;
        self.steps(extent.nodes)?;
        Ok(extent)
    }

    /// How many items may still be put into lists and maps.
    pub(crate) fn items_left(&self) -> usize {
        usize::try_from(self.items).unwrap_or(usize::MAX)
    }

    /// How many bytes of text may still be built.
    pub(crate) fn text_left(&self) -> usize {
        usize::try_from(self.text).unwrap_or(usize::MAX)
    }

    /// A text that was built.
    pub(crate) fn built(&mut self, bytes: Vec<u8>) -> Result<Value> {
        self.text(bytes.len())?;
        Ok(Value::text(bytes))
    }
}

fn spend(left: &mut u64, amount: usize) -> Option<()> {
    *left = left.checked_sub(u64::try_from(amount).ok()?)?;
    Some(())
}
