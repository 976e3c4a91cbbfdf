//! What the commands that run solutions share.

use crate::bridges::{self, Acting};
use crate::console;
use crate::exit::Exit;
use crate::solutions::config::Config;
use crate::solutions::flags::Globals;
use crate::solutions::lines::Lines;
use crate::solutions::output;
use crate::solutions::parameters;
use crate::solutions::problems;
use crate::solutions::progress::Progress;
use crate::solutions::reference::{self, NoText, Search};
use crate::solutions::setup::Setup;
use crate::solutions::telemetry::Telemetry;
use crate::solutions::terminal::Aside;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use diagnostics::{Diagnostic, Diagnostics, Redactor};
use providers::{Directories, Registry, SolutionFacts, Writing};
use solution::{
    Drawing, FAILED, GraphForm, Order, Reach, ResolveOptions, Resolved, ResolverError, Session, Solution, Spot,
    Strictness, load as load_solution, order, workflow,
};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use system::files::{Attributes, FileError};
use system::{ReadWorld, WriteWorld};
use value::{Map, Value};

/// Flags of all of them.
pub(in crate::commands) fn flags() -> Vec<Arg> {
    let switch =
        |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let path = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("PATH").value_parser(value_parser!(PathBuf)).help(help)
    };
    let time = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("TIME").value_parser(duration).help(help)
    };
    vec![
        Arg::new("file")
            .long("file")
            .short('f')
            .value_name("FILE")
            .help("The solution: a file, a URL, or - for standard input; solution.yaml when left out"),
        Arg::new("parameter")
            .long("resolver")
            .short('r')
            .value_name("KEY=VALUE")
            .action(ArgAction::Append)
            .help("A parameter; @FILE is a map of them. May be repeated"),
        switch("resolve-all", "Taken for scripts written for the original: all resolvers run").hide(true),
        switch("progress", "Taken for scripts written for the original").hide(true),
        switch("no-cache", "Taken for scripts written for the original: nothing is cached").hide(true),
        switch("validate-all", "Collect the failures of all resolvers"),
        switch("skip-validation", "Leave out validate"),
        switch("show-metrics", "Show how often providers were called, and how long it took"),
        time("resolver-timeout", "How long a resolver may take that does not say it itself [default: 30s]"),
        time("phase-timeout", "How long a phase may take [default: 5m]"),
        Arg::new("max-value-size")
            .long("max-value-size")
            .value_name("BYTES")
            .value_parser(value_parser!(u64))
            .help("The largest value of a resolver; 0 is no limit [default: 10485760]"),
        Arg::new("warn-value-size")
            .long("warn-value-size")
            .value_name("BYTES")
            .value_parser(value_parser!(u64))
            .help("Warn of values of resolvers that are larger; 0 is never [default: 1048576]"),
        switch("strict", "With --dry-run: a resolver that fails is a failure"),
        Arg::new("expression")
            .long("expression")
            .short('e')
            .value_name("CEL")
            .help("What to print of the values, which are `_`"),
        Arg::new("where")
            .long("where")
            .short('w')
            .value_name("CEL")
            .help("Which items of a list to print; each is `_`"),
        Arg::new("constraint").long("version").value_name("VERSIONS").hide(true),
        Arg::new("test-name").long("test-name").value_name("NAME").hide(true),
        switch("pre-release", "Taken for scripts written for the original").hide(true),
        switch("interactive", "Not available yet").short('i').hide(true),
        switch("snapshot", "Not available yet").hide(true),
        Arg::new("snapshot-file").long("snapshot-file").value_name("FILE").hide(true),
        path("output-dir", "`file` and `directory` write below this directory and nowhere else"),
        path("base-dir", "Where relative paths of resolvers start; the directory of the solution when left out"),
    ]
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    value::Duration::parse_go(text).map(Into::into).map_err(|error| error.to_string())
}

/// A solution that is ready to run.
pub(in crate::commands) struct Loaded {
    /// The program ends with the run; to take a large document apart before would be for nothing.
    pub(in crate::commands) solution: ManuallyDrop<Solution>,
    pub(in crate::commands) order: Order,
    pub(in crate::commands) session: Arc<Session>,
    pub(in crate::commands) resolving: ResolveOptions,
    pub(in crate::commands) acting: Acting,
    pub(in crate::commands) progress: Progress,
    telemetry: Arc<Telemetry>,
    setup: Setup,
    redactor: Redactor,
}

/// What a command asks for.
#[derive(Clone, Copy)]
pub(in crate::commands) struct Asked<'a> {
    /// The command, as solutions see it.
    pub(in crate::commands) command: &'a str,
    /// The solution, when a word and not `-f` names it.
    pub(in crate::commands) named: Option<&'a str>,
    /// Parameters beside those of `-r`.
    pub(in crate::commands) words: &'a [&'a str],
    /// Which files will do when none is named.
    pub(in crate::commands) search: Search,
    /// Where relative paths of resolvers start.
    pub(in crate::commands) start: Start,
}

/// Where relative paths of resolvers start when no flag says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::commands) enum Start {
    /// Beside the solution.
    Beside,
    /// Where the program was started.
    Here,
}

/// What is said of a first Ctrl-C.
const ENDING: &str = "interrupted: ending what runs; press Ctrl-C again to kill it";
/// The same, of one that comes during `finally`.
const FINISHING: &str = "interrupted: what comes last is still done; press Ctrl-C again to kill it";

/// Reads the solution and everything around it; what is wrong has been said.
pub(in crate::commands) fn load(matches: &ArgMatches, asked: Asked<'_>, redactor: &Redactor) -> Result<Loaded, Exit> {
    let globals = Globals::of(matches);
    let setup = Setup::new(&globals, redactor)?;
    let fail = |exit: Exit, message: &str| {
        console::error(message, redactor);
        exit
    };
    if let Some(later) = ["interactive", "snapshot"].into_iter().find(|name| flag(matches, name)) {
        return Err(fail(Exit::Usage, &format!("`--{later}` is not available yet")));
    }
    if flag(matches, "redact") && redactor.reveals() {
        return Err(fail(Exit::Usage, "--redact masks secrets and --show-sensitive shows them; leave one of them out"));
    }
    let (registry, home) = bridges::registry().map_err(|error| fail(Exit::Failed, &error.to_string()))?;
    let registry = Arc::new(registry);
    let named = matches.get_one::<String>("file").map(String::as_str).or(asked.named);
    let words = matches.get_many::<String>("parameter").into_iter().flatten().map(String::as_str);
    let words = words.chain(asked.words.iter().copied());
    let given = parameters::parse(words, named == Some("-"), &setup.world.read, &registry)
        .map_err(|error| fail(error.exit(), &error.to_string()))?;
    let config = Config::load(globals.config.as_deref(), &setup.world.read, redactor);
    let (text, origin) =
        reference::read(named, asked.search, &setup, &config).map_err(|NoText(exit, message)| fail(exit, &message))?;
    let run = setup.run(&config, asked.command, globals.quiet, redactor);
    let solution = load_solution(
        &text,
        &origin,
        &setup.world.read,
        document::Limits::default(),
        Strictness::Run,
        &registry,
        redactor,
    )
    .map_err(|refused| {
        let (problems, sources) = refused.with_order(&run.engines, &registry);
        problems::show(&problems, &sources, &registry, redactor);
        Exit::Invalid
    })?;
    let warn = |found: &Diagnostics| problems::show_warnings(found, &solution.sources, &registry, redactor);
    warn(&solution.warnings);
    warn(&solution::unknown_inputs(&solution, &registry));
    if let Some(unknown) = solution::unknown_parameters(&solution, &given.values).first() {
        return Err(fail(Exit::Invalid, &unknown.to_string()));
    }
    let telemetry = Arc::new(Telemetry::new(&globals, &config, &setup.world, redactor));
    let order = ordered(&solution, &run, &registry, asked.command != "run resolver", redactor)?;
    let (heard, world) = (Arc::clone(&telemetry), setup.world.clone());
    let directories = directories(matches, &globals, &setup, &config, asked.start, &solution);
    let strange = bridges::strange_parameters(&solution, &directories.base, &setup.world.read, &registry, redactor);
    warn(&strange);
    let mocked = mocked(&setup.world.read).map_err(|(exit, message)| fail(exit, &message))?;
    let (resolving, acting) = (ResolveOptions { mocked, ..resolving(matches, &config) }, acting(matches, &config));
    let rehearses = flag(matches, "dry-run");
    if !rehearses {
        make_output(&directories, &setup, redactor)?;
    }
    let form = matches.try_get_one::<String>("output").ok().flatten().map_or("", String::as_str);
    let lines = (form == output::LINES).then(|| Lines::new(redactor, &setup.world));
    let progress = Progress::start(&globals, &setup.world.read, solution.parts());
    if !globals.quiet && console::error_is_terminal() {
        let progress = progress.clone();
        setup.interrupt.answer_first(move |ends| progress.say(if ends { ENDING } else { FINISHING }));
    }
    let watching = progress.clone();
    let place = solution.path.as_ref().map_or_else(|| origin.name.clone(), |path| path.display().to_string());
    let session = Arc::new(Session {
        registry,
        run: Arc::new(run),
        world: if rehearses { Reach::Look(setup.world.read.clone()) } else { Reach::Act(setup.world.clone()) },
        parameters: given.values,
        written: given.written,
        directories,
        writing: Writing { on_conflict: conflict(matches), backup: flag(matches, "backup") },
        terminal: Some(Arc::new(Aside::new(redactor, globals.quiet).without_output(form == "quiet"))),
        interrupt: setup.interrupt.clone(),
        ending: Arc::default(),
        facts: SolutionFacts { lineage: vec![place], ..solution.facts.clone() },
        within: Vec::new(),
        span: telemetry.root,
        hear: Arc::new(move |happening| {
            watching.hear(happening);
            heard.hear(happening, &world);
            if let Some(lines) = &lines {
                lines.hear(happening);
            }
        }),
    });
    home.settle(&session, &resolving, acting);
    let (redactor, solution) = (redactor.clone(), ManuallyDrop::new(solution));
    Ok(Loaded { solution, order, session, resolving, acting, progress, telemetry, setup, redactor })
}

/// Parameters, and words that are none: names and URLs.
pub(in crate::commands) fn parted<'w>(words: impl Iterator<Item = &'w str>) -> (Vec<&'w str>, Vec<&'w str>) {
    let is_parameter = |word: &&str| word.split_once('=').is_some_and(|(name, _)| !name.contains("://"));
    words.partition(|word| is_parameter(word) || word.starts_with('@'))
}

/// What is remarkable about the values.
pub(in crate::commands) fn remark(loaded: &Loaded, resolved: &Resolved) {
    loaded.progress.clear();
    let results = resolved.results.iter().flatten();
    results.flat_map(|result| &result.warnings).for_each(|warning| console::warning(warning, &loaded.redactor));
}

/// A flag comes before the environment, and that before the configuration file.
fn resolving(matches: &ArgMatches, config: &Config<'_>) -> ResolveOptions {
    let defaults = ResolveOptions::default();
    let time = |name: &str| matches.get_one::<Duration>(name).copied();
    let size = |name: &str| matches.get_one::<u64>(name).copied();
    ResolveOptions {
        timeout: time("resolver-timeout").or_else(|| config.duration("resolver.timeout")).unwrap_or(defaults.timeout),
        phase_timeout: time("phase-timeout")
            .or_else(|| config.duration("resolver.phaseTimeout"))
            .unwrap_or(defaults.phase_timeout),
        at_once: count(config.size("resolver.maxConcurrency")),
        largest: size("max-value-size").or_else(|| config.size("resolver.maxValueSize")).unwrap_or(defaults.largest),
        remarkable: size("warn-value-size")
            .or_else(|| config.size("resolver.warnValueSize"))
            .unwrap_or(defaults.remarkable),
        validate_all: matches.get_flag("validate-all") || config.flag("resolver.validateAll").unwrap_or(false),
        skip_validation: matches.get_flag("skip-validation"),
        skip_transform: flag(matches, "skip-transform"),
        mocked: Map::new(),
    }
}

/// What tests put in the place of resolvers: JSON with values by name.
fn mocked(world: &ReadWorld) -> Result<Map, (Exit, String)> {
    let Some(file) = world.environment.var(MOCKED).filter(|file| !file.is_empty()) else { return Ok(Map::new()) };
    let refuse = |exit: Exit, why: &dyn std::fmt::Display| (exit, format!("{MOCKED} cannot be used: {why}"));
    let size = u64::try_from(document::Limits::default().size).unwrap_or(u64::MAX);
    let bytes = world
        .files
        .read(Path::new(&file), size)
        .map_err(|error| refuse(if error.is_nothing() { Exit::NotFound } else { Exit::Invalid }, &error))?;
    match Value::from_json(&value::lossy_text(&bytes)) {
        Ok(Value::Map(values)) => Ok(values),
        Ok(_) => Err(refuse(Exit::Invalid, &"it is no JSON object of values by the names of resolvers")),
        Err(error) => Err(refuse(Exit::Invalid, &error)),
    }
}

const MOCKED: &str = "SCAFCTL_MOCKED_RESOLVERS_FILE";

fn acting(matches: &ArgMatches, config: &Config<'_>) -> Acting {
    let timeout = matches.try_get_one::<Duration>("action-timeout").ok().flatten().copied();
    let at_once = matches.try_get_one::<usize>("max-action-concurrency").ok().flatten().copied();
    Acting {
        timeout: timeout.or_else(|| config.duration("action.defaultTimeout")).unwrap_or(Acting::default().timeout),
        at_once: at_once.unwrap_or_else(|| count(config.size("action.maxConcurrency"))),
    }
}

fn count(number: Option<u64>) -> usize {
    number.map_or(0, |number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// `--force` is a strategy too.
fn conflict(matches: &ArgMatches) -> Option<String> {
    let named = matches.try_get_one::<String>("on-conflict").ok().flatten().cloned();
    named.or_else(|| flag(matches, "force").then(|| "skip-unchanged".to_owned()))
}

fn flag(matches: &ArgMatches, name: &str) -> bool {
    matches.try_get_one::<bool>(name).is_ok_and(|set| set == Some(&true))
}

/// The order of the resolvers. What is wrong with the workflow is told along with what is wrong with them.
fn ordered(
    solution: &Solution,
    run: &providers::Run,
    registry: &Registry,
    has_actions: bool,
    redactor: &Redactor,
) -> Result<Order, Exit> {
    order(solution, &run.engines, registry).map_err(|mut problems| {
        if let Some(workflow) = solution.workflow.as_ref().filter(|_| has_actions) {
            problems.append(workflow::check(workflow, registry));
        }
        problems::show(&problems, &solution.sources, registry, redactor);
        Exit::Invalid
    })
}

/// Makes the output directory, when one is named.
fn make_output(directories: &Directories, setup: &Setup, redactor: &Redactor) -> Result<(), Exit> {
    let Some(output) = &directories.output else { return Ok(()) };
    setup.world.files.make_directories(output, 0o755).map_err(|error| {
        console::error(&error.to_string(), redactor);
        Exit::Failed
    })
}

fn directories(
    matches: &ArgMatches,
    globals: &Globals,
    setup: &Setup,
    config: &Config<'_>,
    start: Start,
    solution: &Solution,
) -> Directories {
    let named = |name: &str| matches.get_one::<PathBuf>(name).map(|path| setup.directory.join(path));
    let beside = || {
        let path = solution.path.as_ref().filter(|_| start == Start::Beside);
        path.and_then(|path| path.parent()).map(Path::to_owned)
    };
    let base = if globals.directory.is_some() { None } else { named("base-dir").or_else(beside) };
    let configured = || config.text("action.outputDir").map(|path| setup.directory.join(path));
    Directories {
        process: setup.started_in.clone(),
        base: base.unwrap_or_else(|| setup.directory.clone()),
        working: setup.directory.clone(),
        output: named("output-dir").or_else(configured),
    }
}

impl Loaded {
    /// The machine.
    pub(super) fn world(&self) -> &WriteWorld {
        &self.setup.world
    }

    /// Writes a file of a result.
    pub(in crate::commands) fn write(
        &self,
        path: &Path,
        content: &[u8],
        attributes: Attributes,
    ) -> Result<(), FileError> {
        self.setup.world.deliver(path, content, attributes).map(drop)
    }

    /// Shows what is wrong with the solution.
    pub(in crate::commands) fn refuse(&self, problems: &Diagnostics) {
        problems::show(problems, &self.solution.sources, &self.session.registry, &self.redactor);
    }

    /// What is told of the run when it is over.
    pub(super) fn finish(&self, matches: &ArgMatches) {
        self.progress.end();
        if matches.get_flag("show-metrics") {
            console::complain(&self.telemetry.table());
        }
        self.telemetry.finish(&self.setup.world);
    }
}

/// The failure of a run, with its place.
pub(in crate::commands) fn complain(loaded: &Loaded, error: &ResolverError, before: &str) {
    let spots: Vec<&Spot> = error.spot.iter().chain(error.others.iter().flat_map(|others| &others.0)).collect();
    complain_of(loaded, &format!("{before}{error}"), &spots, error.help.clone());
}

/// The same of anything that has a place.
pub(in crate::commands) fn complain_at(loaded: &Loaded, message: &str, spot: Option<&Spot>, help: Option<String>) {
    complain_of(loaded, message, &spot.into_iter().collect::<Vec<_>>(), help);
}

fn complain_of(loaded: &Loaded, message: &str, spots: &[&Spot], help: Option<String>) {
    loaded.progress.clear();
    if spots.is_empty() {
        return console::error(message, &loaded.redactor);
    }
    let sources = &loaded.solution.sources;
    let at = |problem: Diagnostic, spot: &&Spot| problem.at(spot.span(sources), "here");
    let mut problems = Diagnostics::new();
    problems.push(spots.iter().fold(Diagnostic::error(&FAILED, message), at).help(help));
    loaded.refuse(&problems);
}

/// Prints a drawing.
pub(in crate::commands) fn draw(drawing: &Drawing, redactor: &Redactor) -> Exit {
    match drawing {
        Drawing::Text(text) => console::print(&redactor.text(text)),
        Drawing::Data(value) => output::print(value, "json", true, redactor),
    }
}

/// `--graph-format`.
pub(in crate::commands) fn graph_form(matches: &ArgMatches) -> GraphForm {
    matches.get_one::<String>("graph-format").and_then(|name| GraphForm::named(name)).unwrap_or(GraphForm::Ascii)
}

/// The flag itself.
pub(in crate::commands) fn graph_flag() -> Arg {
    Arg::new("graph-format")
        .long("graph-format")
        .value_name("FORM")
        .value_parser(GraphForm::NAMES)
        .default_value("ascii")
        .help("How graphs are drawn")
}
