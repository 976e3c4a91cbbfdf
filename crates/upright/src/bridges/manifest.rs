//! `manifest`: brings a machine to the state of a manifest, as an action.

use super::{Need, said};
use crate::commands::state;
use crate::inputs::complain_of_custom_facts;
use crate::output;
use diagnostics::{Sources, Style};
use engine::{Applicant, Event, Happening, Listener, MemorySession, RunLock, World};
use manifest::source::Source;
use manifest::{Catalog, Inputs as ManifestInputs, Loaded, Options, Outcome, Purpose};
use providers::{
    Calling, Capability, Context, Descriptor, Example, Fault, Hands, InDryRun, Inputs, NOTHING, Output, Provider,
    Schema, Terminal,
};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use system::{Interrupt, Part, ReadWorld, WriteWorld};
use value::{Escape, KeyOrder, List, Map, Value};

/// Brings resources to their state.
pub(super) struct ManifestProvider;

/// What it is to do.
pub(super) struct Task {
    what: What,
    data: Map,
    noop: bool,
}

enum What {
    File(String),
    Resources(Value),
}

/// How long it waits for another run that changes the machine.
const PATIENCE: Duration = Duration::from_secs(30);

impl Provider for ManifestProvider {
    type Decoded = Task;

    fn descriptor(&self) -> Descriptor {
        let entry = Schema::object("")
            .with("resource", Schema::text("Type and name, such as file#/etc/motd"))
            .with("status", Schema::text("stable, changed, refreshed, skipped or failed; in a rehearsal would change"))
            .with("reason", Schema::text("What was changed, or why not"));
        Descriptor {
            schema: Schema::object("")
                .with("file", Schema::text("The manifest; either this or `resources`"))
                .with("resources", Schema::any("Resources as a manifest has them below `ccm.resources`").as_given())
                .with("data", Schema::object("Data over that of the manifest").as_given())
                .with("noop", Schema::flag("Only say what would be changed").defaults_to(false)),
            output_schemas: vec![(
                Capability::Action,
                Schema::object("")
                    .with("success", Schema::flag("Whether everything is in its state"))
                    .with("changed", Schema::integer("How many were changed, or would be"))
                    .with("stable", Schema::integer("How many were right already"))
                    .with("failed", Schema::integer("How many are not in their state"))
                    .with("skipped", Schema::integer("How many were not tried"))
                    .with("refreshed", Schema::integer("How many were refreshed"))
                    .with("noop", Schema::flag("Whether nothing was changed, because that was asked for"))
                    .with("resources", Schema::list("What became of each").of_items(&entry)),
            )],
            capabilities: &[Capability::Action],
            category: "System",
            tags: &["manifest", "converge", "state"],
            waits: true,
            in_dry_run: InDryRun::Called,
            examples: &[
                Example {
                    name: "A file in its state",
                    description: "Resources can stand in the solution itself",
                    yaml: "provider: manifest\ninputs:\n  resources:\n    - file:\n        - /tmp/motd:\n            ensure: present\n            content: '{{ Data.greeting }}'\n            owner: root\n            group: root\n            mode: '0644'\n  data:\n    greeting: hello\n",
                },
                Example {
                    name: "A manifest",
                    description: "Applies a file, with data over its own",
                    yaml: "provider: manifest\ninputs:\n  file: site.yaml\n  data:\n    greeting: hello\n",
                },
            ],
            ..Descriptor::new("manifest", "Manifest", "1.0.0", "Brings a machine to the state of a manifest")
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Task, Fault> {
        let what = match (inputs.filled("file"), inputs.get("resources")) {
            (Some(file), None) => What::File(file.to_owned()),
            (None, Some(resources)) => What::Resources(from_json(resources)),
            (Some(_), Some(_)) => return Err(Fault::new("`file` and `resources` cannot be used together")),
            (None, None) => return Err(Fault::new("`file` or `resources` is required")),
        };
        let data = inputs.get("data").and_then(Value::as_map).cloned().unwrap_or_default();
        Ok(Task { what, data, noop: inputs.flag("noop") })
    }

    fn execute(&self, task: Task, context: &Context<'_>) -> Result<Output, Fault> {
        // The ports of a world end their work with its interrupt, so a part that has a deadline has a world of its own.
        let part = context.left().map(|left| context.interrupt.within(left)).transpose();
        let part = part.map_err(|error| Fault::new(format!("cannot watch the time: {error}")))?;
        let interrupt = part.as_ref().map_or(context.interrupt, Part::interrupt);
        let world = world(&task, interrupt, context);
        let (outcome, watcher) = match converge(&task, &world, context) {
            Ok(converged) => converged,
            Err(fault) => return context.go_on().and(Err(fault)),
        };
        context.go_on()?;
        let summary = &outcome.summary;
        let counts = [
            ("changed", summary.changed),
            ("stable", summary.stable),
            ("failed", summary.failed),
            ("skipped", summary.skipped),
            ("refreshed", summary.refreshed),
        ];
        let mut data = Map::new();
        data.insert("success", summary.failed == 0);
        for (key, number) in counts {
            data.insert(key, i64::try_from(number).unwrap_or(i64::MAX));
        }
        data.insert("noop", world.is_rehearsal());
        let failed = watcher.failed();
        data.insert("resources", watcher.steps);
        if summary.failed > 0 {
            return Err(Fault::new(format!("{} of {} resources failed: {failed}", summary.failed, summary.total)));
        }
        Ok(Output { streamed: context.terminal.is_some(), ..Output::of(data) })
    }

    fn preview(&self, output: &Output) -> Option<(String, String)> {
        let data = output.data.as_map()?;
        let count = |name: &str| data.get(name).and_then(Value::as_int).unwrap_or(0);
        let status = match (count("changed"), count("stable")) {
            (0, _) => NOTHING.to_owned(),
            (changed, stable) => format!("{changed} would change, {stable} stable"),
        };
        let steps = data.get("resources").and_then(Value::as_list)?;
        let field = |step: &Value, name: &str| step.as_map().and_then(|step| step.get(name)).map(ToString::to_string);
        let line = |step: &Value| {
            let parts = ["resource", "status", "reason"].map(|name| field(step, name).unwrap_or_default());
            parts.join("  ").trim_end().to_owned() + "\n"
        };
        Some((status, steps.iter().map(line).collect()))
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(match inputs.filled("file") {
            Some(file) => format!("Would converge manifest {file}"),
            None => "Would converge resources".to_owned(),
        })
    }
}

/// The world of the call, whose work ends with this interrupt.
fn world(task: &Task, interrupt: &Interrupt, context: &Context<'_>) -> World {
    let outer = context.world.read();
    let run = context.world.act().map(|world| world.run.clone()).unwrap_or_default();
    let mut world = WriteWorld::of_part(run, interrupt.clone(), &context.run.redactor);
    world.read.notices = outer.notices.clone();
    match context.world {
        Hands::Act(_) if !task.noop => {
            world.read.state_directory = state::of_user(&world.read);
            World::Apply(world)
        }
        // Files may be as earlier actions would leave them.
        _ => World::rehearsal(&ReadWorld { files: Arc::clone(&outer.files), ..world.read }),
    }
}

fn converge(task: &Task, world: &World, context: &Context<'_>) -> Result<(Outcome, Watcher), Fault> {
    resources::check_variables(&*world.read().environment).map_err(|error| Fault::new(error.to_string()))?;
    let (catalog, name, _loaded) = load(task, world, context)?;
    let _lock = lock(&name, world)?;
    let mut watcher = Watcher { shown: shown(context, world), steps: List::new() };
    let mut session = catalog.references().map_or_else(MemorySession::default, MemorySession::for_questions);
    let source = source(task, &name, context);
    let outcome = manifest::run(&source, &catalog, Purpose::Converge, world, &mut session, &mut watcher);
    Ok((outcome, watcher))
}

/// What tells the manifest from others, now and in later runs.
fn source(task: &Task, name: &str, context: &Context<'_>) -> String {
    let place = context.solution.and_then(|solution| solution.lineage.last());
    match (&task.what, place, context.calling) {
        (What::Resources(_), Some(place), Some(Calling { name: action, .. })) => format!("{place}, {name} {action}"),
        _ => name.to_owned(),
    }
}

fn load(task: &Task, world: &World, context: &Context<'_>) -> Result<(Catalog, String, Loaded), Fault> {
    let redactor = &context.run.redactor;
    let inputs = ManifestInputs {
        data: (!task.data.is_empty()).then(|| task.data.clone()),
        // What the run would refuse is refused by its rehearsal.
        source: Some(super::solution_data(Need::ToAct)),
        fact_problems: Some(complain_of_custom_facts),
        ..ManifestInputs::default()
    };
    let options = Options { inputs, ..Options::default() };
    let mut sources = Sources::new();
    let (mut loaded, name) = match &task.what {
        What::File(file) => {
            let path = context.path(file);
            let loaded = manifest::load(&path, world.read(), &mut sources, redactor, &options);
            let name = Source::name(&path.display().to_string(), redactor);
            (loaded.map_err(|error| Fault::new(error.to_string()))?, name)
        }
        What::Resources(resources) => {
            let text = document(resources)?;
            let name = "resources of the action";
            let directory = context.base();
            let loaded = manifest::load_text(name, &text, directory, world.read(), &mut sources, redactor, &options);
            (loaded, name.to_owned())
        }
    };
    match loaded.catalog.take() {
        Some(catalog) => Ok((catalog, name, loaded)),
        None => Err(Fault::new(format!("{name} cannot be used: {}", said(&loaded.problems, &sources, redactor)))),
    }
}

/// Text that is JSON stands for what it says, as where a schema asks for a list.
fn from_json(resources: &Value) -> Value {
    let parsed = resources.as_str().and_then(|text| Value::from_json(text).ok());
    parsed.filter(|parsed| parsed.as_list().is_some() || parsed.as_map().is_some()).unwrap_or_else(|| resources.clone())
}

/// A manifest with these resources: JSON is YAML too.
fn document(resources: &Value) -> Result<String, Fault> {
    let ccm: Map = [("resources", resources.clone())].into_iter().collect();
    let top: Map = [("ccm", ccm)].into_iter().collect();
    Value::from(top).to_json(Escape::Plain, KeyOrder::Keep).map_err(|error| Fault::new(error.to_string()))
}

/// One run at a time changes the machine.
fn lock(name: &str, world: &World) -> Result<Option<RunLock>, Fault> {
    let World::Apply(world) = world else { return Ok(None) };
    let words = state::words(name, world);
    let mut told = Vec::new();
    let lock =
        RunLock::take(world, &Applicant { words: &words, patience: PATIENCE }, &mut |text| told.push(text.to_owned()));
    lock.map(Some).map_err(|error| Fault::new(error.to_string()).help(told.pop()))
}

/// People see the run as `apply` shows it.
fn shown(context: &Context<'_>, world: &World) -> Option<Box<dyn Listener>> {
    let terminal = context.terminal.filter(|terminal| !terminal.quiet())?;
    let style = if terminal.colour() { Style::Colour } else { Style::Plain };
    let out = Box::new(Pen(Arc::clone(terminal)));
    Some(output::aside(out, style, world.read(), &context.run.redactor))
}

/// Writes on a terminal.
struct Pen(Arc<dyn Terminal>);

impl Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.out(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Keeps what became of each resource, and shows it.
struct Watcher {
    shown: Option<Box<dyn Listener>>,
    steps: List,
}

impl Watcher {
    /// Those that failed, in words.
    fn failed(&self) -> String {
        let field = |step: &Value, name: &str| {
            step.as_map().and_then(|step| step.get(name)).map(ToString::to_string).unwrap_or_default()
        };
        let failed = self.steps.iter().filter(|step| field(step, "status").contains("fail"));
        let lines = failed.map(|step| format!("{}: {}", field(step, "resource"), field(step, "reason")));
        lines.collect::<Vec<_>>().join("; ")
    }
}

impl Listener for Watcher {
    fn hear(&mut self, happening: &Happening<'_>) {
        if let Happening::Finished(event) = happening {
            self.steps.push(step(event));
        }
        if let Some(shown) = &mut self.shown {
            shown.hear(happening);
        }
    }
}

fn step(event: &Event<'_>) -> Map {
    let mut step = Map::new();
    step.insert("resource", event.reference().to_string());
    step.insert("status", output::standing(event).into_owned());
    step.insert("reason", output::reason(event));
    step
}
