//! A manifest inside of a manifest: read when its step is reached, run in its place, counted for its event.

use super::frame::{Ended, Frame, How, Stood};
use super::refresh::names;
use super::{Purpose, Shared};
use crate::apply::{Apply, PROVIDER};
use crate::family::DEEPEST;
use crate::inputs::Inputs;
use crate::load::{LoadError, Loaded, Options, Origin, load_from};
use diagnostics::{Diagnostics, Renderer, Severity, Sources};
use engine::schedule::StepEnd;
use engine::{Change, Converged, Reference, Resource, Standing, Status, Verdict};
use gostd::path::clean;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use system::ReadWorld;
use value::Unknown;

/// The way from the manifest that was asked for to the one that runs.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    names: Vec<String>,
    paths: Vec<PathBuf>,
}

impl Chain {
    pub(super) fn new(source: &str, world: &ReadWorld) -> Self {
        Self { names: vec![source.to_owned()], paths: vec![absolute(source, world)] }
    }

    /// The manifests by name, as they were written.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The child that runs, when one does.
    pub(super) fn child(&self) -> Option<&str> {
        self.names.last().filter(|_| self.names.len() > 1).map(String::as_str)
    }

    /// The same with one more; an error when that would never end.
    fn with(&self, name: &str, path: &Path) -> Result<Self, String> {
        let path = clean(path);
        let mut longer = self.clone();
        longer.names.push(name.to_owned());
        let way = longer.names.join(" > ");
        if self.paths.contains(&path) {
            return Err(format!("a cycle of manifests: {way}"));
        }
        if longer.names.len() > DEEPEST {
            return Err(format!("maximum apply depth of {DEEPEST} exceeded: {way}"));
        }
        longer.paths.push(path);
        Ok(longer)
    }
}

/// Where a manifest is, whatever the working directory.
pub(super) fn absolute(source: &str, world: &ReadWorld) -> PathBuf {
    if source.contains("://") {
        return PathBuf::from(source);
    }
    let here = world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
    clean(&here.join(source))
}

/// Why a child does not run.
enum Refused {
    Failed(String),
    Unknown(Unknown),
    /// An earlier command of a rehearsal may bring it, or clear the way to it.
    Missing(String),
}

impl Frame<'_> {
    /// Runs a child in the place of its step.
    pub(super) fn expand(&self, apply: &Apply, shared: &RefCell<Shared<'_>>) -> Stood {
        let identity = &apply.identity().reference;
        match self.run_child(apply, shared) {
            Ok(stood) => stood,
            Err(Refused::Failed(error)) => Stood::at_once(Standing::from(named(Converged::failed(error)))),
            Err(Refused::Missing(error)) => Stood::at_once(self.doubtful(identity, error)),
            Err(Refused::Unknown(unknown)) => Stood::at_once(self.cannot_say(identity, &unknown)),
        }
    }

    fn run_child(&self, apply: &Apply, shared: &RefCell<Shared<'_>>) -> Result<Stood, Refused> {
        let path = self.scene.directory.join(apply.name());
        let chain = self.chain.with(apply.name(), &path).map_err(Refused::Failed)?;
        let loaded = self.load_child(apply, &path)?;
        let Some(catalog) = &loaded.catalog else { unreachable!("a child without a catalog was refused") };
        if !apply.properties().allow_apply && catalog.steps.iter().any(|step| step.child.is_some()) {
            return Err(Refused::Failed("apply resources are denied: `allow_apply` is false".to_owned()));
        }
        let trial = apply.properties().noop.then(|| (self.world.trial(), shared.borrow_mut().trials.begin()));
        let world = trial.as_ref().map_or(self.world, |(world, _)| world);
        let purpose = if apply.properties().health_check_only { Purpose::Monitor } else { self.purpose };
        let scene = catalog.scene.with_files(world.read());
        let ran = self.child(apply, (catalog, &scene), purpose, world, chain).run(shared);
        if let Some((_, began)) = trial {
            shared.borrow_mut().trials.end(began);
        }
        let references = catalog.steps.iter().map(|step| &step.resource.identity().reference);
        let count = Count::of(references.zip(&ran.ends));
        if count.changed > 0 && self.world.is_rehearsal() && !apply.properties().noop {
            // A child that fails counts as unchanged, but in a run its subscribers are owed what was changed in it.
            let mut shared = shared.borrow_mut();
            shared.foreseen.extend(names(apply));
            shared.doubted.extend(names(apply).filter(|_| count.in_doubt));
        }
        // What the run left alone is not what was asked for.
        let interrupted = self.world.read().interrupt.signalled().is_some();
        let is_rehearsal = apply.properties().noop || self.world.is_rehearsal();
        let standing = match self.purpose {
            Purpose::Monitor if count.failed == 0 => Standing::Checked,
            _ => Standing::from(named(count.judge(is_rehearsal, interrupted))),
        };
        Ok(Stood { completed: None, standing, is_trial: apply.properties().noop })
    }

    /// Reads the child as the files are when its step is reached.
    fn load_child(&self, apply: &Apply, path: &Path) -> Result<Loaded, Refused> {
        let (options, redactor) = (&*self.scene.options, &self.scene.redactor);
        let data = apply.properties().data.clone().unwrap_or_else(|| self.scene.environment.data().clone());
        let inputs = Inputs { hiera: None, data: Some(data), ..options.inputs.clone() };
        let options = Options { inputs, ..options.clone() };
        let mut sources = Sources::new();
        let origin = Origin::of_child(path, path);
        match load_from(origin, self.world.read(), &mut sources, redactor, &options, None) {
            Ok(loaded) if loaded.catalog.is_some() => Ok(loaded),
            Ok(loaded) => Err(Refused::Failed(words(&loaded.problems, &Renderer::new(&sources, redactor.clone())))),
            Err(LoadError::Missing(name)) => Err(Refused::Missing(LoadError::Missing(name).to_string())),
            Err(LoadError::File(error)) => match error.unknown() {
                Some(unknown) => Err(Refused::Unknown(unknown.clone())),
                None if error.could_be_cleared() => Err(Refused::Missing(error.to_string())),
                None => Err(Refused::Failed(error.to_string())),
            },
            Err(error) => Err(Refused::Failed(error.to_string())),
        }
    }
}

/// All that is wrong with a child, in one line.
fn words(problems: &Diagnostics, renderer: &Renderer<'_>) -> String {
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    let lines: Vec<String> = errors.map(|problem| renderer.line(problem)).collect();
    match lines.len() {
        1 => format!("the manifest cannot be used: {}", lines[0]),
        many => format!("the manifest cannot be used, it has {many} problems: {}", lines.join("; ")),
    }
}

fn named(converged: Converged) -> Converged {
    Converged { provider: PROVIDER, ..converged }
}

/// What became of the steps of a child. What failed and was mended by a later step of the same name does not count as
/// failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Count {
    resources: usize,
    changed: usize,
    failed: usize,
    /// Whether it may turn out otherwise that something is changed.
    #[serde(skip)]
    in_doubt: bool,
}

impl Count {
    fn of<'a>(steps: impl Iterator<Item = (&'a Reference, &'a StepEnd<Ended>)>) -> Self {
        let mut last: HashMap<&Reference, Ended> = HashMap::new();
        let (mut resources, mut changed, mut is_sure, mut in_doubt) = (0, 0, false, false);
        for (reference, end) in steps {
            resources += 1;
            if let StepEnd::Done(ended) = end {
                changed += usize::from(ended.changed);
                is_sure |= ended.changed && !ended.in_doubt;
                in_doubt |= ended.in_doubt;
                last.insert(reference, *ended);
            }
        }
        let failed = last.values().filter(|ended| ended.how != How::Well).count();
        Self { resources, changed, failed, in_doubt: in_doubt && !is_sure }
    }

    fn judge(self, rehearsal: bool, interrupted: bool) -> Converged {
        let changed = self.changed > 0;
        let verdict = match (self.failed, changed) {
            (0, _) if interrupted => {
                Verdict::Failed { error: "interrupted".to_owned(), output: None, changed, interrupted }
            }
            (0, false) => Verdict::Stable,
            (0, true) if rehearsal => Verdict::WouldChange { refreshed: false },
            (0, true) => Verdict::Changed { refreshed: false },
            // ccm: what was changed before does not count for the child as a whole; each resource has its own event.
            (failed, _) => Verdict::Failed {
                error: format!("child manifest had {failed} failed resources"),
                output: None,
                changed: false,
                interrupted,
            },
        };
        let is_failed = matches!(verdict, Verdict::Failed { .. });
        let mut converged = Converged {
            verdict,
            status: (!is_failed).then(|| Box::new(self) as Box<dyn Status>),
            plan: if changed && !is_failed { vec![Box::new(self)] } else { Vec::new() },
            ..Converged::stable()
        };
        if self.in_doubt && !is_failed {
            converged.cast_doubt();
        }
        converged
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} resources", self.changed, self.resources)
    }
}

impl Change for Count {
    fn step(&self) -> &'static str {
        "apply"
    }
}

impl Status for Count {
    fn ensure(&self) -> &'static str {
        "present"
    }

    fn fields(&self, _name: &str) -> Map<String, Json> {
        let fields =
            [("resource_count", self.resources), ("changed_count", self.changed), ("failed_count", self.failed)];
        fields.into_iter().map(|(key, count)| (key.to_owned(), count.into())).collect()
    }
}
