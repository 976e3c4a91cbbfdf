//! Several steps at a time.

use super::pool::Pool;
use super::ready::Ready;
use super::{Admission, After, Graph, Limits, Policy, Standstill, StepEnd};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often a waiting scheduler looks whether somebody wants the run to end.
const LOOK: Duration = Duration::from_millis(50);

/// More short steps than this are heard in portions.
const CROWD: usize = 32;

/// What is said in this time is heard together.
const PORTION: Duration = Duration::from_micros(300);

/// A running step that does not end itself this long after an interrupt is given up.
const GRACE: Duration = Duration::from_secs(10);

/// Does a step. It may outlive the run when it is abandoned at its deadline, so it owns what it needs.
pub type Work<R> = Arc<dyn Fn(usize) -> R + Send + Sync>;

/// What in-parallel work needs besides the limits of the run.
pub struct Parallel<'a, R> {
    /// How many steps that may wait run at once; at least one. Each has a thread of its own.
    pub workers: usize,
    /// Whether a step may wait for something outside. Those that may not share a thread for each core.
    pub waits: &'a dyn Fn(usize) -> bool,
    /// How long a step may take.
    pub limit: &'a dyn Fn(usize) -> Option<Duration>,
    /// Does a step.
    pub work: Work<R>,
}

/// What a thread has to say about a step.
pub(super) enum Message<R> {
    /// It is begun now.
    Began(usize),
    /// It is over.
    Ended(usize, R),
}

/// Works the graph off with several threads. Results are given in the order of the steps; the policy is asked on the
/// calling thread, in the order in which steps end.
pub fn in_parallel<R: Send + 'static>(
    graph: &Graph,
    limits: &Limits<'_>,
    policy: &mut impl Policy<R>,
    parallel: &Parallel<'_, R>,
) -> Vec<StepEnd<R>> {
    let (sender, receiver) = channel();
    let mut run = Run {
        limits,
        parallel,
        policy,
        ready: Ready::new(graph),
        running: BTreeMap::new(),
        threads: 0,
        pool: None,
        ends: (0..graph.len()).map(|_| None).collect(),
        standstill: None,
        last_call: None,
        next_look: limits.clock.monotonic() + LOOK,
        sender,
        receiver,
    };
    run.work_off();
    let standstill = run.standstill.unwrap_or(Standstill::Stopped);
    run.ends.into_iter().map(|end| end.unwrap_or(StepEnd::NotStarted(standstill))).collect()
}

/// A step that is not over.
struct Running {
    /// Whether it has a thread of its own.
    has_thread: bool,
    /// When it has to be over; not before it is begun.
    until: Option<Duration>,
}

struct Run<'a, R, P> {
    limits: &'a Limits<'a>,
    parallel: &'a Parallel<'a, R>,
    policy: &'a mut P,
    ready: Ready,
    running: BTreeMap<usize, Running>,
    /// How many of them have a thread of their own.
    threads: usize,
    pool: Option<Pool<R>>,
    ends: Vec<Option<StepEnd<R>>>,
    standstill: Option<Standstill>,
    /// When running steps are given up after an interrupt.
    last_call: Option<Duration>,
    /// When somebody has to be looked after, at the latest.
    next_look: Duration,
    sender: Sender<Message<R>>,
    receiver: Receiver<Message<R>>,
}

impl<R: Send + 'static, P: Policy<R>> Run<'_, R, P> {
    fn work_off(&mut self) {
        loop {
            self.start_what_can_start();
            if self.running.is_empty() {
                return;
            }
            let now = self.limits.clock.monotonic();
            match self.receiver.recv_timeout(self.next_look.saturating_sub(now)) {
                Ok(message) => self.hear(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("the scheduler holds a sender itself"),
            }
            self.hear_the_rest();
            if self.limits.clock.monotonic() >= self.next_look {
                self.give_up_what_is_late();
            }
        }
    }

    /// Hears what was said meanwhile. While many short steps are at work it is heard in portions: to be woken for each of
    /// them takes longer than most of them.
    fn hear_the_rest(&mut self) {
        if self.running.len() - self.threads > CROWD {
            std::thread::park_timeout(PORTION);
        }
        while let Ok(message) = self.receiver.try_recv() {
            self.hear(message);
        }
    }

    /// A step that was given up at its deadline may still speak; nobody listens any more.
    fn hear(&mut self, message: Message<R>) {
        match message {
            Message::Began(step) => {
                if let (Some(running), Some(limit)) = (self.running.get_mut(&step), (self.parallel.limit)(step)) {
                    let until = self.limits.clock.monotonic() + limit;
                    running.until = Some(until);
                    self.next_look = self.next_look.min(until);
                }
            }
            Message::Ended(step, result) => {
                if let Some(running) = self.running.remove(&step) {
                    self.threads -= usize::from(running.has_thread);
                    self.end(step, result);
                }
            }
        }
    }

    fn start_what_can_start(&mut self) {
        while self.threads < self.parallel.workers.max(1) {
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
        let has_thread = (self.parallel.waits)(step);
        self.running.insert(step, Running { has_thread, until: None });
        if !has_thread {
            let pool = self.pool.get_or_insert_with(|| Pool::new(Arc::clone(&self.parallel.work), self.sender.clone()));
            return pool.add(step);
        }
        self.threads += 1;
        let (work, sender) = (Arc::clone(&self.parallel.work), self.sender.clone());
        self.hear(Message::Began(step));
        std::thread::spawn(move || {
            let result = work(step);
            // The receiver is gone when the run ended without this step: nobody wants the result.
            drop(sender.send(Message::Ended(step, result)));
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
        let is_late = |running: &Running| over || running.until.is_some_and(|until| now >= until);
        let late: Vec<usize> = self.running.iter().filter(|(_, one)| is_late(one)).map(|(step, _)| *step).collect();
        for step in late {
            self.give_up(step);
        }
        let next = self.running.values().filter_map(|running| running.until).min();
        self.next_look = next.map_or(now + LOOK, |until| until.min(now + LOOK));
    }

    fn give_up(&mut self, step: usize) {
        let Some(running) = self.running.remove(&step) else { return };
        self.threads -= usize::from(running.has_thread);
        if let Some(pool) = self.pool.as_mut().filter(|_| !running.has_thread && running.until.is_some()) {
            pool.replace_one();
        }
        self.ends[step] = Some(StepEnd::TimedOut);
        if self.policy.timed_out(step) == After::Stop {
            self.standstill = self.standstill.or(Some(Standstill::Stopped));
        }
        self.ready.ended(step);
    }
}
