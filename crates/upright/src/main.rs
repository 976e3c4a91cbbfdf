//! The program: arguments, rendering and exit codes around the crates that do the work. Each command is an options
//! struct and a function from the world to an exit code.

mod arguments;
mod bridges;
mod codes;
mod commands;
mod console;
mod exit;
mod inputs;
mod limits;
mod output;
mod solutions;

use diagnostics::Redactor;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    system::survive_large_files();
    let words: Vec<OsString> = std::env::args_os().collect();
    let matches = match arguments::command_for(words.get(1).map(OsString::as_os_str)).try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) => return exit::usage(&error),
    };
    let redactor = Redactor::new(commands::mask(&matches));
    console::install_panic_hook(&redactor);
    if matches.get_flag("no-color") {
        console::forbid_colour();
    }
    if matches.get_flag("quiet") {
        console::leave_warnings_out();
    }
    if matches.get_flag("show-sensitive") {
        redactor.reveal();
    }
    commands::dispatch(&matches, &redactor).into()
}
