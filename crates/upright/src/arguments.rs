//! What can be typed.

use crate::commands::{
    api, eval, explain, explain_data, generate, get, hiera, later, render_solution, run, scaffold, secrets, session,
    state, status,
};
use crate::solutions::flags;
use crate::{inputs, limits};
use clap::{Arg, ArgAction, Command, value_parser};
use engine::{EnsureCommand, FlagKind, TypeDef};
use std::ffi::OsStr;
use std::path::PathBuf;

/// The whole command line; help, completions and the man page are made from it.
pub(crate) fn command() -> Command {
    root().subcommands(commands())
}

/// What reads a command line that begins with `first`. Flags that go for all commands are given to each of them, which takes
/// as long as the rest of a start: so the others are left out when the first word says which one it is.
pub(crate) fn command_for(first: Option<&OsStr>) -> Command {
    let is_meant = |command: &Command| {
        let mut names = command.get_all_aliases().chain([command.get_name()]);
        names.any(|name| first.is_some_and(|first| first == name))
    };
    if first.is_some_and(|first| first == "--version") {
        return root();
    }
    let mut commands = commands();
    if commands.iter().any(is_meant) {
        commands.retain(is_meant);
    }
    root().subcommands(commands)
}

fn root() -> Command {
    Command::new("upright")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Brings a machine, or a tree of files, to the state somebody described, and proves that it got there")
        .after_help(
            "Examples:\n  \
             upright apply site.yaml --noop          show what would change, with diffs\n  \
             upright apply site.yaml                 change it\n  \
             upright check site.yaml                 find every mistake without touching the machine\n  \
             upright ensure file /etc/motd --content 'Welcome.'\n  \
             upright run solution -f solution.yaml --dry-run\n\n\
             Exit codes: 0 done, 1 a resource or resolver failed, 2 wrong usage or findings, 3 invalid document,\n\
             4 not found, 5 rendering failed, 6 an action failed, 7 unusable setting, 8 unreachable,\n\
             9 waited too long, 10 permission denied, 20 changed (with --exit-code), 130 interrupted,\n\
             143 terminated.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(switch("debug", "Taken for scripts written for the original").short('d').global(true).hide(true))
        .arg(switch("info", "Taken for scripts written for the original").global(true).hide(true))
        .arg(switch("show-sensitive", "Show secrets instead of masking them").global(true))
        .arg(switch("no-color", "No colours, also on a terminal").global(true).hide(true))
        .args(flags::global())
}

/// All commands. What belongs to one is put together when that one is given.
fn commands() -> Vec<Command> {
    let commands = [
        apply(),
        ensure(),
        check(),
        explain_data::command(),
        hiera::facts_command(),
        hiera::command(),
        session::command(),
        status::command(),
        eval::command(),
        run::command(),
        render_solution::command(),
        get::command(),
        explain::command(),
        scaffold::command(),
        secrets::command(),
        schema(),
        completions(),
        man(),
    ];
    commands.into_iter().chain(later::commands()).collect()
}

fn apply() -> Command {
    Command::new("apply").about("Brings this machine to the state of a manifest").defer(|command| {
        command
        .long_about(
            "Brings this machine to the state of a manifest.\n\nResources are looked at in the order in which they are \
             written. One that is right already is left alone; the others are changed, looked at again, and reported. \
             With --noop nothing is changed: the lines say what would be done, and a diff shows new content. Guards of \
             commands (onlyif, unless) do run with --noop.",
        )
        .arg(file_argument("manifest", "The manifest; - is standard input"))
        .args(run_flags())
        .arg(switch("no-report", "Leave the report out"))
        .arg(switch("report", "Show the report (the default)").overrides_with("no-report"))
        .arg(switch("monitor-only", "Ask health checks and do nothing else").conflicts_with("noop"))
        .arg(switch("render", "Print the manifest as it counts here, and do nothing"))
        .arg(session_flag())
        .args(inputs::flags())
        .args(limits::flags())
    })
}

fn ensure() -> Command {
    Command::new("ensure").about("Brings one resource to its state, without a manifest").defer(filled_ensure)
}

fn filled_ensure(command: Command) -> Command {
    let mut command = command
        .after_help(
            "Example:\n  upright ensure exec 'systemctl daemon-reload' --session /run/s --require file#/etc/unit",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(run_flags().into_iter().map(|arg| arg.global(true).help_heading("Run")))
        .arg(session_flag().global(true).help_heading("Run"))
        .args(inputs::ensure_flags().into_iter().map(|arg| arg.global(true)));
    for definition in resources::ALL {
        command = command.subcommand(ensure_type(definition));
    }
    command.subcommand(api::command())
}

fn ensure_type(definition: &'static TypeDef) -> Command {
    let EnsureCommand { arguments, flags } = &definition.ensure;
    let mut command = Command::new(definition.name).about(definition.about).visible_aliases(short(definition.name));
    for argument in *arguments {
        let arg = Arg::new(argument.name).value_name(argument.name).help(argument.help);
        command = command.arg(match argument.default {
            Some(default) => arg.default_value(default),
            None => arg.required(true).allow_hyphen_values(true),
        });
    }
    for flag in *flags {
        command = command.arg(ensure_flag(flag));
    }
    command
        .arg(text("alias", "ALIAS", "Another name for --require and --subscribe"))
        .arg(text("provider", "NAME", "How the work is done; chosen by the machine when left out"))
        .arg(
            text("require", "TYPE#NAME", "A resource of the session that must not have failed; may be repeated")
                .action(ArgAction::Append),
        )
        .arg(text("if", "EXPR", "Only when this expression is true").allow_hyphen_values(true))
        .arg(text("unless", "EXPR", "Not when this expression is true").allow_hyphen_values(true))
        .arg(text("check", "COMMAND", "A health check: exit code 0 is fine"))
        .arg(text("check-tries", "N", "How often the health check is tried").default_value("5"))
        .arg(text("check-sleep", "TIME", "How long to wait between two tries").default_value("1s"))
}

/// ccm: two types have a short name on the command line.
fn short(kind: &str) -> Option<&'static str> {
    match kind {
        "package" => Some("pkg"),
        "service" => Some("svc"),
        _ => None,
    }
}

fn ensure_flag(flag: &'static engine::Flag) -> Arg {
    let arg = Arg::new(flag.long).long(flag.long).help(flag.help);
    let arg = if let Some(short) = flag.short { arg.short(short) } else { arg };
    match flag.kind {
        FlagKind::Switch(_) | FlagKind::SwitchOff(_) => arg.action(ArgAction::SetTrue),
        FlagKind::Texts(_) | FlagKind::Pairs(..) | FlagKind::Map(..) | FlagKind::Numbers(_) => {
            arg.action(ArgAction::Append).allow_hyphen_values(true)
        }
        FlagKind::TextOr(_, default) => arg.default_value(default).allow_hyphen_values(true),
        FlagKind::FileInto(_) => arg.value_name("FILE").value_hint(clap::ValueHint::FilePath),
        FlagKind::UserAndGroup(..) => arg.value_name("USER:GROUP"),
        FlagKind::Text(_) | FlagKind::TextFrom(..) => arg.allow_hyphen_values(true),
    }
}

fn check() -> Command {
    Command::new("check")
        .about("Finds every mistake of a document without touching the machine")
        .defer(|command| { command
        .long_about(
            "Finds every mistake of a document without touching the machine, all of them at once.\n\nExit code 0: nothing \
             found; 2: findings only; 3: the document cannot be used.\n\nA solution is read with the files that it is \
             composed of. Keys that mean nothing are errors here; a run warns of them.\n\nFacts of other machines, in \
             profiles/*.yaml beside the manifest, are used instead of those of this machine when there are any.",
        )
        .arg(file_argument("file", "The document; - is standard input"))
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FORM")
                .value_parser(["text", "json"])
                .default_value("text")
                .help("text, or json: one object per problem in a list"),
        )
        .arg(switch("strict", "Keys that no data layer and no fact has are errors"))
        .args(inputs::flags())
        .args(limits::flags())
        })
}

fn schema() -> Command {
    Command::new("schema").about("Prints the JSON Schema of a kind of document, for editors").defer(|command| {
        command.arg(
            Arg::new("kind")
                .required(true)
                .value_parser(clap::builder::PossibleValuesParser::new(generate::schemas()))
                .help("The kind of document"),
        )
    })
}

fn completions() -> Command {
    Command::new("completions").about("Prints completions for a shell").defer(|command| {
        command
            .after_help("Example:\n  upright completions bash > /etc/bash_completion.d/upright")
            .arg(Arg::new("shell").required(true).value_parser(value_parser!(clap_complete::Shell)).help("The shell"))
    })
}

fn man() -> Command {
    Command::new("man").about("Prints a manual page").defer(|command| {
        command
            .after_help("Examples:\n  upright man | man -l -\n  upright man ensure file | man -l -")
            .arg(Arg::new("command").num_args(0..).help("The command it is about; the program when left out"))
    })
}

fn run_flags() -> Vec<Arg> {
    vec![
        switch("noop", "Rehearse: show what would be done, change nothing"),
        Arg::new("output")
            .long("output")
            .short('o')
            .value_name("FORM")
            .value_parser(["text", "json", "jsonl", "yaml"])
            .default_value("text")
            .help("text for people; json, jsonl or yaml for programs. jsonl prints one event a line as they happen"),
        switch("exit-code", "End with 20 when something changed, or would change"),
        switch("sync", "Bring all changes to the disk before the end"),
    ]
    .into_iter()
    .chain(state::flags())
    .collect()
}

pub(crate) fn session_flag() -> Arg {
    text("session", "DIR", "Keep events in this directory")
        .env("CCM_SESSION_STORE")
        .hide_env(true)
        .value_hint(clap::ValueHint::DirPath)
}

fn file_argument(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).required(true).value_parser(value_parser!(PathBuf)).value_hint(clap::ValueHint::FilePath).help(help)
}

fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn text(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}
