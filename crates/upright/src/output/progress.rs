//! A line that says what takes so long: on a terminal only, and only when it does.

use super::steps::Steps;
use crate::console::complain;
use std::fmt::Display;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use system::{Clock, Notices, ReadWorld};

/// How often the line is drawn again.
const TICK: Duration = Duration::from_millis(250);
/// Back to the start of the line, and nothing behind it.
const ERASE: &str = "\r\x1b[2K";

/// Draws on standard error from a thread of its own, so that a step that hangs is named.
pub(crate) struct Progress {
    drawer: Option<(Sender<News>, JoinHandle<()>)>,
}

enum News {
    Began(usize),
    /// A step begins, and the one before it is over.
    Follows(String),
    /// A step begins beside others.
    Enters(String),
    Leaves(String),
    /// A line is about to be printed: make room. The drawer answers when it has.
    Clear(Sender<()>),
}

impl Progress {
    /// A drawer when `wanted`, which is when somebody looks at a terminal.
    pub(crate) fn start(wanted: bool, world: &ReadWorld) -> Self {
        let drawer = wanted.then(|| {
            let ((sender, receiver), clock, notices) = (channel(), world.clock.clone(), world.notices.clone());
            let thread = std::thread::spawn(move || draw(&receiver, &*clock, &notices));
            (sender, thread)
        });
        Self { drawer }
    }

    pub(crate) fn begin(&self, steps: usize) {
        self.tell(|| News::Began(steps));
    }

    /// A step begins in a run that takes one after the other.
    pub(crate) fn step(&self, what: impl Display) {
        self.tell(|| News::Follows(name(&what)));
    }

    /// A step begins in a run that takes several at once.
    pub(crate) fn enter(&self, what: impl Display) {
        self.tell(|| News::Enters(name(&what)));
    }

    /// Such a step is over, or will not be begun.
    pub(crate) fn leave(&self, what: impl Display) {
        self.tell(|| News::Leaves(name(&what)));
    }

    /// Takes the line away before something else is printed.
    pub(crate) fn clear(&self) {
        let (sender, receiver) = channel();
        self.tell(|| News::Clear(sender));
        if self.drawer.is_some() {
            receiver.recv().unwrap_or_default();
        }
    }

    /// Takes the line away for good.
    pub(crate) fn end(&mut self) {
        if let Some((sender, thread)) = self.drawer.take() {
            drop(sender);
            drop(thread.join());
        }
    }

    fn tell(&self, news: impl FnOnce() -> News) {
        if let Some((sender, _)) = &self.drawer {
            drop(sender.send(news()));
        }
    }
}

fn name(what: &impl Display) -> String {
    super::words::one_line(&what.to_string()).into_owned()
}

fn draw(news: &Receiver<News>, clock: &dyn Clock, notices: &Notices) {
    let (mut steps, mut drawn, mut touched) = (Steps::default(), false, clock.monotonic());
    loop {
        let came = news.recv_timeout(TICK);
        let now = clock.monotonic();
        match came {
            Ok(News::Began(count)) => steps.total = count,
            Ok(News::Follows(name)) => steps.follow(name, now),
            Ok(News::Enters(name)) => steps.enter(name, now),
            Ok(News::Leaves(name)) => steps.leave(name),
            Ok(News::Clear(done)) => {
                erase(&mut drawn);
                // Whoever asked prints now.
                touched = now;
                done.send(()).unwrap_or_default();
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if now.saturating_sub(touched) >= TICK {
            touched = now;
            if let Some(line) = steps.line(now) {
                let far = notices.progress();
                let far = if far.is_empty() { far } else { format!(", {far}") };
                complain(&format!("{ERASE}{line}{far}"));
                drawn = true;
            } else {
                erase(&mut drawn);
            }
        }
    }
    erase(&mut drawn);
}

fn erase(drawn: &mut bool) {
    if std::mem::take(drawn) {
        complain(ERASE);
    }
}
