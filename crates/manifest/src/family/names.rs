//! The names that a manifest and its children bring, and those that stand around a manifest.

use super::distant::Distant;
use super::survey::Survey;
use diagnostics::Span;
use engine::{Reference, Resource};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a manifest brings, with all that is inside of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Family {
    names: HashSet<Reference>,
    /// Whether part of it can be read only when its step is reached: it may bring anything.
    pub(super) is_open: bool,
    /// Files and trees that its steps write.
    writes: Vec<PathBuf>,
    /// How many steps it has.
    pub(super) steps: usize,
    /// How many manifests are inside of each other in it, itself included.
    pub(super) height: usize,
    /// The manifests that it certainly runs.
    pub(super) reaches: HashSet<PathBuf>,
    /// Who subscribes in it.
    pub(super) subscribers: Vec<Distant>,
}

impl Family {
    /// A manifest of which nothing is known.
    pub(super) fn open() -> Self {
        Self { is_open: true, subscribers: vec![Distant::anybody()], ..Self::default() }
    }

    /// Takes the resource of a step in.
    pub(super) fn add(&mut self, step: usize, resource: &dyn Resource) {
        let reference = &resource.identity().reference;
        self.subscribers.extend(Distant::of(step, resource));
        self.steps = self.steps.saturating_add(1);
        self.writes.extend(written(resource));
        self.names.extend(resource.common().alias().map(|alias| Reference::new(reference.kind.clone(), alias)));
        self.names.insert(reference.clone());
    }

    /// Takes all of a child in; `certain` when it runs in any case.
    pub(super) fn append(&mut self, child: &Self, certain: Option<&Path>) {
        self.names.extend(child.names.iter().cloned());
        self.is_open |= child.is_open;
        self.writes.extend(child.writes.iter().cloned());
        self.steps = self.steps.saturating_add(child.steps);
        if let Some(path) = certain {
            self.height = self.height.max(child.height + 1);
            self.reaches.extend(child.reaches.iter().cloned());
            self.reaches.insert(path.to_owned());
        }
    }

    /// Whether one of its steps writes a file.
    pub(super) fn makes(&self, path: &Path) -> bool {
        self.writes.iter().any(|written| path.starts_with(written))
    }

    fn brings(&self, reference: &Reference) -> Before {
        match self.names.contains(reference) {
            true => Before::Known,
            false if self.is_open => Before::Open,
            false => Before::Nothing,
        }
    }
}

/// The file that a resource writes, or the tree. What a command writes is not known; a child that it makes is not there
/// yet, or may stay as it is.
fn written(resource: &dyn Resource) -> Vec<PathBuf> {
    let reference = &resource.identity().reference;
    let own = || PathBuf::from(&reference.name);
    match &*reference.kind {
        "file" | "scaffold" => vec![own()],
        "archive" => {
            let properties = resource.properties();
            let parent =
                properties.as_ref().and_then(|properties| properties.as_map()?.get("extract_parent")?.as_str());
            parent.map(PathBuf::from).into_iter().chain([own()]).collect()
        }
        _ => Vec::new(),
    }
}

/// What is known about a name before a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// It is there.
    Known,
    /// It may be.
    Open,
    /// It is not.
    Nothing,
}

impl Before {
    fn or(self, other: impl FnOnce() -> Self) -> Self {
        if self == Self::Known {
            return self;
        }
        match other() {
            Self::Nothing => self,
            known_or_open => known_or_open,
        }
    }
}

/// What stands around the resources of a manifest: its children, and the manifests above it.
pub(crate) struct Around<'s> {
    /// The children, by their steps.
    pub(super) children: Vec<Child>,
    /// None in a run: what ran before is asked when a step is reached.
    pub(super) survey: Option<&'s Survey>,
}

/// A child of a manifest.
pub(super) struct Child {
    pub(super) step: usize,
    pub(super) at: Span,
    pub(super) family: Arc<Family>,
}

impl Around<'_> {
    /// A manifest whose step has been reached.
    pub(crate) fn in_a_run() -> Self {
        Self { children: Vec::new(), survey: None }
    }

    /// Whether a name stands before a step, outside of its document.
    pub(crate) fn before(&self, step: usize, reference: &Reference) -> Before {
        let Some(survey) = self.survey else { return Before::Open };
        let children = self.children.iter().filter(|child| child.step < step);
        let children = children.fold(Before::Nothing, |before, child| before.or(|| child.family.brings(reference)));
        survey.above().fold(children, |before, family| before.or(|| family.brings(reference)))
    }

    /// The child that brings a name, wherever it stands.
    pub(crate) fn child_with(&self, reference: &Reference) -> Option<Span> {
        self.children.iter().find(|child| child.family.brings(reference) == Before::Known).map(|child| child.at)
    }

    /// All names that stand before a step, outside of its document.
    pub(crate) fn names(&self, step: usize) -> impl Iterator<Item = &Reference> {
        let children = self.children.iter().filter(move |child| child.step < step).map(|child| &*child.family);
        let above = self.survey.into_iter().flat_map(Survey::above);
        children.chain(above).flat_map(|family| &family.names)
    }
}
