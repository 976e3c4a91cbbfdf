//! `upright run`.

pub(super) mod common;
mod hidden;
mod provider;
mod resolver;
mod solution;

use crate::exit::Exit;
use crate::solutions::flags::GLOBAL_HELP;
use clap::{ArgMatches, Command};
use diagnostics::Redactor;

/// The command with what can be run.
pub(crate) fn command() -> Command {
    Command::new("run").about("Runs a solution, or a part of one").defer(|command| {
        command
            .after_help(GLOBAL_HELP)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand(solution::command())
            .subcommand(solution::action_command())
            .subcommand(resolver::command())
            .subcommand(provider::command())
    })
}

/// Runs what was typed.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    match matches.subcommand() {
        Some(("solution", matches)) => solution::run(matches, redactor),
        Some(("action", matches)) => solution::run_action(matches, redactor),
        Some(("resolver", matches)) => resolver::run(matches, redactor),
        Some(("provider", matches)) => provider::run(matches, redactor),
        _ => Exit::Usage,
    }
}
