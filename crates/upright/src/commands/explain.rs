//! `upright explain`.

use super::get;
use crate::exit::Exit;
use crate::{codes, console};
use clap::{Arg, ArgMatches, Command};
use diagnostics::{Redactor, find_code};

/// The command.
pub(crate) fn command() -> Command {
    Command::new("explain")
        .about("Explains an error code, or a provider of solutions")
        .after_help("Examples:\n  upright explain file::mode-not-octal\n  upright explain provider http")
        .arg(Arg::new("code").help("Such as file::mode-not-octal, or provider; all codes are listed when left out"))
        .arg(Arg::new("name").help("The name of the provider"))
}

/// Prints the page of a code or of a provider, or all codes.
pub(super) fn run(matches: &ArgMatches) -> Exit {
    let word = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    match (word("code"), word("name")) {
        (Some("provider"), name) => get::explain_provider(name),
        (_, Some(name)) => {
            console::error(
                &format!("`explain` takes one code, or `provider` and a name; `{name}` is too much"),
                &Redactor::new(""),
            );
            Exit::Usage
        }
        (None, None) => list(),
        (Some(id), None) => page(id),
    }
}

fn list() -> Exit {
    let mut ids: Vec<&str> = codes::all().iter().flat_map(|list| list.iter()).map(|code| code.id).collect();
    ids.sort_unstable();
    console::print(&(ids.join("\n") + "\n"))
}

fn page(id: &str) -> Exit {
    match find_code(&codes::all(), id) {
        Ok(code) => {
            console::print(&(diagnostics::explain_code(code, console::output_style()).trim_end().to_owned() + "\n"))
        }
        Err(suggestion) => {
            let help = match suggestion {
                Some(known) => format!("did you mean `{known}`?"),
                None => "`upright explain` lists all codes".to_owned(),
            };
            console::error(&format!("there is no error code `{id}`; {help}"), &Redactor::new(""));
            Exit::NotFound
        }
    }
}
