//! `upright run solution` and `upright run action`: the workflow of a solution.

use super::common::{self, Asked, Loaded, Start, parted};
use crate::console;
use crate::exit::Exit;
use crate::solutions::flags::GLOBAL_HELP;
use crate::solutions::lines::Lines;
use crate::solutions::output;
use crate::solutions::reference::{Search, looks_like_path};
use crate::solutions::streams::{Held, untold};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use diagnostics::Redactor;
use solution::model::Workflow;
use solution::workflow::{self, ActionOptions, ActionResult, ActionStatus, Done, FinalStatus, SkipReason, Streams};
use solution::{Resolved, execution, resolve};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use value::{Map, Timestamp, lossy_text};

pub(super) fn command() -> Command {
    with_flags(
        Command::new("solution").visible_aliases(["sol", "s"]).about("Runs the workflow of a solution").after_help(
            format!(
                "Examples:\n  upright run solution -f solution.yaml env=prod\n  \
             upright run solution -f solution.yaml --dry-run\n\n{GLOBAL_HELP}"
            ),
        ),
    )
    .arg(
        Arg::new("action")
            .long("action")
            .value_name("NAME")
            .action(ArgAction::Append)
            .help("Only this action and what it needs; may be repeated"),
    )
    .arg(Arg::new("words").value_name("KEY=VALUE").num_args(0..).help("Parameters"))
}

pub(super) fn action_command() -> Command {
    with_flags(
        Command::new("action")
            .visible_aliases(["actions"])
            .about("Runs some actions of a solution, and what they need"),
    )
    .after_help(GLOBAL_HELP)
    .arg(
        Arg::new("words")
            .value_name("NAME|KEY=VALUE")
            .num_args(0..)
            .help("Actions, and parameters; all actions when none is named"),
    )
}

fn with_flags(command: Command) -> Command {
    let switch =
        |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    command
        .args(common::flags())
        .arg(
            Arg::new("action-timeout")
                .long("action-timeout")
                .value_name("TIME")
                .value_parser(common::duration)
                .help("How long an action may take that does not say it itself [default: 5m]"),
        )
        .arg(
            Arg::new("max-action-concurrency")
                .long("max-action-concurrency")
                .value_name("N")
                .value_parser(value_parser!(usize))
                .help("How many actions run at once; 0 is as many as can [default: 0]"),
        )
        .arg(
            Arg::new("on-conflict")
                .long("on-conflict")
                .value_name("STRATEGY")
                .value_parser(["error", "overwrite", "skip", "skip-unchanged", "append"])
                .help("What becomes of files that are there already"),
        )
        .arg(switch("force", "The same as --on-conflict skip-unchanged").conflicts_with("on-conflict"))
        .arg(switch("backup", "Keep a copy of files that are overwritten"))
        .arg(switch("redact", "Mask secrets in every form of output"))
        .arg(switch("show-execution", "Tell how the resolvers did"))
        .arg(switch("dry-run", "Do nothing, and say what would be done"))
        .arg(output::run_flag())
}

pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let words = matches.get_many::<String>("words").into_iter().flatten().map(String::as_str);
    let (parameters, others) = parted(words);
    let refuse = |exit: Exit, message: &str| {
        console::error(message, redactor);
        exit
    };
    let named = match (others.as_slice(), matches.contains_id("file")) {
        ([], _) => None,
        ([_, second, ..], _) => {
            return refuse(Exit::Usage, &format!("one solution can be run; `{second}` is the second that is named"));
        }
        ([_], true) => return refuse(Exit::Usage, "cannot use both -f/--file and a positional argument"),
        ([path], false) if looks_like_path(path) && !path.contains("://") => {
            return refuse(Exit::Invalid, &format!("local file paths must use -f/--file flag: -f {path}"));
        }
        ([named], false) => Some(*named),
    };
    let wanted: Vec<String> = matches.get_many::<String>("action").into_iter().flatten().cloned().collect();
    let asked =
        Asked { command: "run solution", named, words: &parameters, search: Search::Solution, start: Start::Beside };
    run_with(matches, asked, &wanted, redactor)
}

pub(super) fn run_action(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let words = matches.get_many::<String>("words").into_iter().flatten().map(String::as_str);
    let (parameters, names) = parted(words);
    let asked =
        Asked { command: "run action", named: None, words: &parameters, search: Search::Action, start: Start::Beside };
    run_with(matches, asked, &names.into_iter().map(ToOwned::to_owned).collect::<Vec<_>>(), redactor)
}

fn run_with(matches: &ArgMatches, asked: Asked<'_>, wanted: &[String], redactor: &Redactor) -> Exit {
    let loaded = match common::load(matches, asked, redactor) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    if let Some(unused) = ["expression", "where"].into_iter().find(|name| matches.contains_id(name)) {
        console::warning(&format!("`--{unused}` has no effect here; it is for `upright run resolver`"), redactor);
    }
    let Some(workflow) = loaded.solution.workflow.as_ref().filter(|workflow| has_work(workflow)) else {
        let name = &loaded.solution.facts.name;
        console::error(
            &format!("solution \"{name}\" has no workflow defined; use 'upright run resolver' for its values"),
            redactor,
        );
        return Exit::Invalid;
    };
    let problems = workflow::check(workflow, &loaded.session.registry);
    if problems.has_errors() {
        loaded.refuse(&problems);
        return Exit::Usage;
    }
    let resolved = resolve(&loaded.session, &loaded.solution, &loaded.order, None, &loaded.resolving);
    common::remark(&loaded, &resolved);
    if matches.get_flag("dry-run") && loaded.session.interrupt.signalled().is_none() {
        let exit = rehearse(matches, &loaded, workflow, &resolved, wanted, redactor);
        loaded.finish(matches);
        return exit;
    }
    if let Some(error) = &resolved.error {
        common::complain(&loaded, error, "resolver execution failed: ");
        loaded.finish(matches);
        return Exit::Failed.unless_ended(&loaded.session.interrupt);
    }
    let exit = act(matches, &loaded, workflow, &resolved, wanted, redactor);
    loaded.finish(matches);
    exit
}

fn has_work(workflow: &Workflow) -> bool {
    let some = |actions: &Option<_>| {
        actions.as_ref().is_some_and(|actions: &document::decode::Entries<_>| !actions.0.is_empty())
    };
    some(&workflow.actions) || some(&workflow.finally)
}

fn act(
    matches: &ArgMatches,
    loaded: &Loaded,
    workflow: &Workflow,
    resolved: &Resolved,
    wanted: &[String],
    redactor: &Redactor,
) -> Exit {
    let scope = solution::planning(solution::values(&loaded.solution, resolved));
    let named = (!wanted.is_empty()).then_some(wanted);
    let secrets = solution::secret_names(&loaded.solution, resolved);
    let plan = match workflow::plan(&loaded.session, workflow, &scope, &secrets, named) {
        Ok(plan) => plan,
        Err(error) => {
            common::complain_at(loaded, &error.text, error.spot.as_ref(), None);
            return Exit::Invalid;
        }
    };
    let form = matches.get_one::<String>("output").map_or("auto", String::as_str);
    let tells = matches.get_flag("show-execution");
    let execution = (tells || loaded.solution.mentions("__execution"))
        .then(|| execution(&loaded.solution, &loaded.order, resolved, redactor));
    let beside = solution::beside(&loaded.session.directories.working, execution.clone());
    let options = ActionOptions {
        timeout: loaded.acting.timeout,
        at_once: loaded.acting.at_once,
        schema_mode: workflow.schema_mode(),
        aliases: workflow::aliases(workflow),
        beside,
        nested: false,
    };
    let for_people = !output::is_for_programs(form) && form != "quiet";
    let quiet = matches.get_flag("quiet");
    let held = Arc::new(Held::new(for_people, quiet, &loaded.progress, loaded.world(), redactor));
    let streams: Arc<dyn Streams> = Arc::clone(&held) as _;
    let clock = &loaded.session.world.read().clock;
    let (started, start) = (clock.now(), clock.monotonic());
    let done = workflow::run(&loaded.session, &plan, &scope.data, &options, &streams);
    let took = clock.monotonic().saturating_sub(start);
    loaded.progress.end();
    let has_news =
        |(_, result): &(String, ActionResult)| result.status != ActionStatus::Succeeded || !result.warnings.is_empty();
    if matches.get_flag("verbose") || done.error.is_some() || done.results.iter().any(has_news) {
        held.end_line();
    }
    for (name, result) in &done.results {
        for warning in &result.warnings {
            console::warning(&format!("action \"{name}\": {warning}"), redactor);
        }
    }
    if matches.get_flag("verbose") {
        tell_all(&done, redactor);
    }
    let mut printed = Exit::Done;
    if for_people {
        tell(&done, redactor);
    } else {
        let ended = clock.now();
        let mut document = document(&done, &started, &ended, took, redactor);
        if let Some(execution) = execution.filter(|_| tells) {
            document.insert("__execution", execution);
        }
        if form == output::LINES {
            printed = Lines::new(redactor, loaded.world()).print(last_line("summary", &document));
        } else {
            printed = output::print(&document.into(), form, matches.get_flag("redact"), redactor);
        }
    }
    if let Some((text, spot)) = &done.error {
        common::complain_at(loaded, &format!("action execution failed: {text}"), spot.as_ref(), None);
    }
    match exit_of(&done) {
        Exit::Done => held.exit().unwrap_or(printed),
        exit => exit,
    }
}

/// Says what would be done. A resolver that failed is a warning, and what needs it cannot be told.
fn rehearse(
    matches: &ArgMatches,
    loaded: &Loaded,
    workflow: &Workflow,
    resolved: &Resolved,
    wanted: &[String],
    redactor: &Redactor,
) -> Exit {
    let form = matches.get_one::<String>("output").map_or("auto", String::as_str);
    let verbose = matches.get_flag("verbose");
    // Programs that know the original get no plan when a resolver failed that it needs, unless they ask for more.
    let is_original = !verbose && form != output::LINES && output::is_for_programs(form);
    let data = if is_original { solution::values } else { solution::values_ahead }(&loaded.solution, resolved);
    let scope = solution::planning_after(data, &resolved.left_out);
    let mut warnings: Vec<String> =
        resolved.error.iter().map(|error| format!("resolver execution failed: {error}")).collect();
    if let (Some(first), false) = (&resolved.error, is_original) {
        let others = resolved.results.iter().flatten().filter_map(|result| result.error.as_ref());
        let others = others.map(ToString::to_string).filter(|other| !first.text.contains(other.as_str()));
        warnings.extend(others);
        warnings.push("a run ends there, before its first action".to_owned());
    }
    let named = (!wanted.is_empty()).then_some(wanted);
    let secrets = solution::secret_names(&loaded.solution, resolved);
    let plan = workflow::plan(&loaded.session, workflow, &scope, &secrets, named);
    let plan = plan.map_err(|error| warnings.push(format!("action graph build failed: {}", error.text))).ok();
    let at_once = loaded.acting.at_once;
    let before = (&scope, &*resolved.left_out);
    let dry = workflow::DryRun::of(&loaded.session, &loaded.solution, before, plan.as_ref(), at_once, warnings);
    let printed = match form {
        output::LINES => Lines::new(redactor, loaded.world()).print(last_line("plan", &dry.to_map(verbose))),
        form if output::is_for_programs(form) || form == "quiet" => {
            output::print(&dry.to_map(verbose).into(), form, true, redactor)
        }
        _ => console::print(&redactor.text(&dry.text(verbose))),
    };
    if resolved.error.is_some() && matches.get_flag("strict") { Exit::Failed } else { printed }
}

fn exit_of(done: &Done) -> Exit {
    match done.ended_by {
        Some(signal) => signal.into(),
        None if done.status == FinalStatus::Failed || done.finally_failed => Exit::ActionFailed,
        None => Exit::Done,
    }
}

/// What people see of actions that failed, or were not done.
fn tell(done: &Done, redactor: &Redactor) {
    let mut cancelled = Cancelled::of(done);
    for (name, result) in &done.results {
        let line = match result.status {
            ActionStatus::Failed | ActionStatus::TimedOut => {
                format!("{}Error [{name}]: {}\n", lossy_text(&untold(result, "stderr")), result.told_error())
            }
            ActionStatus::Cancelled => cancelled.line(name),
            ActionStatus::Skipped if result.skip_reason == Some(SkipReason::DependencyFailed) => {
                format!("Skipped [{name}]: dependency-failed\n")
            }
            _ => continue,
        };
        console::complain(&redactor.text(&line));
    }
}

/// How many elements of each loop were not done; a loop is told of once.
struct Cancelled<'d>(HashMap<&'d str, (usize, usize)>);

impl<'d> Cancelled<'d> {
    fn of(done: &'d Done) -> Self {
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
        for (name, result) in &done.results {
            if let Some((looped, _)) = name.split_once('[') {
                let (cancelled, all) = counts.entry(looped).or_default();
                *cancelled += usize::from(result.status == ActionStatus::Cancelled);
                *all += 1;
            }
        }
        Self(counts)
    }

    /// The line of an action, or of its loop when it is the first of that.
    fn line(&mut self, name: &str) -> String {
        let Some((looped, _)) = name.split_once('[') else { return format!("Cancelled [{name}]\n") };
        let told = self.0.remove(looped);
        told.map(|(cancelled, all)| format!("Cancelled [{looped}]: {cancelled} of {all} elements\n"))
            .unwrap_or_default()
    }
}

/// With `--verbose`: a line for each action.
fn tell_all(done: &Done, redactor: &Redactor) {
    for (name, result) in &done.results {
        let took = value::Duration::from(result.took);
        let line = match (result.status, result.skip_reason) {
            (ActionStatus::Succeeded | ActionStatus::Running, _) => format!("  ✓ {name} ({took})\n"),
            (ActionStatus::Skipped, Some(reason)) => format!("  ○ {name} (skipped: {})\n", reason.word()),
            (status @ (ActionStatus::Skipped | ActionStatus::Cancelled), _) => {
                format!("  ○ {name} ({})\n", status.word())
            }
            (status, _) => format!("  ✗ {name} ({}: {})\n", status.word(), result.told_error()),
        };
        console::complain(&redactor.text(&line));
    }
}

/// The last line of a stream: the result without what the lines before have told.
fn last_line(event: &'static str, document: &Map) -> Map {
    let mut line: Map = [("event", event)].into_iter().collect();
    for (key, value) in document.iter().filter(|(key, _)| key.as_str() != Some("actions")) {
        line.insert(key.clone(), value.clone());
    }
    line
}

/// The result for programs. Results are data and carry real values; what is said of failures is masked as everywhere.
fn document(done: &Done, started: &Timestamp, ended: &Timestamp, took: Duration, redactor: &Redactor) -> Map {
    let mut document = Map::new();
    document.insert("status", done.status.word());
    document.insert("startTime", started.to_rfc3339());
    document.insert("endTime", ended.to_rfc3339());
    document.insert("duration", value::Duration::from(took).to_string());
    let mut actions = Map::new();
    for (name, result) in &done.results {
        let mut action = Map::new();
        action.insert("status", result.status.word());
        if let Some(results) = &result.results {
            action.insert("results", results.clone());
        }
        if let Some(error) = result.shown_error() {
            action.insert("error", redactor.text(error).into_owned());
        }
        if let Some(reason) = result.skip_reason {
            action.insert("skipReason", reason.word());
        }
        actions.insert(name.as_str(), action);
    }
    document.insert("actions", actions);
    for (key, names) in [
        ("failedActions", done.names(ActionResult::is_failure)),
        ("skippedActions", done.names(ActionResult::is_skipped)),
    ] {
        if !names.is_empty() {
            document.insert(key, names);
        }
    }
    document
}
