//! Threads that share the files of a source among them.

use super::worker::{Job, Worker};
use crate::engine::Engine;
use crate::judge::Judged;
use crate::parallel::{self, BATCH};
use crate::problem::{Problem, ProblemKind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use system::{Interrupt, Signal};

/// Engines call themselves for nested constructs; partials nest that further.
const STACK: usize = 16 << 20;

/// Something that may become a file of the target.
#[derive(Debug)]
pub(crate) struct Candidate {
    /// When its template comes in the walk through the source.
    pub(crate) place: usize,
    /// Below the target.
    pub(crate) path: PathBuf,
    /// Below the source.
    pub(crate) template: PathBuf,
    pub(crate) outcome: Result<Judged, Problem>,
}

/// All that comes out of a source, in the order of its files whatever thread they came from.
pub(crate) fn render_all(
    job: &Arc<Job>,
    engine: &dyn Engine,
    interrupt: &Interrupt,
) -> Result<Vec<Candidate>, Problem> {
    let work = Work { job, engine, interrupt, next: AtomicUsize::new(0), done: Mutex::default() };
    let threads = parallel::threads(job.source.files.len());
    thread::scope(|scope| {
        let start = || thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work.share());
        // One thread is enough; that others could not be started only makes it slower.
        let started: Vec<_> = (0..threads).map_while(|_| start().ok()).collect();
        if started.is_empty() {
            work.share();
        }
    });
    if let Some(signal) = interrupt.signalled() {
        return Err(stopped(job, signal));
    }
    let mut done = work.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Candidates of one file are in their order already.
    done.sort_by_key(|candidate| candidate.place);
    Ok(done)
}

fn stopped(job: &Job, signal: Signal) -> Problem {
    Problem::new(&job.root, ProblemKind::Interrupted(signal))
}

struct Work<'a> {
    job: &'a Arc<Job>,
    engine: &'a dyn Engine,
    interrupt: &'a Interrupt,
    next: AtomicUsize,
    done: Mutex<Vec<Candidate>>,
}

impl Work<'_> {
    /// What one thread does.
    fn share(&self) {
        let files = &self.job.source.files;
        let worker = Worker::new(Arc::clone(self.job), self.engine);
        let mut own = Vec::new();
        while self.interrupt.signalled().is_none() {
            let from = self.next.fetch_add(BATCH, Ordering::Relaxed);
            let Some(batch) = files.get(from..(from + BATCH).min(files.len())).filter(|batch| !batch.is_empty()) else {
                break;
            };
            for file in batch {
                own.extend(worker.run(file));
            }
        }
        self.done.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
    }
}
