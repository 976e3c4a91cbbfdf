//! Results of solutions in the forms of the original.

use crate::console;
use crate::exit::Exit;
use clap::Arg;
use diagnostics::{Redactor, Style};
use engine::without_secrets;
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

/// `-o` of runs, which can also be told event by event.
pub(crate) fn run_flag() -> Arg {
    let forms: Vec<&str> = FORMS.into_iter().chain([LINES]).collect();
    flag("auto").value_parser(clap::builder::PossibleValuesParser::new(forms)).help(
        "auto, table, list, tree, mermaid and text for people; json, yaml, csv and toml for programs; jsonl for an event a \
         line; quiet",
    )
}

/// One event a line.
pub(crate) const LINES: &str = "jsonl";

/// Prints a result. In forms for programs it is data and carries real values, unless they are to be masked.
pub(crate) fn print(value: &Value, form: &str, masked: bool, redactor: &Redactor) -> Exit {
    if is_for_programs(form) && !masked {
        return print_data(value, form, redactor);
    }
    // Before anything is cut or escaped: what is left of a secret then is not recognised. And after, for what spans several.
    let text = text(&without_secrets(value, redactor), form);
    let once_more = |text: String| match form {
        "json" => redactor.json(&text).into_owned(),
        _ => redactor.text(&text).into_owned(),
    };
    put(text.map(once_more), redactor)
}

/// Prints a value as it is, secrets included.
pub(crate) fn print_data(value: &Value, form: &str, redactor: &Redactor) -> Exit {
    put(text(value, form), redactor)
}

/// Whether a form is data.
pub(crate) fn is_for_programs(form: &str) -> bool {
    matches!(form, "json" | "yaml" | "csv" | "toml" | LINES)
}

fn put(text: Result<String, String>, redactor: &Redactor) -> Exit {
    match text {
        Ok(text) => console::print(&text),
        Err(error) => {
            console::error(&error, redactor);
            Exit::Failed
        }
    }
}

fn text(value: &Value, form: &str) -> Result<String, String> {
    let look = Look {
        colour: console::output_style() == Style::Colour,
        borders: io::stdout().is_terminal(),
        width: console::output_width(),
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
