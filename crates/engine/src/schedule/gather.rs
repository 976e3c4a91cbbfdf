//! The same work on many things.

use super::pool::cores;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// More threads than this are not started for one list.
const MOST: usize = 256;
/// A thread is not worth starting for less than this many things that do not wait.
const SHARE: usize = 64;

/// Does something for each of `count` numbers, on as many threads as it is worth and as are allowed, and gives the results
/// in order.
pub fn gather<R: Send>(count: usize, at_once: Option<usize>, waits: bool, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let worth = if waits { MOST } else { cores().min(count.div_ceil(SHARE)) };
    let threads = at_once.unwrap_or(MOST).min(worth).min(count);
    if threads <= 1 {
        return (0..count).map(work).collect();
    }
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(count)));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = work(number);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::gather;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_are_in_order_whichever_ends_first() {
        let together = Barrier::new(20);
        let squares = gather(20, None, true, |number| {
            together.wait();
            number * number
        });
        assert_eq!(squares, (0..20).map(|number| number * number).collect::<Vec<_>>());
    }

    #[test]
    fn as_many_work_at_once_as_are_allowed() {
        let (now, most, three) = (AtomicUsize::new(0), AtomicUsize::new(0), Barrier::new(3));
        gather(12, Some(3), true, |_| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            three.wait();
            now.fetch_sub(1, Ordering::SeqCst);
        });
        assert_eq!(most.into_inner(), 3);
    }
}
