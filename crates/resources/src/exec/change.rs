//! What can be done with a command: run it.

use serde::Serialize;
use std::fmt;

/// The command runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Change {
    /// Because of a subscription to this resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) subscribed_to: Option<String>,
}

impl engine::Change for Change {
    fn step(&self) -> &'static str {
        "run"
    }

    fn refreshes(&self) -> bool {
        self.subscribed_to.is_some()
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subscribed_to {
            Some(reference) => write!(f, "run, subscribed to {reference}"),
            None => f.write_str("run"),
        }
    }
}
