//! What every call of a run is given. Threads that are abandoned at their deadline keep their share of it.

use crate::secrets::{register_broken, register_failed};
use crate::workflow::Ending;
use document::decode::Entries;
use engine::{Caller, Happening, SpanIds, StepEvent, StepKind};
use providers::{
    Calling, Capability, Context, Directories, Form, FormError, Hands, Iteration, Registry, Run, Scope, SolutionFacts,
    Terminal, Writing,
};
use std::sync::Arc;
use std::time::Duration;
use system::{Interrupt, ReadWorld, WriteWorld};
use value::Map;

/// The circumstances of a run.
pub struct Session {
    /// The providers.
    pub registry: Arc<Registry>,
    /// What all calls share.
    pub run: Arc<Run>,
    /// The world, to look at or to change.
    pub world: Reach,
    /// What the command line gave.
    pub parameters: Map,
    /// The texts of parameters as they were written.
    pub written: Map,
    /// Where relative paths lead.
    pub directories: Directories,
    /// How files are written.
    pub writing: Writing,
    /// Where people see what is printed.
    pub terminal: Option<Arc<dyn Terminal>>,
    /// Whether somebody wants the run to end.
    pub interrupt: Interrupt,
    /// What runs within this run know of that.
    pub ending: Arc<Ending>,
    /// What the solution says of itself.
    pub facts: SolutionFacts,
    /// The steps of other solutions that led to it.
    pub within: Vec<Caller>,
    /// Its place in a trace.
    pub span: Option<SpanIds>,
    /// Takes what happens.
    pub hear: Arc<dyn Fn(&Happening<'_>) + Send + Sync>,
}

/// What a run may do to the world.
pub enum Reach {
    /// Look.
    Look(ReadWorld),
    /// Look and change.
    Act(WriteWorld),
}

impl Reach {
    /// The world to look at.
    pub fn read(&self) -> &ReadWorld {
        self.hands().read()
    }

    /// The world as calls get it.
    pub fn hands(&self) -> Hands<'_> {
        match self {
            Self::Look(world) => Hands::Look(world),
            Self::Act(world) => Hands::Act(world),
        }
    }
}

/// How much later than its deadline a step is given up: it is told the time, and what it started is ended first. A process
/// that does not end when it is asked to is killed after two seconds.
pub(crate) fn grace(waits: bool) -> Duration {
    if waits { Duration::from_secs(3) } else { Duration::from_millis(500) }
}

/// What differs from call to call.
#[derive(Clone, Copy)]
pub(crate) struct Moment<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) calling: Option<Calling<'a>>,
    pub(crate) iteration: Option<&'a Iteration>,
    pub(crate) deadline: Option<Duration>,
    pub(crate) span: Option<SpanIds>,
    /// Whether whoever calls is sensitive.
    pub(crate) is_sensitive: bool,
}

impl Session {
    /// The time on the monotonic clock.
    pub(crate) fn now(&self) -> Duration {
        self.world.read().clock.monotonic()
    }

    /// From now on what the text of a secret input has in it is masked: why it could not be worked out quotes it.
    pub(crate) fn keep_failed(&self, provider: Option<&str>, input: &str, is_sensitive: bool, error: &FormError) {
        register_failed((&self.registry, provider), (input, is_sensitive), error, &self.run.redactor);
    }

    /// The same of what a sensitive call gives its provider as an expression.
    pub(crate) fn keep_broken(&self, provider: &str, inputs: Option<&Entries<Option<Form>>>) {
        if let Some((provider, inputs)) = self.registry.get(provider).zip(inputs) {
            register_broken(provider.provider(), inputs, &self.run.engines, &self.run.redactor);
        }
    }

    /// Whether nobody sees why a call fails: whoever calls is sensitive, and nobody asked to see that.
    pub(crate) fn hides(&self, moment: &Moment<'_>) -> bool {
        moment.is_sensitive && !self.run.redactor.reveals()
    }

    /// A place in the trace for a part of the run, when there is a trace.
    pub(crate) fn span_below(&self) -> Option<SpanIds> {
        self.span.map(|run| SpanIds::below(run, &*self.world.read().random))
    }

    /// Tells that a phase begins, and which of its steps is told of first.
    pub(crate) fn enter(&self, kind: StepKind, first: &str) {
        (self.hear)(&Happening::Phase { kind, first, within: &self.within });
    }

    /// Tells that a resolver or an action begins.
    pub(crate) fn begin(&self, kind: StepKind, name: &str) {
        (self.hear)(&Happening::Stepping(kind, name));
    }

    /// Tells that a resolver or an action is no longer at work.
    pub(crate) fn leave(&self, kind: StepKind, name: &str) {
        (self.hear)(&Happening::Left(kind, name));
    }

    /// Tells what became of a resolver or an action.
    pub(crate) fn tell(&self, step: &StepEvent<'_>) {
        (self.hear)(&Happening::Stepped(step));
    }

    pub(crate) fn context<'a>(&'a self, mode: Capability, moment: &Moment<'a>) -> Context<'a> {
        Context {
            mode,
            dry_run: false,
            world: self.world.hands(),
            scope: moment.scope,
            parameters: &self.parameters,
            iteration: moment.iteration,
            is_sensitive: moment.is_sensitive,
            calling: moment.calling,
            within: &self.within,
            terminal: self.terminal.as_ref().filter(|_| !self.hides(moment)),
            directories: &self.directories,
            writing: &self.writing,
            solution: Some(&self.facts),
            run: &self.run,
            deadline: moment.deadline,
            interrupt: &self.interrupt,
            span: moment.span,
            hear: &*self.hear,
        }
    }
}
