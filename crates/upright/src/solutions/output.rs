//! Results of solutions in the forms of the original.

use crate::console;
use crate::exit::Exit;
use clap::Arg;
use diagnostics::{Redactor, Style};
use providers::show::{self, Look};
use std::io::{self, IsTerminal};
use value::Value;

/// All values of `--output`.
pub(crate) const FORMS: [&str; 11] =
    ["auto", "table", "list", "tree", "mermaid", "text", "json", "yaml", "csv", "toml", "quiet"];

/// `-o`.
pub(crate) fn flag(default: &'static str) -> Arg {
    Arg::new("output")
        .long("output")
        .short('o')
        .value_name("FORM")
        .value_parser(FORMS)
        .default_value(default)
        .help("auto, table, list, tree, mermaid and text for people; json, yaml, csv and toml for programs; quiet")
}

/// Prints a result. In forms for programs it is data and carries real values, unless they are to be masked.
pub(crate) fn print(value: &Value, form: &str, masked: bool, redactor: &Redactor) -> Exit {
    let for_programs = matches!(form, "json" | "yaml" | "csv" | "toml");
    match text(value, form) {
        Ok(text) if for_programs && !masked => console::print(&text),
        Ok(text) => console::print(&redactor.text(&text)),
        Err(error) => {
            console::error(&error, redactor);
            Exit::Rendering
        }
    }
}

fn text(value: &Value, form: &str) -> Result<String, String> {
    let look = Look {
        colour: console::output_style() == Style::Colour,
        borders: io::stdout().is_terminal(),
        width: console::error_width(),
        ..Look::default()
    };
    let text = match form {
        "quiet" => return Ok(String::new()),
        "yaml" => show::yaml(value).map(|text| text + "\n"),
        "json" => show::json(value, &Look { colour: false, ..look }),
        "csv" => Ok(show::csv(value)),
        "toml" => show::toml(value),
        "tree" => Ok(show::tree(value)),
        "mermaid" => Ok(show::mermaid(value)),
        _ if !look.borders || form == "text" => Ok(show::text(value, &look)),
        "table" => Ok(show::table(value, &look)),
        "list" => Ok(show::list(value, &look)),
        _ => Ok(show::auto(value, &look)),
    };
    let text = text.map_err(|error| error.to_string())?;
    Ok(if text.ends_with('\n') || text.is_empty() { text } else { text + "\n" })
}
