//! One manifest that is being run.

use super::absent::Absent;
use super::child::Chain;
use super::refresh::{Subscriber, Subscribers, names, subscribers};
use super::{Purpose, Shared, sweep};
use crate::Catalog;
use crate::apply::Apply;
use crate::catalog::Scene;
use crate::family::Distant;
use crate::gate::Answer;
use crate::health::Patience;
use crate::resolve::LateError;
use crate::step::Step;
use engine::schedule::{Admission, After, Graph, Limits, Policy, StepEnd, in_order};
use engine::{
    Context, Converged, Effect, Event, Happening, Health, HealthResult, Reference, Resource, Session, Standing, Status,
    Trigger, Verdict, World,
};
use std::cell::{Cell, RefCell};
use value::Unknown;

/// What the policy needs to know of an ended step, and a parent of its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ended {
    pub(super) how: How,
    pub(super) changed: bool,
    /// Whether it may turn out otherwise in the run.
    pub(super) in_doubt: bool,
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Its resource is in its state, or was left alone on purpose.
    Well,
    /// Its requirements were not met.
    Unmet,
    Failed,
    /// Somebody ended the run.
    Interrupted,
}

impl How {
    fn of(event: &Event<'_>) -> Self {
        match event {
            event if event.interrupted() => Self::Interrupted,
            event if event.failed() => Self::Failed,
            event if !event.unmet().is_empty() => Self::Unmet,
            _ => Self::Well,
        }
    }
}

/// One manifest that is being run: the outermost one, or a child.
pub(super) struct Frame<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) scene: &'a Scene,
    /// Counts the lines of the document once.
    pub(super) context: Context<'a>,
    pub(super) purpose: Purpose,
    pub(super) world: &'a World,
    pub(super) chain: Chain,
    /// The manifest that it stands in, and as what.
    parent: Option<(&'a Frame<'a>, &'a Apply)>,
    subscribers: Subscribers,
    /// The step that was reached.
    at: Cell<usize>,
    /// Whether the control of that step may say something else in a run.
    in_doubt: Cell<bool>,
    /// Steps before this one have said what they need.
    pub(super) announced: Cell<usize>,
}

/// What became of the steps of a manifest.
pub(super) struct Ran {
    pub(super) ends: Vec<StepEnd<Ended>>,
    /// Steps that nobody looked at.
    pub(super) not_started: usize,
}

/// How far a step came.
pub(super) struct Stood {
    /// Its resource, when that was completed on the way.
    pub(super) completed: Option<Box<dyn Resource>>,
    /// What became of it.
    pub(super) standing: Standing,
    /// Whether it was rehearsed because it says so.
    pub(super) is_trial: bool,
}

impl Stood {
    /// A step whose resource is as it was written.
    pub(super) fn at_once(standing: Standing) -> Self {
        Self { completed: None, standing, is_trial: false }
    }
}

impl<'a> Frame<'a> {
    /// The manifest that was asked for.
    pub(super) fn outermost(
        source: &str,
        catalog: &'a Catalog,
        scene: &'a Scene,
        purpose: Purpose,
        world: &'a World,
    ) -> Self {
        Self {
            catalog,
            scene,
            context: scene.context(),
            purpose,
            world,
            chain: Chain::new(source, world.read()),
            parent: None,
            subscribers: subscribers(catalog.steps.iter().map(|step| &*step.resource)),
            at: Cell::new(0),
            in_doubt: Cell::new(false),
            announced: Cell::new(0),
        }
    }

    /// A child of this one.
    pub(super) fn child(
        &'a self,
        apply: &'a Apply,
        (catalog, scene): (&'a Catalog, &'a Scene),
        purpose: Purpose,
        world: &'a World,
        chain: Chain,
    ) -> Self {
        Self { chain, parent: Some((self, apply)), ..Self::outermost("", catalog, scene, purpose, world) }
    }

    /// The children that lead from the outermost manifest to this one.
    pub(super) fn within(&self) -> &[String] {
        &self.chain.names()[1..]
    }

    /// Who is refreshed when a resource changes. A change in a child is one of the child, too.
    pub(super) fn subscribers_of(&self, resource: &dyn Resource) -> Vec<Subscriber> {
        let (mut found, mut known_as, mut frame) = (Vec::new(), Vec::new(), self);
        if !frame.has_subscribers() {
            return found;
        }
        known_as.extend(names(resource));
        loop {
            found.extend(known_as.iter().flat_map(|name| frame.own_subscribers(name)));
            if frame.is_hidden() {
                let children = frame.children_from(frame.at.get() + 1);
                found.extend(children.flat_map(|within| known_as.iter().map(move |name| anybody(&within, name))));
            }
            let Some((parent, apply)) = frame.parent else { break };
            known_as.extend(names(apply));
            frame = parent;
        }
        let reached = [self.way(), vec![self.at.get()]].concat();
        for distant in frame.catalog.distant.iter().filter(|distant| distant.comes_after(&reached)) {
            found.extend(known_as.iter().filter_map(|name| subscribed(distant, name)));
        }
        found
    }

    /// Who subscribes in this manifest to a name.
    fn own_subscribers(&self, name: &Reference) -> impl Iterator<Item = Subscriber> {
        let subscribers = self.subscribers.get(name).into_iter().flatten();
        subscribers.map(|who| Subscriber {
            within: self.within().to_vec(),
            who: Some(who.clone()),
            through: name.clone(),
        })
    }

    /// Who may subscribe in this manifest to a name, its children included.
    pub(super) fn heirs(&self, name: &Reference) -> Vec<Subscriber> {
        self.own_subscribers(name).chain(self.children_from(0).map(|within| anybody(&within, name))).collect()
    }

    /// Who subscribes to a name in this manifest and below, as far as that is known before the run.
    pub(super) fn everybody(&self, name: &Reference) -> Vec<Subscriber> {
        let distant = self.catalog.distant.iter().filter_map(|distant| subscribed(distant, name));
        self.own_subscribers(name).chain(distant).collect()
    }

    /// The children that stand at a step or after it, each with the way to it.
    fn children_from(&self, step: usize) -> impl Iterator<Item = Vec<String>> {
        let children = self.catalog.steps.iter().skip(step).filter_map(|step| step.child.as_ref());
        children.map(|child| [self.within(), &[child.name().to_owned()]].concat())
    }

    /// Whether it could not be read before the run.
    fn is_hidden(&self) -> bool {
        self.parent.is_some() && self.outermost_frame().catalog.distant.iter().any(|distant| distant.hides(&self.way()))
    }

    /// Whether nothing is looked at behind a step that fails.
    pub(super) fn stops_at_failure(&self) -> bool {
        self.catalog.header.fail_on_error && self.purpose == Purpose::Converge
    }

    /// Whether it is rehearsed by itself, whatever the run is.
    pub(super) fn is_trial(&self) -> bool {
        !std::ptr::eq(self.world, self.outermost_frame().world)
    }

    fn outermost_frame(&self) -> &Self {
        self.parent.map_or(self, |(parent, _)| parent.outermost_frame())
    }

    /// The numbers of the steps that lead to it.
    fn way(&self) -> Vec<usize> {
        let Some((parent, _)) = self.parent else { return Vec::new() };
        [parent.way(), vec![parent.at.get()]].concat()
    }

    fn has_subscribers(&self) -> bool {
        !self.subscribers.is_empty()
            || !self.catalog.distant.is_empty()
            || self.parent.is_some_and(|(parent, _)| parent.has_subscribers())
    }

    /// Runs its steps to the end, or until one stops it.
    pub(super) fn run(&self, shared: &RefCell<Shared<'_>>) -> Ran {
        shared.borrow_mut().with_refreshes(|refreshes, tell| refreshes.enter(self, tell));
        if self.purpose == Purpose::Converge {
            sweep(self.catalog, self.world, &mut *shared.borrow_mut().listener);
        }
        let expected = self.catalog.steps.iter().filter(|step| !self.is_left_out(step));
        expected.for_each(|step| step.resource.expect(self.world));
        let read = self.world.read();
        let limits = Limits { deadline: None, interrupt: &read.interrupt, clock: &*read.clock };
        let graph = Graph::chain(self.catalog.steps.len());
        let mut rules = Rules { frame: self, shared };
        let mut ends = in_order(&graph, &limits, &mut rules, |at| self.step(at, shared));
        self.tell_of_overtaken(&mut ends, shared);
        let not_started = ends.iter().filter(|end| matches!(end, StepEnd::NotStarted(_))).count();
        if not_started > 0 {
            self.say_what_is_left(not_started, &mut shared.borrow_mut());
        } else {
            shared.borrow_mut().refreshes.saw(self);
        }
        Ran { ends, not_started }
    }

    /// Whether it is known before the run that a step is skipped.
    fn is_left_out(&self, step: &Step) -> bool {
        let resolver = self.scene.resolver();
        let gate = step.gate.as_ref().filter(|gate| !gate.reads_files(resolver));
        gate.is_some_and(|gate| matches!(gate.ask(resolver), Ok(Answer::Closed)))
    }

    fn say_what_is_left(&self, not_started: usize, shared: &mut Shared<'_>) {
        let reason = match self.world.read().interrupt.signalled() {
            Some(_) => "the run was interrupted",
            None if shared.broken.is_some() => "an event could not be kept",
            None => "`fail_on_error` is set",
        };
        let noun = if not_started == 1 { "resource was" } else { "resources were" };
        let of = self.chain.child().map(|child| format!(" of {child}")).unwrap_or_default();
        shared.listener.hear(&Happening::Noticed(&format!("{not_started} {noun}{of} not looked at: {reason}")));
    }

    /// Runs a step, or skips it, and tells everybody.
    fn step(&self, at: usize, shared: &RefCell<Shared<'_>>) -> Ended {
        let step = &self.catalog.steps[at];
        self.at.set(at);
        shared.borrow_mut().listener.hear(&Happening::Starting(&*step.resource));
        let read = self.world.read();
        let (id, started) = (shared.borrow_mut().ids.next(&*read.clock, &*read.random), read.clock.now());
        let began = read.clock.monotonic();
        let is_gate_in_doubt = self.is_gate_in_doubt(step);
        self.in_doubt.set(is_gate_in_doubt);
        let Stood { completed, mut standing, is_trial } = self.stand(at, is_gate_in_doubt, shared);
        if let Standing::Converged(converged) = &mut standing
            && let Verdict::Stable | Verdict::WouldChange { .. } = converged.verdict
            && is_gate_in_doubt
        {
            converged.cast_doubt();
        }
        pass_doubt_on(completed.as_deref().unwrap_or(&*step.resource), &mut standing, &shared.borrow());
        let health = self.health(step, &standing);
        let event = Event {
            id,
            started,
            duration: read.clock.monotonic().saturating_sub(began),
            resource: completed.as_deref().unwrap_or(&*step.resource),
            standing,
            rehearsal: is_trial || self.world.is_rehearsal(),
            monitoring: self.purpose == Purpose::Monitor,
            health,
            within: self.within(),
            redactor: self.context.redactor,
        };
        let mut shared = shared.borrow_mut();
        if step.child.is_some() {
            shared.absent.saw(event.reference(), &event.standing);
        }
        shared.trials.saw(event.resource, is_trial);
        if event.rehearsal && event.changed() {
            shared.foreseen.extend(names(event.resource));
        }
        let ended = self.ended(&event, &mut shared);
        if ended.in_doubt {
            shared.doubted.extend(names(event.resource));
        }
        Ended { changed: ended.changed && !is_trial, in_doubt: ended.in_doubt && !is_trial, ..ended }
    }

    /// Tells everybody what became of a step.
    pub(super) fn ended(&self, event: &Event<'_>, shared: &mut Shared<'_>) -> Ended {
        shared.summary.count(event);
        shared.with_refreshes(|refreshes, tell| refreshes.ended(self, event, tell));
        shared.listener.hear(&Happening::Finished(event));
        if let Err(error) = shared.session.record(event) {
            shared.broken = Some(error);
        }
        Ended { how: How::of(event), changed: event.changed(), in_doubt: event.is_in_doubt() }
    }

    /// What becomes of a step: its control, its late texts and its requirements are looked at before the machine is.
    fn stand(&self, at: usize, in_doubt: bool, shared: &RefCell<Shared<'_>>) -> Stood {
        let step = &self.catalog.steps[at];
        let reference = &step.resource.identity().reference;
        match step.gate.as_ref().map_or(Ok(Answer::Open), |gate| gate.ask(self.scene.resolver())) {
            Ok(Answer::Open) => {}
            Ok(Answer::Closed) => return Stood::at_once(Standing::Skipped { in_doubt }),
            Ok(Answer::Unknown(unknown)) => return Stood::at_once(self.cannot_say(reference, &unknown)),
            Err(error) => return Stood::at_once(self.doubtful(reference, error)),
        }
        let completed =
            match step.late.as_ref().map(|late| late.complete(self.scene.resolver(), &self.context)).transpose() {
                Ok(completed) => completed,
                Err(LateError::Failed(error)) => return Stood::at_once(self.doubtful(reference, error)),
                Err(LateError::Unknown(unknown)) => return Stood::at_once(self.cannot_say(reference, &unknown)),
            };
        let resource = completed.as_deref().unwrap_or(&*step.resource);
        let (unknown, unmet) = {
            let session = &*shared.borrow().session;
            (unknown(resource, session), unmet(resource, session))
        };
        let standing = match unknown {
            Some(unknown) => self.nowhere(reference, &unknown, &shared.borrow().absent),
            None if !unmet.is_empty() => Standing::Unmet(unmet),
            None => return self.reach(at, completed, shared),
        };
        Stood { completed, standing, is_trial: false }
    }

    /// Whether an earlier command of a rehearsal may change what the control of a step reads, or that of the child it is in.
    fn is_gate_in_doubt(&self, step: &Step) -> bool {
        let resolver = self.scene.resolver();
        let is_inherited = self.parent.is_some_and(|(parent, _)| parent.in_doubt.get());
        is_inherited
            || self.world.doubt().is_some() && step.gate.as_ref().is_some_and(|gate| gate.reads_files(resolver))
    }

    /// Nothing stands in the way of a step: it is done.
    fn reach(&self, at: usize, completed: Option<Box<dyn Resource>>, shared: &RefCell<Shared<'_>>) -> Stood {
        let step = &self.catalog.steps[at];
        if let Some(child) = &step.child {
            return self.expand(child, shared);
        }
        if self.purpose == Purpose::Monitor {
            return Stood { completed, ..Stood::at_once(Standing::Checked) };
        }
        let resource = completed.as_deref().unwrap_or(&*step.resource);
        self.announce_neighbours(at, shared);
        let trigger = self.trigger(resource, shared);
        let converged = resource.converge_watched(self.world, &trigger, &mut |before| {
            self.owe(resource, Some(before).filter(|_| trigger == Trigger::None), shared);
        });
        Stood { completed, ..Stood::at_once(Standing::from(converged)) }
    }

    /// Notes what others are owed before a resource is changed.
    pub(super) fn owe(&self, resource: &dyn Resource, before: Option<&dyn Status>, shared: &RefCell<Shared<'_>>) {
        shared.borrow_mut().with_refreshes(|refreshes, tell| refreshes.owe(self, resource, before, tell));
    }

    /// Whether a resource is refreshed: because of this run, or of one that died.
    fn trigger(&self, resource: &dyn Resource, shared: &RefCell<Shared<'_>>) -> Trigger {
        if resource.subscriptions().is_empty() {
            return Trigger::None;
        }
        let mut shared = shared.borrow_mut();
        let trigger = match trigger(resource, &shared, self.world) {
            Trigger::None => shared.with_refreshes(|refreshes, tell| refreshes.owed(self, resource, tell)),
            refreshed @ Trigger::Refreshed(_) => refreshed,
        };
        if trigger != Trigger::None && !self.world.is_rehearsal() {
            shared.with_refreshes(|refreshes, tell| refreshes.begin(self, resource, tell));
        }
        trigger
    }

    /// A text or a condition that cannot be worked out. What an earlier command may bring in time is unknown in a
    /// rehearsal.
    pub(super) fn doubtful(&self, resource: &Reference, error: String) -> Standing {
        match self.world.doubt() {
            Some(doubt) => self.cannot_say(resource, &Unknown::new(format!("{error}, {}", doubt.reason()))),
            None => Standing::from(Converged::failed(error)),
        }
    }

    /// A step of a rehearsal that depends on what is not known: it may do anything, or nothing.
    pub(super) fn cannot_say(&self, resource: &Reference, unknown: &Unknown) -> Standing {
        self.world.anything_may_follow(resource);
        Standing::from(Converged::unknown(unknown))
    }

    /// A step names what was not looked at. In a rehearsal it may be in a child that is not there yet.
    fn nowhere(&self, resource: &Reference, unknown: &str, absent: &Absent) -> Standing {
        match (absent.unread(), absent.skipped()) {
            (Some(child), _) => {
                let unknown = format!("{unknown}; {child}, which cannot be read in a rehearsal, may bring it");
                self.cannot_say(resource, &Unknown::new(unknown))
            }
            (None, Some(child)) => {
                let error = format!("{unknown}; {child}, which was skipped by its control, may hold it");
                Standing::from(Converged::failed(error))
            }
            (None, None) => Standing::from(Converged::failed(format!("{unknown}: {NOT_APPLIED}"))),
        }
    }

    /// Asks the health checks of a step that was not skipped. In a rehearsal a bad answer does not count when something
    /// would be changed before, and nobody waits for a better one.
    fn health(&self, step: &Step, standing: &Standing) -> Vec<HealthResult> {
        let is_over = self.world.read().interrupt.signalled().is_some();
        if step.checks.is_empty() || is_over || matches!(standing, Standing::Unmet(_) | Standing::Skipped { .. }) {
            return Vec::new();
        }
        let (read, resolver) = (self.world.read(), self.scene.resolver());
        let excuse = self.world.last_change().map(|change| change.reason().to_owned());
        let judged = |result: HealthResult| match &excuse {
            Some(reason) if result.status != Health::Ok => {
                let excuse = format!("health check `{}` says {}, {reason}", result.name, result.status.word());
                HealthResult { excuse: Some(excuse), ..result }
            }
            _ => result,
        };
        let patience = if excuse.is_some() { Patience::None } else { Patience::AsGiven };
        step.checks.iter().map(|check| judged(check.run(patience, read, resolver))).collect()
    }
}

/// Who subscribes to a name in a child, as far as that is known.
fn subscribed(Distant { within, who, .. }: &Distant, name: &Reference) -> Option<Subscriber> {
    match who {
        None => Some(anybody(within, name)),
        Some((who, through)) => {
            (through == name).then(|| Subscriber { who: Some(who.clone()), ..anybody(within, name) })
        }
    }
}

/// Whoever subscribes to a name in a manifest that was not read yet.
fn anybody(within: &[String], name: &Reference) -> Subscriber {
    Subscriber { within: within.to_vec(), who: None, through: name.clone() }
}

/// The requirements of a step that are not met: failed, or without their own requirements.
// ccm: a requirement that was skipped by its control counts as met.
pub(super) fn unmet(resource: &dyn Resource, session: &dyn Session) -> Vec<Reference> {
    let is_unmet = |reference: &Reference| session.last(reference).is_none_or(|event| event.failed || event.unmet);
    resource.common().require.iter().map(|r| &r.value).filter(|r| is_unmet(r)).cloned().collect()
}

/// What to do about a name that nobody knows, in a manifest and on the command line.
const NOT_APPLIED: &str = "correct the name, write it above, or apply it first with the same `--session DIRECTORY`";

/// What a step names and the session does not know. References of a manifest are checked before; those of a command
/// line lead to what earlier commands did.
pub(super) fn unknown(resource: &dyn Resource, session: &dyn Session) -> Option<String> {
    let named = [("require", resource.common().require.as_slice()), ("subscribe", resource.subscriptions())];
    let mut unknown = named.iter().flat_map(|(property, all)| all.iter().map(move |one| (property, &one.value)));
    let (property, reference) = unknown.find(|(_, reference)| session.last(reference).is_none())?;
    Some(format!("`{property}` names {reference}, which was not applied before"))
}

/// Whether something that it subscribes to has changed. What a rehearsed child would change refreshes nobody outside of
/// it.
fn trigger(resource: &dyn Resource, shared: &Shared<'_>, world: &World) -> Trigger {
    let counts = |reference: &&Reference| match shared.session.last(reference).map(|event| event.effect) {
        Some(Effect::Made) => true,
        Some(Effect::Foreseen) => world.is_rehearsal() && !shared.trials.is_over(reference),
        // In a run the refresh is owed since the first step that made a change.
        Some(Effect::None) => {
            world.is_rehearsal() && shared.foreseen.contains(*reference) && !shared.trials.is_over(reference)
        }
        None => false,
    };
    let subscriptions = resource.subscriptions().iter().map(|s| &s.value);
    subscriptions.into_iter().find(counts).map_or(Trigger::None, |r| Trigger::Refreshed(r.clone()))
}

/// Whether a subscriber is refreshed is as sure as what is foreseen of those that it subscribes to.
fn pass_doubt_on(resource: &dyn Resource, standing: &mut Standing, shared: &Shared<'_>) {
    let is_doubted = |reference: &Reference| shared.doubted.contains(reference) && !shared.trials.is_over(reference);
    if resource.subscriptions().iter().any(|subscription| is_doubted(&subscription.value))
        && let Standing::Converged(converged) = standing
        && matches!(converged.verdict, Verdict::Stable | Verdict::WouldChange { refreshed: true })
    {
        converged.cast_doubt();
    }
}

/// What a failure means in a manifest.
struct Rules<'f, 'a, 's> {
    frame: &'f Frame<'a>,
    shared: &'f RefCell<Shared<'s>>,
}

impl Policy<Ended> for Rules<'_, '_, '_> {
    fn admit(&mut self, _step: usize) -> Admission<Ended> {
        Admission::Run
    }

    fn ended(&mut self, _step: usize, result: &Ended) -> After {
        match result.how {
            _ if self.shared.borrow().broken.is_some() => After::Stop,
            How::Interrupted => After::Stop,
            How::Failed if self.frame.stops_at_failure() => After::Stop,
            How::Failed | How::Unmet | How::Well => After::GoOn,
        }
    }
}
