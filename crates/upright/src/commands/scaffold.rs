//! `upright scaffold`: a template tree without a manifest.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use diagnostics::{Redactor, Sources};
use functions::{Outside, sprig};
use jet::Functions;
use scaffold::{Engine, GoEngine, JetEngine, Options, Plan, Post, Problems, Scaffold};
use system::WriteWorld;
use value::{Map, Value};

use super::eval::data;
use super::running::real_world;
use crate::console;
use crate::exit::Exit;
use crate::limits;

/// What can be typed.
pub(crate) fn command() -> Command {
    let path = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .required(true)
            .value_parser(value_parser!(PathBuf))
            .value_hint(clap::ValueHint::DirPath)
            .help(help)
    };
    let switch =
        |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("scaffold")
        .about("Renders a tree of templates into a directory")
        .long_about(
            "Renders a tree of templates into a directory.\n\nEvery file of the source is a template, but for those in \
             directories named _partials, which others render. Files that are right already are left alone; the others are \
             written, each in one step. With --noop nothing is written: the lines say what would change.",
        )
        .after_help("Example:\n  upright scaffold templates/ /etc/app --engine jet --file data.yaml --noop")
        .arg(path("source", "The directory with the templates"))
        .arg(path("target", "The directory that they are rendered into"))
        .arg(text("engine", "NAME", "Which templates they are").value_parser(["go", "jet"]).default_value("go"))
        .args(super::eval::data_arguments())
        .arg(text("left-delimiter", "TEXT", "What begins an action").requires("right-delimiter"))
        .arg(text("right-delimiter", "TEXT", "What ends an action").requires("left-delimiter"))
        .arg(switch("noop", "Rehearse: show what would be done, change nothing"))
        .arg(switch("purge", "Remove files of the target that no template makes"))
        .arg(switch("skip-empty", "Leave files out that are blank"))
        .arg(switch("preserve-modes", "Give files the permissions of their templates, not 0644"))
        .arg(text("copy-only", "GLOB", "Files that are copied as they are; may be repeated").action(ArgAction::Append))
        .arg(
            text("post", "GLOB=COMMAND", "A command that finishes files whose name fits; may be repeated")
                .action(ArgAction::Append),
        )
        .arg(switch("exit-code", "End with 20 when something changed, or would change"))
        .args(limits::document_flags())
}

/// Runs it.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let world = real_world();
    let tree = match tree(matches, &world) {
        Ok(tree) => tree,
        Err(Refused::Usage(message)) => {
            console::error(&message, redactor);
            return Exit::Usage;
        }
        Err(Refused::Data(error)) => return super::eval::unreadable(error, redactor),
    };
    let ended = if matches.get_flag("noop") { rehearse(&tree, &world) } else { apply(&tree, &world) };
    match ended {
        Ok((text, is_changed)) => match console::print(&text) {
            Exit::Done if is_changed && matches.get_flag("exit-code") => Exit::Changed,
            exit => exit,
        },
        Err(Failed::Tree(problems)) => {
            let mut sources = Sources::new();
            let report = problems.report(&mut sources);
            console::show(&report, &sources, redactor);
            Exit::Rendering
        }
        Err(Failed::Apply(message)) => {
            console::error(&message, redactor);
            Exit::Failed
        }
    }
}

enum Refused {
    Usage(String),
    Data(super::eval::InputError),
}

enum Failed {
    Tree(Problems),
    Apply(String),
}

fn tree(matches: &ArgMatches, world: &WriteWorld) -> Result<Scaffold, Refused> {
    let path = |name: &str| matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
    let (value, variables) = data(matches, &world.read).map_err(Refused::Data)?;
    let context = context(value, variables).map_err(Refused::Usage)?;
    let options = Options {
        skip_empty: matches.get_flag("skip-empty"),
        purge: matches.get_flag("purge"),
        preserve_modes: matches.get_flag("preserve-modes"),
        copy_only: matches.get_many::<String>("copy-only").into_iter().flatten().cloned().collect(),
        post: post(matches).map_err(Refused::Usage)?,
        ..Options::default()
    };
    Ok(Scaffold { options, ..Scaffold::new(path("source"), path("target"), engine(matches, world), context) })
}

/// The data with the variables in it: what templates begin with.
fn context(data: Value, variables: Map) -> Result<Value, String> {
    let mut context = match data {
        Value::Null => Value::from(Map::new()),
        data @ Value::Map(_) => data,
        other => return Err(format!("the data of templates is a map, not {}", other.kind().with_article())),
    };
    context.merge_shallow(&variables.into());
    Ok(context)
}

fn post(matches: &ArgMatches) -> Result<Vec<Post>, String> {
    let one = |given: &String| match given.split_once('=') {
        Some((pattern, command)) => Ok(Post::new(pattern, command)),
        None => Err(format!("`--post {given}` has no command: expected `*.sh=chmod 755`")),
    };
    matches.get_many::<String>("post").into_iter().flatten().map(one).collect()
}

fn engine(matches: &ArgMatches, world: &WriteWorld) -> Arc<dyn Engine> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let delimiters = text("left-delimiter").zip(text("right-delimiter"));
    if text("engine") == Some("jet") {
        let engine = JetEngine::new(Functions::new());
        let (left, right) = delimiters.unwrap_or(("[[", "]]"));
        return Arc::new(engine.with_delimiters(left, right));
    }
    let engine = GoEngine::new(sprig(&Outside::new(world.read.clock.clone(), world.read.random.clone())));
    Arc::new(if let Some((left, right)) = delimiters { engine.with_delimiters(left, right) } else { engine })
}

fn rehearse(tree: &Scaffold, world: &WriteWorld) -> Result<(String, bool), Failed> {
    let rehearsal = tree.rehearse(&world.read).map_err(Failed::Tree)?;
    let plan = rehearsal.plan();
    let text = lines(plan, &tree.target, ("would change", "would remove"));
    Ok((format!("{text}\nRehearsal: {}. Nothing was changed.\n", counts(plan, "would change")), !plan.is_empty()))
}

fn apply(tree: &Scaffold, world: &WriteWorld) -> Result<(String, bool), Failed> {
    let prepared = tree.prepare(world).map_err(Failed::Tree)?;
    let plan = prepared.plan().clone();
    prepared.apply(world).map_err(|error| Failed::Apply(error.to_string()))?;
    let text = lines(&plan, &tree.target, ("changed", "removed"));
    Ok((format!("{text}\nDone: {}.\n", counts(&plan, "changed")), !plan.is_empty()))
}

/// A line per file that is not right, or was not.
fn lines(plan: &Plan, target: &Path, (changed, removed): (&str, &str)) -> String {
    let mut text = String::new();
    let shown = |path: &Path| target.join(path).display().to_string();
    for file in plan.files().iter().filter(|file| file.verdict.is_change()) {
        let _ = writeln!(text, "{}  {changed}  {}", shown(&file.path), file.verdict);
    }
    if plan.purges() {
        for path in plan.purged() {
            let _ = writeln!(text, "{}  {removed}", shown(path));
        }
    }
    text
}

fn counts(plan: &Plan, changed: &str) -> String {
    let mut text = format!("{} {changed}, {} stable", plan.changed().count(), plan.stable().count());
    if plan.purges() {
        let _ = write!(text, ", {} purged", plan.purged().count());
    }
    text
}
