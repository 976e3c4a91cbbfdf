//! `upright check`.

use super::apply::{load_error, options, path};
use crate::console;
use crate::exit::Exit;
use crate::limits;
use clap::ArgMatches;
use diagnostics::{Redactor, Renderer, Sources};
use manifest::Checked;
use std::path::PathBuf;
use system::{Interrupt, WriteWorld};

/// What was typed.
pub(super) struct Options {
    file: PathBuf,
    load: manifest::Options,
    json: bool,
    strict: bool,
}

impl Options {
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let json = matches.get_one::<String>("output").is_some_and(|form| form == "json");
        Self { file: path(matches, "file"), load: options(matches), json, strict: matches.get_flag("strict") }
    }

    pub(super) fn run(&self, redactor: &Redactor) -> Exit {
        let world = WriteWorld::real(Interrupt::never(), Vec::new());
        let mut sources = Sources::new();
        let checked = manifest::check(&self.file, self.strict, &world.read, &mut sources, redactor, &self.load);
        let checked = match checked {
            Ok(checked) => Checked { problems: limits::name_flags(checked.problems), ..checked },
            Err(error) => return load_error(&error, redactor),
        };
        let mut printed = Exit::Done;
        if self.json {
            let renderer = Renderer::new(&sources, redactor.clone());
            let problems: Vec<_> = checked.problems.iter().map(|problem| renderer.record(problem)).collect();
            let text = serde_json::to_string_pretty(&problems).expect("problems are plain data") + "\n";
            printed = console::print(&text);
        } else if checked.problems.is_empty() {
            let resources = checked.steps.unwrap_or(0);
            let noun = if resources == 1 { "resource" } else { "resources" };
            let with = match checked.profiles.len() {
                0 => String::new(),
                1 => ", with 1 profile".to_owned(),
                count => format!(", with {count} profiles"),
            };
            let text = format!("{}: no problems in {resources} {noun}{with}\n", self.file.display());
            printed = console::print(&redactor.text(&text));
        } else {
            console::show(&checked.problems, &sources, redactor);
        }
        match checked.steps {
            None => crate::codes::exit_of(&checked.problems),
            Some(_) if checked.problems.is_empty() => printed,
            Some(_) => Exit::Usage,
        }
    }
}
