//! `solution`: runs another solution, as a source of values or as an action.

use super::{Acting, Home, said};
use crate::solutions::reference::{self, NoText};
use crate::solutions::streams::Held;
use diagnostics::{Diagnostics, Sources, Spanned};
use providers::{
    Capability, Cause, Context, Descriptor, Example, Fault, Hands, InDryRun, Inputs, Output, Provider, Schema,
    SolutionFacts, Terminal,
};
use solution::workflow::{self, ActionOptions, ActionResult, ActionStatus, Done, Streams};
use solution::{
    Order, Origin, Reach, ResolveOptions, Resolved, Session, Solution, Spot, Strictness, beside, closure, execution,
    load, order, planning, resolve, values, wary,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use value::{List, Map, Unknown, Value};

/// Runs another solution.
pub(super) struct SolutionProvider(pub(super) Home);

/// What it is to do.
pub(super) struct Task {
    source: String,
    parameters: Map,
    resolvers: Vec<String>,
    fails: bool,
    max_depth: usize,
    timeout: Option<Duration>,
}

/// What documents call it.
pub(super) const NAME: &str = "solution";

const MAX_DEPTH: i64 = 10;

impl Provider for SolutionProvider {
    type Decoded = Task;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: Schema::object("")
                .with("source", Schema::text("The solution: a file beside the one that runs, or a URL").of_address())
                .with("inputs", Schema::object("Its parameters").as_given())
                .with(
                    "resolvers",
                    Schema::list("Only these resolvers of it, and what they need").of_items(&Schema::text("A name")),
                )
                .with("propagateErrors", Schema::flag("Whether its failure is a failure here").defaults_to(true))
                .with(
                    "maxDepth",
                    Schema::integer("How many solutions may run each other")
                        .defaults_to(MAX_DEPTH)
                        .at_least(1)
                        .at_most(100),
                )
                .with("timeout", Schema::text("How long it may take, such as 30s"))
                .require(&["source"]),
            output_schemas: vec![(Capability::From, result()), (Capability::Action, result())],
            capabilities: &[Capability::From, Capability::Action],
            category: "Core",
            tags: &["solution", "composition"],
            waits: true,
            in_dry_run: InDryRun::Called,
            examples: &[Example {
                name: "Values of another solution",
                description: "Runs its resolvers with parameters and gives their values",
                yaml: "provider: solution\ninputs:\n  source: names.yaml\n  inputs:\n    region: eu\n",
            }],
            ..Descriptor::new(
                NAME,
                "Solution",
                "1.0.0",
                "Runs another solution and gives what its resolvers and actions gave",
            )
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Task, Fault> {
        let names = inputs.get("resolvers").and_then(Value::as_list);
        let timeout = inputs.filled("timeout").map(|text| {
            let parsed = value::Duration::parse_go(text);
            parsed.map(Into::into).map_err(|error| Fault::new(format!("invalid timeout {text:?}: {error}")))
        });
        Ok(Task {
            source: inputs.required_text("source")?.to_owned(),
            parameters: inputs.get("inputs").and_then(Value::as_map).cloned().unwrap_or_default(),
            resolvers: names.into_iter().flat_map(|names| names.iter()).map(ToString::to_string).collect(),
            fails: inputs.get("propagateErrors").and_then(Value::as_bool).unwrap_or(true),
            max_depth: usize::try_from(inputs.integer("maxDepth").unwrap_or(MAX_DEPTH)).unwrap_or(1),
            timeout: timeout.transpose()?,
        })
    }

    fn execute(&self, task: Task, context: &Context<'_>) -> Result<Output, Fault> {
        let lineage = lineage(&task, context)?;
        let Some((host, parent)) = self.0.host() else {
            return Err(Fault::new("solutions can be run by a run only, and there is none"));
        };
        let child = Child { task, context, lineage, parent, resolving: &host.resolving, acting: host.acting };
        let done = if matches!(context.world, Hands::Foresee(_)) { child.foretold() } else { child.run() };
        match done {
            Ok(output) => Ok(output),
            Err(fault) if child.task.fails || fault.cause != Cause::Failed => Err(fault),
            Err(fault) => Ok(child.failed(&fault.to_string())),
        }
    }

    /// A solution may do without parameters that are not known.
    fn unknown(&self, inputs: &Inputs) -> Option<Unknown> {
        inputs.unknown_beside("inputs")
    }

    fn preview(&self, output: &Output) -> Option<(String, String)> {
        let data = output.data.as_map()?;
        let (name, actions) = (data.get("name")?.as_str()?, data.get("actions")?.as_list()?);
        // Which of them run is for its resolvers to say, which do not run for this.
        let status = match actions.len() {
            0 => format!("would run the resolvers of {name}"),
            1 => format!("would run {name}, of which 1 action may run"),
            several => format!("would run {name}, of which {several} actions may run"),
        };
        Some((status, actions.iter().map(|action| action.to_string() + "\n").collect()))
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(format!("Would execute solution \"{}\"", inputs.text("source").unwrap_or_default()))
    }
}

fn result() -> Schema {
    let error = Schema::object("").with("resolver", Schema::text("Who failed")).with("message", Schema::text("Why"));
    let workflow = Schema::object("What became of the actions")
        .with("finalStatus", Schema::text("How they ended"))
        .with("failedActions", Schema::list("Those that failed"))
        .with("skippedActions", Schema::list("Those that were not done"));
    Schema::object("")
        .with("resolvers", Schema::object("The values by name"))
        .with("status", Schema::text("`success` or `failed`"))
        .with("errors", Schema::list("What failed").of_items(&error))
        .with("workflow", workflow)
        .with("success", Schema::flag("Whether all went well"))
}

/// The solutions that led here and the one that is asked for, which must not be among them.
fn lineage(task: &Task, context: &Context<'_>) -> Result<Vec<String>, Fault> {
    let known = context.solution.map_or(&[][..], |solution| solution.lineage.as_slice());
    let lineage = led_on(known, &task.source, context)?;
    // The first is the one that was started by hand.
    let depth = if context.solution.is_some() { lineage.len() - 1 } else { lineage.len() };
    if depth >= task.max_depth {
        let from = lineage.len() - depth;
        let way = way(&lineage[from..], context);
        return Err(Fault::new(format!("max nesting depth {} exceeded: {way}", task.max_depth)));
    }
    Ok(lineage)
}

/// Solutions that led to one that runs another, and that one, which must not be among them.
fn led_on(known: &[String], source: &str, context: &Context<'_>) -> Result<Vec<String>, Fault> {
    let own = if source.contains("://") {
        source.to_owned()
    } else {
        gostd::path::clean(&context.directories.base.join(source)).display().to_string()
    };
    let first = known.iter().position(|place| *place == own);
    let lineage: Vec<String> = known.iter().cloned().chain([own]).collect();
    match first {
        Some(first) => Err(Fault::new(format!("circular reference detected: {}", way(&lineage[first..], context)))),
        None => Ok(lineage),
    }
}

fn way(places: &[String], context: &Context<'_>) -> String {
    let names = places.iter().map(|place| shown(place, context));
    names.collect::<Vec<_>>().join(" \u{2192} ")
}

/// Where a solution is, seen from the directory of the run.
fn shown(place: &str, context: &Context<'_>) -> String {
    let base = context.directories.base.display().to_string();
    place.strip_prefix(&format!("{base}/")).unwrap_or(place).to_owned()
}

/// A solution that another one runs.
struct Child<'a> {
    task: Task,
    context: &'a Context<'a>,
    lineage: Vec<String>,
    parent: Arc<Session>,
    resolving: &'a ResolveOptions,
    acting: Acting,
}

impl Child<'_> {
    fn run(&self) -> Result<Output, Fault> {
        let (solution, order) = self.load()?;
        let session = Arc::new(self.session(&solution));
        let wanted = self.wanted(&solution, &order)?;
        let resolved = resolve(&session, &solution, &order, wanted.as_ref(), &self.options());
        if let Some(error) = &resolved.error {
            self.context.go_on()?;
            let fault = Fault::new(format!("solution \"{}\": resolver execution failed: {error}", self.task.source));
            return Err(fault.help(place(error.spot.as_ref(), &solution.sources).map(|place| format!("see {place}"))));
        }
        if let Some(first) = resolved.left_out.first().filter(|_| !self.task.fails) {
            let reason =
                format!("[{}] of solution \"{}\" is not done in a rehearsal", first.resolver, self.task.source);
            return Ok(Output { left_out: true, ..Output::unknown(reason) });
        }
        let left_out = !resolved.left_out.is_empty();
        let mut data = data(&solution, &resolved);
        let Some(workflow) = solution.workflow.as_ref().filter(|_| self.context.mode == Capability::Action) else {
            return Ok(Output { left_out, ..Output::of(data) });
        };
        let done = self.act(&session, &solution, &order, workflow, &resolved)?;
        data.insert("workflow", report(&done));
        data.insert("success", done.error.is_none());
        match done.error {
            None => Ok(Output { streamed: self.context.terminal.is_some(), ..Output::of(data) }),
            Some((text, _)) if self.task.fails => {
                Err(Fault::new(format!("solution \"{}\": action execution failed: {text}", self.task.source)))
            }
            Some((text, _)) => {
                data.insert("status", "failed");
                data.insert("errors", self.errors(&text));
                Ok(Output { warnings: vec![text], ..Output::of(data) })
            }
        }
    }

    /// What it may run, by its names. Nothing is run for that, not even a resolver.
    fn foretold(&self) -> Result<Output, Fault> {
        let (solution, order) = self.load()?;
        self.wanted(&solution, &order)?;
        let workflow = solution.workflow.as_ref();
        if let Some(workflow) = workflow {
            self.check(workflow, &solution)?;
            self.expect_no_circle(workflow)?;
        }
        let sections = workflow.into_iter().flat_map(|workflow| [&workflow.actions, &workflow.finally]);
        let is_off = |action: &solution::model::Action| {
            action.when.as_ref().is_some_and(|when| when.as_constant() == Some(false))
        };
        let actions = sections.flatten().flat_map(|section| section.iter());
        let actions = actions.filter(|(_, action)| !action.as_ref().is_some_and(is_off));
        let line = |(name, action): &(Spanned<String>, Option<solution::model::Action>)| {
            let provider = action.as_ref().and_then(|action| action.provider.as_ref());
            let provider = provider.map_or("", |provider| &provider.value);
            Value::from(format!("[{}] {provider}", name.value))
        };
        let mut data = Map::new();
        data.insert("name", solution.facts.name.as_str());
        data.insert("actions", actions.map(line).collect::<List>());
        Ok(Output::of(data))
    }

    /// Whether an action that runs in any case leads back, so that all of it fails.
    fn expect_no_circle(&self, workflow: &solution::model::Workflow) -> Result<(), Fault> {
        let actions =
            workflow.actions.iter().flat_map(|section| section.iter()).filter_map(|(_, action)| action.as_ref());
        let runs = actions.filter(|action| {
            let is_ours = action.provider.as_ref().is_some_and(|provider| provider.value == NAME);
            is_ours && action.when.is_none() && action.for_each.is_none() && action.on_error.is_none()
        });
        for inputs in runs.filter_map(|action| action.inputs.as_ref()) {
            let written = |wanted: &str| {
                let input = inputs.iter().find(|(name, _)| name.value == wanted);
                input.map(|(_, form)| form.as_ref().and_then(|form| form.as_literal()))
            };
            if let (Some(Some(source)), None) = (written("source"), written("propagateErrors")) {
                source.as_str().map_or(Ok(Vec::new()), |source| led_on(&self.lineage, source, self.context))?;
            }
        }
        Ok(())
    }

    fn check(&self, workflow: &solution::model::Workflow, solution: &Solution) -> Result<(), Fault> {
        let problems = workflow::check(workflow, &self.parent.registry);
        if problems.has_errors() { Err(self.refused("run", &problems, &solution.sources)) } else { Ok(()) }
    }

    fn load(&self) -> Result<(Solution, Order), Fault> {
        let world = self.context.world.read();
        let (text, origin): (String, Origin) =
            reference::of_name(&self.task.source, &self.context.directories.base, world)
                .map_err(|NoText(_, message)| Fault::new(format!("failed to load solution: {message}")))?;
        let refused = |problems: &Diagnostics, sources: &Sources| self.refused("used", problems, sources);
        let redactor = &self.context.run.redactor;
        let solution =
            load(&text, &origin, world, document::Limits::default(), Strictness::Run, &self.parent.registry, redactor)
                .map_err(|why| refused(&why.problems, &why.sources))?;
        let order = order(&solution, &self.context.run.engines, &self.parent.registry)
            .map_err(|problems| refused(&problems, &solution.sources))?;
        Ok((solution, order))
    }

    fn refused(&self, what: &str, problems: &Diagnostics, sources: &Sources) -> Fault {
        let why = said(problems, sources, &wary(sources, &self.parent.registry, &self.context.run.redactor));
        Fault::new(format!("solution \"{}\" cannot be {what}: {why}", self.task.source))
    }

    /// Relative paths of it start where those of its parent do.
    fn session(&self, solution: &Solution) -> Session {
        let texts = self.task.parameters.iter().filter(|(_, value)| value.as_str().is_some());
        Session {
            registry: Arc::clone(&self.parent.registry),
            run: Arc::clone(&self.parent.run),
            world: match self.context.world {
                Hands::Look(world) => Reach::Look(world.clone()),
                Hands::Foresee(foresight) => Reach::Look(foresight.read().clone()),
                Hands::Act(world) => Reach::Act(world.clone()),
            },
            parameters: self.task.parameters.clone(),
            written: texts.map(|(name, value)| (name.clone(), value.clone())).collect(),
            directories: self.context.directories.clone(),
            writing: self.context.writing.clone(),
            terminal: self.context.terminal.cloned(),
            interrupt: self.context.interrupt.clone(),
            ending: Arc::clone(&self.parent.ending),
            facts: SolutionFacts { lineage: self.lineage.clone(), ..solution.facts.clone() },
            within: self.context.callers(),
            span: self.context.span,
            hear: Arc::clone(&self.parent.hear),
        }
    }

    /// No longer than the call itself may take.
    fn options(&self) -> ResolveOptions {
        // The names are those of the solution that was started.
        let mut options = ResolveOptions { mocked: Map::new(), ..self.resolving.clone() };
        for left in [self.context.left(), self.task.timeout].into_iter().flatten() {
            options.phase_timeout = options.phase_timeout.min(left);
            options.timeout = options.timeout.min(left);
        }
        options
    }

    fn wanted(&self, solution: &Solution, order: &Order) -> Result<Option<BTreeSet<usize>>, Fault> {
        if self.task.resolvers.is_empty() {
            return Ok(None);
        }
        let numbers = solution.numbers(self.task.resolvers.iter().map(String::as_str)).map_err(|unknown| {
            Fault::new(format!("solution \"{}\" has no resolver `{}`", self.task.source, unknown.join("`, `")))
        })?;
        Ok(Some(closure(order, &numbers)))
    }

    fn act(
        &self,
        session: &Arc<Session>,
        solution: &Solution,
        order: &Order,
        workflow: &solution::model::Workflow,
        resolved: &Resolved,
    ) -> Result<Done, Fault> {
        self.check(workflow, solution)?;
        let scope = planning(values(solution, resolved));
        let plan = workflow::plan(session, workflow, &scope, &BTreeSet::new(), None)
            .map_err(|error| Fault::new(format!("solution \"{}\": {}", self.task.source, error.text)))?;
        let execution =
            solution.mentions("__execution").then(|| execution(solution, order, resolved, &self.context.run.redactor));
        let left = [self.context.left(), self.task.timeout].into_iter().flatten().min();
        let options = ActionOptions {
            timeout: left.map_or(self.acting.timeout, |left| left.min(self.acting.timeout)),
            at_once: self.acting.at_once,
            schema_mode: workflow.schema_mode(),
            aliases: workflow::aliases(workflow),
            beside: beside(&self.context.directories.working, execution),
            nested: true,
        };
        let streams: Arc<dyn Streams> = match (self.context.terminal, self.context.world) {
            (Some(terminal), Hands::Act(world)) => Arc::new(Held::within(terminal, world, &self.context.run.redactor)),
            _ => Arc::new(Unseen),
        };
        let done = workflow::run(session, &plan, &scope.data, &options, &streams);
        let is_late = done.results.iter().any(|(_, result)| result.status == ActionStatus::TimedOut);
        if is_late && self.context.left() == Some(Duration::ZERO) {
            return Err(Fault::timed_out("context deadline exceeded"));
        }
        if let Some(signal) = done.ended_by {
            return Err(Fault::interrupted(signal, format!("ended by {signal}")));
        }
        self.context.go_on()?;
        Ok(done)
    }

    fn failed(&self, message: &str) -> Output {
        let mut data = Map::new();
        data.insert("resolvers", Map::new());
        data.insert("status", "failed");
        data.insert("errors", self.errors(message));
        let warning = format!("solution \"{}\" failed: {message}", self.task.source);
        Output { warnings: vec![warning], ..Output::of(data) }
    }

    /// The whole run is one entry, as in the original. What is said of failures has no secrets.
    fn errors(&self, message: &str) -> List {
        let message = self.context.run.redactor.text(message);
        let entry: Map = [("resolver", "_executor"), ("message", &*message)].into_iter().collect();
        [entry].into_iter().collect()
    }
}

fn data(solution: &Solution, resolved: &Resolved) -> Map {
    let mut data = Map::new();
    data.insert("resolvers", values(solution, resolved));
    data.insert("status", "success");
    data.insert("errors", List::new());
    data
}

/// Where something is, in words.
fn place(spot: Option<&Spot>, sources: &Sources) -> Option<String> {
    spot.map(|spot| sources.place(spot.span(sources)))
}

fn report(done: &Done) -> Map {
    let mut report = Map::new();
    report.insert("finalStatus", done.status.word());
    report.insert("failedActions", done.names(ActionResult::is_failure));
    report.insert("skippedActions", done.names(ActionResult::is_skipped));
    report
}

/// Actions of which nobody sees what they print.
struct Unseen;

impl Streams for Unseen {
    fn begin(&self, _names: &[&str]) {}

    fn of(&self, _action: &str) -> Option<Arc<dyn Terminal>> {
        None
    }

    fn ended(&self, _action: &str, _result: &ActionResult) {}
}
