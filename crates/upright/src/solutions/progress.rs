//! The line that says which part of a solution takes so long.

use super::flags::Globals;
use crate::console;
use crate::output;
use engine::{Happening, StepKind};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::ReadWorld;

/// Watches a run and names what it waits for, on a terminal.
#[derive(Clone)]
pub(crate) struct Progress(Arc<Mutex<output::Progress>>);

impl Progress {
    /// For a run with so many parts.
    pub(crate) fn start(globals: &Globals, world: &ReadWorld, parts: usize) -> Self {
        let wanted = !globals.quiet && console::can_redraw(&*world.environment);
        let line = output::Progress::start(wanted, world);
        line.begin(parts);
        Self(Arc::new(Mutex::new(line)))
    }

    /// Takes part in a run.
    pub(crate) fn hear(&self, happening: &Happening<'_>) {
        match happening {
            Happening::Stepping(kind, name) => self.line().enter(Step(*kind, name)),
            Happening::Left(kind, name) => self.line().leave(Step(*kind, name)),
            Happening::Stepped(step) => self.line().leave(Step(step.kind, step.name)),
            _ => {}
        }
    }

    /// Makes room for something else.
    pub(crate) fn clear(&self) {
        self.line().clear();
    }

    /// Says something above the line.
    pub(crate) fn say(&self, text: &str) {
        self.clear();
        console::notice(text);
    }

    /// The run is over.
    pub(crate) fn end(&self) {
        self.line().end();
    }

    fn line(&self) -> MutexGuard<'_, output::Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As people read it.
struct Step<'a>(StepKind, &'a str);

impl fmt::Display for Step<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            StepKind::Resolver => write!(out, "resolver {}", self.1),
            StepKind::Action => write!(out, "action {}", self.1),
        }
    }
}
