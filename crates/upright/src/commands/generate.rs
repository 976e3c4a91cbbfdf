//! What is made from definitions: schemas, completions, the manual page.

use crate::exit::Exit;
use crate::{arguments, console};
use clap::ArgMatches;
use value::{Escape, KeyOrder};

/// `upright schema manifest`.
pub(super) fn schema() -> Exit {
    let text = manifest::schema().to_json_pretty("  ", Escape::Plain, KeyOrder::Keep).expect("a schema is plain data");
    console::print(&(text + "\n"));
    Exit::Done
}

/// `upright completions SHELL`.
pub(super) fn completions(matches: &ArgMatches) -> Exit {
    let Some(shell) = matches.get_one::<clap_complete::Shell>("shell") else { return Exit::Usage };
    let mut text = Vec::new();
    clap_complete::generate(*shell, &mut arguments::command(), "upright", &mut text);
    console::print(&String::from_utf8_lossy(&text));
    Exit::Done
}

/// `upright man`.
pub(super) fn man() -> Exit {
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(arguments::command()).render(&mut text);
    rendered.expect("writing to memory does not fail");
    console::print(&String::from_utf8_lossy(&text));
    Exit::Done
}
