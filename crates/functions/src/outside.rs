//! What functions take from outside: the clock, random numbers, the environment, and names of hosts.

use std::sync::Arc;

use expr::cel::Engine;
use gostd::time::Zone;
use system::{Clock, Environment, Random};
use value::Timestamp;

/// Where functions get from what is not in their arguments. What is not handed in is refused.
#[derive(Clone)]
pub struct Outside {
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    environment: Option<Arc<dyn Environment>>,
    hosts: Option<Arc<dyn Hosts>>,
    zone: Zone,
    cel: Engine,
}

/// Beginnings of functions of templates that do more than making a value: they ask for hosts, or make keys for a long time.
const REACHING: [&str; 5] = ["getHostByName", "genPrivateKey", "genCA", "genSelfSigned", "genSigned"];

/// Whether an expression or a template may do more than making a value.
pub fn may_reach_outside(text: &str) -> bool {
    REACHING.iter().any(|function| text.contains(function)) || calls(text, "debug", |_| true) || looks_at_files(text)
}

/// Whether what an expression or a template gives may depend on the files that are there.
pub fn looks_at_files(text: &str) -> bool {
    calls(text, "filepath", |function| function == "exists")
}

/// Whether a function of a group is called, as `group.function(` with blanks wherever. A value of that name is none.
fn calls(text: &str, group: &str, is_meant: impl Fn(&str) -> bool) -> bool {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.match_indices(group).any(|(at, _)| {
        let before = text[..at].trim_end();
        let called = || {
            let rest = text[at + group.len()..].trim_start().strip_prefix('.')?.trim_start();
            let function = &rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())];
            let is_call = rest[function.len()..].trim_start().starts_with('(');
            (is_call && is_meant(function)).then_some(())
        };
        !text[..at].ends_with(is_word) && !before.ends_with('.') && called().is_some()
    })
}

/// Finds the addresses of hosts.
pub trait Hosts: Send + Sync {
    /// The addresses of a host, as text; none when it is not known.
    fn addresses(&self, name: &str) -> Vec<String>;
}

impl Outside {
    /// A clock and random numbers, and nothing else; the local time zone is UTC.
    pub fn new(clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        Self { clock, random, environment: None, hosts: None, zone: Zone::utc(), cel: Engine::new() }
    }

    /// With the variables of an environment, for `env` and `expandenv`.
    #[must_use]
    pub fn with_environment(self, environment: Arc<dyn Environment>) -> Self {
        Self { environment: Some(environment), ..self }
    }

    /// With the names of hosts, for `getHostByName`.
    #[must_use]
    pub fn with_hosts(self, hosts: Arc<dyn Hosts>) -> Self {
        Self { hosts: Some(hosts), ..self }
    }

    /// With an engine for the expressions of `cel`; without it they have the functions that need nothing from outside.
    #[must_use]
    pub fn with_cel(self, cel: Engine) -> Self {
        Self { cel, ..self }
    }

    /// With another local time zone.
    #[must_use]
    pub fn with_zone(self, zone: Zone) -> Self {
        Self { zone, ..self }
    }

    pub(crate) fn zone(&self) -> &Zone {
        &self.zone
    }

    pub(crate) fn cel(&self) -> &Engine {
        &self.cel
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn random(&self) -> &dyn Random {
        &*self.random
    }

    pub(crate) fn environment(&self) -> Option<&dyn Environment> {
        self.environment.as_deref()
    }

    pub(crate) fn hosts(&self) -> Option<&dyn Hosts> {
        self.hosts.as_deref()
    }

    /// A random number below `limit`, each as likely as the others.
    pub(crate) fn random_below(&self, limit: u64) -> u64 {
        // What is left over above the largest multiple of the limit would make small numbers likelier.
        let leftover = (u64::MAX % limit + 1) % limit;
        loop {
            let mut bytes = [0; 8];
            self.random.fill(&mut bytes);
            let number = u64::from_be_bytes(bytes);
            if number <= u64::MAX - leftover {
                return number % limit;
            }
        }
    }
}
