//! Policies that the tests of the scheduler hand in.

use engine::schedule::{Admission, After, Graph, Limits, Policy, StepEnd, in_order};
use std::collections::BTreeSet;
use system::{Clock, FakeClock, Interrupt};

/// What a step gives: its number, or that it was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Result {
    Worked(usize),
    Skipped(usize),
}

/// Skips some steps, stops after others, and writes down what it was asked.
#[derive(Debug, Default, Clone)]
pub(crate) struct Rules {
    pub(crate) skip: BTreeSet<usize>,
    pub(crate) stop_after: BTreeSet<usize>,
    pub(crate) admitted: Vec<usize>,
    pub(crate) ended: Vec<usize>,
    pub(crate) timed_out: Vec<usize>,
}

impl Policy<Result> for Rules {
    fn admit(&mut self, step: usize) -> Admission<Result> {
        self.admitted.push(step);
        if self.skip.contains(&step) { Admission::Skip(Result::Skipped(step)) } else { Admission::Run }
    }

    fn ended(&mut self, step: usize, _result: &Result) -> After {
        self.ended.push(step);
        if self.stop_after.contains(&step) { After::Stop } else { After::GoOn }
    }

    fn timed_out(&mut self, step: usize) -> After {
        self.timed_out.push(step);
        if self.stop_after.contains(&step) { After::Stop } else { After::GoOn }
    }
}

/// Works a graph off in order, with nothing that limits it; also gives the order of work.
pub(crate) fn work_off(graph: &Graph, rules: &mut Rules) -> (Vec<StepEnd<Result>>, Vec<usize>) {
    let (clock, interrupt, mut order) = (FakeClock::at(0), Interrupt::never(), Vec::new());
    let ends = in_order(graph, &unlimited(&clock, &interrupt), rules, |step| {
        order.push(step);
        Result::Worked(step)
    });
    (ends, order)
}

pub(crate) fn unlimited<'a>(clock: &'a dyn Clock, interrupt: &'a Interrupt) -> Limits<'a> {
    Limits { deadline: None, interrupt, clock }
}
