//! The way through the children of a manifest.

use super::distant::Distant;
use super::names::{Around, Child, Family};
use crate::apply::Apply;
use crate::assemble::Workshop;
use crate::catalog::Catalog;
use crate::codes::{CHILD, CYCLE, TOO_MANY, UNKNOWN_KEY};
use crate::gate::Answer;
use crate::inputs::Inputs;
use crate::load::{LoadError, Loaded, Options, Origin, load_from};
use crate::resolve::Judging;
use crate::step::Step;
use diagnostics::{Diagnostic, Diagnostics, Severity, Sources, Span};
use engine::Resource as _;
use gostd::path::clean;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use value::Map;

/// Manifests inside of each other, the outermost one included.
pub(crate) const DEEPEST: usize = 10;

/// Children that are read before a run. Those beyond it are read when their step is reached.
const MOST_CHILDREN: usize = 1000;

/// The children of a manifest and theirs, read one after the other.
#[derive(Default)]
pub(crate) struct Survey {
    /// From the outermost manifest to the one that is being read.
    way: Vec<Link>,
    /// What was read, by its path and the data it was given.
    read: HashMap<PathBuf, Vec<(Map, Arc<Family>)>>,
    children: usize,
    /// Whether what is wrong with a child is told; otherwise it is told when its step is reached.
    tells: bool,
    found: Diagnostics,
    /// What was told.
    told: HashSet<String>,
}

/// A manifest on the way.
struct Link {
    path: PathBuf,
    name: String,
    /// Where it is applied; the outermost one is not.
    at: Option<Span>,
    /// Whether its turn comes.
    turn: Turn,
    /// Whether it may have children.
    allows: bool,
    /// What stands before the step that was reached in it.
    family: Family,
}

/// Whether the turn of a step comes. Inside of one whose turn may not come, none certainly does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    Comes,
    MayCome,
    /// Its control says no.
    Never,
}

impl Turn {
    fn of(step: &Step, catalog: &Catalog) -> Self {
        let Some(gate) = &step.gate else { return Self::Comes };
        let resolver = catalog.scene.resolver();
        match gate.ask(resolver) {
            _ if gate.reads_files(resolver) => Self::MayCome,
            Ok(Answer::Open) => Self::Comes,
            Ok(Answer::Closed) => Self::Never,
            Ok(Answer::Unknown(_)) | Err(_) => Self::MayCome,
        }
    }
}

impl Survey {
    /// Nothing yet. `tells` when problems of children are to be told.
    pub(crate) fn new(path: &Path, name: String, tells: bool) -> Self {
        let outermost =
            Link { path: clean(path), name, at: None, turn: Turn::Comes, allows: true, family: Family::default() };
        Self { way: vec![outermost], tells, ..Self::default() }
    }

    /// Who subscribes in the children of the outermost manifest, when that has been read.
    pub(crate) fn subscribers(&mut self) -> Vec<Distant> {
        let all = self.way.first_mut().map(|outermost| std::mem::take(&mut outermost.family.subscribers));
        all.into_iter().flatten().filter(|distant| !distant.within.is_empty()).collect()
    }

    /// What was found, when the outermost manifest has been read.
    pub(crate) fn finish(mut self, most: usize, first: Option<Span>) -> Diagnostics {
        let steps = self.way.first().map_or(0, |outermost| outermost.family.steps);
        if let Some(first) = first.filter(|_| steps > most) {
            let message = format!("the manifest and its children have {steps} resources, the limit is {most}");
            let problem = Diagnostic::error(&TOO_MANY, message).at(first, "has children");
            self.found.push(problem.help("raise the limit if they are meant to be that many".to_owned()));
        }
        self.found
    }

    /// What stands before the manifest that is being read.
    pub(super) fn above(&self) -> impl Iterator<Item = &Family> {
        self.way.split_last().into_iter().flat_map(|(_, above)| above).map(|link| &link.family)
    }

    /// Reads the children of the manifest that was just read.
    pub(crate) fn children(&mut self, catalog: &Catalog, workshop: &Workshop<'_>, sources: &mut Sources) -> Around<'_> {
        let mut children = Vec::new();
        let has_children = catalog.steps.iter().any(|step| step.child.is_some());
        // Nobody asks for the names of a manifest that stands alone.
        if has_children || self.way.len() > 1 {
            for (step, what) in catalog.steps.iter().enumerate() {
                if let Some(apply) = what.child.as_ref().filter(|_| self.here().allows) {
                    let family = self.child(apply, what, catalog, workshop, sources);
                    let subscribers = family.subscribers.iter().map(|distant| distant.below(step, apply.name()));
                    self.here().family.subscribers.extend(subscribers);
                    children.push(Child { step, at: apply.identity().span, family });
                }
                self.here().family.add(step, &*what.resource);
            }
        }
        Around { children, survey: Some(self) }
    }

    fn here(&mut self) -> &mut Link {
        self.way.last_mut().expect("the outermost manifest is always on the way")
    }

    /// What a child brings, as far as it can be read now.
    fn child(
        &mut self,
        apply: &Apply,
        step: &Step,
        catalog: &Catalog,
        workshop: &Workshop<'_>,
        sources: &mut Sources,
    ) -> Arc<Family> {
        let path = clean(&catalog.scene.directory.join(apply.name()));
        let turn = if catalog.scene.is_known { Turn::of(step, catalog) } else { Turn::MayCome };
        let turn = turn.max(self.here().turn);
        let is_made = self.way.iter().any(|link| link.family.makes(&path));
        if is_made || step.late.is_some() || !catalog.scene.is_known {
            return self.unread(None, turn);
        }
        if let Some(problem) = self.endless(apply, &path, sources) {
            return self.unread(Some(problem), turn);
        }
        let data = apply.properties().data.clone().unwrap_or_else(|| catalog.scene.environment.data().clone());
        let known = self.read.get(&path).and_then(|read| read.iter().find(|(given, _)| *given == data));
        let known = known.map(|(_, family)| Arc::clone(family)).filter(|family| !self.may_not_end(family));
        let family = match known {
            Some(family) => family,
            None if self.children == MOST_CHILDREN => return self.unread(None, turn),
            None => {
                let family = Arc::new(self.read_child(apply, &path, turn, data.clone(), workshop, sources));
                self.read.entry(path.clone()).or_default().push((data, Arc::clone(&family)));
                family
            }
        };
        self.here().family.append(&family, (turn == Turn::Comes).then_some(&path));
        family
    }

    /// A child that is not read: it may bring anything, unless its turn never comes.
    fn unread(&mut self, problem: Option<Diagnostic>, turn: Turn) -> Arc<Family> {
        let is_endless = problem.is_some();
        if let Some(problem) = problem.filter(|_| turn == Turn::Comes) {
            self.found.push(problem);
        }
        let is_open = turn != Turn::Never && !(is_endless && turn == Turn::Comes);
        let family = if is_open { Family::open() } else { Family::default() };
        self.here().family.append(&family, None);
        Arc::new(family)
    }

    /// What is wrong with one more child, when it stands in itself, or too deep.
    fn endless(&self, apply: &Apply, path: &Path, sources: &Sources) -> Option<Diagnostic> {
        let names = self.way.iter().map(|link| link.name.as_str()).chain([apply.name()]);
        let way = names.collect::<Vec<_>>().join(" > ");
        let is_cycle = self.way.iter().any(|link| link.path == path);
        let problem = if is_cycle {
            let problem = Diagnostic::error(&CYCLE, format!("a cycle of manifests: {way}"));
            problem.at(apply.identity().span, "leads back to a manifest that it stands in")
        } else if self.way.len() == DEEPEST {
            let problem = Diagnostic::error(&CYCLE, format!("maximum apply depth of {DEEPEST} exceeded: {way}"));
            problem.at(apply.identity().span, "stands too deep")
        } else {
            return None;
        };
        let steps = self.way.iter().filter_map(|link| link.at).chain([apply.identity().span]);
        let names = self.way[1..].iter().map(|link| link.name.as_str()).chain([apply.name()]);
        let notes = steps.zip(names).map(|(at, name)| format!("{} applies {name}", sources.place(at)));
        let help = is_cycle.then(|| "a manifest cannot be its own child: take one of these steps out".to_owned());
        Some(notes.fold(problem, Diagnostic::note).help(help))
    }

    /// Whether what was read elsewhere may have no end here.
    fn may_not_end(&self, family: &Family) -> bool {
        self.way.len() + 1 + family.height > DEEPEST || self.way.iter().any(|link| family.reaches.contains(&link.path))
    }

    fn read_child(
        &mut self,
        apply: &Apply,
        path: &Path,
        turn: Turn,
        data: Map,
        workshop: &Workshop<'_>,
        sources: &mut Sources,
    ) -> Family {
        self.children += 1;
        let options = workshop.options;
        // What a child asks for that is not reached with these facts may be there with others.
        let exact = turn == Turn::Comes;
        let judge = options.inputs.judge.map(|judging| Judging { is_exact: judging.is_exact && exact, ..judging });
        let inputs = Inputs { hiera: None, data: Some(data), judge, ..options.inputs.clone() };
        let options = Options { inputs, ..options.clone() };
        let at = apply.identity().span;
        let allows = apply.properties().allow_apply;
        self.way.push(Link {
            path: path.to_owned(),
            name: apply.name().to_owned(),
            at: Some(at),
            turn,
            allows,
            family: Family::default(),
        });
        let origin = Origin::of_child(path, &workshop.shown.join(apply.name()));
        let loaded = load_from(origin, workshop.world, sources, workshop.redactor, &options, Some(self));
        let is_denied = |catalog: &Catalog| !allows && catalog.steps.iter().any(|step| step.child.is_some());
        let (family, problems) = match loaded {
            Ok(Loaded { catalog: Some(catalog), problems, .. }) if is_denied(&catalog) => {
                let denied = Diagnostic::error(&CHILD, "apply resources are denied: `allow_apply` is false");
                (Some(Family::default()), with(problems, denied.at(at, "has children of its own")))
            }
            Ok(Loaded { catalog: Some(_), problems, .. }) => (None, problems),
            Ok(Loaded { problems, .. }) => (Some(Family::open()), problems),
            Err(error) => (Some(Family::open()), unreadable(&error, at).into()),
        };
        for problem in problems {
            self.tell(problem, turn, sources);
        }
        let read = self.way.pop().map(|link| link.family).unwrap_or_default();
        family.unwrap_or(read)
    }

    /// Tells what is wrong with the child that was just read, once.
    fn tell(&mut self, problem: Diagnostic, turn: Turn, sources: &Sources) {
        let place = problem.span().map(|span| sources.place(span)).unwrap_or_default();
        let is_new = self.told.insert(format!("{} {} {place}", problem.code.id, problem.message));
        // What a child asks for whose turn never comes here is there where it does.
        let is_missed = turn != Turn::Never || problem.code.id != UNKNOWN_KEY.id;
        if !self.tells || !is_new || !is_missed {
            return;
        }
        let named = self.way.iter().filter_map(|link| Some((link.at?, &link.name)));
        let notes = named.filter(|(at, _)| Some(*at) != problem.span());
        let notes: Vec<String> = notes.map(|(at, name)| format!("{} applies {name}", sources.place(at))).collect();
        let mut problem = notes.into_iter().fold(problem, Diagnostic::note);
        // What is not looked at here harms nobody here.
        if turn == Turn::Never {
            problem.severity = Severity::Warning;
        }
        self.found.push(problem);
    }
}

fn with(mut problems: Diagnostics, one: Diagnostic) -> Diagnostics {
    problems.push(one);
    problems
}

/// A child that cannot be read now. A step of the run may bring it.
fn unreadable(error: &LoadError, at: Span) -> Diagnostic {
    let problem = Diagnostic::warning(&CHILD, error.to_string()).at(at, "applied here");
    problem.help("a step that stands before it may make it; otherwise correct the name".to_owned())
}
