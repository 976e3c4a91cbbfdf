//! What all calls of a run are given.

use super::config::Config;
use super::flags::Globals;
use crate::console;
use diagnostics::Redactor;
use functions::cel::Debug;
use providers::store::Store;
use providers::{Engines, ProgramFacts, Run, RunEnvironment};
use std::path::PathBuf;
use std::sync::Arc;
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
    pub(crate) fn new(globals: &Globals, redactor: &Redactor) -> Self {
        let interrupt = Interrupt::from_signals().unwrap_or_else(|_| Interrupt::never());
        let mut world = WriteWorld::of_run(interrupt.clone(), redactor);
        world.read.notices = Notices::default().with_progress();
        let started_in = world.read.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
        let directory = globals.directory.as_ref().map_or_else(|| started_in.clone(), |named| started_in.join(named));
        Self { world, interrupt, directory: gostd::path::clean(&directory), started_in }
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
