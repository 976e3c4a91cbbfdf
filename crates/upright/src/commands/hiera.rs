//! `upright hiera parse|facts` and `upright facts`: data and facts as they are on this machine.

use super::running::real_world;
use crate::console;
use crate::exit::Exit;
use crate::inputs::{complain_of_custom_facts, fact, nats_context};
use crate::output::DataForm;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use data::facts::{Facts, Layers};
use data::hiera::{Document, Secrets, Source, Stack};
use data::template::{Environment, Reach, Scope};
use diagnostics::{Diagnostics, Explain, Redactor, Sources};
use document::Limits;
use expr::gjson;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::ReadWorld;
use value::{Escape, Key, KeyOrder, Map, Value};

/// `upright hiera …`.
pub(crate) fn command() -> Command {
    Command::new("hiera").about("Resolves hierarchical data").defer(|command| {
        command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand(
                Command::new("parse")
                    .alias("resolve")
                    .about("Prints the data of a document as it counts on this machine")
                    .arg(
                        Arg::new("input")
                            .required(true)
                            .env("HIERA_INPUT")
                            .hide_env(true)
                            .help("A file, or an http(s) address; HIERA_INPUT when left out"),
                    )
                    .args(fact_arguments())
                    .arg(
                        Arg::new("data")
                            .long("data")
                            .short('D')
                            .value_name("NAME=VALUE")
                            .value_parser(fact)
                            .action(ArgAction::Append)
                            .help("Data over everything else, as text; may be repeated"),
                    )
                    .arg(file("data-file", "Data over that of the document, from a file with YAML or JSON"))
                    .arg(query())
                    .arg(nats_context())
                    .arg(yaml())
                    .arg(
                        Arg::new("env")
                            .long("env")
                            .action(ArgAction::SetTrue)
                            .conflicts_with("yaml")
                            .help("Print variables: NAME=value"),
                    )
                    .arg(
                        Arg::new("env-prefix")
                            .long("env-prefix")
                            .value_name("PREFIX")
                            .default_value("HIERA")
                            .help("What names of variables begin with"),
                    ),
            )
            .subcommand(Command::new("facts").about("Prints facts").args(fact_arguments()).arg(query()))
    })
}

/// `upright facts`.
pub(crate) fn facts_command() -> Command {
    Command::new("facts").about("Prints what is known about this machine").defer(|command| {
        command.arg(Arg::new("query").help("A path of lookup (GJSON), such as host.info.os")).arg(yaml())
    })
}

fn fact_arguments() -> Vec<Arg> {
    vec![
        Arg::new("fact").num_args(0..).value_name("NAME=VALUE").value_parser(fact).help("Facts, as text"),
        file("facts", "Facts from a file with YAML or JSON"),
        Arg::new("env-facts")
            .long("env-facts")
            .short('E')
            .action(ArgAction::SetTrue)
            .help("Take environment variables as facts"),
    ]
}

fn file(name: &'static str, help: &'static str) -> Arg {
    let arg = Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf));
    arg.value_hint(clap::ValueHint::FilePath).help(help)
}

fn query() -> Arg {
    Arg::new("query").long("query").value_name("PATH").help("Print only this, by a path of lookup (GJSON)")
}

fn yaml() -> Arg {
    Arg::new("yaml").long("yaml").action(ArgAction::SetTrue).help("Print YAML instead of JSON")
}

/// Runs `hiera …`.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let world = real_world(redactor).read;
    let mut sources = Sources::new();
    let done = match matches.subcommand() {
        Some(("parse", matches)) => parse(matches, &world, &mut sources, redactor),
        Some(("facts", matches)) => facts(matches, &world, &mut sources, redactor),
        _ => return Exit::Usage,
    };
    done.unwrap_or_else(|failed| failed.show(&sources, redactor)).unless_ended(&world.interrupt)
}

/// Runs `facts`.
pub(super) fn run_facts(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let world = real_world(redactor).read;
    let facts = told_facts(&world, Layers::standard(&*world.environment), redactor);
    let form = DataForm::yaml_if(matches.get_flag("yaml"));
    let (all, query) = (Value::Map(facts.all()), matches.get_one::<String>("query"));
    let shown = match query {
        None => return form.print(&all, redactor),
        Some(path) => found(&all, path),
    };
    match (shown, query) {
        (Ok(Some(value)), _) => form.print(&value, redactor),
        (Ok(None), path) => {
            let path = path.map_or("", String::as_str);
            let hint = meant(&all, path).unwrap_or_else(|| "`upright facts` prints all of them".to_owned());
            console::error(&format!("there is no fact `{path}`: {hint}"), redactor);
            Exit::NotFound
        }
        (Err(error), _) => error.show(&Sources::new(), redactor),
    }
}

/// Why nothing is printed.
enum Failed {
    Problems(Diagnostics, Exit),
    Words(String, Exit),
}

impl From<Diagnostics> for Failed {
    fn from(problems: Diagnostics) -> Self {
        let exit = crate::codes::exit_of(&problems);
        Self::Problems(problems, exit)
    }
}

impl Failed {
    fn show(self, sources: &Sources, redactor: &Redactor) -> Exit {
        match self {
            Self::Problems(problems, exit) => {
                manifest::register_secrets(sources, redactor);
                console::show(&problems, sources, redactor);
                exit
            }
            Self::Words(words, exit) => {
                console::error(&words, redactor);
                exit
            }
        }
    }
}

fn parse(matches: &ArgMatches, world: &ReadWorld, sources: &mut Sources, redactor: &Redactor) -> Result<Exit, Failed> {
    let facts = Arc::new(resolved_facts(matches, world, sources, redactor)?);
    let text = |name: &str| matches.get_one::<String>(name);
    let source = Source::parse(text("input").map_or("", String::as_str)).map_err(|error| explained(&error))?;
    let limits = Limits::default();
    let fetched = source.load(world, limits.size as u64).map_err(|error| explained(&error))?;
    let file = document::take_in(fetched.bytes, &fetched.name, sources).map_err(Diagnostics::from)?;
    let document = sources.text(file);
    let root = data::hiera::parse(&document, file, limits)?;
    let mut stack = Stack::new(Document::new(&root, &document));
    if let Some(path) = matches.get_one::<PathBuf>("data-file") {
        stack = stack.pass(path.display().to_string(), data_of(path, world, sources)?);
    }
    let given: Map = pairs(matches, "data").map(|(name, value)| (name.as_str(), value.as_str())).collect();
    stack = stack.pass("the command line", given);
    let environment = Environment::new(Scope::new(Reach::Facts), facts.clone() as _);
    let resolved = stack.resolve(&environment, redactor)?;
    console::show_warnings(&resolved.warnings, sources, redactor);
    let data = Value::Map(shown(&resolved.secrets, &resolved.data, redactor));
    complain_of_misspelt_data(&root, redactor);
    let value = match text("query") {
        None => data,
        Some(path) => found(&data, path)?.unwrap_or_else(|| nothing(&data, path, redactor)),
    };
    if matches.get_flag("env") {
        let prefix = text("env-prefix").map_or("", String::as_str);
        return Ok(console::print(&redactor.text(&variables(&value, prefix))));
    }
    Ok(DataForm::yaml_if(matches.get_flag("yaml")).print(&value, redactor))
}

/// The data of a file that is passed.
fn data_of(path: &Path, world: &ReadWorld, sources: &mut Sources) -> Result<Map, Failed> {
    let limits = Limits::default();
    let fetched = Source::File(path.to_owned()).load(world, limits.size as u64).map_err(|error| explained(&error))?;
    let file = document::take_in(fetched.bytes, &path.display().to_string(), sources).map_err(Diagnostics::from)?;
    let root = document::parse_any(sources.content(file), file, &document::Options::manifest())?;
    match root.to_value() {
        Value::Map(data) => Ok(data),
        _ => root.into_root_map().map(|_| Map::new()).map_err(|problem| Diagnostics::from(problem).into()),
    }
}

/// A document without `data` is none, unless something in it was meant to be that.
fn complain_of_misspelt_data(root: &document::Node<'_>, redactor: &Redactor) {
    let keys = root.as_map().unwrap_or_default().iter().filter_map(|entry| entry.key.as_str());
    if root.entry("data").is_none()
        && let Some(key) = diagnostics::suggest("data", keys)
    {
        console::warning(&format!("the document has no `data`: did you mean it by `{key}`?"), redactor);
    }
}

/// What is printed where a path leads to nothing; a script that reads it is not disturbed, and a person is told.
fn nothing(data: &Value, path: &str, redactor: &Redactor) -> Value {
    let hint = meant(data, path).map(|hint| format!(": {hint}")).unwrap_or_default();
    console::warning(&format!("nothing is at `{path}`{hint}"), redactor);
    Value::Null
}

/// A path of plain keys that is close to one that leads to nothing.
fn meant(value: &Value, path: &str) -> Option<String> {
    let (mut here, mut known) = (value, String::new());
    for key in path.split('.') {
        let map = here.as_map()?;
        if let Some(inner) = map.get(key) {
            here = inner;
            known = format!("{known}{key}.");
            continue;
        }
        let meant = diagnostics::suggest(key, map.keys().filter_map(Key::as_str))?;
        return Some(format!("did you mean `{known}{meant}`?"));
    }
    None
}

fn shown(secrets: &Secrets, data: &Map, redactor: &Redactor) -> Map {
    if redactor.reveals() { data.clone() } else { secrets.masked(data) }
}

fn facts(matches: &ArgMatches, world: &ReadWorld, sources: &mut Sources, redactor: &Redactor) -> Result<Exit, Failed> {
    let facts = resolved_facts(matches, world, sources, redactor)?;
    let all = Value::Map(facts.all());
    let Some(path) = matches.get_one::<String>("query") else { return Ok(DataForm::Json.print(&all, redactor)) };
    // ccm: a text is printed without quotes here.
    let text = match found(&all, path)? {
        Some(Value::String(text)) => redactor.text(&text).into_owned(),
        Some(value @ (Value::List(_) | Value::Map(_))) => redactor.json(&json(&value)).into_owned(),
        Some(value) => redactor.text(&value.to_string()).into_owned(),
        None => {
            nothing(&all, path, redactor);
            String::new()
        }
    };
    Ok(console::print(&format!("{text}\n")))
}

/// The facts of the machine, and over them those of the environment, of a file, and of the command line.
fn resolved_facts(
    matches: &ArgMatches,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
) -> Result<Facts, Failed> {
    let mut layers = Layers::standard(&*world.environment);
    if matches.get_flag("env-facts") {
        let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        let vars = world.environment.vars().into_iter();
        layers = layers.replace(vars.map(|(name, value)| (text(name), text(value))).collect());
    }
    if let Some(path) = matches.get_one::<PathBuf>("facts") {
        let loaded = data::facts::load(path, world, sources);
        layers = layers.replace(loaded.facts.ok_or(loaded.problems)?);
    }
    let given = pairs(matches, "fact").map(|(name, value)| (name.as_str(), value.as_str()));
    Ok(told_facts(world, layers.replace(given.collect()), redactor))
}

fn pairs<'m>(matches: &'m ArgMatches, name: &str) -> impl Iterator<Item = &'m (String, String)> {
    matches.get_many::<(String, String)>(name).into_iter().flatten()
}

/// The facts of a world, and words about files that cannot be read.
fn told_facts(world: &ReadWorld, layers: Layers, redactor: &Redactor) -> Facts {
    let redactor = redactor.clone();
    Facts::new(world, layers).heard_by(move |problems| complain_of_custom_facts(problems, &redactor))
}

fn explained(error: &impl Explain) -> Failed {
    Diagnostics::from(error.explain()).into()
}

fn words(error: &impl std::fmt::Display) -> Failed {
    Failed::Words(error.to_string(), Exit::Failed)
}

/// What a path leads to.
fn found(value: &Value, path: &str) -> Result<Option<Value>, Failed> {
    let document = gjson::Document::new(value, KeyOrder::Keep);
    let found = document.get(path).map_err(|error| words(&error))?;
    Ok(found.exists().then(|| found.to_value()))
}

/// `PREFIX_NAME=value` for each key: texts as they are, numbers, and JSON for everything else.
fn variables(value: &Value, prefix: &str) -> String {
    let Value::Map(map) = value else {
        return format!("{prefix}_VALUE={}\n", json(value));
    };
    let mut lines: Vec<String> =
        map.iter().map(|(key, value)| format!("{prefix}_{}={}\n", name(key), variable(value))).collect();
    lines.sort();
    lines.concat()
}

fn json(value: &Value) -> String {
    value.to_json(Escape::Plain, KeyOrder::Sorted).unwrap_or_else(|_| value.to_string())
}

fn name(key: &Key) -> String {
    key.to_string().to_uppercase()
}

// ccm: numbers with a fraction have six decimals.
fn variable(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Float(number) => format!("{number:.6}"),
        other => json(other),
    }
}
