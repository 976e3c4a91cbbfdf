//! The run of a catalog: one step after the other, in the order in which they are written.

use crate::Catalog;
use crate::catalog::Scene;
use crate::gate::Answer;
use crate::resolve::LateError;
use crate::step::Step;
use engine::schedule::{Admission, After, Graph, Limits, Policy, Standstill, StepEnd, in_order};
use engine::{
    Context, Converged, Event, Happening, Health, HealthResult, Ksuids, Listener, Reference, Resource, Session,
    SessionError, Standing, Summary, Trigger, World,
};
use std::cell::RefCell;
use std::ffi::OsStr;
use std::path::Path;
use system::Signal;
use value::Unknown;

/// What a run does with resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Brings them to their state, or says what would be done, and asks their health checks.
    Converge,
    /// Asks their health checks and nothing else.
    Monitor,
}

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
    purpose: Purpose,
    world: &World,
    session: &mut dyn Session,
    listener: &mut dyn Listener,
) -> Outcome {
    let clock = &*world.read().clock;
    let began = clock.monotonic();
    listener.hear(&Happening::Began {
        source,
        steps: catalog.steps.len(),
        widest: catalog.steps.iter().map(|step| width(&*step.resource)).max().unwrap_or(0),
        rehearsal: world.is_rehearsal(),
    });
    if let Some(message) = &catalog.header.pre_message {
        listener.hear(&Happening::Message(message));
    }
    if purpose == Purpose::Converge {
        sweep(catalog, world, listener);
    }
    let summary = Summary::new(clock.now(), world.is_rehearsal());
    let scene = catalog.scene.with_files(world.read());
    let state = RefCell::new(Progress {
        catalog,
        scene: &scene,
        context: Context::new(scene.directory.clone(), &scene.sources, &scene.redactor),
        purpose,
        world,
        session,
        listener,
        summary,
        ids: Ksuids::default(),
        broken: None,
    });
    let limits = Limits { deadline: None, interrupt: &world.read().interrupt, clock };
    let steps = catalog.steps.len();
    let ends = in_order(&Graph::chain(steps), &limits, &mut Rules(&state), |step| state.borrow_mut().step(step));
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
        catalog.steps.iter().filter_map(|step| step.resource.writes_in()).map(Path::as_os_str).collect();
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
    scene: &'a Scene,
    /// Counts the lines of the document once.
    context: Context<'a>,
    purpose: Purpose,
    world: &'a World,
    session: &'a mut dyn Session,
    listener: &'a mut dyn Listener,
    summary: Summary,
    ids: Ksuids,
    broken: Option<SessionError>,
}

/// How far a step came: its resource, when that was completed on the way, and what became of it.
type Stood = (Option<Box<dyn Resource>>, Standing);

impl Progress<'_> {
    /// Runs a step, or skips it, and tells everybody.
    fn step(&mut self, at: usize) -> Ended {
        let step = &self.catalog.steps[at];
        self.listener.hear(&Happening::Starting(&*step.resource));
        let read = self.world.read();
        let (id, started) = (self.ids.next(&*read.clock, &*read.random), read.clock.now());
        let began = read.clock.monotonic();
        let (completed, standing) = self.stand(step);
        let health = self.health(step, &standing);
        let event = Event {
            id,
            started,
            duration: read.clock.monotonic().saturating_sub(began),
            resource: completed.as_deref().unwrap_or(&*step.resource),
            standing,
            rehearsal: self.world.is_rehearsal(),
            monitoring: self.purpose == Purpose::Monitor,
            health,
        };
        self.summary.count(&event);
        self.listener.hear(&Happening::Finished(&event));
        if let Err(error) = self.session.record(&event) {
            self.broken = Some(error);
        }
        Ended { failed: event.failed(), interrupted: event.interrupted() }
    }

    /// What becomes of a step: its control, its late texts and its requirements are looked at before the machine is.
    fn stand(&self, step: &Step) -> Stood {
        let failed = |error: String| Standing::Converged(Converged::failed(error));
        match step.gate.as_ref().map_or(Ok(Answer::Open), |gate| gate.ask(self.scene.resolver())) {
            Ok(Answer::Open) => {}
            Ok(Answer::Closed) => return (None, Standing::Skipped),
            Ok(Answer::Unknown(unknown)) => return (None, self.cannot_say(&*step.resource, &unknown)),
            Err(error) => return (None, self.doubtful(&*step.resource, error)),
        }
        let completed =
            match step.late.as_ref().map(|late| late.complete(self.scene.resolver(), &self.context)).transpose() {
                Ok(completed) => completed,
                Err(LateError::Failed(error)) => return (None, self.doubtful(&*step.resource, error)),
                Err(LateError::Unknown(unknown)) => return (None, self.cannot_say(&*step.resource, &unknown)),
            };
        let resource = completed.as_deref().unwrap_or(&*step.resource);
        let standing = match (self.unknown(resource), self.unmet(resource)) {
            (Some(error), _) => failed(error),
            (None, unmet) if !unmet.is_empty() => Standing::Unmet(unmet),
            (None, _) if self.purpose == Purpose::Monitor => Standing::Checked,
            (None, _) => Standing::Converged(resource.converge(self.world, &self.trigger(resource))),
        };
        (completed, standing)
    }

    /// A text or a condition that cannot be worked out. What an earlier command may bring in time is unknown in a
    /// rehearsal.
    fn doubtful(&self, resource: &dyn Resource, error: String) -> Standing {
        match self.world.doubt() {
            Some(doubt) => self.cannot_say(resource, &Unknown::new(format!("{error}, {}", doubt.reason()))),
            None => Standing::Converged(Converged::failed(error)),
        }
    }

    /// A step of a rehearsal that depends on what is not known: it may do anything, or nothing.
    fn cannot_say(&self, resource: &dyn Resource, unknown: &Unknown) -> Standing {
        self.world.anything_may_follow(&resource.identity().reference);
        Standing::Converged(Converged::unknown(unknown))
    }

    /// Asks the health checks of a step that was not skipped. In a rehearsal a bad answer does not count when something
    /// would be changed before.
    fn health(&self, step: &Step, standing: &Standing) -> Vec<HealthResult> {
        let is_over = self.world.read().interrupt.signalled().is_some();
        if step.checks.is_empty() || is_over || matches!(standing, Standing::Unmet(_) | Standing::Skipped) {
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
        step.checks.iter().map(|check| judged(check.run(read, resolver))).collect()
    }

    /// The requirements of a step that are not met: failed, or without their own requirements.
    // ccm: a requirement that was skipped by its control counts as met.
    fn unmet(&self, resource: &dyn Resource) -> Vec<Reference> {
        let is_unmet =
            |reference: &Reference| self.session.last(reference).is_none_or(|event| event.failed || event.unmet);
        resource.common().require.iter().map(|r| &r.value).filter(|r| is_unmet(r)).cloned().collect()
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
}

/// What a failure means in a manifest.
struct Rules<'a, 'b>(&'a RefCell<Progress<'b>>);

impl Policy<Ended> for Rules<'_, '_> {
    fn admit(&mut self, _step: usize) -> Admission<Ended> {
        Admission::Run
    }

    fn ended(&mut self, _step: usize, result: &Ended) -> After {
        let progress = self.0.borrow();
        let stops = result.interrupted || progress.broken.is_some();
        let fails = result.failed && progress.catalog.header.fail_on_error && progress.purpose == Purpose::Converge;
        if stops || fails { After::Stop } else { After::GoOn }
    }
}
