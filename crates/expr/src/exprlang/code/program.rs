//! A compiled expression.

use std::sync::Arc;

use gostd::regexp::Regexp;
use value::Value;

use super::op::{Counting, Op};
use super::path::Path;
use crate::exprlang::builtin::Loop;
use crate::exprlang::environment::{Environment, Function, Variables};
use crate::exprlang::fault::RunError;
use crate::exprlang::machine::Machine;
use crate::exprlang::moment::settled;
use crate::exprlang::rewrite::Set;
use crate::exprlang::{Budget, Place};

/// A compiled expression. It is cheap to clone, can be shared between threads, and runs any number of times.
#[derive(Debug, Clone)]
pub struct Program(pub(super) Arc<Code>);

/// The parts of a program.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// Where in the text each instruction comes from.
    pub(crate) places: Vec<Place>,
    pub(crate) constants: Vec<Value>,
    pub(crate) names: Vec<Arc<str>>,
    pub(crate) paths: Vec<Path>,
    pub(crate) sets: Vec<Arc<Set>>,
    pub(crate) patterns: Vec<Regexp>,
    pub(crate) functions: Vec<Arc<Function>>,
    pub(crate) loops: Vec<Looping>,
    pub(crate) locals: usize,
    pub(crate) environment: Environment,
    /// Whether times in zones can be in the result.
    pub(crate) places_times: bool,
}

/// What a loop does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Looping {
    pub(crate) kind: Loop,
    pub(crate) counting: Counting,
    /// Whether finding nothing is an error.
    pub(crate) throws: bool,
    /// Whether there is an argument after the predicate; it is on the stack before the list.
    pub(crate) extra: bool,
    /// The instruction after the loop.
    pub(crate) end: u32,
}

impl Program {
    /// Runs the expression. When the result hangs on something unknown, the result is unknown.
    pub fn run(&self, variables: &dyn Variables, budget: &Budget) -> Result<Value, RunError> {
        let result = Machine::new(&self.0, variables, budget).run()?;
        Ok(if self.0.places_times { settled(result, 0) } else { result })
    }
}
