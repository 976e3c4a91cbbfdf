//! Custom fact files. Whatever is wrong with them is said and never stops a run.

use super::codes::{LINK, RELATIVE, UNREADABLE};
use super::load::{Form, read};
use diagnostics::{Diagnostic, Diagnostics, Severity, Sources};
use gostd::path::clean;
use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::files::{FileError, FileKind, Links};
use value::Map;

/// What was found in the directories of custom facts.
#[derive(Default)]
pub(super) struct Custom {
    /// One for each file, in the order in which they are laid over each other.
    pub(super) layers: Vec<Map>,
    pub(super) warnings: Diagnostics,
    /// The texts that the warnings point into.
    pub(super) texts: Sources,
}

impl Custom {
    pub(super) fn gather(world: &ReadWorld, directories: &[PathBuf]) -> Self {
        let mut custom = Self::default();
        for directory in directories {
            custom.directory(world, directory);
        }
        custom
    }

    fn directory(&mut self, world: &ReadWorld, directory: &Path) {
        if !directory.is_absolute() {
            let message = format!("directory of custom facts `{}` is not an absolute path", directory.display());
            let help = "set `XDG_CONFIG_HOME` to an absolute path, or unset it".to_owned();
            return self.warnings.push(Diagnostic::warning(&RELATIVE, message).help(help));
        }
        let directory = clean(directory);
        self.file(world, &directory.join("facts.json"), Form::Json);
        self.file(world, &directory.join("facts.yaml"), Form::Yaml);
        self.snippets(world, &directory.join("facts.d"));
    }

    /// The files in `facts.d`, by name.
    fn snippets(&mut self, world: &ReadWorld, directory: &Path) {
        if self.kind(world, directory) != Some(FileKind::Directory) {
            return;
        }
        match world.files.list(directory) {
            Ok(names) => {
                for path in names.iter().map(|name| directory.join(name)) {
                    if let Some(form) = form_of(&path) {
                        self.snippet(world, &path, form);
                    }
                }
            }
            Err(error) => self.unreadable(&error),
        }
    }

    fn snippet(&mut self, world: &ReadWorld, path: &Path, form: Form) {
        if self.kind(world, path).is_some_and(|kind| kind != FileKind::Directory) {
            self.parse(world, path, form);
        }
    }

    fn file(&mut self, world: &ReadWorld, path: &Path, form: Form) {
        if self.kind(world, path).is_some() {
            self.parse(world, path, form);
        }
    }

    /// What is at a path, unless it is nothing, or a link: those are not followed.
    fn kind(&mut self, world: &ReadWorld, path: &Path) -> Option<FileKind> {
        match world.files.stat(path, Links::Keep) {
            Ok(Some(stat)) if stat.kind == FileKind::Link => {
                let message = format!("`{}` is a symbolic link and is not read for facts", path.display());
                self.warnings.push(Diagnostic::warning(&LINK, message).help("put the file itself there".to_owned()));
                None
            }
            Ok(stat) => stat.map(|stat| stat.kind),
            Err(error) => {
                self.unreadable(&error);
                None
            }
        }
    }

    fn parse(&mut self, world: &ReadWorld, path: &Path, form: Form) {
        match read(path, form, world, &mut self.texts) {
            Ok(facts) => self.layers.push(facts),
            Err(problems) => {
                let note = format!("the facts of `{}` are left out", path.display());
                for problem in problems.iter().cloned() {
                    self.warnings.push(Diagnostic { severity: Severity::Warning, ..problem }.note(note.clone()));
                }
            }
        }
    }

    fn unreadable(&mut self, error: &FileError) {
        self.warnings.push(Diagnostic::warning(&UNREADABLE, error.to_string()));
    }
}

/// What a file in `facts.d` is written in; `None` for those that are not read.
fn form_of(path: &Path) -> Option<Form> {
    let extension = path.extension()?;
    match () {
        () if extension.eq_ignore_ascii_case("json") => Some(Form::Json),
        () if extension.eq_ignore_ascii_case("yaml") => Some(Form::Yaml),
        () => None,
    }
}
