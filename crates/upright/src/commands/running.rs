//! What `apply` and `ensure` have in common: the world, the session, the output and the exit code.

use super::session::complain_of_ignored;
use super::state;
use crate::console::{self, Losses};
use crate::exit::Exit;
use crate::output::{self, Form};
use clap::ArgMatches;
use diagnostics::Redactor;
use engine::{DirectorySession, MemorySession, RunLock, Session, SessionError, World};
use manifest::{Catalog, Outcome, Purpose};
use std::path::{Path, PathBuf};
use std::time::Duration;
use system::{Interrupt, Notices, ReadWorld, WriteWorld};

/// Whether things are changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Apply,
    Noop,
}

/// What becomes of a session that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MissingSession {
    /// It was asked for.
    Refuse,
    /// The original would not even have looked at it.
    DoWithout,
}

/// The flags of a run.
pub(crate) struct RunOptions {
    mode: Mode,
    form: Form,
    report: bool,
    pub(crate) session: Option<String>,
    pub(super) missing_session: MissingSession,
    exit_code: bool,
    sync: bool,
    purpose: Purpose,
    state: Option<PathBuf>,
    patience: Duration,
}

impl RunOptions {
    pub(crate) fn of(matches: &ArgMatches, report: bool, world: &ReadWorld) -> Self {
        Self {
            mode: if matches.get_flag("noop") { Mode::Noop } else { Mode::Apply },
            form: Form::parse(matches.get_one::<String>("output").map_or("text", String::as_str)),
            report,
            session: matches.get_one::<String>("session").cloned(),
            missing_session: MissingSession::Refuse,
            exit_code: matches.get_flag("exit-code"),
            sync: matches.get_flag("sync"),
            purpose: match matches.try_get_one::<bool>("monitor-only") {
                Ok(Some(true)) => Purpose::Monitor,
                _ => Purpose::Converge,
            },
            state: state::directory(matches, world),
            patience: state::patience(matches),
        }
    }

    /// Runs a catalog to its end.
    pub(crate) fn run(&self, source: &str, catalog: &Catalog, mut real: WriteWorld, redactor: &Redactor) -> Exit {
        real.read.state_directory.clone_from(&self.state);
        if let Err(exit) = state::check_variables(&real.read, redactor) {
            return exit;
        }
        let mut session = match self.open_session(catalog, &real, redactor) {
            Ok(session) => session,
            Err(exit) => return exit,
        };
        let files = real.files.clone();
        let _lock = match self.lock(source, &real, redactor) {
            Ok(lock) => lock,
            Err(exit) => return exit,
        };
        let world = match self.mode {
            Mode::Noop => World::rehearsal(&real.read),
            Mode::Apply => World::Apply(real),
        };
        let losses = Losses::default();
        let mut listener = output::listener(self.form, self.report, world.read(), redactor, &losses);
        let outcome = manifest::run(source, catalog, self.purpose, &world, &mut *session, &mut *listener);
        drop(listener);
        if self.sync
            && self.mode == Mode::Apply
            && let Err(error) = files.sync()
        {
            console::error(&error.to_string(), redactor);
            return Exit::Failed;
        }
        match (self.exit(&outcome, redactor), losses.exit()) {
            (Exit::Done | Exit::Changed, Some(lost)) => lost,
            (exit, _) => exit,
        }
    }

    /// One run at a time changes things; those that only look may look.
    fn lock(&self, source: &str, world: &WriteWorld, redactor: &Redactor) -> Result<Option<RunLock>, Exit> {
        if self.mode == Mode::Noop || self.purpose == Purpose::Monitor {
            return Ok(None);
        }
        state::lock(source, self.patience, world, redactor).map(Some)
    }

    /// A session has to exist before anything is done.
    fn open_session(
        &self,
        catalog: &Catalog,
        world: &WriteWorld,
        redactor: &Redactor,
    ) -> Result<Box<dyn Session>, Exit> {
        match self.session.as_deref() {
            None => {
                Ok(Box::new(catalog.references().map_or_else(MemorySession::default, MemorySession::for_questions)))
            }
            Some("") => {
                console::error("session store should not be empty: give `--session` a directory", redactor);
                Err(Exit::Usage)
            }
            Some(directory) => match DirectorySession::open(&PathBuf::from(directory), world, redactor.clone()) {
                Ok(session) => {
                    complain_of_ignored(&session, Path::new(directory), redactor);
                    Ok(Box::new(session))
                }
                Err(error @ SessionError::Missing(_)) if self.missing_session == MissingSession::DoWithout => {
                    console::complain(&format!(
                        "warning: {}; events are not kept\n",
                        redactor.text(&error.to_string())
                    ));
                    Ok(Box::new(MemorySession::default()))
                }
                Err(error) => {
                    console::error(&error.to_string(), redactor);
                    Err(super::session::exit(&error))
                }
            },
        }
    }

    fn exit(&self, outcome: &Outcome, redactor: &Redactor) -> Exit {
        if let Some(error) = &outcome.session {
            console::error(&format!("the run stopped because an event could not be kept: {error}"), redactor);
            return Exit::Failed;
        }
        match outcome.interrupted {
            Some(signal) => signal.into(),
            None if outcome.summary.failed > 0 => Exit::Failed,
            None if self.exit_code && outcome.summary.changed > 0 => Exit::Changed,
            None => Exit::Done,
        }
    }
}

/// The machine itself, with a hand on Ctrl-C.
pub(crate) fn real_world(redactor: &Redactor) -> WriteWorld {
    let interrupt = Interrupt::from_signals().unwrap_or_else(|_| Interrupt::never());
    let mut world = WriteWorld::of_run(interrupt, redactor);
    let masks = redactor.clone();
    world.read.notices = Notices::to(move |line| console::notice(&masks.text(line))).with_progress();
    world
}
