//! What all calls of a run are given.

use super::config::Config;
use super::flags::Globals;
use crate::console;
use crate::exit::Exit;
use diagnostics::Redactor;
use functions::cel::Debug;
use providers::store::Store;
use providers::{Engines, ProgramFacts, Run, RunEnvironment};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::files::{FileKind, Links};
use system::{Interrupt, Notices, ReadWorld, WriteWorld};

/// The world, and the directories in which relative paths start.
pub(crate) struct Setup {
    pub(crate) world: WriteWorld,
    pub(crate) interrupt: Interrupt,
    /// The process was started here; `-C` does not move it.
    pub(crate) started_in: PathBuf,
    /// The same, or what `--cwd` says.
    pub(crate) directory: PathBuf,
}

impl Setup {
    /// Refused when `--cwd` names no directory; that has been said.
    pub(crate) fn new(globals: &Globals, redactor: &Redactor) -> Result<Self, Exit> {
        let interrupt = Interrupt::from_signals().unwrap_or_else(|_| Interrupt::never());
        let mut world = WriteWorld::of_run(interrupt.clone(), redactor);
        world.read.notices = Notices::default().with_progress();
        let started_in = world.read.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
        let directory = globals.directory.as_ref().map_or_else(|| started_in.clone(), |named| started_in.join(named));
        let directory = gostd::path::clean(&directory);
        if globals.directory.is_some() {
            check(&directory, &world.read).map_err(|(exit, message)| {
                console::error(&message, redactor);
                exit
            })?;
        }
        Ok(Self { world, interrupt, started_in, directory })
    }

    /// What providers share.
    pub(crate) fn run(&self, config: &Config<'_>, command: &str, quiet: bool, redactor: &Redactor) -> Run {
        shared(&self.world.read, config, command, quiet, redactor)
    }

    /// The secrets of the user.
    pub(crate) fn store(&self, config: &Config<'_>) -> Store {
        store(&self.world.read, config)
    }
}

/// Whether `--cwd` can be used.
fn check(directory: &Path, world: &ReadWorld) -> Result<(), (Exit, String)> {
    let shown = directory.display();
    match world.files.stat(directory, Links::Follow) {
        Ok(Some(stat)) if stat.kind == FileKind::Directory => Ok(()),
        Ok(Some(_)) => Err((Exit::NotFound, format!("`--cwd {shown}` is no directory; name one that is there"))),
        Ok(None) => Err((Exit::NotFound, format!("`--cwd {shown}` is not there; name a directory that is"))),
        Err(error) => Err((Exit::Failed, format!("`--cwd` cannot be used: {error}"))),
    }
}

/// What providers share in a world.
pub(crate) fn shared(world: &ReadWorld, config: &Config<'_>, command: &str, quiet: bool, redactor: &Redactor) -> Run {
    let settings = config.settings();
    let debug = (!quiet).then(|| Arc::new(Stderr(redactor.clone())) as Arc<dyn Debug>);
    Run {
        engines: Engines::new(world, &settings, debug),
        settings,
        redactor: redactor.clone(),
        secrets: Arc::new(store(world, config)),
        environment: RunEnvironment::of(world),
        program: ProgramFacts {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            arguments: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
            command: command.to_owned(),
            ..ProgramFacts::default()
        },
    }
}

fn store(world: &ReadWorld, config: &Config<'_>) -> Store {
    Store::of(world).keychain_only(config.requires_keyring())
}

/// Where `debug.out` prints.
struct Stderr(Redactor);

impl Debug for Stderr {
    fn line(&self, text: &str) {
        console::complain(&format!("{}\n", self.0.text(text)));
    }
}
