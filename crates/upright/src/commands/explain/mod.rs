//! `upright explain`: error codes, the keys of solutions, providers, and solutions themselves.

mod kinds;
mod solution;

use super::get;
use crate::exit::Exit;
use crate::solutions::flags::Globals;
use crate::{codes, console};
use clap::{Arg, ArgAction, ArgMatches, Command};
use diagnostics::{Redactor, find_code};

/// The command.
pub(crate) fn command() -> Command {
    Command::new("explain").about("Explains an error code, a solution, the keys of solutions, or a provider").defer(
        |command| {
            command
        .after_help(
            "Examples:\n  upright explain file::mode-not-octal\n  upright explain provider http\n  \
             upright explain resolver\n  upright explain solution.spec.workflow -R\n  \
             upright explain solution -f solution.yaml",
        )
        .arg(Arg::new("what").help(
            "An error code; `provider`; `solution` for a file; or a kind with keys behind it, such as action.retry. \
             All codes are listed when left out",
        ))
        .arg(Arg::new("name").help("The name of the provider, the solution, or more keys"))
        .arg(Arg::new("recursive").long("recursive").short('R').action(ArgAction::SetTrue).help("Keys of keys as well"))
        .arg(
            Arg::new("file")
                .long("file")
                .short('f')
                .value_name("FILE")
                .help("With `solution`: a file, a URL, or - for standard input; solution.yaml when left out"),
        )
        },
    )
}

/// Prints the page of what was named, or all codes.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let word = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let is_recursive = matches.get_flag("recursive");
    match (word("what"), word("name")) {
        (None, _) => list(),
        (Some(id), None) if id.contains("::") => page(id, redactor),
        (Some("provider"), name) => get::explain_provider(name),
        (Some("solution"), name) if !is_recursive => {
            solution::run(word("file").or(name), &Globals::of(matches), redactor)
        }
        (Some(what), more) => match what.strip_prefix("provider.") {
            Some(name) if more.is_none() => get::explain_provider(Some(name)),
            _ => keys(what, more, is_recursive, redactor),
        },
    }
}

fn keys(what: &str, more: Option<&str>, is_recursive: bool, redactor: &Redactor) -> Exit {
    let path: Vec<&str> = what.split('.').chain(more.into_iter().flat_map(|more| more.split('.'))).collect();
    match kinds::page(&path, is_recursive) {
        Ok(page) => console::print(&page),
        Err(message) => {
            console::error(&message, redactor);
            Exit::Invalid
        }
    }
}

fn list() -> Exit {
    let mut ids: Vec<&str> = codes::all().iter().flat_map(|list| list.iter()).map(|code| code.id).collect();
    ids.sort_unstable();
    console::print(&(ids.join("\n") + "\n"))
}

fn page(id: &str, redactor: &Redactor) -> Exit {
    match find_code(&codes::all(), id) {
        Ok(code) => {
            console::print(&(diagnostics::explain_code(code, console::output_style()).trim_end().to_owned() + "\n"))
        }
        Err(suggestion) => {
            let help = match suggestion {
                Some(known) => format!("did you mean `{known}`?"),
                None => "`upright explain` lists all codes".to_owned(),
            };
            console::error(&format!("there is no error code `{id}`; {help}"), redactor);
            Exit::NotFound
        }
    }
}
