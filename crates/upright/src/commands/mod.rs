//! The commands.

mod apply;
mod check;
mod ensure;
pub(crate) mod eval;
mod explain;
mod generate;
mod running;
pub(crate) mod scaffold;

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
        Some(("explain", matches)) => explain::run(matches.get_one::<String>("code").map(String::as_str)),
        Some(("scaffold", matches)) => scaffold::run(matches, redactor),
        Some(("schema", _)) => generate::schema(),
        Some(("completions", matches)) => generate::completions(matches),
        Some(("man", matches)) => generate::man(matches),
        _ => Exit::Usage,
    }
}
