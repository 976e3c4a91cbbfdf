//! The one harness: observe, plan, act, observe and plan again.

use crate::plan::AnyChange;
use crate::world::Rehearsal;
use crate::{
    Change, Diff, Failure, Identity, Obstacle, Plan, ProviderDef, Remedy, ResourceType, Status, Trigger, World,
};
use diagnostics::Redactor;
use system::ReadWorld;
use value::Unknown;

/// What came of a resource.
pub struct Converged {
    /// The provider that did it; empty when none was chosen.
    pub provider: &'static str,
    /// How it stands.
    pub verdict: Verdict,
    /// The state it ended in, or is in; none when it could not be observed or failed.
    pub status: Option<Box<dyn Status>>,
    /// The state that it is still in, when it failed and nothing was done to it.
    pub left: Option<Box<dyn Status>>,
    /// What was done, or would be.
    pub plan: Vec<Box<dyn AnyChange>>,
    /// The diff that goes with the plan, in a rehearsal.
    pub diff: Option<Diff>,
    /// Words of caution for people.
    pub notes: Vec<&'static str>,
    /// What can only be known later.
    pub unknown: Vec<String>,
    /// The step that brings what is missing, when that is all that is unknown: `after package#a is installed`.
    pub after: Option<String>,
    /// The originals' sentence, in a rehearsal that would change something.
    pub noop_message: String,
}

impl Converged {
    /// A resource that failed before anything was looked at.
    pub fn failed(error: impl Into<String>) -> Self {
        failed(error.into(), None, false, false)
    }

    /// A resource that is right, about which nothing is known.
    pub fn stable() -> Self {
        Self {
            verdict: Verdict::Stable,
            status: None,
            left: None,
            plan: Vec::new(),
            diff: None,
            notes: Vec::new(),
            provider: "",
            unknown: Vec::new(),
            after: None,
            noop_message: String::new(),
        }
    }

    /// A resource of a rehearsal about which nothing can be said yet.
    pub fn unknown(unknown: &Unknown) -> Self {
        may_change(unknown)
    }

    /// Whether what a rehearsal says of it may turn out otherwise. What only waits for an earlier step is sure.
    pub fn is_in_doubt(&self) -> bool {
        !self.unknown.is_empty() && self.after.is_none() || self.notes.contains(&NOW)
    }

    /// It rests on what may turn out otherwise.
    pub fn cast_doubt(&mut self) {
        if !self.is_in_doubt() {
            self.notes.push(NOW);
        }
    }
}

/// How a resource stands after the harness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It was right already.
    Stable,
    /// It was brought to its state.
    Changed {
        /// Because of a subscription.
        refreshed: bool,
    },
    /// It would be.
    WouldChange {
        /// Because of a subscription.
        refreshed: bool,
    },
    /// It is not in its state.
    Failed {
        /// Why, and what was done before and what was not.
        error: String,
        /// What a command printed.
        output: Option<String>,
        /// Whether something was done all the same.
        changed: bool,
        /// Whether somebody ended the run.
        interrupted: bool,
    },
}

/// Brings one resource to its state, or says what would be done.
pub(crate) fn converge<T: ResourceType>(
    desired: &T::Desired,
    identity: &Identity,
    provider: &ProviderDef<T>,
    world: &World,
    trigger: &Trigger,
    before: &mut dyn FnMut(&dyn Status),
    redactor: &Redactor,
) -> Converged {
    let reads = (provider.reads)(world.read());
    let state = match T::observe(desired, &reads) {
        Ok(state) => state,
        Err(error) => return not_observed::<T>(&error, desired, identity, world),
    };
    let plan = T::plan(desired, &state, trigger);
    if plan.is_empty() {
        if let World::Rehearse(rehearsal) = world
            && let Some(unknown) = in_doubt::<T>(desired, &state, rehearsal)
        {
            rehearsal.ahead(&identity.reference).changes();
            return may_change(&unknown);
        }
        let caution = match world {
            World::Rehearse(rehearsal) => {
                let may_be_undone = may_be_another::<T>(desired, &state, trigger, rehearsal);
                caution::<T>(desired, &state, rehearsal).or(may_be_undone.then_some(NOW))
            }
            World::Apply(_) => None,
        };
        let notes = T::remark(desired, &state).into_iter().chain(caution).collect();
        return Converged { notes, ..stable(state) };
    }
    match world {
        World::Rehearse(rehearsal) => {
            rehearse::<T>((desired, identity), trigger, &reads, (world, rehearsal), state, plan, redactor)
        }
        World::Apply(write) => match plan.obstacles.as_slice() {
            [] => {
                before(&state);
                act::<T>(desired, &reads, &(provider.verbs)(write), state, plan.changes, &write.read)
            }
            obstacles => Converged { left: Some(Box::new(state)), ..failed(join(obstacles), None, false, false) },
        },
    }
}

fn rehearse<T: ResourceType>(
    (desired, identity): (&T::Desired, &Identity),
    trigger: &Trigger,
    reads: &T::Reads,
    (world, rehearsal): (&World, &Rehearsal),
    state: T::State,
    mut plan: Plan<T::Change>,
    redactor: &Redactor,
) -> Converged {
    if let Err(error) = T::look_ahead(&mut plan, desired, &state, reads) {
        return not_observed::<T>(&error, desired, identity, world);
    }
    let (unknown, after) = match doubts(&plan.obstacles, rehearsal) {
        Ok(unknown) => unknown,
        Err(error) => {
            let noop_message = T::would_have(&plan.changes);
            return Converged { noop_message, left: Some(Box::new(state)), ..failed(error, None, false, false) };
        }
    };
    let diff = plan.changes.iter().find_map(|change| T::DIFF?(change, desired, identity, reads, redactor));
    // The step that has to come first says as much.
    let caution = caution::<T>(desired, &state, rehearsal).filter(|_| after.is_none());
    // What is unknown names the command, if there is one.
    let may_be_done = unknown.is_empty() && may_be_another::<T>(desired, &state, trigger, rehearsal);
    let caution = caution.or(may_be_done.then_some(NOW));
    let ahead = rehearsal.ahead(&identity.reference);
    for change in &plan.changes {
        T::foresee(change, desired, &ahead);
    }
    ahead.changes();
    Converged {
        verdict: Verdict::WouldChange { refreshed: plan.changes.iter().any(Change::refreshes) },
        status: Some(Box::new(state)),
        left: None,
        noop_message: T::would_have(&plan.changes),
        plan: erase(plan.changes),
        diff,
        notes: caution.into_iter().collect(),
        provider: "",
        unknown,
        after,
    }
}

/// Whether nobody can say that a state stays right until its step is reached.
fn in_doubt<T: ResourceType>(desired: &T::Desired, state: &T::State, rehearsal: &Rehearsal) -> Option<Unknown> {
    let obstacle = T::in_doubt(desired, state)?;
    let reason = hope(obstacle.remedy, rehearsal)?;
    let reason = reason.map_or_else(String::new, |reason| format!(", {}", reason.reason()));
    Some(Unknown::new(format!("{}{reason}", obstacle.message)))
}

/// What is said of a state that an earlier step may change.
pub const NOW: &str = "as the machine is now";

/// Whether an earlier command may have done what is to be done, or undone what is right.
fn may_be_another<T: ResourceType>(
    desired: &T::Desired,
    state: &T::State,
    trigger: &Trigger,
    rehearsal: &Rehearsal,
) -> bool {
    rehearsal.doubt_of_command().is_some() && rehearsal.may_be_another(&T::rests_on(desired, state, trigger))
}

/// What was answered counts, but it speaks of the machine before the earlier steps.
fn caution<T: ResourceType>(desired: &T::Desired, state: &T::State, rehearsal: &Rehearsal) -> Option<&'static str> {
    let is_asked = T::asks_the_machine(desired) && rehearsal.last_change().is_some();
    let may_be_another = T::holds_until_a_command(state) && rehearsal.doubt_of_command().is_some();
    let may_be_reached = T::holds_until_a_package(state) && rehearsal.reaches_further();
    let may_come = T::could_come_with_a_package(state) && rehearsal.brings();
    (is_asked || may_be_another || may_be_reached || may_come).then_some(NOW)
}

/// What an earlier step might take out of the way is unknown; anything else fails now as it would then.
/// The step that brings what is missing is named when there is one.
fn doubts(obstacles: &[Obstacle], rehearsal: &Rehearsal) -> Result<(Vec<String>, Option<String>), String> {
    if obstacles.is_empty() {
        return Ok((Vec::new(), None));
    }
    let reasons: Option<Vec<Option<Unknown>>> = obstacles.iter().map(|o| hope(o.remedy, rehearsal)).collect();
    let reasons = reasons.ok_or_else(|| join(obstacles))?;
    let is_awaited = obstacles.iter().all(|obstacle| obstacle.remedy == Remedy::Arrival);
    let after = rehearsal.awaited().filter(|_| is_awaited).map(|step| step.reason().to_owned());
    let messages: Vec<&str> = obstacles.iter().map(|obstacle| obstacle.message.as_str()).collect();
    let message = messages.join("; ");
    // What is not known for that very reason says so itself.
    let reason = reasons.iter().flatten().map(Unknown::reason).next().filter(|reason| !message.ends_with(reason));
    Ok((vec![reason.map_or_else(|| message.clone(), |reason| format!("{message}, {reason}"))], after))
}

/// Whether there is hope that an obstacle goes away, and what it rests on when that is a step.
#[expect(clippy::option_option, reason = "no hope, hope without a reason and hope with one are three things")]
fn hope(remedy: Remedy, rehearsal: &Rehearsal) -> Option<Option<Unknown>> {
    match remedy {
        Remedy::Nothing => None,
        Remedy::Step | Remedy::Arrival => rehearsal.doubt().map(Some),
        Remedy::Command => rehearsal.doubt_of_command().map(Some),
        Remedy::Unknown => Some(rehearsal.doubt_of_command()),
    }
}

fn act<T: ResourceType>(
    desired: &T::Desired,
    reads: &T::Reads,
    verbs: &T::Verbs,
    before: T::State,
    mut changes: Vec<T::Change>,
    world: &ReadWorld,
) -> Converged {
    let (mut seen, mut to_nothing) = (T::Seen::default(), true);
    for at in 0..changes.len() {
        let acted = T::act(&changes[at], desired, verbs);
        world.observations.disturb(&T::disturbs(desired), &*world.files);
        match acted {
            Ok(saw) => {
                to_nothing &= T::came_to_nothing(&saw);
                seen = saw;
            }
            Err(error) if (T::ALL_OR_NOTHING || error.did_nothing()) && at == 0 && !error.changed() => {
                return Converged { left: Some(Box::new(before)), ..stopped(&error, changes, at) };
            }
            Err(error) => return stopped(&error, changes, at),
        }
    }
    let after = match T::observe_again(desired, reads, before, seen) {
        Ok(state) => state,
        Err(error) => return Converged { plan: erase(changes), ..broken(&error, true) },
    };
    T::account(&mut changes, &after);
    let left = T::plan(desired, &after, &Trigger::None);
    match (left.is_empty(), to_nothing) {
        (true, true) => stable(after),
        (true, false) => changed(after, changes),
        (false, _) => not_reached(&after, &left, changes),
    }
}

/// What somebody else did to a resource since it was announced.
pub(crate) fn overtaken<T: ResourceType>(desired: &T::Desired, name: &str, reads: &T::Reads) -> Option<Converged> {
    let shown = |state: &T::State| (state.ensure().to_owned(), state.fields(name));
    let before = T::observe(desired, reads).ok()?;
    let (changes, was) = (T::plan(desired, &before, &Trigger::None).changes, shown(&before));
    let after = T::observe_again(desired, reads, before, T::Seen::default()).ok()?;
    if shown(&after) == was {
        return None;
    }
    let left = T::plan(desired, &after, &Trigger::None);
    Some(if left.is_empty() { changed(after, changes) } else { half_way(&after, &left) })
}

/// Something was changed, and it is not what it should be.
fn half_way<C: Change>(after: &dyn Status, left: &Plan<C>) -> Converged {
    let reason = if left.obstacles.is_empty() { words(&left.changes) } else { join(&left.obstacles) };
    failed(format!("failed to reach desired state: {reason}"), after.output(), true, false)
}

/// A step failed: what was done before it counts, what comes after it was not tried.
fn stopped<C: Change + 'static>(error: &dyn Failure, mut changes: Vec<C>, at: usize) -> Converged {
    let mut text = error.to_string();
    if at > 0 {
        text.extend(["; done before: ", &words(&changes[..at])]);
    }
    if at + 1 < changes.len() {
        text.extend(["; not done: ", &words(&changes[at + 1..])]);
    }
    changes.truncate(at);
    let is_another = error.changed() || changes.iter().any(Change::lasts);
    Converged { plan: erase(changes), ..failed(text, error.output(), is_another, error.interrupted()) }
}

/// Everything was tried and something is left over: that *is* the reason.
fn not_reached<C: Change + 'static>(after: &dyn Status, left: &Plan<C>, mut tried: Vec<C>) -> Converged {
    tried.retain(|change| !left.changes.iter().any(|left| change.is_undone_by(left)));
    let reason = if left.obstacles.is_empty() { words(&left.changes) } else { join(&left.obstacles) };
    let error = format!("failed to reach desired state: {reason}");
    let changed = tried.iter().any(Change::lasts);
    Converged { plan: erase(tried), ..failed(error, after.output(), changed, false) }
}

fn not_observed<T: ResourceType>(
    error: &dyn Failure,
    desired: &T::Desired,
    identity: &Identity,
    world: &World,
) -> Converged {
    let World::Rehearse(rehearsal) = world else { return broken(error, false) };
    let doubt = if error.could_be_brought() { rehearsal.doubt() } else { None };
    match error.unknown().cloned().or(doubt.map(|d| Unknown::new(format!("{error}, {}", d.reason())))) {
        Some(unknown) => {
            let ahead = rehearsal.ahead(&identity.reference);
            T::foresee_nothing(desired, &ahead);
            ahead.changes();
            may_change(&unknown)
        }
        None => broken(error, false),
    }
}

/// Something unknown counts as changed.
fn may_change(unknown: &Unknown) -> Converged {
    Converged {
        verdict: Verdict::WouldChange { refreshed: false },
        unknown: vec![unknown.reason().to_owned()],
        ..Converged::stable()
    }
}

fn stable(state: impl Status) -> Converged {
    Converged { status: Some(Box::new(state)), ..Converged::stable() }
}

fn changed<C: Change + 'static>(state: impl Status, changes: Vec<C>) -> Converged {
    let refreshed = changes.iter().any(Change::refreshes);
    Converged { verdict: Verdict::Changed { refreshed }, plan: erase(changes), ..stable(state) }
}

fn broken(error: &dyn Failure, changed: bool) -> Converged {
    failed(error.to_string(), error.output(), changed, error.interrupted())
}

pub(crate) fn failed(error: String, output: Option<&str>, changed: bool, interrupted: bool) -> Converged {
    let verdict = Verdict::Failed { error, output: output.map(str::to_owned), changed, interrupted };
    Converged { verdict, ..Converged::stable() }
}

fn join(obstacles: &[Obstacle]) -> String {
    let parts = obstacles.iter().flat_map(|obstacle| [Some(obstacle.message.as_str()), obstacle.advice.as_deref()]);
    parts.flatten().collect::<Vec<_>>().join("; ")
}

fn words<C: Change>(changes: &[C]) -> String {
    changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn erase<C: Change + 'static>(changes: Vec<C>) -> Vec<Box<dyn AnyChange>> {
    changes.into_iter().map(|change| Box::new(change) as Box<dyn AnyChange>).collect()
}
