//! Random graphs, one step at a time and several at once.

use crate::policies::{Result, Rules, unlimited, work_off};
use engine::schedule::{Graph, GraphError, Parallel, Standstill, StepEnd, in_parallel};
use proptest::collection::{btree_set, vec};
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, proptest};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use system::{FakeClock, Interrupt};

/// Steps with dependencies and no circle; numbers say nothing about the order.
fn graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
    (1_usize..25)
        .prop_flat_map(|steps| {
            (Just((0..steps).collect::<Vec<_>>()).prop_shuffle(), vec(vec(any::<usize>(), 0..4), steps))
        })
        .prop_map(|(numbers, wishes)| {
            let mut waits_for = vec![Vec::new(); numbers.len()];
            for (at, wishes) in wishes.iter().enumerate().skip(1) {
                waits_for[numbers[at]] = wishes.iter().map(|wish| numbers[wish % at]).collect();
            }
            waits_for
        })
}

fn some_steps() -> impl Strategy<Value = BTreeSet<usize>> {
    btree_set(0_usize..25, 0..6)
}

fn in_parallel_with(graph: &Graph, workers: usize, rules: &mut Rules) -> (Vec<StepEnd<Result>>, Vec<usize>) {
    let (clock, interrupt, order) = (FakeClock::at(0), Interrupt::never(), Arc::new(Mutex::new(Vec::new())));
    let started = Arc::clone(&order);
    let work = Arc::new(move |step| {
        started.lock().unwrap().push(step);
        Result::Worked(step)
    });
    let ends = in_parallel(
        graph,
        &unlimited(&clock, &interrupt),
        rules,
        &Parallel { workers, waits: &|_| true, limit: &|_| None, work },
    );
    let order = order.lock().unwrap().clone();
    (ends, order)
}

/// Everything that a step waits for stands before it.
fn is_after_its_dependencies(graph: &Graph, order: &[usize]) -> bool {
    let place = |step: &usize| order.iter().position(|other| other == step);
    order.iter().all(|step| graph.waits_for(*step).iter().all(|other| place(other) < place(step)))
}

proptest! {
    #[test]
    fn every_step_is_worked_off_once_after_its_dependencies(waits_for in graphs()) {
        let graph = Graph::new(waits_for).unwrap();
        let (ends, order) = work_off(&graph, &mut Rules::default());
        let wanted: Vec<_> = (0..graph.len()).map(|step| StepEnd::Done(Result::Worked(step))).collect();
        prop_assert_eq!(ends, wanted);
        prop_assert_eq!(order.iter().copied().collect::<BTreeSet<_>>().len(), graph.len());
        prop_assert!(is_after_its_dependencies(&graph, &order), "{order:?}");
    }

    #[test]
    fn of_those_that_could_start_the_lowest_does(waits_for in graphs()) {
        let graph = Graph::new(waits_for).unwrap();
        let (_, order) = work_off(&graph, &mut Rules::default());
        for (at, step) in order.iter().enumerate() {
            let done = &order[..at];
            let could = |other: &usize| graph.waits_for(*other).iter().all(|d| done.contains(d)) && !done.contains(other);
            prop_assert_eq!(Some(*step), (0..graph.len()).find(could));
        }
    }

    #[test]
    fn a_skipped_step_has_its_result_and_does_not_work(waits_for in graphs(), skip in some_steps()) {
        let graph = Graph::new(waits_for).unwrap();
        let mut rules = Rules { skip: skip.clone(), ..Rules::default() };
        let (ends, order) = work_off(&graph, &mut rules);
        prop_assert!(order.iter().all(|step| !skip.contains(step)));
        for (step, end) in ends.into_iter().enumerate() {
            let wanted = if skip.contains(&step) { Result::Skipped(step) } else { Result::Worked(step) };
            prop_assert_eq!(end, StepEnd::Done(wanted));
        }
        prop_assert_eq!(rules.admitted, rules.ended);
    }

    #[test]
    fn nothing_is_started_after_a_stop(waits_for in graphs(), stop_after in some_steps()) {
        let graph = Graph::new(waits_for).unwrap();
        let (_, whole) = work_off(&graph, &mut Rules::default());
        let mut rules = Rules { stop_after: stop_after.clone(), ..Rules::default() };
        let (ends, order) = work_off(&graph, &mut rules);
        let last = whole.iter().position(|step| stop_after.contains(step)).map_or(whole.len(), |at| at + 1);
        prop_assert_eq!(&order, &whole[..last]);
        for (step, end) in ends.into_iter().enumerate() {
            let not_started = StepEnd::NotStarted(Standstill::Stopped);
            prop_assert_eq!(end, if order.contains(&step) { StepEnd::Done(Result::Worked(step)) } else { not_started });
        }
    }

    #[test]
    fn several_workers_give_the_same_results(waits_for in graphs(), skip in some_steps(), workers in 0_usize..9) {
        let graph = Graph::new(waits_for).unwrap();
        let rules = Rules { skip, ..Rules::default() };
        let (ends, order) = in_parallel_with(&graph, workers, &mut rules.clone());
        prop_assert_eq!(ends, work_off(&graph, &mut rules.clone()).0);
        let mut seen = order.clone();
        seen.sort_unstable();
        seen.dedup();
        prop_assert_eq!(seen.len(), order.len(), "no step works twice: {:?}", order);
    }

    #[test]
    fn several_workers_end_dependencies_first(waits_for in graphs(), workers in 1_usize..9) {
        let graph = Graph::new(waits_for).unwrap();
        let mut rules = Rules::default();
        in_parallel_with(&graph, workers, &mut rules);
        prop_assert!(is_after_its_dependencies(&graph, &rules.ended), "{:?}", rules.ended);
    }

    #[test]
    fn one_worker_works_in_order(waits_for in graphs(), stop_after in some_steps()) {
        let graph = Graph::new(waits_for).unwrap();
        let rules = Rules { stop_after, ..Rules::default() };
        prop_assert_eq!(in_parallel_with(&graph, 1, &mut rules.clone()), work_off(&graph, &mut rules.clone()));
    }

    #[test]
    fn a_stop_with_several_workers_keeps_what_was_begun(waits_for in graphs(), stop_after in some_steps(), workers in 2_usize..9) {
        let graph = Graph::new(waits_for).unwrap();
        let mut rules = Rules { stop_after: stop_after.clone(), ..Rules::default() };
        let (ends, order) = in_parallel_with(&graph, workers, &mut rules);
        for (step, end) in ends.iter().enumerate() {
            let wanted = if order.contains(&step) { StepEnd::Done(Result::Worked(step)) } else { StepEnd::NotStarted(Standstill::Stopped) };
            prop_assert_eq!(end, &wanted);
        }
        let stopped_at = rules.ended.iter().position(|step| stop_after.contains(step));
        if let Some(at) = stopped_at {
            prop_assert!(rules.ended.len() - at <= workers, "only what was already running ends after a stop");
        }
    }

    #[test]
    fn a_circle_is_found_and_is_one(waits_for in graphs(), from in any::<usize>(), to in any::<usize>()) {
        let (from, to) = (from % waits_for.len(), to % waits_for.len());
        let mut with_one_more = waits_for.clone();
        with_one_more[from].push(to);
        if let Err(error) = Graph::new(with_one_more.clone()) {
            let GraphError::Cycle(circle) = error else { panic!("{error}") };
            for (at, step) in circle.iter().enumerate() {
                let next = circle[(at + 1) % circle.len()];
                prop_assert!(with_one_more[*step].contains(&next), "{circle:?}");
            }
            prop_assert!(circle.contains(&from), "only the added one closes a circle");
        }
    }
}

#[test]
fn nothing_to_do_is_done_at_once() {
    let graph = Graph::new(Vec::new()).unwrap();
    assert!(graph.is_empty());
    assert_eq!(work_off(&graph, &mut Rules::default()), (Vec::new(), Vec::new()));
    assert_eq!(in_parallel_with(&graph, 4, &mut Rules::default()), (Vec::new(), Vec::new()));
}

#[test]
fn a_long_chain_does_not_need_a_deep_stack() {
    let (ends, order) = work_off(&Graph::chain(200_000), &mut Rules::default());
    assert_eq!((ends.len(), order.len()), (200_000, 200_000));
    let circle: Vec<Vec<usize>> = (0..200_000).map(|step| vec![(step + 1) % 200_000]).collect();
    assert!(matches!(Graph::new(circle), Err(GraphError::Cycle(steps)) if steps.len() == 200_000));
}
