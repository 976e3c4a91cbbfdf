//! Who subscribes in the children of a manifest, as far as that is known before the run.

use engine::{Reference, Resource};

/// A subscriber in a child, or a child in which anybody may be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Distant {
    /// The numbers of the steps that lead to it, the outermost one first.
    steps: Vec<usize>,
    /// The names of the children that lead to it.
    pub(crate) within: Vec<String>,
    /// Who subscribes, and to what; none when the child can be read only when its step is reached.
    pub(crate) who: Option<(Reference, Reference)>,
}

impl Distant {
    /// Anybody, in a manifest that cannot be read yet.
    pub(super) fn anybody() -> Self {
        Self { steps: Vec::new(), within: Vec::new(), who: None }
    }

    /// What a step subscribes to.
    pub(super) fn of(step: usize, resource: &dyn Resource) -> impl Iterator<Item = Self> {
        let who = |through: &Reference| Some((resource.identity().reference.clone(), through.clone()));
        let subscriptions = resource.subscriptions().iter();
        subscriptions.map(move |s| Self { steps: vec![step], within: Vec::new(), who: who(&s.value) })
    }

    /// The same, seen from the manifest that has the child as a step.
    pub(super) fn below(&self, step: usize, child: &str) -> Self {
        let steps = std::iter::once(step).chain(self.steps.iter().copied()).collect();
        let within = std::iter::once(child.to_owned()).chain(self.within.iter().cloned()).collect();
        Self { steps, within, who: self.who.clone() }
    }

    /// Whether its turn comes after a step, in a manifest that has not been reached there.
    pub(crate) fn comes_after(&self, step: &[usize]) -> bool {
        let is_reached = step.split_last().is_some_and(|(_, manifest)| manifest.starts_with(self.manifest()));
        self.steps.as_slice() > step && !is_reached
    }

    /// Whether nothing is known of a manifest, by the steps that lead to it.
    pub(crate) fn hides(&self, manifest: &[usize]) -> bool {
        self.who.is_none() && manifest.starts_with(&self.steps)
    }

    /// The steps that lead to its manifest.
    fn manifest(&self) -> &[usize] {
        match (&self.who, self.steps.split_last()) {
            (Some(_), Some((_, manifest))) => manifest,
            _ => &self.steps,
        }
    }
}
