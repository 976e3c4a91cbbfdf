//! The texts to work with.

use super::decode::Origin;
use crate::{Context, Fault};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use system::files::{FileError, FileErrorKind, FileKind, Links};
use value::Unknown;

/// The longest file.
const LONGEST: u64 = 10 << 20;

/// What all files of a call may have together.
const MOST: usize = 64 << 20;

/// A text and its name.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: String,
}

/// What was given, and whether results are listed per file.
pub(super) struct Sources {
    pub(super) all: Vec<Source>,
    pub(super) are_several: bool,
}

impl Source {
    /// Whether it is in the JSON form.
    pub(super) fn is_json(&self) -> bool {
        self.name.ends_with(".tf.json")
    }
}

/// Why there is no text.
pub(super) enum Stop {
    Fault(Fault),
    /// Only the run itself will know.
    Unknown(Unknown),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

pub(super) fn load(from: &Origin, context: &Context<'_>) -> Result<Sources, Stop> {
    let (paths, are_several) = match from {
        Origin::Content(text) => {
            let source = Source { name: "input.tf".to_owned(), text: text.clone() };
            return Ok(Sources { all: vec![source], are_several: false });
        }
        Origin::File(path) => (vec![context.path(path)], false),
        Origin::Files(paths) => (paths.iter().map(|path| context.path(path)).collect(), true),
        Origin::Directory(directory) => (listed(directory, context)?, true),
    };
    let (mut all, mut total) = (Vec::with_capacity(paths.len()), 0);
    for path in paths {
        context.go_on()?;
        let source = read(&path, context)?;
        total += source.text.len();
        if total > MOST {
            return Err(Fault::new(format!("the files have more than {MOST} bytes together")).into());
        }
        all.push(source);
    }
    Ok(Sources { all, are_several })
}

fn read(path: &Path, context: &Context<'_>) -> Result<Source, Stop> {
    let name = path.display().to_string();
    let bytes = context.world.read().files.read(path, LONGEST).map_err(|error| stopped("file", &name, error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let line = good.matches('\n').count() + 1;
        Fault::new(format!("failed to read file {name}: line {line} is not encoded in UTF-8"))
    })?;
    Ok(Source { name, text })
}

/// The files of Terraform in a directory, by name.
fn listed(directory: &str, context: &Context<'_>) -> Result<Vec<PathBuf>, Stop> {
    let path = context.path(directory);
    let files = &context.world.read().files;
    let names = files.list(&path).map_err(|error| stopped("directory", &path.display().to_string(), error))?;
    let is_terraform = |name: &OsString| {
        name.to_str().is_some_and(|name| [".tf", ".tf.json"].iter().any(|ending| name.ends_with(ending)))
    };
    let mut found: Vec<PathBuf> = names.iter().filter(|name| is_terraform(name)).map(|name| path.join(name)).collect();
    found.retain(|file| {
        let seen = files.stat(file, Links::Follow).ok().flatten();
        seen.is_none_or(|stat| stat.kind != FileKind::Directory)
    });
    if found.is_empty() {
        return Err(Fault::new(format!("no .tf or .tf.json files found in directory: {}", path.display())).into());
    }
    Ok(found)
}

fn stopped(what: &str, name: &str, error: FileError) -> Stop {
    match error.kind {
        FileErrorKind::Unknown { reason } => Stop::Unknown(reason),
        FileErrorKind::Interrupted { signal } => Fault::interrupted(signal, format!("ended by {signal}")).into(),
        kind => Fault::new(format!("failed to read {what} {name}: {kind}")).into(),
    }
}
