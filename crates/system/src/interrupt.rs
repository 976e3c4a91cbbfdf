//! Somebody wants us to stop.

use crate::process;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Why we are to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C: `SIGINT`.
    Interrupt,
    /// `SIGTERM`.
    Terminate,
    /// The terminal is gone: `SIGHUP`.
    HangUp,
}

impl Signal {
    /// Its number.
    pub fn number(self) -> i32 {
        match self {
            Self::Interrupt => SIGINT,
            Self::Terminate => SIGTERM,
            Self::HangUp => SIGHUP,
        }
    }

    fn from_number(number: usize) -> Option<Self> {
        [Self::Interrupt, Self::Terminate, Self::HangUp].into_iter().find(|signal| signal.code() == number)
    }

    fn code(self) -> usize {
        usize::try_from(self.number()).expect("signal numbers are small and positive")
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Interrupt => "SIGINT",
            Self::Terminate => "SIGTERM",
            Self::HangUp => "SIGHUP",
        })
    }
}

/// Tells, to whoever holds a copy of it, that we are to stop. Once told it stays so, unless somebody puts it by.
#[derive(Clone)]
pub struct Interrupt(Option<Arc<Token>>);

struct Token {
    /// The number of the signal; zero as long as there is none.
    signal: Arc<AtomicUsize>,
    /// Who does what a first signal must not cut short, and the signal that came meanwhile.
    spared: Mutex<Spared>,
    /// Becomes readable with the signal and stays so, because nobody reads before it is put by.
    awake: OwnedFd,
    wake: OwnedFd,
    /// Whether nobody has to be told, because nothing would be left half done.
    at_once: Arc<AtomicBool>,
    /// Who says that the first `SIGINT` was heard.
    answer: OnceLock<Box<Answer>>,
}

/// Told whether what runs is ended; if not, it is of those things that a first signal does not cut short.
type Answer = dyn Fn(bool) + Send + Sync;

/// As long as it is there, a signal ends the process at once.
#[must_use]
pub struct AtOnce(Option<Arc<Token>>);

impl Drop for AtOnce {
    fn drop(&mut self) {
        if let Some(token) = &self.0 {
            token.at_once.store(false, Ordering::SeqCst);
        }
    }
}

/// An interrupt of a part of the work. When this is dropped the part is over, and nobody ends it any more.
#[must_use]
pub struct Part {
    interrupt: Interrupt,
    over: Interrupt,
}

impl Part {
    /// What the part is to stop for.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.over.raise(Signal::Terminate);
    }
}

#[derive(Default)]
struct Spared {
    by: usize,
    signal: Option<Signal>,
}

impl Interrupt {
    /// Never comes.
    pub fn never() -> Self {
        Self(None)
    }

    /// Comes by [`raise`](Self::raise).
    pub fn manual() -> io::Result<Self> {
        let (awake, wake) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        let token = Token {
            signal: Arc::default(),
            spared: Mutex::default(),
            awake,
            wake,
            at_once: Arc::default(),
            answer: OnceLock::new(),
        };
        Ok(Self(Some(Arc::new(token))))
    }

    /// Comes with `SIGINT`, `SIGTERM` and `SIGHUP`, as far as we were not started to ignore them. A second `SIGINT`
    /// kills what ends with us and ends the process at once.
    pub fn from_signals() -> io::Result<Self> {
        let interrupt = Self::manual()?;
        let ignored = ignored_signals();
        let token = interrupt.0.as_ref().expect("a manual interrupt has a token");
        for (number, signal) in [(SIGINT, Signal::Interrupt), (SIGTERM, Signal::Terminate), (SIGHUP, Signal::HangUp)] {
            if ignored & (1 << (number - 1)) == 0 {
                token.register(number, signal)?;
            }
        }
        Ok(interrupt)
    }

    /// Has somebody say that a first `SIGINT` was heard, on a thread of its own. He is told whether what runs is ended; if
    /// not, it is [spared](Self::spare). Only the first who offers himself is asked.
    pub fn answer_first(&self, answer: impl Fn(bool) + Send + Sync + 'static) {
        if let Some(token) = &self.0 {
            drop(token.answer.set(Box::new(answer)));
        }
    }

    /// The signal, when it came.
    pub fn signalled(&self) -> Option<Signal> {
        let token = self.0.as_ref()?;
        let signal = Signal::from_number(token.signal.load(Ordering::SeqCst))?;
        let mut spared = token.spared();
        if spared.by > 0 && spared.signal.is_none() {
            spared.signal = Some(signal);
            self.put_by();
            return None;
        }
        Some(signal)
    }

    /// What begins now is done although somebody wants us to stop: of a first signal nobody is told, of a second one
    /// everybody, until [`be_told`](Self::be_told).
    pub fn spare(&self) {
        if let Some(token) = &self.0 {
            token.spared().by += 1;
        }
    }

    /// What was to be done is done: the signal that came meanwhile. With the last who spares it, it is forgotten.
    pub fn be_told(&self) -> Option<Signal> {
        let now = self.signalled();
        let mut spared = self.0.as_ref()?.spared();
        spared.by = spared.by.saturating_sub(1);
        let before = if spared.by == 0 { spared.signal.take() } else { spared.signal };
        now.or(before)
    }

    /// Says it to all copies. Does nothing to one that never comes.
    pub fn raise(&self, signal: Signal) {
        let Some(token) = &self.0 else { return };
        token.signal.store(signal.code(), Ordering::SeqCst);
        ignore_full_pipe(rustix::io::write(&token.wake, b"!"));
    }

    /// From here on a signal ends the process at once, with 130 or 143: for work that takes long, leaves nothing behind and
    /// does not look whether it is to stop.
    pub fn end_at_once(&self) -> AtOnce {
        if let Some(token) = &self.0 {
            token.at_once.store(true, Ordering::SeqCst);
        }
        AtOnce(self.0.clone())
    }

    /// What has to be done although we are to stop is done now: nobody is told to stop until a signal comes again.
    pub fn put_by(&self) {
        let Some(token) = &self.0 else { return };
        token.signal.store(0, Ordering::SeqCst);
        while rustix::io::read(&token.awake, &mut [0; 64]).is_ok_and(|count| count > 0) {}
    }

    /// One for a part of the work: it comes with this one, and when the time is over, as `SIGTERM`. This one does not come
    /// with it, so that other parts go on.
    pub fn within(&self, time: Duration) -> io::Result<Part> {
        let part = Part { interrupt: Self::manual()?, over: Self::manual()? };
        let (outer, inner, over) = (self.clone(), part.interrupt.clone(), part.over.clone());
        let until = Instant::now().checked_add(time);
        let pass_on = move || {
            if let Some(signal) = outer.came_before(until, &over) {
                inner.raise(signal);
            }
        };
        std::thread::Builder::new().name("deadline".to_owned()).spawn(pass_on)?;
        Ok(part)
    }

    /// Waits for the signal, which the end of the time counts as; nothing when what it would end is over first.
    fn came_before(&self, until: Option<Instant>, over: &Self) -> Option<Signal> {
        while over.signalled().is_none() {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let late = (left == Some(Duration::ZERO)).then_some(Signal::Terminate);
            if let Some(signal) = self.signalled().or(late) {
                return Some(signal);
            }
            let fds = [self.fd(), over.fd()].into_iter().flatten();
            poll_for(&mut fds.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect::<Vec<_>>(), left);
        }
        None
    }

    /// Becomes readable when the signal comes, for those who wait for several things.
    pub fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.0.as_ref().map(|token| token.awake.as_fd())
    }

    /// Waits; `false` when the signal came first.
    pub(crate) fn wait(&self, duration: Duration) -> bool {
        let Some(fd) = self.fd() else {
            std::thread::sleep(duration);
            return true;
        };
        let until = Instant::now().checked_add(duration);
        while self.signalled().is_none() {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return true;
            }
            poll_for(&mut [PollFd::from_borrowed_fd(fd, PollFlags::IN)], left);
        }
        false
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Interrupt").field(&self.signalled()).finish()
    }
}

impl Token {
    fn spared(&self) -> MutexGuard<'_, Spared> {
        self.spared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self) {
        if let Some(answer) = self.answer.get() {
            let is_spared = self.spared().by > 0;
            answer(!is_spared);
        }
    }

    fn register(self: &Arc<Self>, number: i32, signal: Signal) -> io::Result<()> {
        // A terminal that is gone counts as the end, as everywhere.
        let status = 128 + if signal == Signal::HangUp { SIGTERM } else { number };
        signal_hook::flag::register_conditional_shutdown(number, status, Arc::clone(&self.at_once))?;
        if signal == Signal::Interrupt {
            register_second_chance(number, Arc::downgrade(self))?;
        }
        signal_hook::flag::register_usize(number, Arc::clone(&self.signal), signal.code())?;
        signal_hook::low_level::pipe::register(number, self.wake.try_clone()?)?;
        Ok(())
    }
}

/// A file that would grow beyond what we may write is an error of the write, not the end of the process. The signal is
/// caught, not ignored: what is ignored our children would ignore as well. Where it cannot be caught, nothing changes.
pub fn survive_large_files() {
    if ignored_signals() & (1 << (SIGXFSZ - 1)) == 0 {
        drop(signal_hook::flag::register(SIGXFSZ, Arc::default()));
    }
}

/// A second signal ends the process, whatever it does. The commands that it runs are killed before, which takes a thread;
/// a third signal does not wait for that.
fn register_second_chance(number: i32, token: Weak<Token>) -> io::Result<()> {
    let came_before = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register_conditional_default(number, Arc::clone(&came_before))?;
    let (heard, tells) = pipe_with(PipeFlags::CLOEXEC)?;
    signal_hook::low_level::pipe::register(number, tells)?;
    let wait_for_both = move || {
        let is_first = hear_one(&heard).is_ok();
        if let Some(token) = token.upgrade().filter(|_| is_first) {
            // A terminal that takes nothing must not keep the second signal from being heard.
            let answer = move || token.answer();
            drop(std::thread::Builder::new().name("first-signal".to_owned()).spawn(answer));
        }
        if is_first && hear_one(&heard).is_ok() {
            came_before.store(true, Ordering::SeqCst);
            process::kill_all();
            // What can be registered has a default, and that of this signal is the end.
            let _ = signal_hook::low_level::emulate_default_handler(number);
        }
    };
    std::thread::Builder::new().name("second-signal".to_owned()).spawn(wait_for_both)?;
    Ok(())
}

/// Each signal is a byte.
fn hear_one(pipe: &OwnedFd) -> Result<(), Errno> {
    loop {
        match rustix::io::read(pipe, &mut [0; 1]) {
            Err(Errno::INTR) => {}
            Ok(0) => return Err(Errno::PIPE),
            other => return other.map(drop),
        }
    }
}

/// The set of signals that our parent made us ignore, such as `nohup` does with `SIGHUP`; bit 0 is signal 1.
fn ignored_signals() -> u64 {
    std::fs::read_to_string("/proc/self/status").ok().and_then(|status| parse_ignored(&status)).unwrap_or(0)
}

fn parse_ignored(status: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// A full pipe is as readable as can be.
fn ignore_full_pipe(_: Result<usize, Errno>) {}

/// Waits until something can be read or the time is over. Being woken early is fine: every caller looks again.
pub(crate) fn poll_for(fds: &mut [PollFd<'_>], time: Option<Duration>) {
    let time = time.and_then(|time| Timespec::try_from(time).ok());
    if poll(fds, time.as_ref()).is_err() {
        // Nothing is known to be ready after an error.
        fds.iter_mut().for_each(PollFd::clear_revents);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_by_is_over_until_it_comes_again() {
        let interrupt = Interrupt::manual().unwrap();
        interrupt.raise(Signal::Interrupt);
        assert!(!interrupt.wait(Duration::from_mins(1)));
        interrupt.put_by();
        assert!(interrupt.signalled().is_none() && interrupt.wait(Duration::from_millis(1)));
        interrupt.raise(Signal::Terminate);
        assert_eq!((interrupt.signalled(), interrupt.wait(Duration::from_mins(1))), (Some(Signal::Terminate), false));
    }

    #[test]
    fn a_first_signal_is_spared_and_a_second_is_not() {
        let interrupt = Interrupt::manual().unwrap();
        interrupt.spare();
        interrupt.spare();
        interrupt.raise(Signal::Interrupt);
        assert!(interrupt.wait(Duration::from_millis(1)) && interrupt.signalled().is_none());
        assert_eq!((interrupt.be_told(), interrupt.signalled()), (Some(Signal::Interrupt), None));
        interrupt.raise(Signal::Terminate);
        assert_eq!((interrupt.signalled(), interrupt.be_told()), (Some(Signal::Terminate), Some(Signal::Terminate)));
        interrupt.put_by();
        interrupt.spare();
        assert_eq!(interrupt.be_told(), None, "what was told is forgotten");
    }

    #[test]
    fn a_raised_signal_reaches_all_copies_and_stays() {
        let interrupt = Interrupt::manual().unwrap();
        let copy = interrupt.clone();
        assert_eq!(copy.signalled(), None);
        assert!(copy.wait(Duration::from_millis(1)));
        interrupt.raise(Signal::Terminate);
        assert_eq!(copy.signalled(), Some(Signal::Terminate));
        assert!(!copy.wait(Duration::from_hours(1)));
        assert!(!copy.wait(Duration::MAX));
    }

    #[test]
    fn a_raised_signal_wakes_a_sleeper() {
        let interrupt = Interrupt::manual().unwrap();
        let sleeper = interrupt.clone();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            tell.send(rustix::thread::gettid().as_raw_nonzero()).unwrap();
            sleeper.wait(Duration::from_hours(1))
        });
        let status = format!("/proc/self/task/{}/stat", told.recv().unwrap());
        while !std::fs::read_to_string(&status).unwrap().contains(") S ") {
            std::thread::sleep(Duration::from_millis(1));
        }
        interrupt.raise(Signal::Interrupt);
        assert!(!thread.join().unwrap());
    }

    #[test]
    fn a_part_ends_in_time_or_with_the_whole_and_the_whole_not_with_it() {
        let whole = Interrupt::manual().unwrap();
        let (short, long) =
            (whole.within(Duration::from_millis(1)).unwrap(), whole.within(Duration::from_hours(1)).unwrap());
        assert!(!short.interrupt().wait(Duration::from_mins(1)));
        assert_eq!((short.interrupt().signalled(), whole.signalled()), (Some(Signal::Terminate), None));
        assert_eq!(long.interrupt().signalled(), None);
        let over = whole.within(Duration::from_hours(1)).unwrap();
        let ended = over.interrupt().clone();
        drop(over);
        whole.raise(Signal::Interrupt);
        assert!(!long.interrupt().wait(Duration::from_mins(1)));
        assert_eq!((long.interrupt().signalled(), ended.signalled()), (Some(Signal::Interrupt), None));
    }

    #[test]
    fn one_that_never_comes_never_comes() {
        let never = Interrupt::never();
        never.raise(Signal::Interrupt);
        assert_eq!(never.signalled(), None);
        assert!(never.fd().is_none());
        assert!(never.wait(Duration::from_millis(1)));
    }

    #[test]
    fn ignored_signals_are_read_from_the_status() {
        assert_eq!(parse_ignored("Name:\tx\nSigIgn:\t0000000000001001\n"), Some(0x1001));
        assert_eq!(parse_ignored("Name:\tx\n"), None);
        assert_eq!(parse_ignored("SigIgn:\tzz"), None);
    }
}
