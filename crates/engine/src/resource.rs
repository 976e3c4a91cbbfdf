//! What a resource type has to say.

use crate::definition::ProviderDef;
use crate::world::Ahead;
use crate::{Change, Common, Context, Diff, Obstacle, Place, Plan, Reference, Trigger};
use diagnostics::{Redactor, Span, Spanned};
use document::decode::{Decode, Decoder};
use std::path::{Path, PathBuf};
use system::{Disturbance, Observations};
use value::Unknown;

/// The difference that a change makes to a text, made when a rehearsal shows it; without secrets.
pub type DiffOf<T> = fn(
    &<T as ResourceType>::Change,
    &<T as ResourceType>::Desired,
    &Identity,
    &<T as ResourceType>::Reads,
    &Redactor,
) -> Option<Diff>;

/// Decides. Owns no handle to the system and does no I/O in `plan`.
///
/// A type never sees whether it is rehearsed: `observe` can only read, `plan` is pure, and `act` gets verbs that only
/// the writing world can build.
pub trait ResourceType: Sized + 'static {
    /// The word in manifests: `file`, `exec`.
    const NAME: &'static str;

    /// The properties as written, the common ones among them.
    type Properties: Decode;
    /// What is wanted, checked and complete.
    type Desired: Send + Sync;
    /// What was observed.
    type State: Status;
    /// What a provider saw while it acted and observing again would not show, such as an exit code.
    type Seen: Default;
    /// One step of a plan.
    type Change: Change;
    /// What this type needs to look.
    type Reads: ?Sized;
    /// What it needs to change things.
    type Verbs: ?Sized;
    /// What goes wrong while looking or acting.
    type Error: Failure;

    /// The providers, in no particular order; the lowest priority that suits wins.
    fn providers() -> &'static [ProviderDef<Self>];

    /// Checks properties against each other and makes the desired state; reports every problem with its place.
    fn desired(properties: Self::Properties, context: &Context<'_>, decoder: &mut Decoder<'_>)
    -> Option<Self::Desired>;

    /// The properties that a desired state was made from.
    fn properties(desired: &Self::Desired) -> &Self::Properties;

    /// What every type has.
    fn common(properties: &Self::Properties) -> &Common;

    /// The `ensure` that was asked for.
    fn ensure(desired: &Self::Desired) -> &str;

    /// The resources whose change refreshes this one.
    fn subscriptions(_desired: &Self::Desired) -> &[Spanned<Reference>] {
        &[]
    }

    /// Whether a step of this type can take long, so that output is flushed before it.
    const MAY_WAIT: bool;

    /// The directory in which changes of this resource leave temporary files.
    fn writes_in(_desired: &Self::Desired) -> Option<&Path> {
        None
    }

    /// What changes of this resource may change besides: answers that were asked for once are dropped by it.
    fn disturbs(_desired: &Self::Desired) -> Disturbance<'_> {
        Disturbance::Anything
    }

    /// Told once for every resource before the first one is looked at, so that one question can be asked for all.
    fn expect(_desired: &Self::Desired, _observations: &Observations) {}

    /// Told when a resource is in its state, or would be for sure: what comes later can keep it so.
    fn settled(_desired: &Self::Desired, _observations: &Observations) {}

    /// Whether neighbours of this type are done in one go, see [`announce`](Self::announce).
    const BATCHES: bool = false;

    /// Told what resources that stand next to each other need, before the first of them acts. The first act may then do
    /// it all; the others find theirs done. `observe` gives an announced resource the state that it had before. One
    /// without changes is as it should be, and the first act may not undo that.
    fn announce(_desired: &Self::Desired, _state: &Self::State, _changes: &[Self::Change], _on: &Self::Verbs) {}

    /// What tells one run of a service from the next: noted before it is refreshed, and compared by a run that comes
    /// after one that died.
    fn mark(_desired: &Self::Desired, _on: &Self::Reads) -> Option<String> {
        None
    }

    /// Looks.
    fn observe(desired: &Self::Desired, on: &Self::Reads) -> Result<Self::State, Self::Error>;

    /// Looks again after acting; `seen` is what acting showed.
    fn observe_again(
        desired: &Self::Desired,
        on: &Self::Reads,
        _before: Self::State,
        _seen: Self::Seen,
    ) -> Result<Self::State, Self::Error> {
        Self::observe(desired, on)
    }

    /// Decides. Pure: same inputs, same plan. An empty plan means "in the desired state".
    fn plan(desired: &Self::Desired, state: &Self::State, trigger: &Trigger) -> Plan<Self::Change>;

    /// What only a rehearsal asks: completes the changes by what would come of them, and adds what acting would fail for.
    /// A run finds out by itself, because something else may come first that its user wants to see done.
    fn look_ahead(
        _plan: &mut Plan<Self::Change>,
        _desired: &Self::Desired,
        _state: &Self::State,
        _on: &Self::Reads,
    ) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Why a state that is right may turn out to be wrong: an earlier step could bring what is wanted. Only a rehearsal
    /// asks, and says then that it does not know.
    fn in_doubt(_desired: &Self::Desired, _state: &Self::State) -> Option<Obstacle> {
        None
    }

    /// Does one step.
    fn act(change: &Self::Change, desired: &Self::Desired, on: &Self::Verbs) -> Result<Self::Seen, Self::Error>;

    /// Whether a step that fails has done nothing: a file is the old one or the new one. Who asks another program does not
    /// know: a service may start although nobody waited for it.
    const ALL_OR_NOTHING: bool = false;

    /// Whether acting turned out to change nothing: the resource counts as stable then.
    fn came_to_nothing(_seen: &Self::Seen) -> bool {
        false
    }

    /// Completes what is told of changes that were made, by what came of them.
    fn account(_changes: &mut [Self::Change], _after: &Self::State) {}

    /// Tells the rehearsal what the world would look like after a change.
    fn foresee(change: &Self::Change, desired: &Self::Desired, ahead: &Ahead<'_>);

    /// The same of a step of which nothing is known but that it may act.
    fn foresee_nothing(desired: &Self::Desired, ahead: &Ahead<'_>) {
        match Self::disturbs(desired) {
            Disturbance::Path(path) => drop(ahead.files().put_unknown(path, ahead.unknown())),
            Disturbance::Anything => ahead.anything_may_follow(),
            Disturbance::Unit => {}
        }
    }

    /// The originals' sentence for a plan, for the event's `noop_message`.
    fn would_have(changes: &[Self::Change]) -> String;

    /// Tells the difference that a change makes to a text, for types that make one.
    const DIFF: Option<DiffOf<Self>> = None;

    /// What is there under a name, without a wish for anything: for types that can tell.
    fn look(_name: &str, _on: &Self::Reads) -> Option<Result<Self::State, Self::Error>> {
        None
    }

    /// A word for people about a state that is left as it is, though it is not quite what was asked for.
    fn remark(_desired: &Self::Desired, _state: &Self::State) -> Option<&'static str> {
        None
    }

    /// Whether a state rests on answers that hold until an earlier command runs: what is there, or offered, may be another then.
    fn holds_until_a_command(_state: &Self::State) -> bool {
        false
    }

    /// Whether a state rests on answers that hold until an earlier command runs or a package is changed, whose scripts may
    /// do more than is known.
    fn holds_until_a_package(_state: &Self::State) -> bool {
        false
    }

    /// Whether a state rests on something that is not there, and that a package could bring.
    fn could_come_with_a_package(_state: &Self::State) -> bool {
        false
    }

    /// The paths that decide whether something is to be done: an earlier command may make, change or remove what is there.
    fn rests_on(_desired: &Self::Desired, _state: &Self::State, _trigger: &Trigger) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Whether the state rests on answers of commands that only speak of the machine as it is now.
    fn asks_the_machine(_desired: &Self::Desired) -> bool {
        false
    }
}

/// The words about a resource that every type has.
#[derive(Debug, Clone)]
pub struct Identity {
    /// Type and name.
    pub reference: Reference,
    /// Where the name is written.
    pub span: Span,
    /// The file and line of that place, for messages of the run.
    pub place: Place,
}

/// What was observed, for the event.
pub trait Status: Send + Sync + 'static {
    /// The state in the words of `ensure`.
    fn ensure(&self) -> &str;
    /// The fields of the type in the event's `status`; `name` is that of the resource.
    fn fields(&self, name: &str) -> serde_json::Map<String, serde_json::Value>;
    /// The same fields without what only a look at the content tells: it is not looked at where it is known to be wrong.
    fn fields_at_a_glance(&self, name: &str) -> serde_json::Map<String, serde_json::Value> {
        self.fields(name)
    }

    /// Whether the event calls it stable after it was changed: a state that was reached is, a command that ran is not.
    fn is_stable_after_change(&self) -> bool {
        true
    }

    /// What a command printed and somebody wants to see.
    fn output(&self) -> Option<&str> {
        None
    }
}

/// What can go wrong while looking or acting.
pub trait Failure: std::error::Error + Send + Sync + 'static {
    /// Set when the answer can only be known later; a rehearsal then says so instead of failing.
    fn unknown(&self) -> Option<&Unknown> {
        None
    }

    /// Whether an earlier step that cannot be foreseen might take the cause away.
    fn could_be_brought(&self) -> bool {
        false
    }

    /// What a command printed, to be shown below the line.
    fn output(&self) -> Option<&str> {
        None
    }

    /// Whether a part of the change was made before it failed.
    fn changed(&self) -> bool {
        false
    }

    /// Whether it is known that nothing was done: the old state is still there.
    fn did_nothing(&self) -> bool {
        false
    }

    /// Set when somebody ended the run.
    fn interrupted(&self) -> bool {
        false
    }
}
