//! The exit codes of the whole program, documented in `docs/exit-codes.md` and stable.

use clap::error::{ContextKind, ContextValue};
use std::process::ExitCode;
use system::{Interrupt, Signal};

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done, also when things changed.
    Done = 0,
    /// A resource, a resolver or a health check failed.
    Failed = 1,
    /// Wrong flags or commands, or findings of a check.
    Usage = 2,
    /// The document, or a value given to it, is invalid.
    Invalid = 3,
    /// Something that was named is not there.
    NotFound = 4,
    /// A template could not be rendered.
    Rendering = 5,
    /// An action failed.
    ActionFailed = 6,
    /// A setting cannot be used.
    Configuration = 7,
    /// A source or a server cannot be reached.
    Unreachable = 8,
    /// The run hit its own deadline, or waited too long for another one.
    TimedOut = 9,
    /// Permission denied.
    Denied = 10,
    /// With `--exit-code`: something changed, or would change.
    Changed = 20,
    /// Ended by Ctrl-C.
    Interrupted = 130,
    /// Ended by SIGTERM or SIGHUP.
    Terminated = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<Signal> for Exit {
    fn from(signal: Signal) -> Self {
        match signal {
            Signal::Interrupt => Self::Interrupted,
            Signal::Terminate | Signal::HangUp => Self::Terminated,
        }
    }
}

impl Exit {
    /// A failure after somebody ended the program is the end that was asked for.
    pub(crate) fn unless_ended(self, interrupt: &Interrupt) -> Self {
        match interrupt.signalled() {
            Some(signal) if self != Self::Done => signal.into(),
            _ => self,
        }
    }
}

/// What clap has to say: help and version are results, everything else is a mistake.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if let Some(flag) = later(error) {
        crate::console::error(&format!("`{flag}` is not available yet"), &diagnostics::Redactor::new(""));
        return Exit::Usage.into();
    }
    let printed = error.print();
    if error.use_stderr() { Exit::Usage.into() } else { crate::console::delivered(printed).into() }
}

/// A form of output that the original has and this program does not have yet.
fn later(error: &clap::Error) -> Option<&'static str> {
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let is_output = said(ContextKind::InvalidArg).starts_with("--output ");
    (is_output && said(ContextKind::InvalidValue) == "test").then_some("-o test")
}
