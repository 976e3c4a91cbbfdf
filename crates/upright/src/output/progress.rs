//! A line that says what takes so long: on a terminal only, and only when it does.

use crate::console::complain;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use system::Notices;

/// A run that is over before this shows nothing.
const QUIET: Duration = Duration::from_millis(600);
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
    Step(String),
    /// A line is about to be printed: make room. The drawer answers when it has.
    Clear(Sender<()>),
}

impl Progress {
    /// A drawer when `wanted`, which is when somebody looks at a terminal.
    pub(crate) fn start(wanted: bool, notices: &Notices) -> Self {
        let drawer = wanted.then(|| {
            let ((sender, receiver), notices) = (channel(), notices.clone());
            let thread = std::thread::spawn(move || draw(&receiver, &notices));
            (sender, thread)
        });
        Self { drawer }
    }

    pub(crate) fn begin(&self, steps: usize) {
        self.tell(|| News::Began(steps));
    }

    pub(crate) fn step(&self, what: impl std::fmt::Display) {
        self.tell(|| News::Step(super::words::one_line(&what.to_string()).into_owned()));
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

fn draw(news: &std::sync::mpsc::Receiver<News>, notices: &Notices) {
    let (mut steps, mut at, mut step) = (0, 0, String::new());
    let (mut waited, mut drawn) = (Duration::ZERO, false);
    loop {
        match news.recv_timeout(TICK) {
            Ok(News::Began(count)) => steps = count,
            Ok(News::Step(reference)) => {
                (at, step, waited) = (at + 1, reference, Duration::ZERO);
            }
            Ok(News::Clear(done)) => {
                if std::mem::take(&mut drawn) {
                    complain(ERASE);
                }
                done.send(()).unwrap_or_default();
            }
            Err(RecvTimeoutError::Timeout) => {
                waited += TICK;
                if waited >= QUIET && !step.is_empty() {
                    let far = notices.progress();
                    let far = if far.is_empty() { far } else { format!(", {far}") };
                    complain(&format!("{ERASE}[{at}/{steps}] {step} {} s{far}", waited.as_secs()));
                    drawn = true;
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if drawn {
        complain(ERASE);
    }
}
