//! What health checks say about a resource.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// The four answers, in the manner of Nagios plugins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    /// All is well.
    Ok,
    /// Somebody should look.
    Warning,
    /// It does not work.
    Critical,
    /// Nobody can say.
    Unknown,
}

impl Health {
    /// Its number in events.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// What an exit code means.
    pub fn of_exit(code: Option<i32>) -> Self {
        match code {
            Some(0) => Self::Ok,
            Some(1) => Self::Warning,
            Some(2) => Self::Critical,
            _ => Self::Unknown,
        }
    }

    /// The word that people and metrics know.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "OK",
            Self::Warning => "WARNING",
            Self::Critical => "CRITICAL",
            Self::Unknown => "UNKNOWN",
        }
    }
}

/// The answer of one health check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HealthResult {
    /// What the check is called.
    pub name: String,
    /// The answer of the last try.
    pub status: Health,
    /// How often it was tried.
    pub tries: u32,
    /// What it printed, or why it could not run.
    pub output: String,
    /// Why it could not run.
    pub broken: Option<String>,
    /// Why a bad answer does not count: in a rehearsal it speaks of the machine before what would be changed.
    pub excuse: Option<String>,
}

impl HealthResult {
    /// Why the resource fails because of it.
    pub fn error(&self) -> Option<String> {
        match (&self.broken, self.status) {
            _ if self.excuse.is_some() => None,
            (None, Health::Ok) => None,
            (Some(reason), _) => Some(format!("health check `{}` could not run: {reason}", self.name)),
            (None, status) => Some(format!("health check `{}` status \"{}\"", self.name, status.word())),
        }
    }
}

// ccm: the key `Output` is capitalised, and the status is a number.
impl Serialize for HealthResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("status", &self.status.number())?;
        map.serialize_entry("tries", &self.tries)?;
        map.serialize_entry("Output", &self.output)?;
        map.end()
    }
}
