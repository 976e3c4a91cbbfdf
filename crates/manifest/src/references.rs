//! References between resources: each names something that stands before it.

use crate::apply;
use crate::codes::UNKNOWN_REFERENCE;
use crate::family::{Around, Before};
use crate::resolve::Resolver;
use crate::step::Step;
use data::template::Text;
use diagnostics::{Diagnostic, Diagnostics, Severity, Span, Spanned, suggest};
use document::{Kind, Node};
use engine::{Reference, Resource};
use std::collections::{HashMap, HashSet};

/// Reports references that lead nowhere, or to something that comes only later. What is in `lost` was written and could
/// not be read: what it names is judged all the same, and nobody can say whether it is what others name.
pub(crate) fn check(
    steps: &[Step],
    lost: &[Lost],
    around: &Around<'_>,
    resolver: Resolver<'_>,
    problems: &mut Diagnostics,
) {
    let resources: Vec<&dyn Resource> = steps.iter().map(|step| &*step.resource).collect();
    let names_nobody = |r: &dyn Resource| r.common().require.is_empty() && r.subscriptions().is_empty();
    if resources.iter().all(|r| names_nobody(*r)) && lost.iter().all(|lost| lost.references.is_empty()) {
        return;
    }
    let mut first: HashMap<(&str, &str), usize> = HashMap::new();
    for (at, resource) in resources.iter().enumerate() {
        let reference = &resource.identity().reference;
        for name in [Some(reference.name.as_str()), resource.common().alias()].into_iter().flatten() {
            first.entry((&reference.kind, name)).or_insert(at);
        }
    }
    // What is not looked at here harms nobody here.
    let is_skipped = |own: Option<usize>| own.is_some_and(|own| steps[own].is_skipped(resolver));
    // What `defaults` name is named by every resource, and told once.
    let mut told: HashSet<(Span, bool)> = HashSet::new();
    let mut judge = |at: usize, own: Option<usize>, unread: &[Lost], property: &str, reference: &Spanned<Reference>| {
        let before = around.before(at, &reference.value);
        let problem = match first.get(&(&*reference.value.kind, reference.value.name.as_str())) {
            Some(target) if *target < at => return,
            _ if before == Before::Known => return,
            Some(target) => {
                let identity = resources[*target].identity();
                too_late(property, reference, identity.span, Some(*target) == own)
            }
            None if lost.iter().any(|lost| lost.may_bring(&reference.value, at)) => return,
            // It may stand in a manifest that cannot be read yet; whether it does is known when the step is reached.
            None if before == Before::Open => return,
            None if !told.insert((reference.span, is_skipped(own))) => return,
            None if told.len() > HELPED => unknown(property, reference),
            None => {
                let before = first.iter().filter(|(_, target)| **target < at).map(|(name, _)| *name);
                let unread = unread.iter().filter(|lost| lost.at <= at).flat_map(Lost::known_as);
                let before: Vec<_> = before.chain(unread).chain(outside(around, at)).collect();
                let unread = lost.iter().flat_map(Lost::known_as);
                let others = first.iter().filter(|(_, target)| Some(**target) != own).map(|(name, _)| *name);
                let known = others.chain(unread).chain(outside(around, at));
                let nowhere = || unknown(property, reference).help(advice(&reference.value, known, &before));
                let child = around.child_with(&reference.value);
                child.map_or_else(nowhere, |child| too_late(property, reference, child, false))
            }
        };
        problems.push(if is_skipped(own) { finding(problem) } else { problem });
    };
    for (at, resource) in resources.iter().enumerate() {
        resource.common().require.iter().for_each(|reference| judge(at, Some(at), lost, "require", reference));
        resource.subscriptions().iter().for_each(|reference| judge(at, Some(at), lost, "subscribe", reference));
    }
    for (number, one) in lost.iter().enumerate() {
        let before = &lost[..number];
        one.references.iter().for_each(|(property, reference)| judge(one.at, None, before, property, reference));
    }
}

/// A resource that was written and could not be read.
pub(crate) struct Lost {
    /// Its type, when that is known.
    kind: Option<&'static str>,
    names: Vec<String>,
    /// Whether its name or alias is an expression that could not be worked out.
    is_nameless: bool,
    /// How many resources before it could be read.
    at: usize,
    /// What it names, as far as that can be read.
    references: Vec<(&'static str, Spanned<Reference>)>,
}

impl Lost {
    /// What names it in its body, and what it names. `at` resources before it could be read.
    pub(crate) fn new(kind: &'static str, body: &Node<'_>, at: usize) -> Self {
        let names = ["name", "alias"].into_iter().filter_map(|key| body.get(key)?.as_str());
        let (plain, open): (Vec<&str>, Vec<&str>) = names.partition(|name| Text::parse(name).is_plain());
        let names = plain.into_iter().map(str::to_owned).collect();
        let references = ["require", "subscribe"].into_iter().flat_map(|key| named(body, key)).collect();
        Self { kind: Some(kind), names, is_nameless: !open.is_empty(), at, references }
    }

    /// Resources whose type nobody knows: probably one is meant that others name.
    pub(crate) fn stranger(names: Vec<String>) -> Self {
        Self { kind: None, names, is_nameless: false, at: 0, references: Vec::new() }
    }

    /// A resource in a wrong form, whose name cannot be read, and whose type perhaps not either.
    pub(crate) fn formless(kind: Option<&'static str>) -> Self {
        Self { kind, is_nameless: true, ..Self::stranger(Vec::new()) }
    }

    /// The same, behind `more` other resources.
    pub(crate) fn behind(self, more: usize) -> Self {
        Self { at: self.at + more, ..self }
    }

    /// The names that others can have for it.
    fn known_as(&self) -> impl Iterator<Item = (&str, &str)> {
        self.kind.into_iter().flat_map(|kind| self.names.iter().map(move |name| (kind, name.as_str())))
    }

    /// Whether it is what somebody names; a child that could not be read may bring anything.
    fn may_bring(&self, reference: &Reference, before: usize) -> bool {
        match self.kind {
            Some(kind) if kind == apply::TYPE.name && self.at <= before => true,
            Some(kind) => kind == reference.kind && (self.is_nameless || self.names.contains(&reference.name)),
            None => self.is_nameless || self.names.contains(&reference.name),
        }
    }
}

/// The names that stand before a step outside of its document.
fn outside<'a>(around: &'a Around<'_>, at: usize) -> impl Iterator<Item = (&'a str, &'a str)> {
    around.names(at).map(|reference| (&*reference.kind, reference.name.as_str()))
}

/// The references under a key that can be read; the others have been reported.
fn named(body: &Node<'_>, key: &'static str) -> Vec<(&'static str, Spanned<Reference>)> {
    let Some(Kind::List(items)) = body.get(key).map(|node| &node.kind) else { return Vec::new() };
    let read = |item: &Node<'_>| Some(Spanned::new(Reference::parse(item.as_str()?).ok()?, item.span));
    items.iter().filter_map(read).map(|reference| (key, reference)).collect()
}

fn finding(problem: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..problem }
}

fn too_late(property: &str, reference: &Spanned<Reference>, target: Span, is_self: bool) -> Diagnostic {
    let message = if is_self {
        format!("`{property}` of {} names the resource itself", reference.value)
    } else {
        format!("`{property}` names {}, which comes only later", reference.value)
    };
    let problem = Diagnostic::error(&UNKNOWN_REFERENCE, message).at(reference.span, "named here");
    if is_self {
        problem.help("remove it: a resource does not wait for itself".to_owned())
    } else {
        let help = "resources run in the order in which they are written: move it up".to_owned();
        problem.at(target, "declared here").help(help)
    }
}

fn unknown(property: &str, reference: &Spanned<Reference>) -> Diagnostic {
    let message = format!("`{property}` names {}, which is not in this manifest", reference.value);
    Diagnostic::error(&UNKNOWN_REFERENCE, message).at(reference.span, "no resource has this name or alias")
}

/// What was probably meant, or what could be.
fn advice<'a>(given: &Reference, known: impl Iterator<Item = (&'a str, &'a str)>, before: &[(&str, &str)]) -> String {
    let mut known: Vec<String> = known.map(|(kind, name)| format!("{kind}#{name}")).collect();
    known.sort_unstable();
    let names = || known.iter().map(String::as_str);
    let same_name = names().find(|known| known.split_once('#').is_some_and(|(_, name)| name == given.name));
    let meant = same_name.or_else(|| suggest(&given.to_string(), names()));
    meant.map_or_else(|| listed(before), |name| format!("did you mean `{name}`?"))
}

/// How many references get advice. It is looked for among all names, and nobody reads more of it.
const HELPED: usize = 100;

/// How many names a help lists.
const LISTED: usize = 12;

/// What could be named: what stands before.
fn listed(before: &[(&str, &str)]) -> String {
    let mut names: Vec<String> = before.iter().map(|(kind, name)| format!("`{kind}#{name}`")).collect();
    names.sort_unstable();
    names.dedup();
    let more = if names.len() > LISTED { ", …" } else { "" };
    names.truncate(LISTED);
    match names.as_slice() {
        [] => "no resource stands before this one: write it above, or remove the reference".to_owned(),
        names => format!("before it there is {}{more}", names.join(", ")),
    }
}
