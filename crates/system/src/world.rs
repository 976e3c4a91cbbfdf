//! The two worlds: one can only look, the other can change things too.

use crate::clock::RealClock;
use crate::environment::RealEnvironment;
use crate::files::{Overlay, ReadFiles, RealFiles, WriteFiles};
use crate::http::{self, Fetch, Submit};
use crate::kernel::RealKernel;
use crate::keychain::RealKeychain;
use crate::network::RealNetwork;
use crate::process::{Probe, RealProcesses, Run};
use crate::random::RealRandom;
use crate::remote::{RealRemote, Remote};
use crate::users::RealUsers;
use crate::{
    Clock, Environment, Interrupt, Kernel, Network, Notices, Observations, Random, ReadKeychain, Users, WriteKeychain,
};
use diagnostics::Redactor;
use std::path::PathBuf;
use std::sync::Arc;

/// What can be looked at. A rehearsal has this and nothing else.
#[derive(Clone)]
pub struct ReadWorld {
    /// Files and directories.
    pub files: Arc<dyn ReadFiles>,
    /// Queries, guards and checks.
    pub processes: Arc<dyn Probe>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Our own environment.
    pub environment: Arc<dyn Environment>,
    /// Accounts.
    pub users: Arc<dyn Users>,
    /// Chance.
    pub random: Arc<dyn Random>,
    /// Whether somebody wants us to stop.
    pub interrupt: Interrupt,
    /// Asking servers.
    pub http: Arc<dyn Fetch>,
    /// Who answers where.
    pub remote: Arc<dyn Remote>,
    /// Interfaces and addresses.
    pub network: Arc<dyn Network>,
    /// Names, swap and space on file systems.
    pub kernel: Arc<dyn Kernel>,
    /// Passwords that the desktop or the system keeps.
    pub keychain: Arc<dyn ReadKeychain>,
    /// What was asked once and still holds.
    pub observations: Arc<Observations>,
    /// Where what outlives a run is kept; without it nothing is.
    pub state_directory: Option<PathBuf>,
    /// Words to whoever watches.
    pub notices: Notices,
    /// Whether queries have to do without the network: a rehearsal never downloads.
    pub offline: bool,
}

/// What can be changed. Only an applying run has one.
#[derive(Clone)]
pub struct WriteWorld {
    /// An applying run looks as well.
    pub read: ReadWorld,
    /// Changing files.
    pub files: Arc<dyn WriteFiles>,
    /// Running commands that change things.
    pub processes: Arc<dyn Run>,
    /// Sending what changes servers.
    pub http: Arc<dyn Submit>,
    /// Changing such passwords.
    pub keychain: Arc<dyn WriteKeychain>,
    /// The name of the run, when it has one. Processes that it starts are told, and a run that one of them starts has
    /// the same.
    pub run: String,
}

/// How processes of a run are told its name.
pub(crate) const RUN: &str = "UPRIGHT_RUN";

impl ReadWorld {
    /// This machine, to look at. `run_environment` goes into the environment of every process.
    pub fn real(interrupt: Interrupt, run_environment: Vec<(String, String)>) -> Self {
        WriteWorld::real(interrupt, run_environment).read
    }

    /// The same world, with files that a rehearsal can lay its findings over.
    pub fn rehearsal(&self) -> (Self, Arc<Overlay>) {
        // Without a working directory there are no relative paths, and `/` is as good as any.
        let directory = self.environment.directory().unwrap_or_else(|_| "/".into());
        let (files, clock, users) = (Arc::clone(&self.files), Arc::clone(&self.clock), Arc::clone(&self.users));
        let overlay = Arc::new(Overlay::new(files, clock, users, directory));
        let files: Arc<dyn ReadFiles> = Arc::clone(&overlay) as _;
        (Self { files, observations: Arc::default(), offline: true, ..self.clone() }, overlay)
    }
}

impl WriteWorld {
    /// This machine. `run_environment` goes into the environment of every process.
    pub fn real(interrupt: Interrupt, run_environment: Vec<(String, String)>) -> Self {
        Self::keeping(interrupt, run_environment, Redactor::default())
    }

    /// The same, with somebody who knows the secrets that output must not be cut inside of.
    fn keeping(interrupt: Interrupt, run_environment: Vec<(String, String)>, redactor: Redactor) -> Self {
        let files = Arc::new(RealFiles::new(interrupt.clone()));
        let environment = Arc::new(RealEnvironment);
        let own = Arc::clone(&environment) as _;
        let processes = Arc::new(RealProcesses::new(run_environment, own, interrupt.clone(), redactor));
        let stop = interrupt.clone();
        let stop = Arc::new(move || stop.signalled().is_some());
        let http = Arc::new(http::Client::new(RealEnvironment.vars(), stop));
        let read = ReadWorld {
            files: Arc::clone(&files) as _,
            processes: Arc::clone(&processes) as _,
            clock: Arc::new(RealClock::new()),
            environment,
            users: Arc::new(RealUsers::default()),
            random: Arc::new(RealRandom),
            remote: Arc::new(RealRemote::new(interrupt.clone())),
            interrupt,
            http: Arc::clone(&http) as _,
            network: Arc::new(RealNetwork),
            kernel: Arc::new(RealKernel),
            keychain: Arc::new(RealKeychain),
            observations: Arc::default(),
            state_directory: None,
            notices: Notices::default(),
            offline: false,
        };
        Self { read, files, processes, http, keychain: Arc::new(RealKeychain), run: String::new() }
    }

    /// This machine, for a run with a name and the secrets that it keeps.
    pub fn of_run(interrupt: Interrupt, redactor: &Redactor) -> Self {
        Self::of_part(run_name(), interrupt, redactor)
    }

    /// This machine, for a part of the run with that name that has an interrupt of its own.
    pub fn of_part(run: String, interrupt: Interrupt, redactor: &Redactor) -> Self {
        Self { run: run.clone(), ..Self::keeping(interrupt, vec![(RUN.to_owned(), run)], redactor.clone()) }
    }
}

/// The name of the run that started this one, or a new one.
fn run_name() -> String {
    let outer = RealEnvironment.var(RUN).and_then(|name| name.into_string().ok());
    outer.filter(|name| !name.is_empty()).unwrap_or_else(|| {
        let mut bytes = [0; 16];
        RealRandom.fill(&mut bytes);
        format!("{:032x}", u128::from_be_bytes(bytes))
    })
}
