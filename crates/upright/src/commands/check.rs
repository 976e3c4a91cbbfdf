//! `upright check`.

use super::apply::{load, path};
use crate::console;
use crate::exit::Exit;
use crate::limits;
use clap::ArgMatches;
use diagnostics::{Redactor, Renderer, Sources};
use std::path::PathBuf;
use system::{Interrupt, WriteWorld};

/// What was typed.
pub(super) struct Options {
    file: PathBuf,
    load: manifest::Options,
    json: bool,
}

impl Options {
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let json = matches.get_one::<String>("output").is_some_and(|form| form == "json");
        Self { file: path(matches, "file"), load: limits::options(matches), json }
    }

    pub(super) fn run(&self, redactor: &Redactor) -> Exit {
        let world = WriteWorld::real(Interrupt::never(), Vec::new());
        let mut sources = Sources::new();
        let loaded = match load(&self.file, &world.read, &mut sources, redactor, &self.load) {
            Ok(loaded) => loaded,
            Err(exit) => return exit,
        };
        let mut printed = Exit::Done;
        if self.json {
            let renderer = Renderer::new(&sources, redactor.clone());
            let problems: Vec<_> = loaded.problems.iter().map(|problem| renderer.record(problem)).collect();
            let text = serde_json::to_string_pretty(&problems).expect("problems are plain data") + "\n";
            printed = console::print(&text);
        } else if loaded.problems.is_empty() {
            let resources = loaded.catalog.as_ref().map_or(0, |c| c.resources.len());
            let noun = if resources == 1 { "resource" } else { "resources" };
            printed = console::print(&format!("{}: no problems in {resources} {noun}\n", self.file.display()));
        } else {
            console::show(&loaded.problems, &sources, redactor);
        }
        match loaded.catalog {
            None => Exit::Invalid,
            Some(_) if loaded.problems.is_empty() => printed,
            Some(_) => Exit::Usage,
        }
    }
}
