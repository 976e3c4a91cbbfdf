//! One step of a manifest: a resource, and what has to be decided when it is reached.

use crate::apply::{self, Apply};
use crate::forms::Raw;
use crate::gate::{Answer, Gate};
use crate::health::Check;
use crate::resolve::{Late, Resolver, with_placeholders};
use diagnostics::{Diagnostics, Span};
use document::Node;
use document::decode::Decoder;
use engine::{Context, Resource, TypeDef};
use std::borrow::Cow;

/// One step of a manifest.
pub struct Step {
    /// The resource. Texts that are completed when the step is reached are as they were written.
    pub resource: Box<dyn Resource>,
    /// The manifest that runs in its place.
    pub(crate) child: Option<Apply>,
    pub(crate) gate: Option<Gate>,
    pub(crate) late: Option<Late>,
    pub(crate) checks: Vec<Check>,
}

impl Step {
    /// Whether its control says, as things are now, that it is not looked at.
    pub(crate) fn is_skipped(&self, resolver: Resolver<'_>) -> bool {
        resolver.is_known && self.gate.as_ref().is_some_and(|gate| matches!(gate.ask(resolver), Ok(Answer::Closed)))
    }

    /// Makes a step of what was written; every problem is reported. Gives the body back when no resource came of it.
    pub(crate) fn new<'a>(
        raw: Raw<'a>,
        resolver: Resolver<'_>,
        decoder: &mut Decoder<'_>,
        context: &Context<'_>,
        problems: &mut Diagnostics,
    ) -> Result<Self, Node<'a>> {
        let Raw { definition, mut body } = raw;
        let is_exact = resolver.judge.is_some_and(|judge| judge.judging.is_exact) && resolver.is_known;
        let resolver = Resolver { is_reached: !(is_exact && Gate::closes(&body, resolver)), ..resolver };
        let walked = resolver.walk(&mut body, (definition.shape)(), problems);
        if !walked.open.is_empty() {
            Gate::check(&body, resolver, problems);
            beside(&walked.open, definition, &body, context, problems);
            return Err(body);
        }
        let provisional = match walked.placeholders.as_slice() {
            [] => Cow::Borrowed(&body),
            placeholders => Cow::Owned(with_placeholders(&body, placeholders)),
        };
        let mut child = None;
        let made = if definition.name == apply::TYPE.name {
            child = Apply::decode(&provisional, decoder, context);
            child.clone().map(|child| Box::new(child) as Box<dyn Resource>)
        } else {
            (definition.decode)(&provisional, decoder, context)
        };
        let Some(resource) = made else {
            Gate::check(&body, resolver, problems);
            drop(provisional);
            return Err(body);
        };
        let gate = Gate::new(resource.common().control.as_ref(), resolver, problems);
        let checks = Check::all(&body, resource.common(), resolver, problems);
        drop(provisional);
        let late =
            (!walked.waiting.is_empty()).then(|| Late { definition, body: body.into_owned(), waiting: walked.waiting });
        Ok(Self { resource, child, gate, late, checks })
    }
}

/// Reports what else is wrong with a resource that has texts that could not be worked out. These are reported already.
fn beside(
    open: &[Span],
    definition: &'static TypeDef,
    body: &Node<'_>,
    context: &Context<'_>,
    problems: &mut Diagnostics,
) {
    let mut decoder = Decoder::new(context.sources);
    drop((definition.decode)(body, &mut decoder, context));
    let is_open = |at: Span| open.iter().any(|text| text.file == at.file && at.start < text.end && text.start < at.end);
    for problem in decoder.finish().iter().filter(|problem| problem.span().is_some_and(|at| !is_open(at))) {
        problems.push(problem.clone());
    }
}
