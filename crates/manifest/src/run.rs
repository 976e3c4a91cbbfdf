//! The run of a catalog: one step after the other, in the order in which they are written.

use crate::Catalog;
use engine::schedule::{Admission, After, Graph, Limits, Policy, Standstill, StepEnd, in_order};
use engine::{
    Converged, Event, Happening, Ksuids, Listener, Reference, Resource, Session, SessionError, Standing, Summary,
    Trigger, World,
};
use std::cell::RefCell;
use std::ffi::OsStr;
use std::path::Path;
use system::Signal;

/// How a run ended.
pub struct Outcome {
    /// In numbers.
    pub summary: Summary,
    /// Somebody ended it.
    pub interrupted: Option<Signal>,
    /// Why events could not be kept; the run stopped there.
    pub session: Option<SessionError>,
}

/// Brings every resource to its state, or says what would be done.
pub fn run(
    source: &str,
    catalog: &Catalog,
    world: &World,
    session: &mut dyn Session,
    listener: &mut dyn Listener,
) -> Outcome {
    let clock = &*world.read().clock;
    let began = clock.monotonic();
    listener.hear(&Happening::Began {
        source,
        steps: catalog.resources.len(),
        widest: catalog.resources.iter().map(|r| width(&**r)).max().unwrap_or(0),
        rehearsal: world.is_rehearsal(),
    });
    if let Some(message) = &catalog.header.pre_message {
        listener.hear(&Happening::Message(message));
    }
    sweep(catalog, world, listener);
    let summary = Summary::new(clock.now(), world.is_rehearsal());
    let state =
        RefCell::new(Progress { catalog, world, session, listener, summary, ids: Ksuids::default(), broken: None });
    let limits = Limits { deadline: None, interrupt: &world.read().interrupt, clock };
    let steps = catalog.resources.len();
    let ends = in_order(&Graph::chain(steps), &limits, &mut Rules(&state), |step| state.borrow_mut().converge(step));
    let mut progress = state.into_inner();
    progress.summary.duration = clock.monotonic().saturating_sub(began);
    finish(progress, &ends)
}

fn finish(progress: Progress<'_>, ends: &[StepEnd<Ended>]) -> Outcome {
    let Progress { catalog, world, listener, mut summary, broken, .. } = progress;
    let not_started = ends.iter().filter(|end| matches!(end, StepEnd::NotStarted(_))).count();
    let interrupted = world.read().interrupt.signalled();
    let (standstill, reason) = match interrupted {
        Some(_) => (Standstill::Interrupted, "the run was interrupted"),
        None if broken.is_some() => (Standstill::Stopped, "an event could not be kept"),
        None => (Standstill::Stopped, "`fail_on_error` is set"),
    };
    summary.cut_short = (not_started > 0 || interrupted.is_some()).then_some(standstill);
    if not_started > 0 {
        let noun = if not_started == 1 { "resource was" } else { "resources were" };
        listener.hear(&Happening::Noticed(&format!("{not_started} {noun} not looked at: {reason}")));
    }
    if let Some(message) = catalog.header.post_message.as_ref().filter(|_| summary.errors == 0 && not_started == 0) {
        listener.hear(&Happening::Message(message));
    }
    listener.hear(&Happening::Ended(&summary));
    Outcome { summary, interrupted, session: broken }
}

/// How wide the reference of a resource is.
fn width(resource: &dyn Resource) -> usize {
    let reference = &resource.identity().reference;
    let width = |name: &str, more: &str| reference.kind.len() + 1 + name.chars().count() + more.len();
    resource.common().alias().map_or_else(|| width(&reference.name, ""), |alias| width(alias, " (alias)"))
}

/// Temporary files that a run left behind when it was killed: an applying run removes them, a rehearsal reports them.
fn sweep(catalog: &Catalog, world: &World, listener: &mut dyn Listener) {
    // Compared as bytes: comparing paths part by part takes longer than all the rest of this.
    let mut directories: Vec<&OsStr> =
        catalog.resources.iter().filter_map(|r| r.writes_in()).map(Path::as_os_str).collect();
    directories.dedup();
    directories.sort_unstable();
    directories.dedup();
    for directory in directories.into_iter().map(Path::new) {
        let (swept, verb) = match world {
            World::Apply(write) => (write.files.sweep(directory), "removed"),
            World::Rehearse(_) => (world.read().files.leftovers(directory), "would remove"),
        };
        // A directory that cannot be listed is the business of the resources in it.
        for path in swept.unwrap_or_default() {
            let text = format!("{verb} {}, left behind by a run that died", path.display());
            listener.hear(&Happening::Noticed(&text));
        }
    }
}

/// What the policy needs to know of an ended step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ended {
    failed: bool,
    interrupted: bool,
}

struct Progress<'a> {
    catalog: &'a Catalog,
    world: &'a World,
    session: &'a mut dyn Session,
    listener: &'a mut dyn Listener,
    summary: Summary,
    ids: Ksuids,
    broken: Option<SessionError>,
}

impl Progress<'_> {
    /// The requirements of a step that are not met: failed, or without their own requirements.
    // ccm: a requirement that was skipped by its control counts as met.
    fn unmet(&self, step: usize) -> Vec<Reference> {
        let required = &self.catalog.resources[step].common().require;
        let is_unmet =
            |reference: &Reference| self.session.last(reference).is_none_or(|event| event.failed || event.unmet);
        required.iter().map(|r| &r.value).filter(|r| is_unmet(r)).cloned().collect()
    }

    /// What a step names and the session does not know. References of a manifest are checked before; those of a command
    /// line lead to what earlier commands did.
    fn unknown(&self, resource: &dyn Resource) -> Option<String> {
        let named = [("require", resource.common().require.as_slice()), ("subscribe", resource.subscriptions())];
        let mut unknown = named.iter().flat_map(|(property, all)| all.iter().map(move |one| (property, &one.value)));
        let (property, reference) = unknown.find(|(_, reference)| self.session.last(reference).is_none())?;
        Some(format!(
            "`{property}` names {reference}, which the session does not know: apply it first, or correct the name"
        ))
    }

    fn trigger(&self, resource: &dyn Resource) -> Trigger {
        let changed = |reference: &&Reference| self.session.last(reference).is_some_and(|event| event.changed);
        let subscriptions = resource.subscriptions().iter().map(|s| &s.value);
        subscriptions.into_iter().find(changed).map_or(Trigger::None, |r| Trigger::Refreshed(r.clone()))
    }

    fn converge(&mut self, step: usize) -> Ended {
        let (catalog, world) = (self.catalog, self.world);
        let resource = &*catalog.resources[step];
        self.listener.hear(&Happening::Starting(resource));
        let trigger = self.trigger(resource);
        self.record(resource, |world| Standing::Converged(resource.converge(world, &trigger)), world)
    }

    /// Runs a step, or skips it, and tells everybody.
    fn record(&mut self, resource: &dyn Resource, standing: impl FnOnce(&World) -> Standing, world: &World) -> Ended {
        let read = world.read();
        let (id, started) = (self.ids.next(&*read.clock, &*read.random), read.clock.now());
        let began = read.clock.monotonic();
        let standing = standing(world);
        let event = Event {
            id,
            started,
            duration: read.clock.monotonic().saturating_sub(began),
            resource,
            standing,
            rehearsal: world.is_rehearsal(),
            monitoring: false,
            health: Vec::new(),
        };
        self.summary.count(&event);
        self.listener.hear(&Happening::Finished(&event));
        if let Err(error) = self.session.record(&event) {
            self.broken = Some(error);
        }
        Ended { failed: event.failed(), interrupted: event.interrupted() }
    }
}

/// What a failure means in a manifest.
struct Rules<'a, 'b>(&'a RefCell<Progress<'b>>);

impl Policy<Ended> for Rules<'_, '_> {
    fn admit(&mut self, step: usize) -> Admission<Ended> {
        let mut progress = self.0.borrow_mut();
        let (catalog, world) = (progress.catalog, progress.world);
        let resource = &*catalog.resources[step];
        if let Some(error) = progress.unknown(resource) {
            return Admission::Skip(progress.record(
                resource,
                |_| Standing::Converged(Converged::failed(error)),
                world,
            ));
        }
        let unmet = progress.unmet(step);
        if unmet.is_empty() {
            return Admission::Run;
        }
        Admission::Skip(progress.record(resource, |_| Standing::Unmet(unmet), world))
    }

    fn ended(&mut self, _step: usize, result: &Ended) -> After {
        let progress = self.0.borrow();
        let stops = result.interrupted || progress.broken.is_some();
        if stops || (result.failed && progress.catalog.header.fail_on_error) { After::Stop } else { After::GoOn }
    }
}
