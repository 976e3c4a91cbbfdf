//! All resolvers of a solution, phase after phase.

use super::one::{Manner, Work};
use super::{LeftOut, ResolverError, ResolverResult, Status};
use crate::dependencies::Order;
use crate::session::{Session, grace};
use crate::solution::{NamedResolver, Solution};
use crate::symbols::{after, resolving};
use crate::workflow::SkipReason;
use engine::schedule::{Admission, After, Graph, Limits, Parallel, Policy, StepEnd, in_parallel};
use engine::{StepEvent, StepKind};
use providers::Scope;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use value::{List, Map, Timestamp, Value};

/// How resolvers are run.
#[derive(Debug, Clone)]
pub struct Options {
    /// How long a resolver may take that does not say it itself.
    pub timeout: Duration,
    /// How long a phase may take.
    pub phase_timeout: Duration,
    /// How many run at once; 0 is as many as there are.
    pub at_once: usize,
    /// A value larger than this is an error; 0 is no limit.
    pub largest: u64,
    /// A value larger than this is warned of; 0 is no limit.
    pub remarkable: u64,
    /// Whether all failures are collected.
    pub validate_all: bool,
    /// Whether rules are left out.
    pub skip_validation: bool,
    /// Whether steps and rules are left out.
    pub skip_transform: bool,
    /// Values of resolvers that are not run, by name.
    pub mocked: Map,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            phase_timeout: Duration::from_mins(5),
            at_once: 0,
            largest: 10 << 20,
            remarkable: 1 << 20,
            validate_all: false,
            skip_validation: false,
            skip_transform: false,
            mocked: Map::new(),
        }
    }
}

/// What became of the resolvers.
pub struct Resolved {
    /// Values by name, of resolvers that have one; and the parameters beside them.
    pub data: Map,
    /// What became of each resolver, by number; nothing for one that was not wanted or not reached.
    pub results: Vec<Option<Box<ResolverResult>>>,
    /// The calls that a rehearsal left out and that might change something, in order.
    pub left_out: Vec<LeftOut>,
    /// Why the run failed.
    pub error: Option<ResolverError>,
}

/// More threads than this are not started.
const MOST_THREADS: usize = 256;

/// Runs the resolvers that are wanted; all of them when nothing is said.
pub fn resolve(
    session: &Arc<Session>,
    solution: &Solution,
    order: &Order,
    wanted: Option<&BTreeSet<usize>>,
    options: &Options,
) -> Resolved {
    let mut run = Run {
        session,
        solution,
        order,
        options,
        plan: plan(solution, order),
        data: session
            .parameters
            .iter()
            .chain(options.mocked.iter())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        results: (0..solution.resolvers.len()).map(|_| None).collect(),
        failed: BTreeSet::new(),
        after: vec![None; solution.resolvers.len()],
        secret: vec![false; solution.resolvers.len()],
        left_out: Vec::new(),
    };
    let mut error = None;
    for (number, phase) in order.phases.iter().enumerate() {
        let phase: Vec<usize> =
            phase.iter().copied().filter(|one| wanted.is_none_or(|wanted| wanted.contains(one))).collect();
        error = run.phase(number + 1, &phase);
        if error.is_some() && !options.validate_all || session.interrupt.signalled().is_some() {
            break;
        }
    }
    if options.validate_all {
        error = run.all_failures();
    }
    // Values that came about while somebody ended the run, such as those of a second source, are not what was asked for.
    if session.interrupt.signalled().is_some() {
        error = Some(ResolverError::new("interrupted"));
    }
    Resolved { data: run.data, results: run.results, left_out: run.left_out, error }
}

struct Run<'a> {
    session: &'a Arc<Session>,
    solution: &'a Solution,
    order: &'a Order,
    options: &'a Options,
    plan: Value,
    data: Map,
    results: Vec<Option<Box<ResolverResult>>>,
    failed: BTreeSet<usize>,
    /// For each resolver, the first of those that it needs, or it itself, that a rehearsal leaves out.
    after: Vec<Option<usize>>,
    /// Whether a resolver, or one that it needs, is never shown.
    secret: Vec<bool>,
    left_out: Vec<LeftOut>,
}

impl Run<'_> {
    /// Runs one phase; the failure of the first resolver by name is that of the phase.
    fn phase(&mut self, number: usize, phase: &[usize]) -> Option<ResolverError> {
        let (lost, phase): (Vec<usize>, Vec<usize>) =
            phase.iter().partition(|resolver| self.needs_a_failed_one(**resolver));
        self.failed.extend(&lost);
        let scope = Arc::new(resolving(self.data.clone(), self.plan.clone()));
        let resolvers: Vec<Arc<NamedResolver>> =
            phase.iter().map(|one| Arc::clone(&self.solution.resolvers[*one])).collect();
        if let Some(first) = resolvers.first() {
            self.session.enter(StepKind::Resolver, &first.name);
        }
        let end = self.session.now() + self.options.phase_timeout;
        let earlier = phase.iter().map(|one| self.earlier(*one)).map(|one| self.name(one?)).collect();
        let ends = self.work_off(&resolvers, earlier, &scope, end);
        let is_over = self.session.now() >= end;
        let mut error = None;
        for resolver in lost {
            self.tell_lost(number, resolver);
        }
        for (resolver, end) in phase.iter().zip(ends) {
            let mut result = self.result(*resolver, end, is_over);
            self.after[*resolver] =
                self.earlier(*resolver).or_else(|| (!result.left_out.is_empty()).then_some(*resolver));
            let holds_secret = result.is_secret || self.order.needs[*resolver].iter().any(|need| self.secret[*need]);
            self.secret[*resolver] = holds_secret;
            self.left_out.extend(result.left_out.drain(..).map(|one| LeftOut { holds_secret, ..one }));
            let name = &self.solution.resolvers[*resolver].name;
            if let Some(value) = result.value.as_ref().filter(|_| result.status != Status::Skipped) {
                self.data.insert(Arc::clone(name), value.clone());
            }
            if let Some(own) = result.error.as_ref() {
                self.failed.insert(*resolver);
                let before = format!("phase {number} failed: resolver \"{name}\" failed: ");
                error.get_or_insert_with(|| own.clone().within(before));
            }
            self.tell(number, *resolver, &result);
            self.results[*resolver] = Some(result);
        }
        error
    }

    /// Tells of a resolver that is not run because it needs one that failed.
    fn tell_lost(&self, phase: usize, resolver: usize) {
        self.session.tell(&StepEvent {
            kind: StepKind::Resolver,
            name: &self.solution.resolvers[resolver].name,
            solution: &self.session.facts.name,
            within: &self.session.within,
            phase,
            status: Status::Skipped.word(),
            skip_reason: Some(SkipReason::DependencyFailed.word()),
            started: None,
            took: Duration::ZERO,
            result: None,
            sensitive: false,
            error: None,
            failed: false,
            calls: 0,
            span: None,
        });
    }

    fn tell(&self, phase: usize, resolver: usize, result: &ResolverResult) {
        let resolver = &self.solution.resolvers[resolver];
        let error = result.error.as_ref().map(|error| error.text.as_str());
        self.session.tell(&StepEvent {
            kind: StepKind::Resolver,
            name: &resolver.name,
            solution: &self.session.facts.name,
            within: &self.session.within,
            phase,
            status: result.status.word(),
            skip_reason: None,
            started: Some(result.started),
            took: result.took,
            result: result.value.as_ref().filter(|_| result.status == Status::Success),
            sensitive: result.is_secret,
            error,
            failed: error.is_some(),
            calls: result.calls,
            span: result.span,
        });
    }

    /// The first resolver that one needs and that a rehearsal leaves out.
    fn earlier(&self, resolver: usize) -> Option<usize> {
        self.order.needs[resolver].iter().find_map(|need| self.after[*need])
    }

    fn name(&self, resolver: usize) -> Option<Arc<str>> {
        self.solution.resolvers.get(resolver).map(|resolver| Arc::clone(&resolver.name))
    }

    fn work_off(
        &self,
        resolvers: &[Arc<NamedResolver>],
        earlier: Vec<Option<Arc<str>>>,
        scope: &Arc<Scope>,
        end: Duration,
    ) -> Vec<StepEnd<Box<ResolverResult>>> {
        let clock = Arc::clone(&self.session.world.read().clock);
        let waiting: Vec<bool> = resolvers.iter().map(|resolver| self.waits(resolver)).collect();
        let limits = Limits {
            deadline: Some(end + grace(waiting.contains(&true))),
            interrupt: &self.session.interrupt,
            clock: &*clock,
        };
        let manner = Manner {
            transforms: !self.options.skip_transform,
            validates: !self.options.skip_validation,
            largest: self.options.largest,
            remarkable: self.options.remarkable,
        };
        let default = self.options.timeout;
        let time = move |resolver: &NamedResolver| resolver.resolver.timeout.map_or(default, |timeout| timeout.0);
        let (secrets, mocked) = (self.secrets(), self.options.mocked.clone());
        let (session, scope, shared) = (Arc::clone(self.session), Arc::clone(scope), resolvers.to_vec());
        let work = Arc::new(move |step: usize| {
            session.begin(StepKind::Resolver, &shared[step].name);
            let deadline = end.min(session.now() + time(&shared[step]));
            let doubted = earlier[step].as_deref().map(|earlier| after(&scope, earlier));
            let scope = doubted.as_ref().unwrap_or(&scope);
            let work = Work::new(&session, &shared[step], scope, Some(deadline), manner, &secrets);
            // What is said between threads stays small.
            Box::new(work.instead(mocked.get(&*shared[step].name)).run())
        });
        let graph = Graph::new(vec![Vec::new(); resolvers.len()]).expect("nothing waits for anything");
        let parallel = Parallel {
            workers: if self.options.at_once == 0 { MOST_THREADS } else { self.options.at_once.min(MOST_THREADS) },
            waits: &|step| self.options.at_once > 0 || waiting[step],
            limit: &|step| Some(time(&resolvers[step]) + grace(waiting[step])),
            work,
        };
        in_parallel(&graph, &limits, &mut All { session: self.session, resolvers }, &parallel)
    }

    /// The resolvers so far whose values are never shown.
    fn secrets(&self) -> BTreeSet<String> {
        let named = self.solution.resolvers.iter().zip(&self.results);
        let secret = named.filter(|(_, result)| result.as_ref().is_some_and(|result| result.is_secret));
        secret.map(|(resolver, _)| resolver.name.to_string()).collect()
    }

    fn needs_a_failed_one(&self, resolver: usize) -> bool {
        self.order.needs[resolver].iter().any(|need| self.failed.contains(need))
    }

    fn waits(&self, resolver: &NamedResolver) -> bool {
        let resolver = &resolver.resolver;
        let sources = resolver.resolve.iter().flat_map(|phase| phase.with.iter().flatten());
        let steps = resolver.transform.iter().flat_map(|phase| phase.with.iter().flatten());
        let rules = resolver.validate.iter().flat_map(|phase| phase.with.iter().flatten());
        let mut providers = sources
            .chain(steps)
            .filter_map(|step| step.provider.as_ref())
            .chain(rules.filter_map(|rule| rule.provider.as_ref()));
        providers.any(|name| self.session.registry.get(&name.value).is_none_or(|provider| provider.descriptor().waits))
    }

    /// What became of a resolver; one that failed because the phase is over has the failure of the phase.
    fn result(&self, resolver: usize, end: StepEnd<Box<ResolverResult>>, is_over: bool) -> Box<ResolverResult> {
        let name = &self.solution.resolvers[resolver].name;
        let time = self.solution.resolvers[resolver].resolver.timeout.map_or(self.options.timeout, |time| time.0);
        let given_up = |text: &str, help: String| {
            let text = format!("resolver \"{name}\": {text}");
            let error = ResolverError { timed_out: true, help: Some(help), ..ResolverError::new(text) };
            Box::new(ResolverResult {
                status: Status::Failed,
                value: None,
                error: Some(Box::new(error.at(self.solution.resolvers[resolver].span))),
                started: Timestamp::UNIX_EPOCH,
                took: Duration::ZERO,
                phases: Vec::new(),
                calls: 0,
                attempts: Vec::new(),
                size: None,
                is_secret: true,
                warnings: Vec::new(),
                left_out: Vec::new(),
                span: None,
            })
        };
        match end {
            StepEnd::Done(mut result) if is_over && result.timed_out() => {
                result.error = given_up("phase timeout", self.more_for_phase()).error;
                result
            }
            // A provider has limits of its own, which are over sooner.
            StepEnd::Done(mut result) if result.timed_out() && result.took >= time => {
                result.error = result.error.map(|error| Box::new(error.helped(more_for_one(time))));
                result
            }
            StepEnd::Done(result) => result,
            StepEnd::TimedOut if !is_over => {
                given_up(&format!("timed out after {}", value::Duration::from(time)), more_for_one(time))
            }
            StepEnd::TimedOut => given_up("phase timeout", self.more_for_phase()),
            StepEnd::NotStarted(_) => given_up("phase timeout before execution", self.more_for_phase()),
        }
    }

    /// What to do when a phase has no time left.
    fn more_for_phase(&self) -> String {
        let time = value::Duration::from(self.options.phase_timeout);
        format!(
            "resolvers that need nothing of each other have {time} together; --phase-timeout or `resolver.phaseTimeout` of \
             the configuration allows more"
        )
    }

    fn all_failures(&self) -> Option<ResolverError> {
        let count = |status: Status| {
            self.results.iter().flatten().filter(|result| result.status == status && result.error.is_none()).count()
        };
        if self.failed.is_empty() {
            return None;
        }
        let (mut lines, mut spots, mut help) = (Vec::new(), Vec::new(), Vec::new());
        let mut dropped = 0;
        for resolver in self.order.phases.iter().flatten().filter(|resolver| self.failed.contains(resolver)) {
            let Some(error) = self.results[*resolver].as_ref().and_then(|result| result.error.as_ref()) else {
                dropped += 1;
                continue;
            };
            let NamedResolver { name, span, .. } = &*self.solution.resolvers[*resolver];
            spots.push(error.spot.clone().unwrap_or_else(|| (*span).into()));
            // Of resolvers that had the same time the same is to be said.
            help.extend(error.help.clone().filter(|one| !help.contains(one)));
            lines.push(format!(
                "\n  {}. resolver \"{name}\" (phase {}): resolver \"{name}\" failed: {error}",
                lines.len() + 1,
                self.order.phase_of(*resolver)
            ));
        }
        let mut parts = vec![format!("{} resolver(s) failed", lines.len())];
        for (number, words) in [(dropped, "skipped due to failed dependencies"), (count(Status::Success), "succeeded")]
        {
            if number > 0 {
                parts.push(format!("{number} {words}"));
            }
        }
        let mut spots = spots.into_iter();
        Some(ResolverError {
            spot: spots.next(),
            others: Some(Box::new(super::error::Others(spots.collect()))),
            help: (!help.is_empty()).then(|| help.join("; ")),
            ..ResolverError::new(format!("{}:{}", parts.join(", "), lines.concat()))
        })
    }
}

/// What to do when a resolver has no time left.
fn more_for_one(time: Duration) -> String {
    let time = value::Duration::from(time);
    format!(
        "it has {time}; `timeout` of the resolver, --resolver-timeout or `resolver.timeout` of the configuration allows more"
    )
}

/// Every resolver of a phase is run, whatever becomes of the others.
struct All<'a> {
    session: &'a Session,
    resolvers: &'a [Arc<NamedResolver>],
}

impl Policy<Box<ResolverResult>> for All<'_> {
    fn admit(&mut self, _step: usize) -> Admission<Box<ResolverResult>> {
        Admission::Run
    }

    fn ended(&mut self, step: usize, _result: &Box<ResolverResult>) -> After {
        self.timed_out(step)
    }

    fn timed_out(&mut self, step: usize) -> After {
        self.session.leave(StepKind::Resolver, &self.resolvers[step].name);
        After::GoOn
    }
}

/// What `__plan` is: the place of every resolver, known before anything runs.
fn plan(solution: &Solution, order: &Order) -> Value {
    // Resolvers that need nothing are in the first phase, and have the same to say.
    let free = place(solution, &[], 1);
    let entry = |number: usize| {
        let (needs, phase) = (&order.needs[number], order.phase_of(number));
        let entry = if needs.is_empty() && phase == 1 { free.clone() } else { place(solution, needs, phase) };
        (Arc::clone(&solution.resolvers[number].name), entry)
    };
    (0..solution.resolvers.len()).map(entry).collect::<Map>().into()
}

fn place(solution: &Solution, needs: &[usize], phase: usize) -> Value {
    let needs: List = needs.iter().map(|need| Value::string(&*solution.resolvers[*need].name)).collect();
    let count = i64::try_from(needs.len()).unwrap_or(i64::MAX);
    let phase = i64::try_from(phase).unwrap_or(i64::MAX);
    [("phase", Value::Int(phase)), ("dependsOn", needs.into()), ("dependencyCount", count.into())]
        .into_iter()
        .collect::<Map>()
        .into()
}
