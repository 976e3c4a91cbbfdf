//! What was observed about a unit.

use super::desired::Desired;
use super::unit::{Enablement, Fixed, Load, Unit};
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

/// Why a unit is left as it is. One that is nowhere may be one whose name is misspelt.
pub(super) fn remark(desired: &Desired, unit: &Unit) -> Option<&'static str> {
    if unit.load == Load::NotFound {
        return Some("there is no such unit");
    }
    let Enablement::Fixed(fixed) = unit.enablement else { return None };
    let is_unwanted = desired.starts_with_the_machine() == Some(false);
    is_unwanted.then_some(match fixed {
        Fixed::Static => "a static unit cannot be disabled",
        Fixed::Indirect => "an indirect unit cannot be disabled by itself",
        Fixed::Generated => "a generated unit cannot be disabled",
        Fixed::Alias => "an alias cannot be disabled, only the unit it stands for",
        Fixed::Transient => "a transient unit cannot be disabled",
    })
}
