//! `upright eval validate`: whether an expression or template could be used.

use clap::ArgMatches;
use diagnostics::{Redactor, Sources};
use system::{Interrupt, ReadWorld};
use value::{Map, Value};

use super::input::Input;
use super::show::{self, Form, Mistake};
use super::{LANGUAGES, Language};
use crate::console;
use crate::exit::Exit;

pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let given = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let (text, kind, form) = (given("expression"), given("type"), Form::of(matches));
    let Some(language) = LANGUAGES.iter().find(|language| language.kind == kind) else { return Exit::Usage };
    let input = input(&text, language);
    let checked = (language.check)(&input);
    if form != Form::Auto {
        let printed = show::record(&record(&input, &text, &kind, &checked), form, redactor);
        return checked.err().map_or(printed, |mistake| mistake.exit);
    }
    match checked {
        Ok(names) if names.is_empty() => console::print(&format!("valid {kind}\n")),
        Ok(names) => console::print(&format!("valid {kind}, refers to {}\n", names.join(", "))),
        Err(mistake) => mistake.show(&input, redactor),
    }
}

fn input(text: &str, language: &Language) -> Input {
    let mut sources = Sources::new();
    let file = sources.add(language.called(), text);
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    let (variables, text) = (Map::new(), text.as_bytes().to_vec());
    Input { sources, file, text, data: Value::Null, variables, delimiters: None, world }
}

fn record(input: &Input, text: &str, kind: &str, checked: &Result<Vec<String>, Mistake>) -> Value {
    let mut record = Map::from_iter([("expression", Value::from(text)), ("type", kind.into())]);
    record.insert("valid", Value::from(checked.is_ok()));
    match checked {
        Ok(names) => {
            record.insert("references", names.iter().map(|name| Value::from(name.as_str())).collect::<Value>())
        }
        Err(mistake) => {
            record.insert("error", mistake.text());
            record.insert("problems", mistake.record(input))
        }
    };
    record.into()
}
