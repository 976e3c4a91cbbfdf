//! Fact files: YAML or JSON with a map at the top.

use super::codes::{DENIED, MISSING, UNREADABLE};
use diagnostics::{Diagnostic, Diagnostics, FileId, Sources};
use document::{Node, Options};
use std::path::Path;
use system::ReadWorld;
use system::files::{FileError, FileErrorKind};
use value::{Map, Value};

/// Facts of a file, with what was found wrong in it.
#[derive(Debug)]
pub struct LoadedFacts {
    /// The facts; only there when the file can be used.
    pub facts: Option<Map>,
    /// Everything that was found, in document order.
    pub problems: Diagnostics,
}

/// Reads a file with facts, as `--facts` names it; its text goes into `sources`.
pub fn load(path: &Path, world: &ReadWorld, sources: &mut Sources) -> LoadedFacts {
    match read(path, Form::Any, world, sources) {
        Ok(facts) => LoadedFacts { facts: Some(facts), problems: Diagnostics::new() },
        Err(problems) => LoadedFacts { facts: None, problems },
    }
}

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Json,
    Yaml,
    /// Its beginning tells.
    Any,
}

pub(super) fn read(path: &Path, form: Form, world: &ReadWorld, sources: &mut Sources) -> Result<Map, Diagnostics> {
    let options = Options::manifest();
    let bytes = world.files.read(path, options.limits.size as u64).map_err(|error| unread(path, &error, sources))?;
    let file = document::take_in(bytes, &path.display().to_string(), sources)?;
    parse(sources.content(file), file, form, &options)
}

fn parse(text: &str, file: FileId, form: Form, options: &Options) -> Result<Map, Diagnostics> {
    let root = match form {
        Form::Json => document::parse_json(text, file, options.limits),
        Form::Yaml => document::parse(text, file, options),
        Form::Any => document::parse_any(text, file, options),
    }?;
    facts_of(root).map_err(Into::into)
}

/// The entries; a document without content has none.
fn facts_of(root: Node<'_>) -> Result<Map, Diagnostic> {
    match root.to_value() {
        Value::Map(map) => Ok(map),
        _ => root.into_root_map().map(|_| Map::new()),
    }
}

fn unread(path: &Path, error: &FileError, sources: &mut Sources) -> Diagnostic {
    if let FileErrorKind::TooLarge { size, limit } = error.kind {
        let problem = document::too_large(&path.display().to_string(), size, limit, sources);
        return problem.help("keep only what is needed: no setting raises this limit".to_owned());
    }
    if error.is_nothing() {
        let help = "name a file that is there; a relative path starts from the working directory";
        let problem = Diagnostic::error(&MISSING, format!("fact file `{}` does not exist", path.display()));
        return problem.help(help.to_owned());
    }
    if error.is_permission_denied() {
        let help = "let the user who runs this read the file".to_owned();
        return Diagnostic::error(&DENIED, error.to_string()).help(help);
    }
    Diagnostic::error(&UNREADABLE, error.to_string()).help("name a file that can be read".to_owned())
}
