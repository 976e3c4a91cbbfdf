//! What can be done to a unit.

use super::properties::Refresh;
use engine::Verb;
use serde::Serialize;
use std::fmt;

/// One step that brings a unit to its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Change {
    /// The service manager reads its unit files again.
    Reread {},
    /// It is started.
    Start {},
    /// It is stopped.
    Stop {},
    /// It runs and is told that something has changed.
    Refresh {
        /// How.
        #[serde(skip)]
        how: Refresh,
        /// Because of a subscription to this resource.
        subscribed_to: String,
    },
    /// From now on it starts with the machine.
    Enable {},
    /// From now on it does not start with the machine.
    Disable {
        /// What is taken back was only there until the machine is started again.
        #[serde(skip)]
        for_now: bool,
    },
}

impl Change {
    /// Whether a unit may stay up although this fails.
    pub(super) fn reloads(&self) -> bool {
        matches!(self, Self::Refresh { how: Refresh::Reload | Refresh::ReloadOrRestart, .. })
    }
}

impl engine::Change for Change {
    fn step(&self) -> &'static str {
        match self {
            Self::Reread {} => "daemon-reload",
            Self::Start {} => "start",
            Self::Stop {} => "stop",
            Self::Refresh { how, .. } => how.as_str(),
            Self::Enable {} => "enable",
            Self::Disable { .. } => "disable",
        }
    }

    /// One that was restarted and has to be started did not stay up.
    fn is_undone_by(&self, left: &Self) -> bool {
        self.step() == left.step() || self.refreshes() && *left == Self::Start {}
    }

    fn lasts(&self) -> bool {
        !matches!(self, Self::Reread {})
    }

    fn refreshes(&self) -> bool {
        matches!(self, Self::Refresh { .. })
    }

    fn verb(&self) -> Option<Verb> {
        let (plain, past) = match self {
            Self::Start {} => ("start", "started"),
            Self::Stop {} => ("stop", "stopped"),
            Self::Enable {} => ("enable", "enabled"),
            Self::Disable { .. } => ("disable", "disabled"),
            Self::Reread {} | Self::Refresh { .. } => return None,
        };
        Some(Verb { plain, past })
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reread {} => f.write_str("read unit files again"),
            Self::Refresh { how, subscribed_to } => {
                let how = if *how == Refresh::ReloadOrRestart { "reload or restart" } else { how.as_str() };
                write!(f, "{how}, subscribed to {subscribed_to}")
            }
            other => f.write_str(engine::Change::step(other)),
        }
    }
}

/// ccm: what happens to the process comes first, the other half is added with a comma.
pub(super) fn would_have(changes: &[Change]) -> String {
    let words = |change: &Change| match change {
        Change::Reread {} => None,
        Change::Start {} => Some("would have started"),
        Change::Stop {} => Some("would have stopped"),
        Change::Refresh { how: Refresh::Restart, .. } => Some("would have restarted via subscribe"),
        Change::Refresh { how: Refresh::Reload, .. } => Some("would have reloaded via subscribe"),
        Change::Refresh { how: Refresh::ReloadOrRestart, .. } => Some("would have reloaded or restarted via subscribe"),
        Change::Enable {} => Some("would have enabled"),
        Change::Disable { .. } => Some("would have disabled"),
    };
    let said: Vec<&str> = changes.iter().filter_map(words).collect();
    let said = if said.is_empty() && !changes.is_empty() {
        "would have reloaded unit files".to_owned()
    } else {
        said.join(", ")
    };
    said.strip_prefix('w').map(|rest| format!("W{rest}")).unwrap_or_default()
}
