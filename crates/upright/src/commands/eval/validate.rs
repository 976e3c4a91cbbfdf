//! `upright eval validate`: whether an expression or template could be used.

use clap::ArgMatches;
use diagnostics::Redactor;
use value::{Map, Value};

use super::input::{self, Input};
use super::show::{self, Form, Mistake};
use super::{LANGUAGES, Language};
use crate::console;
use crate::exit::Exit;

pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let kind = matches.get_one::<String>("type");
    let Some(language) = LANGUAGES.iter().find(|language| Some(language.kind) == kind.map(String::as_str)) else {
        return Exit::Usage;
    };
    let input = match input::read_text(matches, language) {
        Ok(input) => input,
        Err(error) => return show::unreadable(error, redactor),
    };
    let checked = (language.check)(&input);
    let form = Form::of(matches);
    if form != Form::Auto {
        // Programs read the answer; that it is `false` is no failure.
        return show::record(&record(&input, language, &checked), form, redactor);
    }
    match checked {
        Ok(names) => console::print(&format!("valid {}{}\n", language.kind, more(&input, language, &names))),
        Err(mistake) => mistake.show(&input, redactor),
    }
}

/// What is said about a valid text beside that.
fn more(input: &Input, language: &Language, names: &[String]) -> String {
    match note(input, language) {
        Some(note) => format!(", {note}"),
        None if names.is_empty() => String::new(),
        None => format!(", refers to {}", names.join(", ")),
    }
}

/// What is right, and may be meant in another way.
fn note(input: &Input, language: &Language) -> Option<String> {
    without_actions(input, language).or_else(|| (language.doubt)(input))
}

/// That a template is only text, which is right, and rarely what somebody checks it for: the languages have other
/// delimiters.
fn without_actions(input: &Input, language: &Language) -> Option<String> {
    let (left, right) = language.delimiters_in(input);
    (language.is_template() && !input.expression().contains(left))
        .then(|| format!("without an action: actions are between `{left}` and `{right}`"))
}

fn record(input: &Input, language: &Language, checked: &Result<Vec<String>, Mistake>) -> Value {
    let mut record = Map::from_iter([("expression", Value::from(input.expression())), ("type", language.kind.into())]);
    record.insert("valid", Value::from(checked.is_ok()));
    match checked {
        Ok(names) => {
            if let Some(note) = note(input, language) {
                record.insert("note", note);
            }
            record.insert("references", names.iter().map(|name| Value::from(name.as_str())).collect::<Value>())
        }
        Err(mistake) => record.insert("error", mistake.text(input)),
    };
    record.into()
}
