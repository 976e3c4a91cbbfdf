//! `upright eval`: one expression or template, worked out. A language is one file and one line in the list.

mod arguments;
mod cel;
mod exprlang;
mod gjson;
mod input;
mod jet;
mod show;
mod template;
mod validate;

use clap::ArgMatches;
use diagnostics::Redactor;
use document::Options;

use crate::exit::Exit;
use input::Input;
use show::{Answer, Form, Mistake};

pub(crate) use arguments::{command, data_arguments};
pub(super) use input::{InputError, data};
pub(super) use show::unreadable;

/// A language that can be tried out.
struct Language {
    /// The subcommand.
    name: &'static str,
    /// What `validate --type` calls it.
    kind: &'static str,
    about: &'static str,
    more: &'static str,
    /// What its text is called in the help.
    text: &'static str,
    /// What actions begin and end with, of a template.
    delimiters: Option<(&'static str, &'static str)>,
    /// How its data is read.
    dialect: fn() -> Options,
    evaluate: fn(&Input) -> Result<Answer, Mistake>,
    /// The names that the text refers to, when it is valid.
    check: fn(&Input) -> Result<Vec<String>, Mistake>,
    /// What a valid text may not mean in the way somebody meant it.
    doubt: fn(&Input) -> Option<String>,
    variables: Given,
}

/// What variables of the command line become.
enum Given {
    /// Names beside the data; whether a text can say such a name.
    Names(fn(&str) -> bool),
    /// Members of the data.
    Members,
}

/// There is nothing to doubt in a language whose mistakes are all found.
fn no_doubt(_: &Input) -> Option<String> {
    None
}

impl Language {
    fn is_template(&self) -> bool {
        self.delimiters.is_some()
    }

    /// What the actions of a template begin and end with: as it was said, or as the language has it.
    fn delimiters_in<'i>(&self, input: &'i Input) -> (&'i str, &'i str) {
        let said = input.delimiters.as_ref().map(|(left, right)| (left.as_str(), right.as_str()));
        said.or(self.delimiters).unwrap_or_default()
    }

    /// What messages call a text that was typed.
    fn called(&self) -> String {
        self.text.to_lowercase()
    }
}

/// All languages.
const LANGUAGES: &[Language] = &[exprlang::LANGUAGE, cel::LANGUAGE, gjson::LANGUAGE, template::LANGUAGE, jet::LANGUAGE];

/// Runs `eval <language> …`.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let Some((name, matches)) = matches.subcommand() else { return Exit::Usage };
    match LANGUAGES.iter().find(|language| language.name == name) {
        Some(language) => evaluate(language, matches, redactor),
        None => validate::run(matches, redactor),
    }
}

fn evaluate(language: &Language, matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let input = match input::read(matches, language) {
        Ok(input) => input,
        Err(error) => return unreadable(error, redactor),
    };
    let form = Form::of(matches);
    if matches.try_get_one::<bool>("show-refs").ok().flatten() == Some(&true) {
        return match (language.check)(&input) {
            Ok(names) => show::names(&names, form, redactor),
            Err(mistake) => mistake.show(&input, redactor),
        };
    }
    match (language.evaluate)(&input) {
        Ok(answer) if language.is_template() && form == Form::Auto => show::rendered(&answer.value),
        Ok(answer) => show::answer(&answer, input.expression(), form, redactor),
        Err(mistake) => mistake.show(&input, redactor),
    }
}
