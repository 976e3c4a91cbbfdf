//! `upright apply`.

use super::render;
use super::running::{MissingSession, RunOptions, real_world};
use crate::console;
use crate::exit::Exit;
use crate::{inputs, limits};
use clap::ArgMatches;
use clap::parser::ValueSource;
use diagnostics::{Redactor, Sources};
use manifest::source::{Nature, Source};
use manifest::{LoadError, Loaded};
use std::path::{Path, PathBuf};
use system::{ReadWorld, WriteWorld};

/// What was typed.
pub(super) struct Options {
    manifest: PathBuf,
    load: manifest::Options,
    run: RunOptions,
    render: bool,
    world: WriteWorld,
}

impl Options {
    pub(super) fn of(matches: &ArgMatches, redactor: &Redactor) -> Self {
        let world = real_world(redactor);
        let mut run = RunOptions::of(matches, !matches.get_flag("no-report"), &world.read);
        // ccm: `apply` leaves the variable alone.
        if matches.value_source("session") == Some(ValueSource::EnvVariable) {
            run.missing_session = MissingSession::DoWithout;
        }
        Self {
            manifest: path(matches, "manifest"),
            load: manifest::Options { ends_at_once: true, ..options(matches) },
            render: matches.get_flag("render"),
            run,
            world,
        }
    }

    pub(super) fn run(self, redactor: &Redactor) -> Exit {
        let Self { world, .. } = self;
        let mut sources = Sources::new();
        let loaded = match load(&self.manifest, &world.read, &mut sources, redactor, &self.load) {
            Ok(loaded) => loaded,
            Err(exit) => return exit.unless_ended(&world.read.interrupt),
        };
        let Loaded { catalog, problems, fetched, .. } = loaded;
        let Some(catalog) = catalog else {
            console::show(&problems, &sources, redactor);
            return crate::codes::exit_of_run(&problems).unless_ended(&world.read.interrupt);
        };
        console::show_warnings(&problems, &sources, redactor);
        if self.render {
            return render::run(&catalog, redactor);
        }
        drop(sources);
        let name = Source::name(&self.manifest.display().to_string(), redactor);
        let exit = self.run.run(&name, &catalog, world, redactor);
        // The process ends here; taking thousands of resources apart piece by piece would only cost time.
        std::mem::forget(catalog);
        drop(fetched);
        exit
    }
}

/// The limits and inputs that were typed.
pub(super) fn options(matches: &ArgMatches) -> manifest::Options {
    manifest::Options { inputs: inputs::of(matches), ..limits::options(matches) }
}

/// Reads a document, or says why it cannot be read.
pub(super) fn load(
    path: &Path,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
    options: &manifest::Options,
) -> Result<Loaded, Exit> {
    let loaded = manifest::load(path, world, sources, redactor, options);
    let named = loaded.map(|loaded| Loaded { problems: limits::name_flags(loaded.problems), ..loaded });
    named.map_err(|error| load_error(&error, redactor))
}

/// Says why a document cannot be read.
pub(super) fn load_error(error: &LoadError, redactor: &Redactor) -> Exit {
    console::error(&error.to_string(), redactor);
    match error {
        LoadError::Missing(_) => Exit::NotFound,
        LoadError::File(error) if error.is_permission_denied() => Exit::Denied,
        LoadError::File(_) => Exit::Invalid,
        LoadError::Source(error) => match error.nature() {
            Nature::Invalid => Exit::Invalid,
            Nature::NotFound => Exit::NotFound,
            Nature::Denied => Exit::Denied,
            Nature::Unreachable => Exit::Unreachable,
            Nature::Interrupted => Exit::Interrupted,
        },
    }
}

/// The path of a document; `-` is standard input.
pub(super) fn path(matches: &ArgMatches, name: &str) -> PathBuf {
    match matches.get_one::<PathBuf>(name) {
        Some(path) if path == Path::new("-") => PathBuf::from("/dev/stdin"),
        path => path.cloned().unwrap_or_default(),
    }
}
