//! The commands.

pub(crate) mod api;
mod apply;
mod check;
pub(crate) mod check_solution;
mod ensure;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod explain_data;
pub(crate) mod generate;
pub(crate) mod get;
pub(crate) mod hiera;
pub(crate) mod later;
mod render;
pub(crate) mod render_solution;
mod resolver_refs;
pub(crate) mod run;
mod running;
pub(crate) mod scaffold;
pub(crate) mod secrets;
pub(crate) mod session;
pub(crate) mod state;
pub(crate) mod status;

use crate::exit::Exit;
use clap::ArgMatches;
use diagnostics::Redactor;

/// Runs the command that was typed.
pub(crate) fn dispatch(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    match matches.subcommand() {
        Some(("apply", matches)) => apply::Options::of(matches, redactor).run(redactor),
        Some(("ensure", matches)) => ensure::run(matches, redactor),
        Some(("check", matches)) => check::Options::of(matches).run(redactor),
        Some(("eval", matches)) => eval::run(matches, redactor),
        Some(("data", matches)) => explain_data::run(matches, redactor),
        Some(("facts", matches)) => hiera::run_facts(matches, redactor),
        Some(("hiera", matches)) => hiera::run(matches, redactor),
        Some(("status", matches)) => status::run(matches, redactor),
        Some(("session", matches)) => session::run(matches, redactor),
        Some(("explain", matches)) => explain::run(matches, redactor),
        Some(("run", matches)) => run::run(matches, redactor),
        Some(("render", matches)) => render_solution::run(matches, redactor),
        Some(("get", matches)) => get::run(matches, redactor),
        Some(("scaffold", matches)) => scaffold::run(matches, redactor),
        Some(("secrets", matches)) => secrets::run(matches, redactor),
        Some(("schema", matches)) => generate::schema(matches),
        Some(("completions", matches)) => generate::completions(matches),
        Some(("man", matches)) => generate::man(matches),
        Some((name, matches)) if later::is(name) => later::run(name, matches, redactor),
        _ => Exit::Usage,
    }
}

/// What stands for a secret: the original of each kind of document has its own word.
pub(crate) fn mask(matches: &ArgMatches) -> &'static str {
    match matches.subcommand_name() {
        Some("run" | "get" | "render" | "secrets") => "[REDACTED]",
        _ => "<secret>",
    }
}
