//! Asking whoever sits at the terminal.

use crate::{Interrupt, Signal};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::{AsFd, BorrowedFd};
use rustix::io::Errno;
use rustix::termios::{LocalModes, OptionalActions, Termios, isatty, tcgetattr, tcgetwinsize, tcsetattr};
use std::io;
use value::Secret;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// Standard input is no terminal.
    #[error("standard input is no terminal")]
    NoTerminal,
    /// Somebody ended the program instead.
    #[error("ended by {0}")]
    Interrupted(Signal),
    /// The input ended without a line.
    #[error("no answer was given")]
    NoAnswer,
    /// The answer has no end.
    #[error("the answer is longer than {LONGEST} bytes")]
    TooLong,
    /// The answer is not text.
    #[error("the answer is not UTF-8 text")]
    NoText,
    /// The terminal cannot be used.
    #[error("the terminal cannot be used: {0}")]
    Io(io::Error),
}

impl From<Errno> for AskError {
    fn from(errno: Errno) -> Self {
        Self::Io(errno.into())
    }
}

/// More than a terminal hands over in one line.
const LONGEST: usize = 64 << 10;

/// How many columns a terminal has; nothing when it is none, or does not say.
pub fn columns(terminal: impl AsFd) -> Option<usize> {
    tcgetwinsize(terminal).ok().map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// Whether standard input is a terminal.
pub fn is_interactive() -> bool {
    isatty(io::stdin())
}

/// One line that is typed and not shown. The question is put when nothing is shown any more: who sees it can type.
pub fn ask_hidden(question: impl FnOnce(), interrupt: &Interrupt) -> Result<Secret<String>, AskError> {
    let stdin = io::stdin();
    if !isatty(&stdin) {
        return Err(AskError::NoTerminal);
    }
    let _hidden = Hidden::begin(stdin.as_fd())?;
    question();
    line(stdin.as_fd(), interrupt).map(Secret::new)
}

/// One line that is typed.
pub fn ask(interrupt: &Interrupt) -> Result<String, AskError> {
    let stdin = io::stdin();
    if isatty(&stdin) { line(stdin.as_fd(), interrupt) } else { Err(AskError::NoTerminal) }
}

/// As long as it is there, what is typed is not shown, but the end of a line is.
struct Hidden<'a> {
    terminal: BorrowedFd<'a>,
    before: Termios,
}

impl<'a> Hidden<'a> {
    fn begin(terminal: BorrowedFd<'a>) -> Result<Self, AskError> {
        let before = tcgetattr(terminal)?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        hidden.local_modes.insert(LocalModes::ECHONL | LocalModes::ICANON);
        tcsetattr(terminal, OptionalActions::Flush, &hidden)?;
        Ok(Self { terminal, before })
    }
}

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing back.
        let _ = tcsetattr(self.terminal, OptionalActions::Flush, &self.before);
    }
}

fn line(input: BorrowedFd<'_>, interrupt: &Interrupt) -> Result<String, AskError> {
    let mut bytes = Vec::with_capacity(4096);
    let mut piece = [0; 4096];
    while !bytes.ends_with(b"\n") {
        wait(input, interrupt)?;
        match rustix::io::read(input, &mut piece) {
            Ok(0) if bytes.is_empty() => return Err(AskError::NoAnswer),
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&piece[..count]),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        if bytes.len() > LONGEST {
            return Err(AskError::TooLong);
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| AskError::NoText)?;
    Ok(text.strip_suffix('\n').unwrap_or(&text).to_owned())
}

/// Until there is a line, or somebody wants us to stop.
fn wait(input: BorrowedFd<'_>, interrupt: &Interrupt) -> Result<(), AskError> {
    loop {
        let mut waited = vec![PollFd::from_borrowed_fd(input, PollFlags::IN)];
        waited.extend(interrupt.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        let polled = poll(&mut waited, None);
        if let Some(signal) = interrupt.signalled() {
            return Err(AskError::Interrupted(signal));
        }
        match polled {
            Ok(_) if !waited[0].revents().is_empty() => return Ok(()),
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}
