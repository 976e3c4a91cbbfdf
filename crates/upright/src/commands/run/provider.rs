//! `upright run provider`: one call, by hand.

use crate::bridges::{self, Acting, Home};
use crate::commands::get;
use crate::console;
use crate::exit::Exit;
use crate::solutions::config::Config;
use crate::solutions::flags::{GLOBAL_HELP, Globals};
use crate::solutions::parameters::{Begun, Given};
use crate::solutions::setup::Setup;
use crate::solutions::telemetry::Telemetry;
use crate::solutions::terminal::Aside;
use crate::solutions::{output, parameters};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use diagnostics::Redactor;
use engine::without_secrets;
use providers::{
    Capability, Cause, Context, Descriptor, Directories, ExecuteError, Manners, Output, Registry, Schema, SchemaType,
    Scope, SolutionFacts, Writing, execute,
};
use solution::{Reach, ResolveOptions, Session};
use std::path::PathBuf;
use std::sync::Arc;
use value::{Map, Value};

pub(super) fn command() -> Command {
    let switch =
        |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new("provider")
        .about("Calls one provider and prints what it gives")
        .long_about(
            "Calls one provider and prints what it gives.\n\nInputs are given as NAME=VALUE and brought to the types of the \
             provider's schema. `upright explain provider NAME` shows them.",
        )
        .after_help(format!(
            "Examples:\n  upright run provider cel expression='1 + 2'\n  \
             upright run provider file operation=read path=README.md -o yaml\n  \
             upright run provider file operation=write path=a.txt content=hi --dry-run\n\n{GLOBAL_HELP}"
        ))
        .arg(Arg::new("name").required(true).value_name("NAME").help("The provider"))
        .arg(Arg::new("inputs").value_name("INPUT=VALUE").num_args(0..).help("Inputs; @FILE is a map of them, NAME=@FILE is the text of a file without its last line break. Commas outside of quotes make lists where the input is no text, and quotes go away"))
        .arg(Arg::new("input").long("input").value_name("INPUT=VALUE").action(ArgAction::Append).help("The same, as a flag"))
        .arg(
            Arg::new("capability")
                .long("capability")
                .value_name("CAPABILITY")
                .value_parser(Capability::ALL.map(Capability::name))
                .help("What it is used for; the first that it has when left out"),
        )
        .arg(switch("dry-run", "Do nothing, and show what it would give"))
        .arg(switch("show-metrics", "Show how often providers were called, and how long it took"))
        .arg(switch("redact", "Mask secrets in the result too"))
        .arg(path("output-dir", "DIR", "`file` and `directory` write below this directory and nowhere else"))
        .arg(
            Arg::new("on-conflict")
                .long("on-conflict")
                .value_name("STRATEGY")
                .value_parser(["error", "overwrite", "skip", "skip-unchanged", "append"])
                .help("What becomes of files that are there already"),
        )
        .arg(switch("backup", "Keep a copy of files that are overwritten"))
        .arg(path("plugin-dir", "DIR", "Taken for scripts written for the original: all providers are built in").hide(true))
        .arg(output::flag("json"))
}

fn path(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).value_parser(value_parser!(PathBuf)).help(help)
}

/// Why a call was not even tried.
struct Refusal(Exit, String);

pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let globals = Globals::of(matches);
    let setup = match Setup::new(&globals, redactor) {
        Ok(setup) => setup,
        Err(exit) => return exit,
    };
    let exit = match call(matches, &globals, &setup, redactor) {
        Ok(exit) => exit,
        Err(Refusal(exit, message)) => {
            console::error(&message, redactor);
            exit
        }
    };
    exit.unless_ended(&setup.interrupt)
}

fn call(matches: &ArgMatches, globals: &Globals, setup: &Setup, redactor: &Redactor) -> Result<Exit, Refusal> {
    if matches.get_flag("redact") && redactor.reveals() {
        let message = "--redact masks secrets and --show-sensitive shows them; leave one of them out";
        return Err(Refusal(Exit::Usage, message.to_owned()));
    }
    if matches.contains_id("plugin-dir") {
        let message = "`--plugin-dir` has no effect: plugins are not available, and all providers are built in";
        console::warning(message, redactor);
    }
    let (registry, home) = bridges::registry().map_err(|error| Refusal(Exit::Failed, error.to_string()))?;
    let registry = Arc::new(registry);
    let name = matches.get_one::<String>("name").map_or("", String::as_str);
    let descriptor = find(&registry, name)?;
    let words = ["inputs", "input"].into_iter().flat_map(|id| matches.get_many::<String>(id).into_iter().flatten());
    let mut given = parameters::parse(words.map(String::as_str), false, &setup.world.read, &registry)
        .map_err(|error| Refusal(error.exit(), error.to_string()))?;
    warn_of_quotes(&given, descriptor, redactor);
    warn_of_ends(&given, descriptor, redactor);
    warn_of_commas(&given.begun, descriptor, redactor);
    let begun = std::mem::take(&mut given.begun);
    let inputs = whole_texts(given, descriptor)?;
    let mode = mode(matches, descriptor, &inputs)?;
    let config = Config::load(globals.config.as_deref(), &setup.world.read, redactor);
    let telemetry = Arc::new(Telemetry::new(globals, &config, &setup.world, redactor));
    let answer = Asked { matches, globals, setup, config: &config, telemetry: &telemetry, redactor }
        .execute(&registry, &home, name, mode, inputs);
    if matches.get_flag("show-metrics") {
        console::complain(&telemetry.table());
    }
    telemetry.finish(&setup.world);
    answer.map(|output| show(&output, matches, descriptor, mode, redactor)).map_err(|error| refused(&error, &begun))
}

/// Quotes within a text are seldom meant to go away, as they do in the original.
fn warn_of_quotes(given: &Given, descriptor: &Descriptor, redactor: &Redactor) {
    for name in given.without_quotes.iter().filter(|name| is_text(descriptor, name)) {
        let text = format!(
            "input `{name}` is taken without its quotes; `{name}=@FILE` takes the text of a file with its quotes"
        );
        console::warning(&text, redactor);
    }
}

/// The end of a text is cut, as in the original. Only where every byte counts it is worth a word: a line break behind an
/// expression is nothing.
fn warn_of_ends(given: &Given, descriptor: &Descriptor, redactor: &Redactor) {
    let is_exact = |name: &&String| descriptor.schema.property(name).is_some_and(Schema::takes_raw_text);
    for name in given.without_end.iter().filter(is_exact) {
        let text = format!(
            "input `{name}` is taken without the blanks and line breaks at its end; `{name}=@FILE` takes the text of a \
             file, and only its last line break is cut"
        );
        console::warning(&text, redactor);
    }
}

/// A comma within a sentence is seldom meant to begin an input; one without a blank behind it is how inputs are listed.
fn warn_of_commas(begun: &[Begun], descriptor: &Descriptor, redactor: &Redactor) {
    let is_known = |one: &&Begun| descriptor.schema.property(&one.name).is_some();
    let apart = begun.iter().filter(|one| one.is_apart && is_text(descriptor, &one.after));
    for Begun { name, after, .. } in apart.filter(is_known) {
        let text = format!("a comma ends input `{after}` and begins input `{name}`; {}", together(after));
        console::warning(&text, redactor);
    }
}

/// How a text with commas is written.
fn together(name: &str) -> String {
    format!("a text in quotes of its own stays together: `{name}='\"…\"'`")
}

fn is_text(descriptor: &Descriptor, input: &str) -> bool {
    descriptor.schema.property(input).and_then(Schema::kind) == Some(SchemaType::String)
}

/// The inputs. One that has to be text keeps its commas, and is given once; in the original it is a list else.
fn whole_texts(given: Given, descriptor: &Descriptor) -> Result<Map, Refusal> {
    let mut inputs = given.values;
    for (name, text) in given.written {
        let Some(name) = name.as_str().filter(|name| is_text(descriptor, name)) else { continue };
        if !matches!(inputs.get(name), Some(Value::List(_))) {
            continue;
        }
        if text.is_null() {
            let message = format!(
                "input `{name}` is given more than once and takes one text\n  = help: leave one out; a comma before \
                 `{name}=` begins an input too, unless the text is in quotes"
            );
            return Err(Refusal(Exit::Invalid, message));
        }
        inputs.insert(name, text);
    }
    Ok(inputs)
}

/// What was asked for, and where.
struct Asked<'a> {
    matches: &'a ArgMatches,
    globals: &'a Globals,
    setup: &'a Setup,
    config: &'a Config<'a>,
    telemetry: &'a Arc<Telemetry>,
    redactor: &'a Redactor,
}

impl Asked<'_> {
    fn execute(
        &self,
        registry: &Arc<Registry>,
        home: &Home,
        name: &str,
        mode: Capability,
        inputs: Map,
    ) -> Result<Output, ExecuteError> {
        let session = Arc::new(self.session(registry));
        home.settle(&session, &ResolveOptions::default(), Acting::default());
        let context = Context {
            mode,
            dry_run: self.matches.get_flag("dry-run"),
            world: session.world.hands(),
            scope: &Scope::default(),
            parameters: &session.parameters,
            iteration: None,
            is_sensitive: false,
            calling: None,
            within: &[],
            terminal: session.terminal.as_ref(),
            directories: &session.directories,
            writing: &session.writing,
            solution: None,
            run: &session.run,
            deadline: None,
            interrupt: &session.interrupt,
            span: self.telemetry.root,
            hear: &*session.hear,
        };
        execute(registry, name, inputs, &context, Manners::ByHand)
    }

    /// The run of the one call.
    fn session(&self, registry: &Arc<Registry>) -> Session {
        let setup = self.setup;
        let (telemetry, world) = (Arc::clone(self.telemetry), setup.world.clone());
        let output = self.matches.get_one::<PathBuf>("output-dir").map(|named| setup.directory.join(named));
        Session {
            registry: Arc::clone(registry),
            run: Arc::new(setup.run(self.config, "run provider", self.globals.quiet, self.redactor)),
            world: if self.matches.get_flag("dry-run") {
                Reach::Look(setup.world.read.clone())
            } else {
                Reach::Act(setup.world.clone())
            },
            parameters: Map::new(),
            written: Map::new(),
            directories: Directories {
                output,
                process: setup.started_in.clone(),
                ..Directories::all_in(&setup.directory)
            },
            writing: Writing {
                on_conflict: self.matches.get_one::<String>("on-conflict").cloned(),
                backup: self.matches.get_flag("backup"),
            },
            terminal: Some(Arc::new(Aside::new(self.redactor, self.globals.quiet))),
            interrupt: setup.interrupt.clone(),
            ending: Arc::default(),
            facts: SolutionFacts::default(),
            within: Vec::new(),
            span: self.telemetry.root,
            hear: Arc::new(move |happening| telemetry.hear(happening, &world)),
        }
    }
}

fn find<'r>(registry: &'r Registry, name: &str) -> Result<&'r Descriptor, Refusal> {
    let found = registry.get(name).map(providers::Registered::descriptor);
    found.ok_or_else(|| Refusal(Exit::NotFound, get::unknown(name, registry)))
}

/// What is asked for, or the first that the provider has; an operation that changes something is an action, and so is one
/// that must not leave a directory.
fn mode(matches: &ArgMatches, descriptor: &Descriptor, inputs: &Map) -> Result<Capability, Refusal> {
    let is_bounded = matches.contains_id("output-dir");
    if let Some(asked) = matches.get_one::<String>("capability").and_then(|name| Capability::named(name)) {
        if is_bounded && asked != Capability::Action {
            let message = format!("--output-dir holds for actions only; with `--capability {asked}` leave it out");
            return Err(Refusal(Exit::Usage, message));
        }
        if descriptor.supports(asked) {
            return Ok(asked);
        }
        let supported = descriptor.capabilities.iter().map(|one| one.name()).collect::<Vec<_>>().join(" ");
        let message = format!(
            "provider {:?} does not support capability \"{asked}\" (supported: [{supported}])",
            descriptor.name
        );
        return Err(Refusal(Exit::Invalid, message));
    }
    let operation = inputs.get("operation").and_then(Value::as_str).unwrap_or_default();
    let writes = is_bounded || descriptor.write_operations.contains(&operation);
    let writes = writes && descriptor.supports(Capability::Action);
    let first = descriptor.capabilities.first().copied().unwrap_or(Capability::From);
    Ok(if writes { Capability::Action } else { first })
}

fn show(output: &Output, matches: &ArgMatches, descriptor: &Descriptor, mode: Capability, redactor: &Redactor) -> Exit {
    let form = matches.get_one::<String>("output").map_or("json", String::as_str);
    let masked = matches.get_flag("redact");
    let mut shown = output.to_map();
    if !redactor.reveals() && (masked || !output::is_for_programs(form)) {
        shown.insert("data", output.shown("[REDACTED]"));
    }
    if let Some(warnings) = shown.get_mut("warnings") {
        *warnings = without_secrets(warnings, redactor);
    }
    if matches.get_flag("dry-run") {
        shown.insert("dryRun", true);
    }
    if matches.get_flag("show-metrics") {
        let about: Map = [("provider", descriptor.name), ("capability", mode.name())].into_iter().collect();
        shown.insert("__execution", about);
    }
    if masked && let Some(Value::Map(data)) = shown.get_mut("data") {
        for field in descriptor.sensitive_fields {
            if let Some(value) = data.get_mut(*field) {
                *value = "[REDACTED]".into();
            }
        }
    }
    output::print(&shown.into(), form, masked, redactor)
}

fn refused(error: &ExecuteError, begun: &[Begun]) -> Refusal {
    let exit = match (error, error.fault().map(|fault| fault.cause)) {
        (ExecuteError::NoProvider { .. }, _) => Exit::NotFound,
        (ExecuteError::Capability { .. } | ExecuteError::WriteOperation { .. } | ExecuteError::NoInput { .. }, _) => {
            Exit::Invalid
        }
        (_, Some(Cause::Interrupted(signal))) => signal.into(),
        _ => Exit::Failed,
    };
    let help = error.fault().and_then(|fault| fault.help.clone()).or_else(|| {
        let ExecuteError::NoInput { input, .. } = error else { return None };
        let one = begun.iter().find(|one| one.name == *input)?;
        Some(format!("the comma in `{}` begins an input; {}", one.after, together(&one.after)))
    });
    let help = help.map(|help| format!("\n  = help: {help}"));
    Refusal(exit, format!("{error}{}", help.unwrap_or_default()))
}
