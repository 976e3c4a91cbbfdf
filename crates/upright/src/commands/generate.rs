//! What is made from definitions: schemas, completions, the manual page.

use crate::exit::Exit;
use crate::{arguments, console};
use clap::ArgMatches;
use diagnostics::Redactor;
use document::decode::Decode;
use document::schema::{SchemaOptions, json_schema};
use solution::model::Top;
use value::{Escape, KeyOrder, Value};

const SOLUTION: &str = "solution";

/// The kinds of documents that have a schema.
pub(crate) fn schemas() -> impl Iterator<Item = &'static str> {
    manifest::SCHEMAS.iter().copied().chain([SOLUTION])
}

/// The schema of a solution, from the records that read it.
fn solution() -> Value {
    let id = "https://upright.dev/schemas/v1/solution.json";
    json_schema(Top::shape(), &SchemaOptions { id: Some(id), title: Some(SOLUTION), template: None })
}

/// `upright schema KIND`.
pub(super) fn schema(matches: &ArgMatches) -> Exit {
    let kind = matches.get_one::<String>("kind").map_or("", String::as_str);
    let schema = if kind == SOLUTION { Some(solution()) } else { manifest::schema(kind) };
    let Some(schema) = schema else { return Exit::Usage };
    let text = schema.to_json_pretty("  ", Escape::Plain, KeyOrder::Keep).expect("a schema is plain data");
    console::print(&(text + "\n"))
}

/// `upright completions SHELL`.
pub(super) fn completions(matches: &ArgMatches) -> Exit {
    let Some(shell) = matches.get_one::<clap_complete::Shell>("shell") else { return Exit::Usage };
    let mut text = Vec::new();
    clap_complete::generate(*shell, &mut arguments::command(), "upright", &mut text);
    console::print(&String::from_utf8_lossy(&text))
}

/// `upright man [COMMAND]`.
pub(super) fn man(matches: &ArgMatches) -> Exit {
    let mut command = arguments::command();
    command.build();
    let mut name = "upright".to_owned();
    for word in matches.get_many::<String>("command").into_iter().flatten() {
        let Some(found) = command.find_subcommand(word) else {
            console::error(&format!("`{name}` has no command `{word}`"), &Redactor::new(""));
            return Exit::NotFound;
        };
        (command, name) = (found.clone(), format!("{name}-{word}"));
    }
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(command).title(name).render(&mut text);
    rendered.expect("writing to memory does not fail");
    console::print(&String::from_utf8_lossy(&text))
}
