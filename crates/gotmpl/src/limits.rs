//! What one rendering may use up.

use std::fmt;

/// What one rendering may use up. Beyond it, rendering ends with an error that names the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many bytes the output may have.
    pub output: usize,
    /// How many bytes the values that functions build may have in sum.
    pub memory: usize,
    /// How many bytes one of them may have. It is in memory more than once while it is built.
    pub value: usize,
    /// How many instructions may be executed: a few for every action, iteration and call.
    pub steps: u64,
    /// How deep templates may call templates.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { output: 256 << 20, memory: 1 << 30, value: 256 << 20, steps: 200_000_000, depth: 100_000 }
    }
}

/// A limit that is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::output`]
    Output(usize),
    /// [`Limits::memory`]
    Memory(usize),
    /// [`Limits::value`]
    Value(usize),
    /// [`Limits::steps`]
    Steps(u64),
    /// [`Limits::depth`]
    Depth(usize),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(limit) => write!(f, "the output is larger than the limit of {limit} bytes"),
            Self::Memory(limit) => write!(f, "values are larger than the limit of {limit} bytes"),
            Self::Value(limit) => write!(f, "a value is larger than the limit of {limit} bytes"),
            Self::Steps(limit) => write!(f, "the limit of {limit} steps is exceeded"),
            Self::Depth(limit) => write!(f, "exceeded maximum template depth ({limit})"),
        }
    }
}

/// What is left of the limits.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    memory: usize,
    steps: u64,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, memory: limits.memory, steps: limits.steps }
    }

    /// Takes one step.
    pub(crate) fn step(&mut self) -> Result<(), Limit> {
        self.charge_steps(1)
    }

    /// How much memory a value may still use.
    pub(crate) fn memory(&self) -> usize {
        self.memory.min(self.limits.value)
    }

    /// What is used up when that is not enough.
    pub(crate) fn memory_limit(&self) -> Limit {
        if self.limits.value < self.memory {
            Limit::Value(self.limits.value)
        } else {
            Limit::Memory(self.limits.memory)
        }
    }

    pub(crate) fn charge_memory(&mut self, bytes: usize) -> Result<(), Limit> {
        if bytes > self.memory() {
            return Err(self.memory_limit());
        }
        self.memory -= bytes;
        Ok(())
    }

    pub(crate) fn charge_steps(&mut self, steps: usize) -> Result<(), Limit> {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        self.steps = self.steps.checked_sub(steps).ok_or(Limit::Steps(self.limits.steps))?;
        Ok(())
    }
}
