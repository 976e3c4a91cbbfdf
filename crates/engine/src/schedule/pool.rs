//! A thread for each core, for steps that do not wait.

use super::in_parallel::{Message, Work};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Threads that take steps from one queue. They end when the pool is dropped and the queue is empty.
pub(super) struct Pool<R> {
    steps: Sender<usize>,
    queue: Arc<Mutex<Receiver<usize>>>,
    work: Work<R>,
    says: Sender<Message<R>>,
    threads: usize,
}

impl<R: Send + 'static> Pool<R> {
    pub(super) fn new(work: Work<R>, says: Sender<Message<R>>) -> Self {
        let (steps, queue) = channel();
        Self { steps, queue: Arc::new(Mutex::new(queue)), work, says, threads: 0 }
    }

    pub(super) fn add(&mut self, step: usize) {
        self.steps.send(step).expect("the pool holds the queue itself");
        if self.threads < cores() {
            self.threads += 1;
            self.start();
        }
    }

    /// A step holds its thread and will not give it back.
    pub(super) fn replace_one(&mut self) {
        self.start();
    }

    fn start(&self) {
        let (queue, work, says) = (Arc::clone(&self.queue), Arc::clone(&self.work), self.says.clone());
        std::thread::spawn(move || {
            while let Some(step) = next(&queue) {
                drop(says.send(Message::Began(step)));
                let result = work(step);
                if says.send(Message::Ended(step, result)).is_err() {
                    return;
                }
            }
        });
    }
}

fn next(queue: &Mutex<Receiver<usize>>) -> Option<usize> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// How many threads can work at the same time. To find that out takes reading files, so it is asked once.
pub(super) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
