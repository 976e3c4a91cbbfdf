//! Several steps at a time, each on a thread of its own.

use super::ready::Ready;
use super::{Admission, After, Graph, Limits, Policy, Standstill, StepEnd};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often a waiting scheduler looks whether somebody wants the run to end.
const LOOK: Duration = Duration::from_millis(50);

/// A running step that does not end itself this long after an interrupt is given up.
const GRACE: Duration = Duration::from_secs(10);

/// What in-parallel work needs besides the limits of the run.
pub struct Parallel<R> {
    /// How many steps run at once; at least one.
    pub workers: usize,
    /// How long a step may take.
    pub limit: fn(usize) -> Option<Duration>,
    /// Does a step. It may outlive the run when it is abandoned at its deadline, so it owns what it needs.
    pub work: Arc<dyn Fn(usize) -> R + Send + Sync>,
}

/// Works the graph off with several threads. Results are given in the order of the steps; the policy is asked on the
/// calling thread, in the order in which steps end.
pub fn in_parallel<R: Send + 'static>(
    graph: &Graph,
    limits: &Limits<'_>,
    policy: &mut impl Policy<R>,
    parallel: &Parallel<R>,
) -> Vec<StepEnd<R>> {
    let (sender, receiver) = channel();
    let mut run = Run {
        limits,
        parallel,
        policy,
        ready: Ready::new(graph),
        running: BTreeMap::new(),
        ends: (0..graph.len()).map(|_| None).collect(),
        standstill: None,
        last_call: None,
        sender,
        receiver,
    };
    run.work_off();
    let standstill = run.standstill.unwrap_or(Standstill::Stopped);
    run.ends.into_iter().map(|end| end.unwrap_or(StepEnd::NotStarted(standstill))).collect()
}

struct Run<'a, R, P> {
    limits: &'a Limits<'a>,
    parallel: &'a Parallel<R>,
    policy: &'a mut P,
    ready: Ready,
    /// Running steps with the moment at which each has to be over.
    running: BTreeMap<usize, Option<Duration>>,
    ends: Vec<Option<StepEnd<R>>>,
    standstill: Option<Standstill>,
    /// When running steps are given up after an interrupt.
    last_call: Option<Duration>,
    sender: Sender<(usize, R)>,
    receiver: Receiver<(usize, R)>,
}

impl<R: Send + 'static, P: Policy<R>> Run<'_, R, P> {
    fn work_off(&mut self) {
        loop {
            self.start_what_can_start();
            if self.running.is_empty() {
                return;
            }
            match self.receiver.recv_timeout(self.patience()) {
                Ok((step, result)) if self.running.remove(&step).is_some() => self.end(step, result),
                // A step that was given up at its deadline has come back; nobody waits for it any more.
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("the scheduler holds a sender itself"),
            }
            self.give_up_what_is_late();
        }
    }

    fn start_what_can_start(&mut self) {
        while self.running.len() < self.parallel.workers.max(1) {
            self.standstill = self.standstill.or_else(|| self.limits.standstill());
            if self.standstill.is_some() {
                return;
            }
            let Some(step) = self.ready.pop() else { return };
            match self.policy.admit(step) {
                Admission::Run => self.start(step),
                Admission::Skip(result) => self.end(step, result),
            }
        }
    }

    fn start(&mut self, step: usize) {
        let until = (self.parallel.limit)(step).map(|limit| self.limits.clock.monotonic() + limit);
        self.running.insert(step, until);
        let (work, sender) = (self.parallel.work.clone(), self.sender.clone());
        std::thread::spawn(move || {
            let result = work(step);
            // The receiver is gone when the run ended without this step: nobody wants the result.
            drop(sender.send((step, result)));
        });
    }

    fn end(&mut self, step: usize, result: R) {
        if self.policy.ended(step, &result) == After::Stop {
            self.standstill = self.standstill.or(Some(Standstill::Stopped));
        }
        self.ends[step] = Some(StepEnd::Done(result));
        self.ready.ended(step);
    }

    fn give_up_what_is_late(&mut self) {
        let now = self.limits.clock.monotonic();
        if self.limits.interrupt.signalled().is_some() && self.last_call.is_none() {
            self.last_call = Some(now + GRACE);
        }
        let ends = [self.limits.deadline, self.last_call];
        let over = ends.into_iter().flatten().any(|end| now >= end);
        let late: Vec<usize> =
            self.running.iter().filter(|(_, until)| over || until.is_some_and(|u| now >= u)).map(|(s, _)| *s).collect();
        for step in late {
            self.running.remove(&step);
            self.ends[step] = Some(StepEnd::TimedOut);
            if self.policy.timed_out(step) == After::Stop {
                self.standstill = self.standstill.or(Some(Standstill::Stopped));
            }
            self.ready.ended(step);
        }
    }

    /// Until the next deadline, but never longer than it takes to notice an interrupt.
    fn patience(&self) -> Duration {
        let now = self.limits.clock.monotonic();
        let next = self.running.values().flatten().min().map_or(LOOK, |until| until.saturating_sub(now));
        next.min(LOOK)
    }
}
