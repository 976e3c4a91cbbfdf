//! `upright apply`.

use super::running::{RunOptions, real_world};
use crate::console;
use crate::exit::Exit;
use crate::limits;
use clap::ArgMatches;
use diagnostics::{Redactor, Sources};
use manifest::{LoadError, Loaded};
use std::path::{Path, PathBuf};
use system::ReadWorld;

/// What was typed.
pub(super) struct Options {
    manifest: PathBuf,
    load: manifest::Options,
    run: RunOptions,
}

impl Options {
    pub(super) fn of(matches: &ArgMatches) -> Self {
        Self {
            manifest: path(matches, "manifest"),
            load: limits::options(matches),
            run: RunOptions::of(matches, !matches.get_flag("no-report")),
        }
    }

    pub(super) fn run(&self, redactor: &Redactor) -> Exit {
        let world = real_world();
        let mut sources = Sources::new();
        let loaded = match load(&self.manifest, &world.read, &mut sources, redactor, &self.load) {
            Ok(loaded) => loaded,
            Err(exit) => return exit,
        };
        let Some(catalog) = loaded.catalog else {
            console::show(&loaded.problems, &sources, redactor);
            return Exit::Invalid;
        };
        console::show_warnings(&loaded.problems, &sources, redactor);
        drop(sources);
        let exit = self.run.run(&self.manifest.display().to_string(), &catalog, world, redactor);
        // The process ends here; taking thousands of resources apart piece by piece would only cost time.
        std::mem::forget(catalog);
        exit
    }
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
    named.map_err(|error| {
        console::error(&error.to_string(), redactor);
        match error {
            LoadError::Missing(_) => Exit::NotFound,
            LoadError::File(error) if error.is_permission_denied() => Exit::Denied,
            LoadError::File(_) => Exit::Invalid,
        }
    })
}

/// The path of a document; `-` is standard input.
pub(super) fn path(matches: &ArgMatches, name: &str) -> PathBuf {
    match matches.get_one::<PathBuf>(name) {
        Some(path) if path == Path::new("-") => PathBuf::from("/dev/stdin"),
        path => path.cloned().unwrap_or_default(),
    }
}
