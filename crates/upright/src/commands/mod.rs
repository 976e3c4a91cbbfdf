//! The commands.

pub(crate) mod api;
mod apply;
mod check;
mod ensure;
pub(crate) mod eval;
mod explain;
pub(crate) mod explain_data;
mod generate;
pub(crate) mod hiera;
mod render;
mod running;
pub(crate) mod scaffold;
pub(crate) mod session;
pub(crate) mod state;
pub(crate) mod status;

use crate::exit::Exit;
use clap::ArgMatches;
use diagnostics::Redactor;

/// Runs the command that was typed.
pub(crate) fn dispatch(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    match matches.subcommand() {
        Some(("apply", matches)) => apply::Options::of(matches).run(redactor),
        Some(("ensure", matches)) => ensure::run(matches, redactor),
        Some(("check", matches)) => check::Options::of(matches).run(redactor),
        Some(("eval", matches)) => eval::run(matches, redactor),
        Some(("data", matches)) => explain_data::run(matches, redactor),
        Some(("facts", matches)) => hiera::run_facts(matches, redactor),
        Some(("hiera", matches)) => hiera::run(matches, redactor),
        Some(("status", matches)) => status::run(matches, redactor),
        Some(("session", matches)) => session::run(matches, redactor),
        Some(("explain", matches)) => explain::run(matches.get_one::<String>("code").map(String::as_str)),
        Some(("scaffold", matches)) => scaffold::run(matches, redactor),
        Some(("schema", matches)) => generate::schema(matches),
        Some(("completions", matches)) => generate::completions(matches),
        Some(("man", matches)) => generate::man(matches),
        _ => Exit::Usage,
    }
}
