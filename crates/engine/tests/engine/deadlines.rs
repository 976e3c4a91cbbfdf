//! Steps that never return, runs that take too long, and somebody who wants an end.

use crate::policies::{Result, Rules, unlimited};
use engine::schedule::{Graph, Limits, Parallel, Standstill, StepEnd, in_order, in_parallel};
use std::sync::{Arc, Barrier};
use std::time::Duration;
use system::{FakeClock, Interrupt, ReadWorld, Signal};

const SHORT: Duration = Duration::from_millis(60);

fn real() -> ReadWorld {
    ReadWorld::real(Interrupt::never(), Vec::new())
}

/// Never comes back, and keeps nobody from ending.
fn hang() -> Result {
    loop {
        std::thread::park();
    }
}

#[test]
fn a_step_that_never_returns_is_given_up() {
    let (world, interrupt) = (real(), Interrupt::never());
    let graph = Graph::new(vec![vec![], vec![0], vec![]]).unwrap();
    let work = Arc::new(|step| if step == 0 { hang() } else { Result::Worked(step) });
    let parallel = Parallel { workers: 2, waits: &|_| true, limit: &|step| (step == 0).then_some(SHORT), work };
    let ends = in_parallel(&graph, &unlimited(&*world.clock, &interrupt), &mut Rules::default(), &parallel);
    assert_eq!(ends[0], StepEnd::TimedOut);
    assert_eq!(ends[2], StepEnd::Done(Result::Worked(2)), "the others are not held up");
}

/// Steps that are said not to wait share a thread per core; one that hangs all the same must not take a thread away.
#[test]
fn a_step_that_hangs_in_the_pool_holds_nobody_up() {
    let (world, interrupt) = (real(), Interrupt::never());
    let graph = Graph::new(vec![vec![]; 500]).unwrap();
    let work = Arc::new(|step| if step % 100 == 0 { hang() } else { Result::Worked(step) });
    let parallel = Parallel { workers: 1, waits: &|_| false, limit: &|_| Some(SHORT), work };
    let ends = in_parallel(&graph, &unlimited(&*world.clock, &interrupt), &mut Rules::default(), &parallel);
    for (step, end) in ends.into_iter().enumerate() {
        let expected = if step % 100 == 0 { StepEnd::TimedOut } else { StepEnd::Done(Result::Worked(step)) };
        assert_eq!(end, expected, "step {step}");
    }
}

/// What a time-out means is decided by the policy, as every other end is.
#[test]
fn the_policy_is_told_of_a_step_that_was_given_up() {
    let (world, interrupt) = (real(), Interrupt::never());
    let run = |rules: &mut Rules| {
        let work = Arc::new(|step| if step == 0 { hang() } else { Result::Worked(step) });
        let parallel = Parallel { workers: 1, waits: &|_| true, limit: &|step| (step == 0).then_some(SHORT), work };
        in_parallel(&Graph::chain(2), &unlimited(&*world.clock, &interrupt), rules, &parallel)
    };
    let mut goes_on = Rules::default();
    assert_eq!(run(&mut goes_on), [StepEnd::TimedOut, StepEnd::Done(Result::Worked(1))]);
    assert_eq!((goes_on.timed_out, goes_on.ended), (vec![0], vec![1]));
    let mut stops = Rules { stop_after: [0].into(), ..Rules::default() };
    assert_eq!(run(&mut stops), [StepEnd::TimedOut, StepEnd::NotStarted(Standstill::Stopped)]);
}

#[test]
fn a_late_result_is_not_used() {
    let (world, interrupt) = (real(), Interrupt::never());
    let graph = Graph::chain(2);
    let both = Arc::new(Barrier::new(2));
    let work = {
        let both = Arc::clone(&both);
        Arc::new(move |step| {
            // The first step comes back while the second one runs, long after its own time.
            both.wait();
            Result::Worked(step)
        })
    };
    let parallel = Parallel { workers: 1, waits: &|_| true, limit: &|step| (step == 0).then_some(SHORT), work };
    let mut rules = Rules::default();
    let ends = in_parallel(&graph, &unlimited(&*world.clock, &interrupt), &mut rules, &parallel);
    assert_eq!(ends, [StepEnd::TimedOut, StepEnd::Done(Result::Worked(1))]);
    assert_eq!(rules.ended, [1]);
}

#[test]
fn the_deadline_of_the_run_ends_what_hangs() {
    let world = real();
    let limits =
        Limits { deadline: Some(world.clock.monotonic() + SHORT), interrupt: &world.interrupt, clock: &*world.clock };
    let parallel = Parallel { workers: 1, waits: &|_| true, limit: &|_| None, work: Arc::new(|_| hang()) };
    let ends = in_parallel(&Graph::chain(3), &limits, &mut Rules::default(), &parallel);
    let not_started = StepEnd::NotStarted(Standstill::Deadline);
    assert_eq!(ends, [StepEnd::TimedOut, not_started.clone(), not_started]);
}

#[test]
fn no_step_begins_after_the_deadline_of_the_run() {
    let (clock, interrupt) = (FakeClock::at(0), Interrupt::never());
    let limits = Limits { deadline: Some(Duration::from_secs(10)), interrupt: &interrupt, clock: &clock };
    let ends = in_order(&Graph::chain(4), &limits, &mut Rules::default(), |step| {
        clock.advance(Duration::from_secs(5));
        Result::Worked(step)
    });
    let not_started = StepEnd::NotStarted(Standstill::Deadline);
    assert_eq!(ends[..2], [0, 1].map(|step| StepEnd::Done(Result::Worked(step))));
    assert_eq!(ends[2..], [not_started.clone(), not_started]);
}

#[test]
fn an_interrupt_ends_a_run_in_order() {
    let (clock, interrupt) = (FakeClock::at(0), Interrupt::manual().unwrap());
    let ends = in_order(&Graph::chain(3), &unlimited(&clock, &interrupt), &mut Rules::default(), |step| {
        interrupt.raise(Signal::Interrupt);
        Result::Worked(step)
    });
    let not_started = StepEnd::NotStarted(Standstill::Interrupted);
    assert_eq!(ends, [StepEnd::Done(Result::Worked(0)), not_started.clone(), not_started]);
}

/// A running step ends itself when the interrupt comes, as processes and requests do.
#[test]
fn an_interrupt_ends_a_run_in_parallel() {
    let (world, interrupt) = (real(), Interrupt::manual().unwrap());
    let inner = interrupt.clone();
    let clock = Arc::clone(&world.clock);
    let work = Arc::new(move |step| {
        if step == 0 {
            inner.raise(Signal::Terminate);
        }
        clock.sleep(Duration::from_hours(1), &inner);
        Result::Worked(step)
    });
    let graph = Graph::new(vec![vec![], vec![], vec![0], vec![1]]).unwrap();
    let parallel = Parallel { workers: 2, waits: &|_| true, limit: &|_| None, work };
    let ends = in_parallel(&graph, &unlimited(&*world.clock, &interrupt), &mut Rules::default(), &parallel);
    let not_started = StepEnd::NotStarted(Standstill::Interrupted);
    assert_eq!(ends[0], StepEnd::Done(Result::Worked(0)));
    assert_eq!(ends[2..], [not_started.clone(), not_started]);
}

#[test]
fn an_interrupt_before_the_start_starts_nothing() {
    let (clock, interrupt) = (FakeClock::at(0), Interrupt::manual().unwrap());
    interrupt.raise(Signal::Interrupt);
    let work = Arc::new(|_| panic!("nothing is started"));
    let parallel = Parallel::<Result> { workers: 2, waits: &|_| true, limit: &|_| None, work };
    let ends = in_parallel(&Graph::chain(2), &unlimited(&clock, &interrupt), &mut Rules::default(), &parallel);
    assert_eq!(ends, [StepEnd::NotStarted(Standstill::Interrupted), StepEnd::NotStarted(Standstill::Interrupted)]);
}
