//! The type `package` as the rest of the program sees it.

use super::along::Left;
use super::apt::Apt;
use super::change::{Change, Deed};
use super::choose::managers;
use super::desired::{CODES, Desired};
use super::dnf::Dnf;
use super::failure::PackageFailure;
use super::files::Owned;
use super::order::Order;
use super::packages::Packages;
use super::properties::{Ensure, PackageProperties};
use super::provider::{Reads, Verbs};
use super::state::{Offered, State};
use super::version::Scheme;
use super::{kept, machine, plan};
use document::decode::Decoder;
use engine::{
    Ahead, Argument, Common, Context, EnsureCommand, Example, Obstacle, Plan, ProviderDef, ResourceType, Trigger,
    TypeDef,
};
use system::Observations;

/// A package of the system.
pub const TYPE: TypeDef = TypeDef::of::<Package>(
    "Manages one package of the system, with apt or dnf: there in any version, in a certain one, in the latest one, or \
     gone. Neighbours are installed, or removed, in one go. Lists of packages are used as they are; fetching new ones is left to you.",
    CODES,
    EnsureCommand {
        arguments: &[
            Argument { name: "name", property: "name", default: None, help: "The name of the package" },
            Argument {
                name: "ensure",
                property: "ensure",
                default: Some("present"),
                help: "present, absent, latest or a version",
            },
        ],
        flags: &[],
    },
    &[
        Example { title: "Any version", body: "name: nginx\nensure: present\n", before: &[] },
        Example { title: "The latest version", body: "name: ca-certificates\nensure: latest\n", before: &[] },
        Example { title: "A certain version", body: "name: nginx\nensure: \"1.22.1-9\"\n", before: &[] },
        Example { title: "Gone", body: "name: telnetd\nensure: absent\n", before: &[] },
    ],
);

/// The type itself.
pub(super) struct Package;

impl ResourceType for Package {
    const NAME: &'static str = "package";
    const MAY_WAIT: bool = true;
    const BATCHES: bool = true;
    type Properties = PackageProperties;
    type Desired = Desired;
    type State = State;
    type Seen = Vec<String>;
    type Change = Change;
    type Reads = dyn Reads;
    type Verbs = dyn Verbs;
    type Error = PackageFailure;

    fn providers() -> &'static [ProviderDef<Self>] {
        const APT: ProviderDef<Package> = ProviderDef {
            name: "apt",
            suits: |world, _| managers(world).suits(Scheme::Debian),
            reads: |world| machine::reads(&Apt, world),
            verbs: |world| machine::verbs(&Apt, world),
        };
        const DNF: ProviderDef<Package> = ProviderDef {
            name: "dnf",
            suits: |world, _| managers(world).suits(Scheme::Rpm),
            reads: |world| machine::reads(&Dnf, world),
            verbs: |world| machine::verbs(&Dnf, world),
        };
        &[APT, DNF]
    }

    fn desired(properties: PackageProperties, _context: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<Desired> {
        Desired::new(properties, decoder)
    }

    fn properties(desired: &Desired) -> &PackageProperties {
        &desired.properties
    }

    fn common(properties: &PackageProperties) -> &Common {
        &properties.common
    }

    fn ensure(desired: &Desired) -> &str {
        desired.ensure.as_str()
    }

    /// What is the latest may be another version after an earlier step.
    fn asks_the_machine(desired: &Desired) -> bool {
        desired.ensure == Ensure::Latest
    }

    /// A command may install, change or remove the package itself, add or drop sources, or fetch their lists.
    fn holds_until_a_command(_state: &State) -> bool {
        true
    }

    fn expect(desired: &Desired, observations: &Observations) {
        kept::expect(desired, observations);
    }

    fn observe(desired: &Desired, on: &dyn Reads) -> Result<State, PackageFailure> {
        let name = desired.name();
        if let Some(before) = on.before_batch(name) {
            return Ok(before);
        }
        let packages = on.find(name)?;
        let is_asked = plan::asks_for_offers(&desired.ensure, &packages, on.scheme());
        let offered = is_asked.then(|| on.offer(name)).transpose()?;
        let offered = offered.map(|(offer, lists)| Offered { offer, lists });
        let (provider, scheme, unfinished) = (on.name(), on.scheme(), on.unfinished()?);
        Ok(State { provider, scheme, packages, unfinished, offered, gone: Vec::new() })
    }

    /// What was offered before is what the state is held against, so that nobody has to ask again.
    fn observe_again(
        desired: &Desired,
        on: &dyn Reads,
        before: State,
        gone: Vec<String>,
    ) -> Result<State, PackageFailure> {
        let name = desired.name();
        let packages = on.after_batch(name).map_or_else(|| on.find(name), Ok)?;
        Ok(State { packages, gone, ..before })
    }

    fn look(name: &str, on: &dyn Reads) -> Option<Result<State, PackageFailure>> {
        if !on.is_preferred() {
            return None;
        }
        let state = |packages| State {
            provider: on.name(),
            scheme: on.scheme(),
            packages,
            unfinished: None,
            offered: None,
            gone: Vec::new(),
        };
        Some(on.find(name).map(state))
    }

    fn plan(desired: &Desired, state: &State, _trigger: &Trigger) -> Plan<Change> {
        plan::plan(desired.wanted(), state)
    }

    /// Tries what can be tried: nothing is known of what cannot be had.
    fn look_ahead(
        plan: &mut Plan<Change>,
        desired: &Desired,
        _state: &State,
        on: &dyn Reads,
    ) -> Result<(), PackageFailure> {
        if let ([change], []) = (plan.changes.as_mut_slice(), plan.obstacles.as_slice()) {
            let order = Order::new(desired.name(), change);
            let along = on.trial(&order)?;
            plan.obstacles.extend(along.obstacle(&order));
            change.also_removed = along.removed;
            change.unwanted = along.brought.into_iter().map(|brought| brought.name).collect();
            change.left = along.left;
            let (mut gone, mut changed) = (change.also_removed.clone(), along.changed);
            match change.deed {
                Deed::Install => {}
                Deed::Remove => gone.push(desired.name().to_owned()),
                Deed::Upgrade | Deed::Downgrade | Deed::Repair { .. } => changed.push(desired.name().to_owned()),
            }
            changed.retain(|name| !gone.contains(name));
            change.files = Owned { gone: on.files(&gone)?, changed: on.files(&changed)? };
        } else {
            plan.changes.iter_mut().for_each(|change| change.left = Left::Unknown);
        }
        Ok(())
    }

    fn account(changes: &mut [Change], after: &State) {
        if let [change] = changes {
            change.also_removed.clone_from(&after.gone);
        }
    }

    fn settled(desired: &Desired, observations: &Observations) {
        kept::promise(desired, observations);
    }

    fn in_doubt(desired: &Desired, state: &State) -> Option<Obstacle> {
        plan::in_doubt(desired.wanted(), state)
    }

    fn announce(desired: &Desired, state: &State, changes: &[Change], on: &dyn Verbs) {
        match changes {
            [change] => on.announce(Order::new(desired.name(), change), state),
            _ if desired.ensure.is_promise() => on.announce_kept(desired.name(), &desired.ensure),
            _ => {}
        }
    }

    fn act(change: &Change, desired: &Desired, on: &dyn Verbs) -> Result<Vec<String>, PackageFailure> {
        on.carry_out(&Order::new(desired.name(), change))
    }

    fn foresee(change: &Change, desired: &Desired, ahead: &Ahead<'_>) {
        let observations = &ahead.read().observations;
        kept::foresee(change.scheme, observations, |packages| foresee(change, desired.name(), packages));
        change.files.foresee(ahead);
        change.unwanted.iter().for_each(|name| kept::need(name, desired.name(), observations));
        match change.deed {
            Deed::Install => ahead.anything_may_follow_once("is installed"),
            Deed::Upgrade | Deed::Downgrade => ahead.anything_may_follow_once("is changed"),
            Deed::Repair { .. } | Deed::Remove => ahead.reaches_further(),
        }
    }

    fn would_have(changes: &[Change]) -> String {
        changes.first().map_or_else(String::new, Change::would_have)
    }
}

/// What a change leaves, as a trial has told, or as far as the change itself says.
fn foresee(change: &Change, name: &str, packages: &mut Packages) {
    let version = match change.deed {
        Deed::Remove => None,
        Deed::Repair { .. } => change.from.as_deref(),
        Deed::Install | Deed::Upgrade | Deed::Downgrade => Some(change.to.as_deref().unwrap_or(&change.requested)),
    };
    match &change.left {
        Left::All(left) => packages.foresee(left),
        Left::Own(left) => packages.foresee_own(name, left),
        Left::Guessed => packages.guess(name, version),
        Left::Unknown => packages.doubt(),
    }
}
