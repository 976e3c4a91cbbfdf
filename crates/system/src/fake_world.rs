//! A world made up, for tests of what is built on top.

use crate::files::FakeFiles;
use crate::http::FakeHttp;
use crate::process::FakeProcesses;
use crate::remote::FakeRemote;
use crate::{
    FakeClock, FakeEnvironment, FakeKernel, FakeKeychain, FakeNetwork, FakeRandom, FakeUsers, Interrupt, ReadWorld,
    WriteWorld,
};
use std::sync::Arc;

/// The fakes of all ports, and the worlds made of them.
pub struct FakeWorld {
    /// Files in memory.
    pub files: Arc<FakeFiles>,
    /// Scripted processes.
    pub processes: Arc<FakeProcesses>,
    /// A clock that stands at 2025-01-02 03:04:05.
    pub clock: Arc<FakeClock>,
    /// No variables, in `/`.
    pub environment: Arc<FakeEnvironment>,
    /// Only root.
    pub users: Arc<FakeUsers>,
    /// Counts.
    pub random: Arc<FakeRandom>,
    /// Comes when it is raised.
    pub interrupt: Interrupt,
    /// Scripted servers.
    pub http: Arc<FakeHttp>,
    /// Nobody is there.
    pub remote: Arc<FakeRemote>,
    /// Interfaces that were added.
    pub network: Arc<FakeNetwork>,
    /// Says what it was told.
    pub kernel: Arc<FakeKernel>,
    /// Does not answer.
    pub keychain: Arc<FakeKeychain>,
}

/// 2025-01-02 03:04:05.
const START: u64 = 1_735_787_045;

impl Default for FakeWorld {
    fn default() -> Self {
        Self::new()
    }
}

impl FakeWorld {
    /// An empty world.
    pub fn new() -> Self {
        Self {
            files: Arc::new(FakeFiles::new()),
            processes: Arc::new(FakeProcesses::default()),
            clock: Arc::new(FakeClock::at(START)),
            environment: Arc::new(FakeEnvironment::in_directory("/")),
            users: Arc::new(FakeUsers::new()),
            random: Arc::new(FakeRandom::default()),
            interrupt: Interrupt::manual().expect("a test has file handles left"),
            http: Arc::new(FakeHttp::default()),
            remote: Arc::new(FakeRemote::default()),
            network: Arc::new(FakeNetwork::default()),
            kernel: Arc::new(FakeKernel::default()),
            keychain: Arc::new(FakeKeychain::default()),
        }
    }

    /// With another environment.
    #[must_use]
    pub fn with_environment(mut self, environment: FakeEnvironment) -> Self {
        self.environment = Arc::new(environment);
        self
    }

    /// The world a rehearsal has.
    pub fn read(&self) -> ReadWorld {
        ReadWorld {
            files: Arc::clone(&self.files) as _,
            processes: Arc::clone(&self.processes) as _,
            clock: Arc::clone(&self.clock) as _,
            environment: Arc::clone(&self.environment) as _,
            users: Arc::clone(&self.users) as _,
            random: Arc::clone(&self.random) as _,
            interrupt: self.interrupt.clone(),
            http: Arc::clone(&self.http) as _,
            remote: Arc::clone(&self.remote) as _,
            network: Arc::clone(&self.network) as _,
            kernel: Arc::clone(&self.kernel) as _,
            keychain: Arc::clone(&self.keychain) as _,
            observations: Arc::default(),
            state_directory: None,
            notices: crate::Notices::default(),
            offline: false,
        }
    }

    /// The world an applying run has.
    pub fn write(&self) -> WriteWorld {
        WriteWorld {
            read: self.read(),
            files: Arc::clone(&self.files) as _,
            processes: Arc::clone(&self.processes) as _,
            http: Arc::clone(&self.http) as _,
            keychain: Arc::clone(&self.keychain) as _,
            run: "a run".to_owned(),
        }
    }
}
