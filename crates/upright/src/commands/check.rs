//! `upright check`.

use super::apply::{load_error, options, path};
use super::check_solution;
use crate::console;
use crate::exit::Exit;
use crate::limits;
use clap::ArgMatches;
use diagnostics::{Diagnostics, FileId, Redactor, Renderer, Sources};
use document::Options as Syntax;
use manifest::Checked;
use solution::Origin;
use std::path::{Path, PathBuf};
use system::{Interrupt, ReadWorld, WriteWorld};

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
        // What looks like a secret in a manifest need be none in a solution.
        let of_manifest = redactor.separate();
        let checked = manifest::check(&self.file, self.strict, &world.read, &mut sources, &of_manifest, &self.load);
        let checked = match checked {
            Ok(checked) => Checked { problems: limits::name_flags(checked.problems), ..checked },
            Err(error) => return load_error(&error, &of_manifest),
        };
        if let Some(file) = solution_in(&checked.problems) {
            return self.solution(&sources, file, &world.read, redactor);
        }
        let is_document =
            || document::parse_any(sources.content(FileId::FIRST), FileId::FIRST, &Syntax::manifest()).is_ok();
        let redactor = if checked.steps.is_some() || is_document() {
            of_manifest
        } else {
            check_solution::wary_of(&mut sources, &of_manifest)
        };
        let resources = checked.steps.unwrap_or(0);
        let with = match checked.profiles.len() {
            0 => String::new(),
            1 => ", with 1 profile".to_owned(),
            count => format!(", with {count} profiles"),
        };
        let fine = format!("{}{with}", counted(resources, "resource"));
        let printed = self.tell(&checked.problems, &sources, &fine, &redactor);
        match checked.steps {
            None => crate::codes::exit_of(&checked.problems),
            Some(_) if checked.problems.is_empty() => printed,
            Some(_) => Exit::Usage,
        }
    }

    /// The document is the other kind. Its text has been read already; a pipe would not give it twice.
    fn solution(&self, sources: &Sources, file: FileId, world: &ReadWorld, redactor: &Redactor) -> Exit {
        let directory = world.environment.directory().unwrap_or_default();
        let path = (self.file != Path::new("/dev/stdin")).then(|| directory.join(&self.file));
        let origin = Origin { name: sources.name(file).to_owned(), path };
        let checked = match check_solution::check(sources.content(file), &origin, world, redactor) {
            Ok(checked) => checked,
            Err(exit) => return exit,
        };
        let (found, redactor) = (&checked.found, &checked.redactor);
        let (resolvers, actions) = found.size.unwrap_or_default();
        let good = format!("{} and {}", counted(resolvers, "resolver"), counted(actions, "action"));
        let printed = self.tell(&found.problems, &checked.sources, &good, redactor);
        match found.size {
            None => Exit::Invalid,
            Some(_) if found.problems.is_empty() => printed,
            Some(_) => Exit::Usage,
        }
    }

    /// Shows the problems, or that there are none in what was looked at.
    fn tell(&self, problems: &Diagnostics, sources: &Sources, fine: &str, redactor: &Redactor) -> Exit {
        if self.json {
            let renderer = Renderer::new(sources, redactor.clone());
            let problems: Vec<_> = problems.iter().map(|problem| renderer.record(problem)).collect();
            let text = serde_json::to_string_pretty(&problems).expect("problems are plain data") + "\n";
            return console::print(&text);
        }
        if problems.is_empty() {
            return console::print(&redactor.text(&format!("{}: no problems in {fine}\n", self.file.display())));
        }
        console::show(problems, sources, redactor);
        Exit::Done
    }
}

/// What is said of a solution where a manifest is expected.
const IS_A_SOLUTION: &str = "manifest::is-a-solution";

/// The file that turned out to be a solution.
fn solution_in(problems: &Diagnostics) -> Option<FileId> {
    problems.iter().find(|problem| problem.code.id == IS_A_SOLUTION)?.span().map(|span| span.file)
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_exists() {
        assert!(diagnostics::find_code(&crate::codes::all(), IS_A_SOLUTION).is_ok());
    }
}
