//! From a path to a catalog.

use crate::assemble::Workshop;
use crate::catalog::Catalog;
use crate::document_kind::DocumentKind;
use crate::family::Survey;
use crate::inputs::Inputs;
use crate::secrets::{register_body, register_since};
use crate::source::{Body, Fetched, Limits as FetchLimits, Rooms, Source, SourceError};
use diagnostics::{Diagnostic, Diagnostics, FileId, Redactor, Sources};
use document::{Limits, Node};
use engine::{Resource as _, TypeDef};
use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::files::{FileError, FileErrorKind, is_handed_over};
use thiserror::Error;

/// What can be set about loading.
#[derive(Debug, Clone)]
pub struct Options {
    /// Limits of the document.
    pub limits: Limits,
    /// How many resources there may be.
    pub most_resources: usize,
    /// What is added from outside.
    pub inputs: Inputs,
    /// Whether a signal may end the process while a text is taken apart: nothing else is at work.
    pub ends_at_once: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { limits: Limits::default(), most_resources: 100_000, inputs: Inputs::default(), ends_at_once: false }
    }
}

/// A document that was read, with what was found in it.
pub struct Loaded {
    /// The resources; only there when the document can be used.
    pub catalog: Option<Catalog>,
    /// What it is.
    pub kind: DocumentKind,
    /// Everything that was found, in document order.
    pub problems: Diagnostics,
    /// What was fetched; to be kept as long as the manifest runs.
    pub fetched: Option<Fetched>,
}

/// A document that could not be read at all.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It is not there.
    #[error("manifest `{0}` does not exist")]
    Missing(String),
    /// It is there and cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It cannot be fetched.
    #[error(transparent)]
    Source(#[from] SourceError),
}

/// Reads a manifest from a file or a server; its texts go into `sources`. Nothing is changed by this but a temporary
/// directory, which goes away with what was loaded. Its children are read too, as far as they are there: what they bring
/// can be named, and none may lead back to where it began. What else is wrong with a child is found when its step is
/// reached, or told here when the manifest is being checked.
pub fn load(
    path: &Path,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
    options: &Options,
) -> Result<Loaded, LoadError> {
    let origin = Origin::find(path, world, redactor, options)?;
    let here = world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
    let mut survey = Survey::new(&here.join(&origin.path), origin.name.clone(), options.inputs.judge.is_some());
    let loaded = load_from(origin, world, sources, redactor, options, Some(&mut survey))?;
    Ok(loaded.with(survey, options))
}

/// Makes a manifest of a text that stands in no file; relative paths start in `directory`.
pub fn load_text(
    name: &str,
    text: &str,
    directory: &Path,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
    options: &Options,
) -> Loaded {
    let file = sources.add(name, text);
    let workshop = Workshop { world, redactor, options, directory, shown: directory.to_owned(), is_alone: false };
    let mut survey = Survey::new(&directory.join(name), name.to_owned(), options.inputs.judge.is_some());
    let loaded = workshop.assemble(file, sources, Some(&mut survey)).with(survey, options);
    loaded.keep_secrets(file, sources, redactor);
    loaded
}

/// Reads a manifest from where it is. In a survey its children are read too.
pub(crate) fn load_from(
    origin: Origin,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
    options: &Options,
    survey: Option<&mut Survey>,
) -> Result<Loaded, LoadError> {
    let first = sources.next();
    let mut loaded = match origin.read(world, sources, options)? {
        Ok(file) => {
            let (directory, shown) = (&origin.directory, origin.shown.clone());
            // What was fetched has to be removed, and a child is read in the middle of a run.
            let is_alone = options.ends_at_once && origin.fetched.is_none() && survey.is_some();
            Workshop { world, redactor, options, directory, shown, is_alone }.assemble(file, sources, survey)
        }
        Err(problem) => Loaded::unusable(problem),
    };
    loaded.keep_secrets(first, sources, redactor);
    for warning in origin.fetched.iter().flat_map(|fetched| &fetched.warnings) {
        loaded.problems.push(warning.clone());
    }
    Ok(Loaded { fetched: origin.fetched, ..loaded })
}

/// Where a manifest is, and where its relative paths start.
pub(crate) struct Origin {
    path: PathBuf,
    name: String,
    pub(crate) directory: PathBuf,
    /// The directory as messages show it.
    pub(crate) shown: PathBuf,
    fetched: Option<Fetched>,
}

impl Origin {
    /// Fetches what is not here.
    pub(crate) fn find(
        path: &Path,
        world: &ReadWorld,
        redactor: &Redactor,
        options: &Options,
    ) -> Result<Self, LoadError> {
        let source = path.to_str().map(Source::parse).transpose()?;
        let Some(source) = source.filter(|source| !matches!(source, Source::Path(_))) else {
            return Ok(Self::of_path(path, world));
        };
        source.register(redactor);
        let limits = FetchLimits { text: options.limits.size as u64, ..FetchLimits::default() };
        let fetched = source.fetch(world, &Rooms::real(), &limits)?;
        let here = || world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
        let path = match &fetched.body {
            Body::File(path) => path.clone(),
            Body::Text(_) => PathBuf::new(),
        };
        Ok(Self {
            path,
            name: fetched.shown.clone(),
            directory: fetched.directory.clone().unwrap_or_else(here),
            shown: PathBuf::from(&fetched.shown),
            fetched: Some(fetched),
        })
    }

    /// A file beside its parent, and how messages show it.
    pub(crate) fn of_child(path: &Path, shown: &Path) -> Self {
        let parent = |path: &Path| path.parent().map(Path::to_owned).unwrap_or_default();
        Self {
            path: path.to_owned(),
            name: shown.display().to_string(),
            directory: parent(path),
            shown: parent(shown),
            fetched: None,
        }
    }

    fn of_path(path: &Path, world: &ReadWorld) -> Self {
        Self {
            path: path.to_owned(),
            name: path.display().to_string(),
            directory: base(path, world),
            shown: path.parent().map(Path::to_owned).unwrap_or_default(),
            fetched: None,
        }
    }

    /// The text of a document; the problem when it is none, or too large.
    pub(crate) fn read(
        &self,
        world: &ReadWorld,
        sources: &mut Sources,
        options: &Options,
    ) -> Result<Result<FileId, Diagnostic>, LoadError> {
        let bytes = match self.fetched.as_ref().map(|fetched| &fetched.body) {
            Some(Body::Text(bytes)) => bytes.clone(),
            _ => match world.files.read(&self.path, u64::try_from(options.limits.size).unwrap_or(u64::MAX)) {
                Ok(bytes) => bytes,
                Err(error) if error.is_nothing() => return Err(LoadError::Missing(self.name.clone())),
                Err(FileError { kind: FileErrorKind::TooLarge { size, limit }, .. }) => {
                    return Ok(Err(document::too_large(&self.name, size, limit, sources)));
                }
                Err(error) => return Err(error.into()),
            },
        };
        Ok(document::take_in(bytes, &self.name, sources))
    }
}

/// The directory that relative paths of a manifest start from.
pub(crate) fn base(path: &Path, world: &ReadWorld) -> PathBuf {
    let here = world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
    if is_handed_over(path) {
        return here;
    }
    path.parent().map_or_else(|| here.clone(), |parent| here.join(parent))
}

impl Loaded {
    /// With what a survey of the children has found.
    fn with(mut self, mut survey: Survey, options: &Options) -> Self {
        if let Some(catalog) = &mut self.catalog {
            catalog.distant = survey.subscribers();
        }
        let steps = self.catalog.iter().flat_map(|catalog| &catalog.steps);
        let first = steps.filter_map(|step| step.child.as_ref()).map(|child| child.identity().span).next();
        let found = survey.finish(options.most_resources, first);
        if !found.is_empty() {
            self.problems.append(found);
            self.problems.sort();
            self.catalog = self.catalog.filter(|_| !self.problems.has_errors());
        }
        self
    }

    /// A message may quote any line of the texts that were taken in, so what is secret in them is masked first.
    fn keep_secrets(&self, first: FileId, sources: &Sources, redactor: &Redactor) {
        if !self.problems.is_empty() {
            register_since(first, sources, self.catalog.is_some(), redactor);
        }
    }

    pub(crate) fn unusable(problems: impl Into<Diagnostics>) -> Self {
        Self { catalog: None, kind: DocumentKind::Manifest, problems: problems.into(), fetched: None }
    }
}

/// Makes a catalog of one resource, from a body that was not written in a document.
pub fn decode_one(
    definition: &'static TypeDef,
    body: Node<'_>,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
    options: &Options,
) -> Result<Catalog, Diagnostics> {
    let directory = world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
    let first = body.span.file;
    let written = body.clone();
    let workshop = Workshop { world, redactor, options, directory: &directory, shown: PathBuf::new(), is_alone: false };
    workshop.one(definition, body, sources).inspect_err(|_| {
        register_body(&written, sources, redactor);
        register_since(first, sources, false, redactor);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::{FakeEnvironment, FakeWorld};

    #[test]
    fn relative_paths_start_where_the_manifest_is() {
        let world = FakeWorld::new().with_environment(FakeEnvironment::in_directory("/srv")).read();
        for (path, directory) in [
            ("/etc/site.yaml", "/etc"),
            ("site.yaml", "/srv"),
            ("a/site.yaml", "/srv/a"),
            ("/dev/shm/a/site.yaml", "/dev/shm/a"),
            ("/dev/stdin", "/srv"),
            ("/dev/fd/63", "/srv"),
            ("/proc/self/fd/3", "/srv"),
        ] {
            assert_eq!(base(Path::new(path), &world), Path::new(directory), "{path}");
        }
    }
}
