//! The type `service` as the rest of the program sees it.

use super::change::{self, Change};
use super::desired::{CODES, Desired};
use super::failure::ServiceFailure;
use super::properties::{Refresh, ServiceProperties};
use super::provider::{Reads, Verbs};
use super::state::{self, State};
use super::unit::{Activity, Enablement, Load, Reading};
use super::units::Units;
use super::{name, observe, plan, systemd};
use crate::program;
use diagnostics::Spanned;
use document::decode::Decoder;
use engine::{
    Ahead, Argument, Common, Context, EnsureCommand, Example, Flag, FlagKind, Obstacle, Plan, ProviderDef, Reference,
    ResourceType, Trigger, TypeDef,
};
use system::{Disturbance, Observations};

/// A service.
pub const TYPE: TypeDef = TypeDef::of::<Service>(
    "Makes sure that a service runs or does not run, and that it starts with the machine or does not. What it subscribes to \
     restarts it, or makes it read its configuration again.",
    CODES,
    EnsureCommand {
        arguments: &[
            Argument { name: "name", property: "name", default: None, help: "The unit, with or without `.service`" },
            Argument { name: "ensure", property: "ensure", default: Some("running"), help: "running or stopped" },
        ],
        flags: &[
            Flag { long: "enable", short: None, kind: FlagKind::Switch("enable"), help: "It starts with the machine" },
            Flag {
                long: "disable",
                short: None,
                kind: FlagKind::SwitchOff("enable"),
                help: "It does not start with the machine",
            },
            Flag {
                long: "subscribe",
                short: Some('S'),
                kind: FlagKind::Texts("subscribe"),
                help: "type#name whose change refreshes it; may be repeated",
            },
            Flag {
                long: "refresh",
                short: None,
                kind: FlagKind::Text("refresh"),
                help: "What a refresh is: restart, reload or reload-or-restart",
            },
        ],
    },
    &[
        Example { title: "Runs, and starts with the machine", body: "name: web\nenable: true\n", before: &[] },
        Example { title: "Does not run", body: "name: web\nensure: stopped\n", before: &[] },
        Example {
            title: "An instance of a template",
            body: "name: worker@1\nensure: running\nenable: true\n",
            before: &[],
        },
        Example {
            title: "Reads its configuration again when it has changed",
            body: "name: web\nsubscribe:\n  - file#/etc/web.conf\nrefresh: reload\n",
            before: &[],
        },
    ],
);

/// The type itself.
pub(super) struct Service;

impl ResourceType for Service {
    const NAME: &'static str = "service";
    const MAY_WAIT: bool = true;
    type Properties = ServiceProperties;
    type Desired = Desired;
    type State = State;
    type Seen = ();
    type Change = Change;
    type Reads = dyn Reads;
    type Verbs = dyn Verbs;
    type Error = ServiceFailure;

    fn providers() -> &'static [ProviderDef<Self>] {
        &[ProviderDef {
            name: "systemd",
            suits: |world, _| Ok(program::is_there("systemctl", world)?.then_some(1)),
            reads: systemd::reads,
            verbs: systemd::verbs,
        }]
    }

    fn desired(properties: ServiceProperties, _: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<Desired> {
        Desired::new(properties, decoder)
    }

    fn properties(desired: &Desired) -> &ServiceProperties {
        &desired.properties
    }

    fn common(properties: &ServiceProperties) -> &Common {
        &properties.common
    }

    fn ensure(desired: &Desired) -> &str {
        desired.properties.ensure.as_str()
    }

    fn subscriptions(desired: &Desired) -> &[Spanned<Reference>] {
        &desired.properties.subscribe
    }

    fn disturbs(_desired: &Desired) -> Disturbance<'_> {
        Disturbance::Unit
    }

    fn expect(desired: &Desired, observations: &Observations) {
        systemd::expected(observations).add(&desired.unit, desired.starts_with_the_machine().is_some());
    }

    /// Which start of the unit this is. One that is being started or stopped by a run that died is waited for.
    fn mark(desired: &Desired, on: &dyn Reads) -> Option<String> {
        // A reload leaves no trace; one that never ran is told from one that did.
        let leaves_trace = desired.properties.refresh == Refresh::Restart;
        leaves_trace.then(|| on.unit_settled(&desired.unit).ok()).flatten().map(|unit| unit.invocation)
    }

    fn observe(desired: &Desired, on: &dyn Reads) -> Result<State, ServiceFailure> {
        observe::observe(desired, on)
    }

    fn observe_again(desired: &Desired, on: &dyn Reads, before: State, (): ()) -> Result<State, ServiceFailure> {
        observe::observe_again(desired, on, &before)
    }

    fn look(name: &str, on: &dyn Reads) -> Option<Result<State, ServiceFailure>> {
        Some(observe::look(&name::full(name), on))
    }

    /// A package may bring other unit files, and its scripts stop and start units.
    fn holds_until_a_package(_state: &State) -> bool {
        true
    }

    fn remark(desired: &Desired, state: &State) -> Option<&'static str> {
        state::remark(desired, &state.unit)
    }

    fn plan(desired: &Desired, state: &State, trigger: &Trigger) -> Plan<Change> {
        plan::plan(desired, state, trigger)
    }

    fn in_doubt(desired: &Desired, state: &State) -> Option<Obstacle> {
        plan::in_doubt(desired, state)
    }

    fn act(change: &Change, desired: &Desired, on: &dyn Verbs) -> Result<(), ServiceFailure> {
        on.act(change, &desired.unit)
    }

    fn foresee(change: &Change, desired: &Desired, ahead: &Ahead<'_>) {
        ahead.read().observations.change(|units: &mut Units| {
            if matches!(change, Change::Reread {}) {
                units.0.values_mut().for_each(|unit| unit.reading = Reading::Again);
            }
            let Some(unit) = units.0.get_mut(&desired.unit) else { return };
            unit.load = Load::Loaded;
            match change {
                Change::Reread {} => {}
                Change::Start {} | Change::Refresh { .. } => unit.active = Activity::Running,
                Change::Stop {} => unit.active = Activity::Inactive,
                Change::Enable {} => unit.enablement = Enablement::Enabled,
                Change::Disable { .. } => unit.enablement = Enablement::Disabled,
            }
        });
    }

    fn would_have(changes: &[Change]) -> String {
        change::would_have(changes)
    }
}
