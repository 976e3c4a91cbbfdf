//! Commands of the original that are not available yet. They are taken with all their words, so that scripts learn why they
//! fail.

use crate::console;
use crate::exit::Exit;
use clap::{Arg, ArgMatches, Command};
use diagnostics::Redactor;
use std::ffi::OsString;

const NAMES: [&str; 4] = ["lint", "test", "snapshot", "solution"];

/// The commands, which help does not list.
pub(crate) fn commands() -> impl Iterator<Item = Command> {
    NAMES.into_iter().map(|name| {
        let words = Arg::new("words")
            .num_args(0..)
            .allow_hyphen_values(true)
            .trailing_var_arg(true)
            .value_parser(clap::value_parser!(OsString));
        Command::new(name).about("Not available yet").hide(true).disable_help_flag(true).arg(words)
    })
}

/// Whether a command is one of them.
pub(super) fn is(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Says that it is not available.
pub(super) fn run(name: &str, matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let first = matches.get_many::<OsString>("words").into_iter().flatten().next();
    let word = first.and_then(|word| word.to_str()).filter(|word| !word.starts_with('-') && name != "lint");
    let called = word.map_or_else(|| name.to_owned(), |word| format!("{name} {word}"));
    console::error(&format!("`upright {called}` is not available yet"), redactor);
    Exit::Usage
}
