//! Time.

use crate::Interrupt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use value::Timestamp;

/// The clock on the wall and the one that never goes back.
pub trait Clock: Send + Sync {
    /// The time of day, UTC.
    fn now(&self) -> Timestamp;
    /// Time since some fixed moment; never goes back.
    fn monotonic(&self) -> Duration;
    /// Waits; `false` when the interrupt came first.
    fn sleep(&self, duration: Duration, interrupt: &Interrupt) -> bool;
}

/// The clock of this machine.
pub(crate) struct RealClock {
    start: Instant,
}

impl RealClock {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for RealClock {
    fn now(&self) -> Timestamp {
        // A clock that is set to before 1970 is as good as one that stands at it.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        timestamp(since)
    }

    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, duration: Duration, interrupt: &Interrupt) -> bool {
        interrupt.wait(duration)
    }
}

fn timestamp(since_1970: Duration) -> Timestamp {
    i64::try_from(since_1970.as_secs())
        .ok()
        .and_then(|seconds| Timestamp::from_parts(seconds, since_1970.subsec_nanos(), 0).ok())
        .unwrap_or(Timestamp::UNIX_EPOCH)
}

/// A clock that stands still until it is moved. Sleeping moves it and takes no time.
pub struct FakeClock {
    since_1970: Mutex<Duration>,
    start: Duration,
}

impl FakeClock {
    /// Stands at this many seconds after 1970 began.
    pub fn at(unix_seconds: u64) -> Self {
        let start = Duration::from_secs(unix_seconds);
        Self { since_1970: Mutex::new(start), start }
    }

    /// Puts the clock on the wall at this many seconds after 1970 began.
    pub fn set(&self, unix_seconds: u64) {
        *self.time() = Duration::from_secs(unix_seconds);
    }

    /// Moves both clocks on.
    pub fn advance(&self, by: Duration) {
        *self.time() += by;
    }

    fn time(&self) -> MutexGuard<'_, Duration> {
        self.since_1970.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        timestamp(*self.time())
    }

    fn monotonic(&self) -> Duration {
        self.time().saturating_sub(self.start)
    }

    fn sleep(&self, duration: Duration, interrupt: &Interrupt) -> bool {
        if interrupt.signalled().is_some() {
            return false;
        }
        self.advance(duration);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Signal;

    #[test]
    fn the_real_clock_goes_on_and_sleeps() {
        let clock = RealClock::new();
        let (now, start) = (clock.now(), clock.monotonic());
        assert!(now.unix_seconds() > 1_700_000_000);
        assert!(clock.sleep(Duration::from_millis(5), &Interrupt::never()));
        assert!(clock.monotonic() >= start + Duration::from_millis(5));
        assert!(clock.now() >= now);
    }

    #[test]
    fn the_fake_clock_moves_when_told() {
        let (clock, interrupt) = (FakeClock::at(1_000), Interrupt::manual().unwrap());
        assert!(clock.sleep(Duration::from_mins(1), &interrupt));
        clock.advance(Duration::from_millis(1));
        assert_eq!(clock.monotonic(), Duration::from_millis(60_001));
        assert_eq!((clock.now().unix_seconds(), clock.now().nanos()), (1_060, 1_000_000));
        interrupt.raise(Signal::Interrupt);
        assert!(!clock.sleep(Duration::from_mins(1), &interrupt));
        assert_eq!(clock.now().unix_seconds(), 1_060);
    }
}
