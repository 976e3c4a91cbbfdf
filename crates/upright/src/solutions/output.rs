//! Results of solutions in the forms of the original.

use crate::console;
use crate::exit::Exit;
use clap::Arg;
use diagnostics::Redactor;
use document::write::{YamlStyle, to_yaml};
use value::{Escape, KeyOrder, Value};

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
    match form {
        "quiet" => Ok(String::new()),
        "yaml" => {
            let text = to_yaml(value, &YamlStyle::default()).map_err(|error| error.to_string())?;
            Ok(text + "\n")
        }
        _ => value
            .to_json_pretty("  ", Escape::Html, KeyOrder::Sorted)
            .map(|text| text + "\n")
            .map_err(|error| error.to_string()),
    }
}
