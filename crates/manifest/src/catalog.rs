//! A manifest that can be run: typed, checked, in order.

use crate::codes::{NO_RESOURCES, SAME_PATH, SECRET_NAME, TOO_MANY};
use crate::forms::{self, Raw};
use crate::references::{self, Lost};
use crate::resolve;
use crate::top::{Top, not_available};
use diagnostics::{Diagnostic, Diagnostics, Redactor, Span, Spanned};
use document::Node;
use document::decode::Decoder;
use engine::{Context, Reference, Resource};
use std::collections::{HashMap, HashSet};

/// More threads than this do not pay for decoding. The cores are not counted: asking for them takes longer than a thread
/// that is not needed.
const MOST_THREADS: usize = 4;
/// A thread is worth its start from this many resources on.
const SMALLEST_SHARE: usize = 500;

/// The resources of a manifest, complete and in the order in which they run.
pub struct Catalog {
    /// What the manifest says about the run.
    pub header: Header,
    /// The resources.
    pub resources: Vec<Box<dyn Resource>>,
}

impl Catalog {
    /// Every resource that another one names.
    pub fn references(&self) -> HashSet<Reference> {
        let named = |r: &dyn Resource| {
            r.common().require.iter().chain(r.subscriptions()).map(|r| r.value.clone()).collect::<Vec<_>>()
        };
        self.resources.iter().flat_map(|r| named(&**r)).collect()
    }
}

/// What a manifest says about the run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// Stop after the first resource that fails.
    pub fail_on_error: bool,
    /// Shown before the first resource.
    pub pre_message: Option<String>,
    /// Shown after the last one, when nothing failed.
    pub post_message: Option<String>,
}

/// Makes the catalog of a decoded manifest. It is complete only when no errors were reported; without `top` its
/// resources are read all the same, so that their problems are reported too.
pub(crate) fn catalog(
    top: Option<Top>,
    items: Vec<Node<'_>>,
    at: Span,
    most: usize,
    context: &Context<'_>,
    decoder: &mut Decoder<'_>,
) -> Catalog {
    let mut problems = Diagnostics::new();
    let header = top.as_ref().map(|top| header(top, &mut problems));
    let found_before = problems.len();
    let raws = forms::expand(items, &mut problems);
    let was_read = problems.len() == found_before;
    // A misspelt `resources` is reported as such.
    let is_whole = was_read && !decoder.has_errors();
    if is_whole && raws.is_empty() && top.is_some_and(|top| top.ccm.resources_jet_file.is_none()) {
        problems
            .push(Diagnostic::error(&NO_RESOURCES, "manifest must contain resources").at(at, "no resources in here"));
    }
    if raws.len() > most {
        let message = format!("the manifest has {} resources, the limit is {most}", raws.len());
        problems.push(
            Diagnostic::error(&TOO_MANY, message)
                .at(at, "too many resources")
                .help("raise the limit if the manifest is meant to be that large".to_owned()),
        );
    }
    let Decoded { resources, lost, problems: found } = decode_all(raws, context);
    problems.append(found);
    check(&resources, context.redactor, was_read.then_some(&lost), &mut problems);
    problems.into_iter().for_each(|problem| decoder.report(problem));
    Catalog { header: header.unwrap_or_default(), resources }
}

/// Makes resources of their bodies, on several threads when there are many. Order and problems are as if one had done it.
fn decode_all(mut raws: Vec<Raw<'_>>, context: &Context<'_>) -> Decoded {
    let threads = (raws.len() / SMALLEST_SHARE).clamp(1, MOST_THREADS);
    let share = raws.len().div_ceil(threads);
    if raws.len() <= share {
        return decode_share(raws, &context.again());
    }
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        while raws.len() > share {
            let (rest, context) = (raws.split_off(raws.len() - share), context.again());
            others.push(scope.spawn(move || decode_share(rest, &context)));
        }
        let mut all = decode_share(raws, &context.again());
        for other in others.into_iter().rev() {
            all.append(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    })
}

fn decode_share(raws: Vec<Raw<'_>>, context: &Context<'_>) -> Decoded {
    let (mut decoder, mut problems) = (Decoder::new(context.sources), Diagnostics::new());
    let (mut resources, mut lost) = (Vec::with_capacity(raws.len()), Vec::new());
    for raw in raws {
        let body = resolve::resolve(&raw.body, &mut problems);
        match (raw.definition.decode)(body, &mut decoder, context) {
            Some(resource) => resources.push(resource),
            None => lost.push(Lost::new(raw.definition.name, body, resources.len())),
        }
    }
    problems.append(decoder.finish());
    Decoded { resources, lost, problems }
}

/// What became of the bodies.
struct Decoded {
    resources: Vec<Box<dyn Resource>>,
    lost: Vec<Lost>,
    problems: Diagnostics,
}

impl Decoded {
    fn append(&mut self, other: Self) {
        let before = self.resources.len();
        self.lost.extend(other.lost.into_iter().map(|lost| lost.behind(before)));
        self.resources.extend(other.resources);
        self.problems.append(other.problems);
    }
}

fn header(top: &Top, problems: &mut Diagnostics) -> Header {
    let mut message = |text: &Option<Spanned<String>>| {
        let text = text.as_ref()?;
        resolve::refuse_expression(&text.value, text.span, problems);
        Some(text.value.trim_end_matches('\n').to_owned()).filter(|text| !text.is_empty())
    };
    let (pre_message, post_message) = (message(&top.ccm.pre_message), message(&top.ccm.post_message));
    Header { fail_on_error: top.ccm.fail_on_error, pre_message, post_message }
}

/// What concerns several resources, or any type. References are judged only when it is known what was written, `lost`
/// being what could not be read.
pub(crate) fn check(
    resources: &[Box<dyn Resource>],
    redactor: &Redactor,
    lost: Option<&Vec<Lost>>,
    problems: &mut Diagnostics,
) {
    for resource in resources {
        refuse_what_is_not_available(&**resource, problems);
        refuse_secret_name(&**resource, redactor, problems);
    }
    if let Some(lost) = lost {
        references::check(resources, lost, problems);
    }
    warn_of_twins(resources, problems);
}

fn refuse_what_is_not_available(resource: &dyn Resource, problems: &mut Diagnostics) {
    let common = resource.common();
    let parts = [
        ("`control`", common.control.as_ref().map(|c| c.span)),
        ("`health_checks`", common.health_checks.first().map(|c| c.span)),
        ("`register_when_stable`", common.register_when_stable.first().map(|c| c.span)),
    ];
    for (what, span) in parts.into_iter().filter_map(|(what, span)| Some((what, span?))) {
        problems.push(not_available(what).at(span, "given here"));
    }
}

fn refuse_secret_name(resource: &dyn Resource, redactor: &Redactor, problems: &mut Diagnostics) {
    let identity = resource.identity();
    let names = [Some(identity.reference.name.as_str()), resource.common().alias()];
    if names.into_iter().flatten().any(|name| redactor.text(name) != name) {
        let message = format!("the name of this `{}` holds a secret", identity.reference.kind);
        problems.push(Diagnostic::error(&SECRET_NAME, message).at(identity.span, "the secret is in here"));
    }
}

/// A path that is declared twice is a finding, not an error: the second one wins.
fn warn_of_twins(resources: &[Box<dyn Resource>], problems: &mut Diagnostics) {
    let mut first = HashMap::new();
    for resource in resources.iter().filter(|r| r.identity().reference.kind == "file") {
        let identity = resource.identity();
        if let Some(earlier) = first.insert(&identity.reference.name, identity.span) {
            let problem = Diagnostic::warning(&SAME_PATH, format!("{} is declared twice", identity.reference));
            problems.push(problem.at(identity.span, "again here").at(earlier, "first here"));
        }
    }
}
