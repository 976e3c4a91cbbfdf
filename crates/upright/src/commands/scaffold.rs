//! `upright scaffold`: a template tree without a manifest.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use diagnostics::{Redactor, Sources};
use functions::{Outside, sprig};
use jet::Functions;
use scaffold::{
    Applied, ApplyError, Engine, GoEngine, JetEngine, Options, Plan, Post, ProblemKind, Problems, Scaffold, Verdict,
};
use system::WriteWorld;
use value::{Map, Value};

use super::eval::data;
use super::running::real_world;
use crate::console;
use crate::exit::Exit;
use crate::limits;

/// What can be typed.
pub(crate) fn command() -> Command {
    Command::new("scaffold").about("Renders a tree of templates into a directory").defer(filled)
}

fn filled(command: Command) -> Command {
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
    command
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
    let world = real_world(redactor);
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
        Err(Failed::Tree(problems)) => show(&problems, redactor),
        Err(Failed::Apply(error, text)) => {
            // The code of the failure counts, whether or not somebody reads this.
            let _ = console::print(&text);
            show(&error.problems, redactor)
        }
    }
}

fn show(problems: &Problems, redactor: &Redactor) -> Exit {
    let mut sources = Sources::new();
    let report = problems.report(&mut sources);
    console::show(&report, &sources, redactor);
    exit(problems)
}

/// How the program ends: whoever stops it has the first word, then templates, then flags, then files.
fn exit(problems: &Problems) -> Exit {
    let codes = problems.iter().map(|problem| match &problem.kind {
        ProblemKind::Interrupted(signal) => (0, Exit::from(*signal)),
        ProblemKind::Template(_) | ProblemKind::Limit(_) => (1, Exit::Rendering),
        ProblemKind::Post(_) | ProblemKind::CopyOnly(_) => (2, Exit::Usage),
        ProblemKind::File(error) if error.is_not_found() => (3, Exit::NotFound),
        ProblemKind::File(error) if error.is_permission_denied() => (4, Exit::Denied),
        _ => (5, Exit::Failed),
    });
    codes.min_by_key(|(rank, _)| *rank).map_or(Exit::Failed, |(_, exit)| exit)
}

enum Refused {
    Usage(String),
    Data(super::eval::InputError),
}

enum Failed {
    Tree(Problems),
    /// With what was done before.
    Apply(Box<ApplyError>, String),
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
    let mut text = String::new();
    for file in plan.files().iter().filter(|file| file.verdict.is_change()) {
        let certainty = if matches!(file.verdict, Verdict::MayChange(_)) { "" } else { "would change  " };
        let _ = writeln!(text, "{}  {certainty}{}", tree.target.join(&file.path).display(), file.verdict);
    }
    let purged: Vec<&Path> = plan.purged().filter(|_| plan.purges()).collect();
    for path in &purged {
        let _ = writeln!(text, "{}  would remove", tree.target.join(path).display());
    }
    let removed = plan.purges().then_some(purged.len());
    let summary = counts((plan.changed().count(), "would change"), plan.stable().count(), removed);
    Ok((format!("{text}\nRehearsal: {summary}. Nothing was changed.\n"), !plan.is_empty()))
}

fn apply(tree: &Scaffold, world: &WriteWorld) -> Result<(String, bool), Failed> {
    let prepared = tree.prepare(world).map_err(Failed::Tree)?;
    let plan = prepared.plan().clone();
    // Directories alone are a change as well, and no file tells of it.
    let makes_directories = plan.count() == 0 && !plan.is_empty();
    match prepared.apply(world) {
        Ok(applied) => {
            let is_changed = makes_directories || !(applied.changed.is_empty() && applied.purged.is_empty());
            let text = done(&applied, &plan, &tree.target);
            Ok((format!("{text}\nDone: {}.\n", applied_counts(&applied, &plan)), is_changed))
        }
        Err(error) => {
            let text = done(&error.done, &plan, &tree.target);
            let (counts, left) = (applied_counts(&error.done, &plan), error.not_done.len());
            Err(Failed::Apply(Box::new(error), format!("{text}\nFailed: {counts}, {left} not done.\n")))
        }
    }
}

/// A line per file that was written or removed.
fn done(applied: &Applied, plan: &Plan, target: &Path) -> String {
    let mut text = String::new();
    let changed: HashSet<&PathBuf> = applied.changed.iter().collect();
    for file in plan.files().iter().filter(|file| changed.contains(&file.path)) {
        let _ = match &file.verdict {
            Verdict::MayChange(reason) => writeln!(text, "{}  changed  {reason}", target.join(&file.path).display()),
            verdict => writeln!(text, "{}  changed  {verdict}", target.join(&file.path).display()),
        };
    }
    for path in &applied.purged {
        let _ = writeln!(text, "{}  removed", target.join(path).display());
    }
    text
}

fn applied_counts(applied: &Applied, plan: &Plan) -> String {
    counts((applied.changed.len(), "changed"), applied.stable.len(), plan.purges().then_some(applied.purged.len()))
}

/// Files that were purged are only counted when purging was asked for.
fn counts((changed, word): (usize, &str), stable: usize, removed: Option<usize>) -> String {
    let removed = removed.map(|count| format!(", {count} purged")).unwrap_or_default();
    format!("{changed} {word}, {stable} stable{removed}")
}
