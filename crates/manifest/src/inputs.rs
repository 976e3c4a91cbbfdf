//! What a manifest is resolved with: facts, environment variables and data from outside.

use crate::codes::ENV_FILE;
use crate::data_source::DataSource;
use crate::resolve::Judging;
use data::facts::{CustomProblems, Facts, Layers};
use data::hiera::{self, Document, Passed, Resolved, Source, SourceError, Stack};
use data::template::{self, Dotenv, Environment, Reach, Scope};
use diagnostics::{Diagnostic, Diagnostics, FileId, Redactor, Sources, Span};
use document::{Limits, Node};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::ReadWorld;
use value::{Map, Timestamp};

/// What is added from outside.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    /// A file with facts, over those of the machine.
    pub facts_file: Option<PathBuf>,
    /// Single facts, over those of the file.
    pub facts: Vec<(String, String)>,
    /// Where overriding data comes from.
    pub hiera: Option<Hiera>,
    /// Whether `.env` of the working directory is read.
    pub env_file: bool,
    /// Data over everything else.
    pub data: Option<Map>,
    /// A file with the facts of another machine, instead of those of this one.
    pub profile: Option<PathBuf>,
    /// Whether what nobody has is looked for, and how.
    pub judge: Option<Judging>,
    /// Who works out data that is not of manifests.
    pub source: Option<Arc<dyn DataSource>>,
    /// Who hears what is wrong with the files of custom facts, each time that they are read.
    pub fact_problems: Option<fn(&CustomProblems<'_>, &Redactor)>,
}

/// Where overriding data comes from.
#[derive(Debug, Clone)]
pub struct Hiera {
    /// A path or an address.
    pub source: String,
    /// Whether it may be missing.
    pub optional: bool,
}

/// Facts and variables of this machine, for everything that is resolved in a run.
pub(crate) struct Surroundings {
    pub(crate) facts: Arc<dyn template::Facts>,
    pub(crate) environ: Map,
}

impl Inputs {
    /// Gathers what can be gathered before the document is looked at; facts are read when somebody asks.
    pub(crate) fn surroundings(
        &self,
        world: &ReadWorld,
        redactor: &Redactor,
        sources: &mut Sources,
        problems: &mut Diagnostics,
    ) -> Surroundings {
        let environ = self.environ(world, sources, problems);
        if let Some(profile) = &self.profile {
            let loaded = data::facts::load(profile, world, sources);
            problems.append(loaded.problems);
            let facts = data::facts::with_go_names(loaded.facts.unwrap_or_default());
            return Surroundings { facts: Arc::new(facts), environ };
        }
        let mut layers = Layers::standard(&*world.environment);
        if let Some(path) = &self.facts_file {
            let loaded = data::facts::load(path, world, sources);
            problems.append(loaded.problems);
            layers = layers.merge(loaded.facts.unwrap_or_default());
        }
        if !self.facts.is_empty() {
            let given = self.facts.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            layers = layers.replace(given.collect());
        }
        let facts = Facts::new(world, layers);
        let facts = match (self.fact_problems, redactor.clone()) {
            (Some(hear), redactor) => facts.heard_by(move |problems| hear(problems, &redactor)),
            (None, _) => facts,
        };
        Surroundings { facts: Arc::new(facts), environ }
    }

    /// The variables of this process, and those of `.env` over them.
    fn environ(&self, world: &ReadWorld, sources: &mut Sources, problems: &mut Diagnostics) -> Map {
        let file = if self.env_file { env_file(world, sources, problems) } else { None };
        template::environ(&*world.environment, file.as_ref())
    }

    /// The document with overriding data.
    pub(crate) fn overriding(
        &self,
        world: &ReadWorld,
        sources: &mut Sources,
        limits: Limits,
    ) -> Result<Option<FileId>, Overriding> {
        let Some(hiera) = &self.hiera else { return Ok(None) };
        let source = Source::parse(&hiera.source).map_err(Overriding::Source)?;
        let fetched = match source.load(world, limits.size as u64) {
            Ok(fetched) => fetched,
            Err(SourceError::NoFile(_)) if hiera.optional => return Ok(None),
            Err(error) => return Err(Overriding::Source(error)),
        };
        let taken = document::take_in(fetched.bytes, &fetched.name, sources);
        taken.map(Some).map_err(|problem| Overriding::Document(problem.into()))
    }
}

/// The variables of `.env` in the working directory, when there is one.
fn env_file(world: &ReadWorld, sources: &mut Sources, problems: &mut Diagnostics) -> Option<Map> {
    let bytes = match world.files.read(Path::new(".env"), Limits::default().size as u64) {
        Ok(bytes) => bytes,
        Err(error) if error.is_nothing() => return None,
        Err(error) => {
            problems.push(Diagnostic::error(&ENV_FILE, error.to_string()));
            return None;
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    let read = Dotenv::parse(&text);
    if !read.problems.is_empty() {
        let file = sources.add(".env", text);
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        for error in &read.problems {
            let span = Span::new(file, offset(error.at.start), offset(error.at.end));
            problems.push(Diagnostic::error(&ENV_FILE, error.to_string()).at(span, "in this line"));
        }
    }
    Some(read.variables)
}

/// Why there is no overriding data.
pub(crate) enum Overriding {
    Source(SourceError),
    Document(Diagnostics),
}

impl Surroundings {
    /// What expressions inside of data see.
    pub(crate) fn for_data(&self) -> Environment {
        Environment::new(Scope::new(Reach::Facts), Arc::clone(&self.facts))
    }

    /// What all other expressions see.
    pub(crate) fn with_data(
        &self,
        resolved: &Resolved,
        world: &ReadWorld,
        directory: &Path,
        redactor: &Redactor,
    ) -> Environment {
        Environment::new(Scope::new(Reach::All), Arc::clone(&self.facts))
            .with_data(resolved.data.clone())
            .with_environ(self.environ.clone())
            .with_files(Arc::clone(&world.files), directory)
            .with_now(local_clock(world))
            .with_secrets(resolved.secrets.paths())
            .with_redactor(redactor.clone())
    }
}

/// The time as the clock on the wall shows it. Where that hangs is looked up when somebody asks for the time.
fn local_clock(world: &ReadWorld) -> impl Fn() -> Timestamp + Send + Sync + 'static {
    let world = world.clone();
    move || {
        let now = world.clock.now();
        functions::local_zone(&*world.files, &*world.environment).at(&now).unwrap_or(now)
    }
}

/// The documents with data and what is passed, over each other.
pub(crate) fn stack<'d, 'a>(
    beneath: Option<Passed>,
    manifest: Document<'d, 'a>,
    overriding: Option<Document<'d, 'a>>,
    passed: Option<&Map>,
) -> Stack<'d, 'a> {
    let manifest = Stack::new(manifest).under(beneath);
    let stack = match overriding {
        Some(document) => manifest.over(document),
        None => manifest,
    };
    match passed {
        Some(data) => stack.pass("passed data", data.clone()),
        None => stack,
    }
}

/// Reads a document with data.
pub(crate) fn parse_data(text: &str, file: FileId, limits: Limits) -> Result<Node<'_>, Diagnostics> {
    hiera::parse(text, file, limits)
}
