//! `upright render`: the plan of a solution as a document.

use super::run::common::{self, Asked, Loaded, Start};
use crate::console;
use crate::exit::Exit;
use crate::output::DataForm;
use crate::solutions::flags::GLOBAL_HELP;
use crate::solutions::reference::Search;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use diagnostics::Redactor;
use document::write::{Fidelity, Order, YamlStyle, to_yaml};
use solution::{draw_actions, planning_after, resolve, secret_names, values, workflow};
use std::path::{Path, PathBuf};
use system::files::{Attributes, Destination};
use value::{Escape, JsonStyle, KeyOrder, Value};

/// The command.
pub(crate) fn command() -> Command {
    Command::new("render").about("Prints the plan of a solution as a document").defer(|command| {
        command
            .after_help(GLOBAL_HELP)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand(solution_command())
    })
}

fn solution_command() -> Command {
    let switch =
        |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new("solution")
        .about("Prints the plan of a solution: every action with its inputs, and the order")
        .arg(Arg::new("words").value_name("KEY=VALUE").num_args(0..).help("Parameters"))
        .args(common::flags())
        .arg(switch("action-graph", "Draw which action needs which").conflicts_with_all([
            "output",
            "output-file",
            "compact",
            "snapshot",
        ]))
        .arg(common::graph_flag())
        .arg(switch("compact", "Everything on one line"))
        .arg(switch("no-timestamp", "Leave out when it was made"))
        .arg(
            Arg::new("output-file")
                .long("output-file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Where it is written, instead of standard output"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FORM")
                .value_parser(["json", "yaml"])
                .help("json or yaml"),
        )
}

/// Renders what was asked for.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    match matches.subcommand() {
        Some(("solution", matches)) => solution(matches, redactor),
        _ => Exit::Usage,
    }
}

fn solution(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let words: Vec<&str> = matches.get_many::<String>("words").into_iter().flatten().map(String::as_str).collect();
    let asked =
        Asked { command: "render solution", named: None, words: &words, search: Search::Any, start: Start::Here };
    let loaded = match common::load(matches, asked, redactor) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let Some(workflow) = &loaded.solution.workflow else {
        console::error(&format!("solution \"{}\" has no workflow defined", loaded.solution.facts.name), redactor);
        return Exit::Invalid;
    };
    let problems = workflow::check(workflow, &loaded.session.registry);
    if problems.has_errors() {
        loaded.refuse(&problems);
        return Exit::Usage;
    }
    let resolved = resolve(&loaded.session, &loaded.solution, &loaded.order, None, &loaded.resolving);
    common::remark(&loaded, &resolved);
    if let Some(error) = &resolved.error {
        common::complain(&loaded, error, "resolver execution failed: ");
        return Exit::Rendering.unless_ended(&loaded.session.interrupt);
    }
    let scope = planning_after(values(&loaded.solution, &resolved), &resolved.left_out);
    match workflow::plan(&loaded.session, workflow, &scope, &secret_names(&loaded.solution, &resolved), None) {
        Ok(plan) if matches.get_flag("action-graph") => {
            common::draw(&draw_actions(&plan, common::graph_form(matches)), redactor)
        }
        Ok(plan) => {
            let time = loaded.session.world.read().clock.now().to_rfc3339();
            let generated = (!matches.get_flag("no-timestamp")).then_some(time);
            put(&workflow::render(&plan, &loaded.session, generated), matches, &loaded, redactor)
        }
        Err(error) => {
            common::complain_at(&loaded, &error.text, error.spot.as_ref(), None);
            Exit::Rendering
        }
    }
}

fn put(document: &Value, matches: &ArgMatches, loaded: &Loaded, redactor: &Redactor) -> Exit {
    let form = matches.get_one::<String>("output").map_or("json", String::as_str);
    let text = if form == "yaml" {
        let document = providers::show::in_nanoseconds(document);
        to_yaml(&document, &YamlStyle { order: Order::Keep, fidelity: Fidelity::Texts, ..YamlStyle::default() })
            .map_err(|error| error.to_string())
    } else {
        let indent = (!matches.get_flag("compact")).then_some("  ");
        let style = JsonStyle { escape: Escape::Html, keys: KeyOrder::Keep, indent };
        document.to_json_styled(style).map_err(|error| error.to_string())
    };
    let text = match text {
        Ok(text) => DataForm::yaml_if(form == "yaml").masked(&text, redactor).into_owned(),
        Err(error) => {
            console::error(&error, redactor);
            return Exit::Rendering;
        }
    };
    let Some(file) = matches.get_one::<PathBuf>("output-file") else {
        return console::print(&if text.ends_with('\n') { text } else { text + "\n" });
    };
    let file = named(&loaded.session.directories.working.join(file), form, loaded);
    match loaded.write(&file, text.as_bytes(), Attributes::mode(0o600)) {
        Ok(()) => Exit::Done,
        Err(error) => {
            console::error(&error.to_string(), redactor);
            Exit::Failed
        }
    }
}

/// A file without an extension gets one; a device or pipe is what it is.
fn named(file: &Path, form: &str, loaded: &Loaded) -> PathBuf {
    let found = || Destination::of(&*loaded.session.world.read().files, file);
    if file.extension().is_some() || matches!(found(), Ok(Destination::Stream(_))) {
        file.to_owned()
    } else {
        file.with_extension(form)
    }
}
