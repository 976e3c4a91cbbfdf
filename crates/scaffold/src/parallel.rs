//! Work that is the same for many files, on all cores.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// More threads than this wait for each other at the directories.
const MAX_THREADS: usize = 16;
/// What one thread takes at once.
pub(crate) const BATCH: usize = 8;

/// How many threads so much work is worth.
pub(crate) fn threads(count: usize) -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS).min(count.div_ceil(BATCH))
}

/// What was done, in order, and what failed first.
pub(crate) struct Done<T, E> {
    pub(crate) done: Vec<(usize, T)>,
    pub(crate) failed: Vec<(usize, E)>,
}

/// Does `work` for the numbers below `count`. Nothing more is begun once something has failed.
pub(crate) fn each<T: Send, E: Send>(count: usize, work: impl Fn(usize) -> Result<T, E> + Sync) -> Done<T, E> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let all = Mutex::new(Done { done: Vec::with_capacity(count), failed: Vec::new() });
    let share = || {
        let mut own = Done { done: Vec::new(), failed: Vec::new() };
        while !stop.load(Ordering::Relaxed) {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= count {
                break;
            }
            for at in from..(from + BATCH).min(count) {
                match work(at) {
                    Ok(result) => own.done.push((at, result)),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        own.failed.push((at, error));
                        break;
                    }
                }
            }
        }
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.done.append(&mut own.done);
        all.failed.append(&mut own.failed);
    };
    thread::scope(|scope| {
        for _ in 1..threads(count) {
            scope.spawn(share);
        }
        share();
    });
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.done.sort_unstable_by_key(|(at, _)| *at);
    all.failed.sort_unstable_by_key(|(at, _)| *at);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_in_order() {
        let counts: Vec<AtomicUsize> = (0..1000).map(|_| AtomicUsize::new(0)).collect();
        let all = each(counts.len(), |at| {
            counts[at].fetch_add(1, Ordering::Relaxed);
            Ok::<_, ()>(())
        });
        assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1));
        assert!(all.done.iter().map(|(at, ())| *at).eq(0..1000));
        assert!(each(0, |_| Err::<(), _>(())).failed.is_empty());
    }

    #[test]
    fn a_failure_ends_it() {
        let all = each(100_000, |at| if at == 20 { Err("no") } else { Ok(()) });
        assert_eq!(all.failed, [(20, "no")]);
        assert!(all.done.len() < 100_000 && !all.done.contains(&(20, ())));
    }
}
