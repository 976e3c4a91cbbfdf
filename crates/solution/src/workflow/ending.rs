//! A signal that ends runs within runs.

use std::sync::{Mutex, MutexGuard, PoisonError};
use system::{Interrupt, Signal};

/// What a run and those within it know of the signal that ends them. What comes after the actions of an inner run is done
/// although the signal came: meanwhile it is held back, and the outer run hears of it when that is done.
#[derive(Debug, Default)]
pub struct Ending(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    signal: Option<Signal>,
    holders: usize,
}

impl Ending {
    /// The signal, when it came, also while it is held back.
    pub(super) fn came(&self, interrupt: &Interrupt) -> Option<Signal> {
        let held = self.locked();
        interrupt.signalled().or(held.signal)
    }

    /// For an inner run that has something left to do: nobody is told until [`let_go`](Self::let_go).
    pub(super) fn hold_back(&self, signal: Signal, interrupt: &Interrupt) {
        let mut held = self.locked();
        held.signal = Some(signal);
        held.holders += 1;
        interrupt.put_by();
    }

    /// Tells of it when nobody holds it back any more, unless the outermost run has put it by: it has given up this one.
    pub(super) fn let_go(&self, interrupt: &Interrupt) {
        let mut held = self.locked();
        held.holders = held.holders.saturating_sub(1);
        if held.holders == 0
            && let Some(signal) = held.signal.take()
        {
            interrupt.raise(signal);
        }
    }

    /// For the outermost run that has something left to do.
    pub(super) fn put_by(&self, interrupt: &Interrupt) {
        self.locked().signal = None;
        interrupt.put_by();
    }

    fn locked(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_back_comes_again_with_the_last_who_lets_go() {
        let (ending, interrupt) = (Ending::default(), Interrupt::manual().unwrap());
        interrupt.raise(Signal::Terminate);
        ending.hold_back(Signal::Terminate, &interrupt);
        ending.hold_back(Signal::Terminate, &interrupt);
        assert_eq!((interrupt.signalled(), ending.came(&interrupt)), (None, Some(Signal::Terminate)));
        ending.let_go(&interrupt);
        assert_eq!(interrupt.signalled(), None);
        ending.let_go(&interrupt);
        assert_eq!(interrupt.signalled(), Some(Signal::Terminate));
    }

    #[test]
    fn what_is_put_by_meanwhile_does_not_come_again() {
        let (ending, interrupt) = (Ending::default(), Interrupt::manual().unwrap());
        interrupt.raise(Signal::Interrupt);
        ending.hold_back(Signal::Interrupt, &interrupt);
        ending.put_by(&interrupt);
        ending.let_go(&interrupt);
        assert_eq!((interrupt.signalled(), ending.came(&interrupt)), (None, None));
    }
}
