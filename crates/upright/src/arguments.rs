//! What can be typed.

use crate::commands::{eval, scaffold};
use crate::limits;
use clap::{Arg, ArgAction, Command, value_parser};
use engine::{EnsureCommand, FlagKind, TypeDef};
use std::path::PathBuf;

/// The whole command line; help, completions and the man page are made from it.
pub(crate) fn command() -> Command {
    Command::new("upright")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Brings a machine, or a tree of files, to the state somebody described, and proves that it got there")
        .after_help(
            "Examples:\n  \
             upright apply site.yaml --noop          show what would change, with diffs\n  \
             upright apply site.yaml                 change it\n  \
             upright check site.yaml                 find every mistake without touching the machine\n  \
             upright ensure file /etc/motd --content 'Welcome.'\n\n\
             Exit codes: 0 done, 1 a resource failed, 2 wrong usage or findings, 3 invalid document, 4 not found,\n\
             10 permission denied, 20 changed (with --exit-code), 130 interrupted, 143 terminated.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(apply())
        .subcommand(ensure())
        .subcommand(check())
        .subcommand(eval::command())
        .subcommand(explain())
        .subcommand(scaffold::command())
        .subcommand(schema())
        .subcommand(completions())
        .subcommand(man())
}

fn apply() -> Command {
    Command::new("apply")
        .about("Brings this machine to the state of a manifest")
        .long_about(
            "Brings this machine to the state of a manifest.\n\nResources are looked at in the order in which they are \
             written. One that is right already is left alone; the others are changed, looked at again, and reported. \
             With --noop nothing is changed: the lines say what would be done, and a diff shows new content. Guards of \
             commands (onlyif, unless) do run with --noop.",
        )
        .arg(file_argument("manifest", "The manifest; - is standard input"))
        .args(run_flags())
        .arg(switch("no-report", "Leave the report out"))
        .arg(switch("report", "Show the report (the default)").overrides_with("no-report").hide(true))
        .arg(session_flag())
        .args(limits::flags())
}

fn ensure() -> Command {
    let mut command = Command::new("ensure")
        .about("Brings one resource to its state, without a manifest")
        .after_help(
            "Example:\n  upright ensure exec 'systemctl daemon-reload' --session /run/s --require file#/etc/unit",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(run_flags().into_iter().map(|arg| arg.global(true).help_heading("Run")))
        .arg(session_flag().global(true).help_heading("Run"));
    for definition in resources::ALL {
        command = command.subcommand(ensure_type(definition));
    }
    command
}

fn ensure_type(definition: &'static TypeDef) -> Command {
    let EnsureCommand { arguments, flags } = &definition.ensure;
    let mut command = Command::new(definition.name).about(definition.about);
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
}

fn ensure_flag(flag: &'static engine::Flag) -> Arg {
    let arg = Arg::new(flag.long).long(flag.long).help(flag.help);
    let arg = if let Some(short) = flag.short { arg.short(short) } else { arg };
    match flag.kind {
        FlagKind::Switch(_) => arg.action(ArgAction::SetTrue),
        FlagKind::Texts(_) | FlagKind::Numbers(_) => arg.action(ArgAction::Append).allow_hyphen_values(true),
        FlagKind::TextOr(_, default) => arg.default_value(default).allow_hyphen_values(true),
        FlagKind::FileInto(_) => arg.value_name("FILE").value_hint(clap::ValueHint::FilePath),
        FlagKind::UserAndGroup(..) => arg.value_name("USER:GROUP"),
        FlagKind::Text(_) => arg.allow_hyphen_values(true),
    }
}

fn check() -> Command {
    Command::new("check")
        .about("Finds every mistake of a document without touching the machine")
        .long_about(
            "Finds every mistake of a document without touching the machine, all of them at once.\n\nExit code 0: nothing \
             found; 2: findings only; 3: the document cannot be used.",
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
        .args(limits::flags())
}

fn explain() -> Command {
    Command::new("explain")
        .about("Explains an error code")
        .arg(Arg::new("code").help("Such as file::mode-not-octal; all of them are listed when left out"))
}

fn schema() -> Command {
    Command::new("schema")
        .about("Prints the JSON Schema of a kind of document, for editors")
        .arg(Arg::new("kind").required(true).value_parser(["manifest"]).help("The kind of document"))
}

fn completions() -> Command {
    Command::new("completions")
        .about("Prints completions for a shell")
        .after_help("Example:\n  upright completions bash > /etc/bash_completion.d/upright")
        .arg(Arg::new("shell").required(true).value_parser(value_parser!(clap_complete::Shell)).help("The shell"))
}

fn man() -> Command {
    Command::new("man")
        .about("Prints a manual page")
        .after_help("Examples:\n  upright man | man -l -\n  upright man ensure file | man -l -")
        .arg(Arg::new("command").num_args(0..).help("The command it is about; the program when left out"))
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
}

fn session_flag() -> Arg {
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
