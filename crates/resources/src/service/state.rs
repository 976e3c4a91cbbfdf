//! What was observed about a unit.

use super::unit::{Enablement, Fixed, Unit};
use engine::Status;
use serde_json::{Map, Value as Json, json};

/// A unit as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) unit: Unit,
    /// Something was done to it and it does not run: what it wrote last.
    pub(super) collapse: Option<Collapse>,
}

/// A unit that did not stay up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Collapse {
    pub(super) journal: Option<String>,
}

impl Status for State {
    fn ensure(&self) -> &str {
        if self.unit.runs() { "running" } else { "stopped" }
    }

    fn fields(&self, name: &str) -> Map<String, Json> {
        let metadata = json!({
            "name": name,
            "provider": "systemd",
            "enabled": self.unit.enablement.is_enabled(),
            "running": self.unit.runs(),
        });
        Map::from_iter([("metadata".to_owned(), metadata)])
    }

    /// ccm: a service is stable when nothing was done.
    fn is_stable_after_change(&self) -> bool {
        false
    }

    fn output(&self) -> Option<&str> {
        self.collapse.as_ref()?.journal.as_deref()
    }
}

/// Why a unit that should not start with the machine is left as it is.
pub(super) fn remark(enablement: Enablement) -> Option<&'static str> {
    let Enablement::Fixed(fixed) = enablement else { return None };
    Some(match fixed {
        Fixed::Static => "a static unit cannot be disabled",
        Fixed::Indirect => "an indirect unit cannot be disabled by itself",
        Fixed::Generated => "a generated unit cannot be disabled",
        Fixed::Alias => "an alias cannot be disabled, only the unit it stands for",
        Fixed::Transient => "a transient unit cannot be disabled",
    })
}
