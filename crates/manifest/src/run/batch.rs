//! Neighbours of one type that are done in one go: packages of one manager are installed in one transaction.

use super::Shared;
use super::frame::{Ended, Frame, unknown, unmet};
use super::refresh::names;
use crate::gate::Answer;
use crate::step::Step;
use engine::schedule::StepEnd;
use engine::{Announced, Event, Neighbours, Resource, Session, Standing};
use std::cell::RefCell;
use std::time::Duration;

impl Frame<'_> {
    /// Lets a step and the neighbours that can be done with it say what they need, once for each group.
    pub(super) fn announce_neighbours(&self, at: usize, shared: &RefCell<Shared<'_>>) {
        let steps = &self.catalog.steps;
        let is_first = at >= self.announced.get();
        if !is_first || !steps[at].resource.batches() {
            return;
        }
        let end = self.end_of_group(at);
        self.announced.set(end);
        if self.world.is_rehearsal() {
            return self.note_neighbours(&steps[at..end], shared);
        }
        if end == at + 1 {
            return;
        }
        for (offset, step) in steps[at..end].iter().enumerate() {
            match self.announce(step, shared) {
                Announced::Need(before) => shared
                    .borrow_mut()
                    .with_refreshes(|refreshes, tell| refreshes.owe(self, &*step.resource, Some(&*before), tell)),
                // What stands behind it is not looked at, unless it turns out well.
                Announced::Failure if self.stops_at_failure() => return self.announced.set(at + offset),
                Announced::Nothing | Announced::Failure => {}
            }
        }
    }

    /// A rehearsal tries together what the run does together.
    fn note_neighbours(&self, group: &[Step], shared: &RefCell<Shared<'_>>) {
        let session = &*shared.borrow().session;
        let has_its_turn = |step: &&Step| self.stands(step, session) == Stands::Open;
        let names = group.iter().filter(has_its_turn).map(|step| step.resource.identity().reference.name.clone());
        self.world.read().observations.put(Neighbours { names: names.collect() });
    }

    /// A run that stops in the middle of a group leaves members whose turn has not come, though the first one may have
    /// changed them together with itself.
    pub(super) fn tell_of_overtaken(&self, ends: &mut [StepEnd<Ended>], shared: &RefCell<Shared<'_>>) {
        let announced = if self.world.is_rehearsal() { 0 } else { self.announced.get() };
        let steps = self.catalog.steps.iter().zip(ends).take(announced);
        for (step, end) in steps.filter(|(_, end)| matches!(end, StepEnd::NotStarted(_))) {
            if shared.borrow().broken.is_some() {
                return;
            }
            let read = self.world.read();
            let Some(converged) = step.resource.overtaken(self.world) else { continue };
            let mut shared = shared.borrow_mut();
            let event = Event {
                id: shared.ids.next(&*read.clock, &*read.random),
                started: read.clock.now(),
                duration: Duration::ZERO,
                resource: &*step.resource,
                standing: Standing::from(converged),
                rehearsal: false,
                monitoring: false,
                health: Vec::new(),
                within: self.within(),
                redactor: self.context.redactor,
            };
            *end = StepEnd::Done(self.ended(&event, &mut shared));
        }
    }

    /// A group ends before a resource that requires one of it, after one with health checks, and where something is
    /// decided by what the group may change.
    fn end_of_group(&self, at: usize) -> usize {
        let steps = &self.catalog.steps;
        let kind = &steps[at].resource.identity().reference.kind;
        let goes_on = |end: &usize| {
            let (members, next) = (&steps[at..*end], &steps[*end]);
            next.resource.batches()
                && next.resource.identity().reference.kind == *kind
                && members.last().is_some_and(|last| last.checks.is_empty())
                && next.late.is_none()
                && next.gate.as_ref().is_none_or(|gate| !gate.reads_files(self.scene.resolver()))
                && !members.iter().any(|member| requires(&*next.resource, &*member.resource))
        };
        (at + 1..steps.len()).take_while(goes_on).last().map_or(at + 1, |last| last + 1)
    }

    /// What a step needs that will be done when its turn comes, as far as that is known now.
    fn announce(&self, step: &Step, shared: &RefCell<Shared<'_>>) -> Announced {
        match self.stands(step, &*shared.borrow().session) {
            Stands::Open => step.resource.announce(self.world),
            Stands::Closed => Announced::Nothing,
            Stands::Broken => Announced::Failure,
        }
    }

    /// Whether something stands in the way of a step, as far as that is known now.
    fn stands(&self, step: &Step, session: &dyn Session) -> Stands {
        match step.gate.as_ref().map_or(Ok(Answer::Open), |gate| gate.ask(self.scene.resolver())) {
            Ok(Answer::Open) if unknown(&*step.resource, session).is_some() => Stands::Broken,
            Ok(Answer::Open) if unmet(&*step.resource, session).is_empty() => Stands::Open,
            Ok(_) => Stands::Closed,
            Err(_) => Stands::Broken,
        }
    }
}

/// What a step that is still to come meets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// Its resource has its turn.
    Open,
    /// It is left out.
    Closed,
    /// It fails.
    Broken,
}

/// Whether a resource names another one.
fn requires(resource: &dyn Resource, other: &dyn Resource) -> bool {
    let mut named = resource.common().require.iter().chain(resource.subscriptions());
    named.any(|reference| names(other).any(|name| name == reference.value))
}
