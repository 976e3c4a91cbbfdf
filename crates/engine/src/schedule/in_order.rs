//! One step at a time, on the thread that asks.

use super::ready::Ready;
use super::{Admission, After, Graph, Limits, Policy, Standstill, StepEnd};

/// Works the graph off on the calling thread, lowest number first. A running step ends itself when the interrupt is
/// raised; here no further one is started.
pub fn in_order<R>(
    graph: &Graph,
    limits: &Limits<'_>,
    policy: &mut impl Policy<R>,
    mut work: impl FnMut(usize) -> R,
) -> Vec<StepEnd<R>> {
    let mut ends: Vec<Option<StepEnd<R>>> = (0..graph.len()).map(|_| None).collect();
    let mut ready = Ready::new(graph);
    let mut standstill = Standstill::Stopped;
    while let Some(step) = ready.pop() {
        if let Some(reason) = limits.standstill() {
            standstill = reason;
            break;
        }
        let result = match policy.admit(step) {
            Admission::Run => work(step),
            Admission::Skip(result) => result,
        };
        let after = policy.ended(step, &result);
        ends[step] = Some(StepEnd::Done(result));
        if after == After::Stop {
            break;
        }
        ready.ended(step);
    }
    ends.into_iter().map(|end| end.unwrap_or(StepEnd::NotStarted(standstill))).collect()
}
