//! A workflow, phase after phase.

use super::attempt::{Attempt, timed_out_after};
use super::graph::Phases;
use super::plan::{Plan, PlannedAction};
use super::result::{ActionResult, ActionStatus, FinalStatus, SkipReason};
use crate::model::SchemaMode;
use crate::session::{Session, grace};
use crate::spot::Spot;
use crate::symbols::acting;
use engine::schedule::{Admission, After, Graph, Limits, Parallel, Policy, StepEnd, in_parallel};
use engine::{StepEvent, StepKind};
use providers::Terminal;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;
use system::{Interrupt, Signal};
use value::{List, Map, Value};

/// How actions are run.
pub struct ActionOptions {
    /// How long an action may take that does not say it itself.
    pub timeout: Duration,
    /// How many run at once; 0 is as many as there are.
    pub at_once: usize,
    /// What becomes of results that are not as described, when the action does not say it.
    pub schema_mode: SchemaMode,
    /// The action of each alias.
    pub aliases: BTreeMap<String, String>,
    /// What stands beside `_` and `__actions`: `__cwd`, `__execution`.
    pub beside: Map,
    /// Whether it is a part of another run, which is to end as well when somebody wants this one to.
    pub nested: bool,
}

/// Where actions print.
pub trait Streams: Send + Sync {
    /// A phase begins with these actions.
    fn begin(&self, names: &[&str]);
    /// Where one of them prints.
    fn of(&self, action: &str) -> Option<Arc<dyn Terminal>>;
    /// An action is over.
    fn ended(&self, action: &str, result: &ActionResult);
}

/// What became of a workflow.
pub struct Done {
    /// How it ended.
    pub status: FinalStatus,
    /// What became of each action, in the order in which they were to run.
    pub results: Vec<(String, ActionResult)>,
    /// Why it failed.
    pub error: Option<(String, Option<Spot>)>,
    /// Whether something of `finally` failed.
    pub finally_failed: bool,
    /// What ended it.
    pub ended_by: Option<Signal>,
}

impl Done {
    /// The names of actions of which something is so, sorted.
    pub fn names(&self, is: impl Fn(&ActionResult) -> bool) -> List {
        let some = self.results.iter().filter(|(_, result)| is(result));
        let mut names: Vec<&str> = some.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.into_iter().map(Value::string).collect()
    }
}

const MOST_THREADS: usize = 256;

/// Does what is planned.
pub fn run(
    session: &Arc<Session>,
    plan: &Plan,
    data: &Map,
    options: &ActionOptions,
    streams: &Arc<dyn Streams>,
) -> Done {
    let results = vec![None; plan.actions.len()];
    let mut run = Run { session, plan, data, options, streams, results, told: Told::of(plan) };
    let (interrupt, ending) = (&session.interrupt, &session.ending);
    // Where a signal is held back already, this run belongs to what is done nevertheless.
    let is_after = ending.came(interrupt).is_some();
    let came = || if is_after { interrupt.signalled() } else { ending.came(interrupt) };
    let error = run.section(&plan.main, interrupt, &came);
    let ended_by = came();
    // What comes after runs whatever happened, also when somebody wants the run to end; unless he wants it once more.
    match ended_by {
        Some(signal) if options.nested => ending.hold_back(signal, interrupt),
        Some(_) => ending.put_by(interrupt),
        None => interrupt.spare(),
    }
    let after = run.section(&plan.finally, interrupt, &|| interrupt.signalled());
    let ended_by = if ended_by.is_some() {
        if options.nested {
            ending.let_go(interrupt);
        }
        ended_by
    } else {
        let meanwhile = interrupt.be_told();
        // The outer run is to end as well.
        if let Some(signal) = meanwhile.filter(|_| options.nested) {
            interrupt.raise(signal);
        }
        meanwhile
    };
    let failed = run.results.iter().flatten().any(ActionResult::is_failure);
    let status = match (&error, ended_by.is_some()) {
        (_, true) => FinalStatus::Cancelled,
        (Some(_), _) => FinalStatus::Failed,
        (None, _) if failed => FinalStatus::PartialSuccess,
        (None, _) => FinalStatus::Succeeded,
    };
    let order = plan.main.iter().chain(&plan.finally).flatten();
    let results = order
        .map(|number| (plan.actions[*number].name.clone(), run.results[*number].clone().unwrap_or_else(never)))
        .collect();
    Done { status, results, finally_failed: after.is_some(), error: error.or(after), ended_by }
}

fn never() -> ActionResult {
    ActionResult::new(ActionStatus::Cancelled)
}

struct Run<'a> {
    session: &'a Arc<Session>,
    plan: &'a Plan,
    data: &'a Map,
    options: &'a ActionOptions,
    streams: &'a Arc<dyn Streams>,
    results: Vec<Option<ActionResult>>,
    told: Told,
}

/// What `__actions` says of those that are over, for the phases to come.
struct Told {
    /// Of each action.
    actions: Vec<Option<Value>>,
    /// Of loops as a whole.
    loops: BTreeMap<String, Value>,
}

impl Told {
    fn of(plan: &Plan) -> Self {
        Self { actions: vec![None; plan.actions.len()], loops: BTreeMap::new() }
    }
}

type Failure = (String, Option<Spot>);

impl Run<'_> {
    /// Runs a section; when something of it fails that may not, the rest is skipped.
    fn section(
        &mut self,
        phases: &Phases,
        interrupt: &Interrupt,
        ended_by: &dyn Fn() -> Option<Signal>,
    ) -> Option<Failure> {
        let mut failure = None;
        for (number, phase) in phases.iter().enumerate() {
            if failure.is_some() {
                self.all(phase, &ActionResult::skipped(SkipReason::DependencyFailed));
            } else if ended_by().is_some() {
                self.all(phase, &ActionResult::new(ActionStatus::Cancelled));
            } else {
                failure = self.phase(phase, interrupt);
            }
            self.tell(number + 1, phase);
        }
        failure
    }

    fn all(&mut self, phase: &[usize], result: &ActionResult) {
        for number in phase {
            self.results[*number] = Some(result.clone());
        }
    }

    /// Tells what became of a phase, in the order of its actions.
    fn tell(&self, phase_number: usize, phase: &[usize]) {
        for number in phase {
            let (action, Some(result)) = (&self.plan.actions[*number], &self.results[*number]) else { continue };
            self.session.tell(&StepEvent {
                kind: StepKind::Action,
                name: &action.name,
                solution: &self.session.facts.name,
                within: &self.session.within,
                phase: phase_number,
                status: result.status.word(),
                skip_reason: result.skip_reason.map(SkipReason::word),
                started: result.started,
                took: result.took,
                result: result.results.as_ref(),
                sensitive: action.action.sensitive,
                error: result.shown_error(),
                failed: result.is_failure(),
                calls: usize::from(result.started.is_some()),
                span: result.span_ids,
            });
        }
    }

    fn phase(&mut self, phase: &[usize], interrupt: &Interrupt) -> Option<Failure> {
        if let Some(first) = phase.first() {
            self.session.enter(StepKind::Action, &self.plan.actions[*first].name);
        }
        let (skipped, runs) = self.parted(phase);
        for number in skipped {
            self.results[number] = Some(ActionResult::skipped(SkipReason::DependencyFailed));
        }
        let actions: Vec<Arc<PlannedAction>> =
            runs.iter().map(|number| Arc::clone(&self.plan.actions[*number])).collect();
        self.streams.begin(&actions.iter().map(|action| action.name.as_str()).collect::<Vec<_>>());
        let seen = self.seen();
        let ends = self.work_off(&actions, seen, interrupt);
        let mut errors = Vec::new();
        for (number, end) in runs.iter().zip(ends) {
            let action = &self.plan.actions[*number];
            let result = match end {
                StepEnd::Done(result) => result,
                StepEnd::TimedOut => timed_out_after(self.timeout(action), action.span),
                StepEnd::NotStarted(_) => ActionResult::new(ActionStatus::Cancelled),
            };
            // Those that were never begun have not been told of.
            self.streams.ended(&action.name, &result);
            let forgiven = carries_on(action) && !result.counts && result.status != ActionStatus::TimedOut;
            if result.is_failure() && !forgiven {
                let text = result.told_error();
                errors.push((
                    format!("phase execution failed: action \"{}\": {text}", action.name),
                    Some(result.spot.clone().unwrap_or_else(|| action.span.into())),
                ));
            }
            self.results[*number] = Some(result);
        }
        let all_forgive = phase.iter().all(|number| carries_on(&self.plan.actions[*number]));
        errors.into_iter().next().filter(|_| !all_forgive)
    }

    /// Those that need something that failed, and those that do not. Elements of a loop need the same.
    fn parted(&self, phase: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let mut lacking: HashMap<&str, bool> = HashMap::new();
        phase.iter().partition(|number| {
            let name = self.plan.actions[**number].original.as_str();
            *lacking.entry(name).or_insert_with(|| self.needs_a_failed_one(**number))
        })
    }

    fn needs_a_failed_one(&self, number: usize) -> bool {
        let needs = &self.plan.actions[number].needs;
        needs.iter().any(|need| self.results[*need].as_ref().is_some_and(ActionResult::is_failure))
    }

    fn timeout(&self, action: &PlannedAction) -> Duration {
        action.action.timeout.map_or(self.options.timeout, |timeout| timeout.0)
    }

    fn work_off(&self, actions: &[Arc<PlannedAction>], seen: Map, interrupt: &Interrupt) -> Vec<StepEnd<ActionResult>> {
        let clock = Arc::clone(&self.session.world.read().clock);
        let limits = Limits { deadline: None, interrupt, clock: &*clock };
        let scope = Arc::new(acting(self.data.clone(), seen, &self.options.aliases, &self.options.beside));
        let (session, shared, streams) = (Arc::clone(self.session), actions.to_vec(), Arc::clone(self.streams));
        let times: Vec<Duration> = actions.iter().map(|action| self.timeout(action)).collect();
        let (default_mode, own_times) = (self.options.schema_mode, times.clone());
        let work = Arc::new(move |step: usize| {
            let planned = &shared[step];
            session.begin(StepKind::Action, &planned.name);
            let terminal = streams.of(&planned.name);
            let schema_mode = planned.action.schema_mode(default_mode);
            let attempt = Attempt {
                session: &session,
                planned,
                scope: &scope,
                terminal: terminal.as_ref(),
                timeout: own_times[step],
                schema_mode,
                span: session.span_below(),
            };
            attempt.run()
        });
        let graph = Graph::new(turns(actions)).expect("elements wait for those before them");
        let limit = self.options.at_once;
        let parallel = Parallel {
            workers: if limit == 0 { MOST_THREADS } else { limit.min(MOST_THREADS) },
            waits: &|step| limit > 0 || self.waits(&actions[step]),
            limit: &|step| Some(times[step] + grace(self.waits(&actions[step]))),
            work,
        };
        let mut watch = Watch { session: self.session, actions, streams: &**self.streams, times: &times };
        in_parallel(&graph, &limits, &mut watch, &parallel)
    }

    fn waits(&self, action: &PlannedAction) -> bool {
        let provider = action.action.provider.as_ref().and_then(|name| self.session.registry.get(&name.value));
        action.action.retry.is_some() || provider.is_none_or(|provider| provider.descriptor().waits)
    }

    /// What `__actions` is now. A loop is there under its own name as well, with what became of its elements.
    fn seen(&mut self) -> Map {
        let mut seen = Map::new();
        for ((planned, result), told) in self.plan.actions.iter().zip(&self.results).zip(&mut self.told.actions) {
            if let Some(result) = result {
                seen.insert(planned.name.as_str(), told.get_or_insert_with(|| result.to_value()).clone());
            }
        }
        for (name, elements) in &self.plan.expansions {
            if !self.told.loops.contains_key(name) {
                let ended: Vec<&Value> = elements.iter().filter_map(|element| seen.get(element.as_str())).collect();
                if ended.len() < elements.len() {
                    continue;
                }
                self.told.loops.insert(name.clone(), aggregate(&ended));
            }
            seen.insert(name.as_str(), self.told.loops[name].clone());
        }
        seen
    }
}

fn aggregate(elements: &[&Value]) -> Value {
    let field = |value: &Value, name: &str| value.as_map().and_then(|map| map.get(name)).cloned().unwrap_or_default();
    let mut whole = Map::new();
    let status = together(&elements.iter().map(|value| field(value, "status")).collect::<Vec<_>>());
    // All of them were skipped, each for the same reason: elements share their condition and their needs.
    if let Some(first) = elements.first().filter(|_| status.as_str() == Some(SKIPPED)) {
        whole.insert("skipReason", field(first, "skipReason"));
    }
    whole.insert("status", status);
    whole.insert("results", elements.iter().map(|value| field(value, "results")).collect::<List>());
    whole.insert("iterations", elements.iter().map(|value| (*value).clone()).collect::<List>());
    whole.into()
}

const SKIPPED: &str = "skipped";

/// How a loop ended. As with a workflow, the first that did not do its work counts and one that was not to run does not;
/// only a loop none of whose elements was to run is skipped.
fn together(statuses: &[Value]) -> Value {
    let is = |status: &Value, word: &str| status.as_str() == Some(word);
    let bad = statuses.iter().find(|status| !is(status, "succeeded") && !is(status, SKIPPED));
    let done = statuses.iter().find(|status| is(status, "succeeded"));
    bad.or(done).or(statuses.first()).cloned().unwrap_or_else(|| "succeeded".into())
}

/// Which actions of a phase wait for which: of a loop that says how many run at once, each element waits for the one that
/// many places before it.
fn turns(actions: &[Arc<PlannedAction>]) -> Vec<Vec<usize>> {
    let mut loops: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut waits = vec![Vec::new(); actions.len()];
    for (number, action) in actions.iter().enumerate() {
        let limit = action.action.for_each.as_ref().and_then(|each| each.concurrency.as_ref());
        let Some(limit) = limit.and_then(|limit| usize::try_from(limit.value).ok()).filter(|limit| *limit > 0) else {
            continue;
        };
        let elements = loops.entry(action.original.as_str()).or_default();
        waits[number].extend(elements.len().checked_sub(limit).map(|before| elements[before]));
        elements.push(number);
    }
    waits
}

/// Whether a failure of an action does not count. What a loop says of its elements comes first.
pub(super) fn carries_on(action: &PlannedAction) -> bool {
    let of_loop =
        action.action.for_each.as_ref().and_then(|each| each.on_error.as_ref()).filter(|_| action.iteration.is_some());
    of_loop.or(action.action.on_error.as_ref()).is_some_and(|on_error| on_error.value == "continue")
}

/// Tells who is over. Siblings are never ended by a failure.
struct Watch<'a> {
    session: &'a Session,
    actions: &'a [Arc<PlannedAction>],
    streams: &'a dyn Streams,
    times: &'a [Duration],
}

impl Watch<'_> {
    fn is_over(&self, step: usize, result: &ActionResult) -> After {
        let name = &self.actions[step].name;
        self.session.leave(StepKind::Action, name);
        self.streams.ended(name, result);
        After::GoOn
    }
}

impl Policy<ActionResult> for Watch<'_> {
    fn admit(&mut self, _step: usize) -> Admission<ActionResult> {
        Admission::Run
    }

    fn ended(&mut self, step: usize, result: &ActionResult) -> After {
        self.is_over(step, result)
    }

    fn timed_out(&mut self, step: usize) -> After {
        self.is_over(step, &timed_out_after(self.times[step], self.actions[step].span))
    }
}
