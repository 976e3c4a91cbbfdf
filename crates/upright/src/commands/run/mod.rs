//! `upright run`.

mod provider;

use crate::exit::Exit;
use crate::solutions::flags::GLOBAL_HELP;
use clap::{ArgMatches, Command};
use diagnostics::Redactor;

/// The command with what can be run.
pub(crate) fn command() -> Command {
    Command::new("run")
        .about("Runs a provider of solutions")
        .after_help(GLOBAL_HELP)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(provider::command())
}

/// Runs what was typed.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    match matches.subcommand() {
        Some(("provider", matches)) => provider::run(matches, redactor),
        _ => Exit::Usage,
    }
}
