//! The decision: pure, from what is wanted and what was observed.

use super::change::Change;
use super::desired::Desired;
use super::properties::Refresh;
use super::state::State;
use super::unit::{Enablement, Load, Reading, Unit};
use engine::{Obstacle, Plan, Trigger};

pub(super) fn plan(desired: &Desired, state: &State, trigger: &Trigger) -> Plan<Change> {
    let unit = &state.unit;
    let mut changes = Vec::new();
    changes.extend(running(desired, unit, trigger));
    changes.extend(enabled(desired, unit));
    let obstacles = obstacles(desired, state, &changes);
    // Nobody has to know the new unit files when nothing is left of the unit that they belong to.
    if unit.is_outdated() && unit.load != Load::NotFound {
        changes.insert(0, Change::Reread {});
    }
    Plan { changes, obstacles }
}

/// Whether it runs. One that starts anyway is not refreshed, nor is one that should not run.
fn running(desired: &Desired, unit: &Unit, trigger: &Trigger) -> Option<Change> {
    match (desired.runs(), trigger) {
        (true, Trigger::Refreshed(by)) if unit.runs() => {
            Some(Change::Refresh { how: desired.properties.refresh, subscribed_to: by.to_string() })
        }
        (true, _) => (!unit.runs()).then_some(Change::Start {}),
        (false, _) => (!unit.is_down()).then_some(Change::Stop {}),
    }
}

/// Whether it starts with the machine.
fn enabled(desired: &Desired, unit: &Unit) -> Option<Change> {
    match (desired.starts_with_the_machine()?, unit.enablement) {
        (true, enablement) => (!enablement.is_enabled()).then_some(Change::Enable {}),
        (false, Enablement::Enabled) => Some(Change::Disable { for_now: false }),
        (false, Enablement::EnabledForNow) => Some(Change::Disable { for_now: true }),
        (false, _) => None,
    }
}

fn obstacles(desired: &Desired, state: &State, changes: &[Change]) -> Vec<Obstacle> {
    let (name, unit) = (&desired.unit, &state.unit);
    let wants_it = wants_it(desired);
    let is_masked = unit.load == Load::Masked || unit.enablement.is_masked();
    match &unit.load {
        Load::NotFound if wants_it => return vec![not_there(desired)],
        _ if unit.reading == Reading::Lost && wants_it => return vec![not_there(desired)],
        // What is not read yet may be better.
        _ if unit.is_outdated() => {}
        _ if is_masked && wants_it => {
            let masked = masked_name(name, unit);
            let verb = if unit.enablement == Enablement::MaskedForNow { "unmask --runtime" } else { "unmask" };
            let message = format!("the unit is masked: `systemctl {verb} {masked}` lets it be started and enabled");
            return vec![Obstacle::missing(message)];
        }
        Load::Bad(reason) if !changes.is_empty() => {
            return vec![Obstacle::lasting(format!("the unit cannot be used: {reason}"))];
        }
        _ => {}
    }
    changes.iter().filter_map(|change| in_the_way(change, name, state)).collect()
}

/// Whether it has to be there: what is nowhere neither runs nor starts with the machine.
fn wants_it(desired: &Desired) -> bool {
    desired.runs() || desired.starts_with_the_machine() == Some(true)
}

fn not_there(desired: &Desired) -> Obstacle {
    Obstacle::not_there_yet(format!("there is no unit `{}`", desired.unit))
}

/// A unit that is nowhere is as it should be when nobody wants it, until an earlier step brings it.
pub(super) fn in_doubt(desired: &Desired, state: &State) -> Option<Obstacle> {
    (state.unit.load == Load::NotFound && !wants_it(desired)).then(|| not_there(desired))
}

/// The name under which a unit is masked: for an alias that of the unit it stands for, as its file says.
fn masked_name<'a>(name: &'a str, unit: &'a Unit) -> &'a str {
    unit.file.as_deref().and_then(|file| file.file_name()?.to_str()).unwrap_or(name)
}

/// What stands in the way of one step.
fn in_the_way(change: &Change, name: &str, state: &State) -> Option<Obstacle> {
    let unit = &state.unit;
    match change {
        Change::Refresh { how: Refresh::Reload, .. } if !unit.can_reload && !unit.is_outdated() => {
            let help = "set `refresh: restart` or `refresh: reload-or-restart`";
            Some(Obstacle::lasting(format!("`{name}` cannot reload its configuration: {help}")))
        }
        Change::Enable {} if unit.enablement == Enablement::None => {
            Some(Obstacle::lasting(format!("`{name}` has no unit file that could be enabled")))
        }
        Change::Start {} if state.collapse.is_some() => {
            let why = unit.why().unwrap_or_else(|| "it ended by itself".to_owned());
            Some(Obstacle::lasting(format!("`{name}` does not stay up: {why}")))
        }
        _ => None,
    }
}
