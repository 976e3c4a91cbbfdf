//! A path that somebody named.

use crate::{Context, Fault};
use std::path::{Path, PathBuf};
use system::files::{FileError, FileErrorKind};
use value::{Value, quote};

/// A path in its three forms.
#[derive(Debug, Clone)]
pub(crate) struct Spot {
    /// As it was written.
    pub(crate) given: String,
    /// As it is shown: absolute.
    pub(crate) shown: PathBuf,
    /// As the files that are reached know it: below the output directory when that must not be left, else absolute.
    pub(crate) at: PathBuf,
}

impl Spot {
    /// Where a path leads; refused when it leaves the output directory.
    pub(crate) fn new(context: &Context<'_>, given: &str) -> Result<Self, Fault> {
        let shown = context.path(given);
        let at = match context.confined() {
            None => shown.clone(),
            Some(root) => match shown.strip_prefix(gostd::path::clean(root)) {
                Ok(below) => below.to_owned(),
                Err(_) => return Err(outside(given, root)),
            },
        };
        Ok(Self { given: given.to_owned(), shown, at })
    }

    /// Something below it; `below` has no `..` in it.
    pub(crate) fn below(&self, given: &str, below: &Path) -> Self {
        Self { given: given.to_owned(), shown: self.shown.join(below), at: self.at.join(below) }
    }

    /// The absolute path as a value.
    pub(crate) fn value(&self) -> Value {
        Value::string(self.shown.to_string_lossy())
    }

    /// What went wrong with it, after the words for what was tried.
    pub(crate) fn fault(&self, tried: &str, error: &FileError) -> Fault {
        match &error.kind {
            FileErrorKind::Escapes { root } => outside(&self.given, root),
            FileErrorKind::Interrupted { signal } => {
                Fault::interrupted(*signal, format!("{tried}: {}: {}", self.shown.display(), error.kind))
            }
            kind => Fault::of_file(format!("{tried}: {}: {kind}", self.shown.display()), error),
        }
    }
}

fn outside(given: &str, root: &Path) -> Fault {
    let root = root.to_string_lossy();
    Fault::new(format!("path {} resolves outside output directory {}", quote(given), quote(&root)))
        .help("name a path below the output directory, or leave `--output-dir` out".to_owned())
}
