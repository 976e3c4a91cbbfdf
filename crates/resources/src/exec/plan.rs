//! The decision: pure, from what is wanted and what was observed.

use super::change::Change;
use super::construct::hint;
use super::desired::Desired;
use super::properties::Ensure;
use super::state::State;
use engine::{Obstacle, Plan, Trigger};

pub(super) fn plan(desired: &Desired, state: &State, trigger: &Trigger) -> Plan<Change> {
    let properties = &desired.properties;
    if properties.ensure == Ensure::Absent {
        return Plan::empty();
    }
    if let Some(code) = state.exit {
        return ended(code, desired);
    }
    let subscribed_to = match trigger {
        Trigger::Refreshed(reference) => Some(reference.to_string()),
        Trigger::None => None,
    };
    if subscribed_to.is_none() && (properties.refreshonly || is_guarded(state)) {
        return Plan::empty();
    }
    Plan::one(Change { subscribed_to }).unless(state.obstacles.iter().cloned())
}

/// Whether a guard keeps the command from running.
fn is_guarded(state: &State) -> bool {
    state.creates == Some(true) || state.onlyif == Some(false) || state.unless == Some(true)
}

/// A command is in its state when it ended with an allowed code. What it created does not make up for a bad one.
fn ended(code: i32, desired: &Desired) -> Plan<Change> {
    let allowed = allowed(&desired.returns);
    if allowed.contains(&code) {
        return Plan::empty();
    }
    let list: Vec<String> = allowed.iter().map(ToString::to_string).collect();
    let (list, hint) = (list.join(", "), hint(desired.line(), desired));
    let reason = Obstacle::lasting(format!("exit code {code}, allowed: {list}{hint}"));
    Plan::one(Change { subscribed_to: None }).unless([reason])
}

/// An empty list means the default.
fn allowed(returns: &[i32]) -> &[i32] {
    if returns.is_empty() { &[0] } else { returns }
}
