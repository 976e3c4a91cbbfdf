//! Inputs, and keys inside of them, that mean nothing to their providers.

use crate::codes::UNKNOWN_INPUT;
use crate::solution::Solution;
use diagnostics::{Diagnostic, Diagnostics, Spanned};
use document::decode::Entries;
use providers::{Descriptor, Form, Registered, Registry, Stranger, strangers};
use value::{Map, Value};

type Inputs = Entries<Option<Form>>;

/// What a document has as it is. A run warns of it, and goes on without it.
pub fn unknown_inputs(solution: &Solution, registry: &Registry) -> Diagnostics {
    let mut found = Diagnostics::new();
    for Calling { provider, inputs } in solution.calls() {
        look(provider, inputs, registry, &mut found);
    }
    found
}

/// A place where a solution calls a provider.
#[derive(Debug, Clone, Copy)]
pub struct Calling<'s> {
    /// The provider.
    pub provider: Option<&'s Spanned<String>>,
    /// What it is given.
    pub inputs: Option<&'s Inputs>,
}

impl Solution {
    /// All places where it calls a provider: those of resolvers, and then those of actions.
    pub fn calls(&self) -> Vec<Calling<'_>> {
        let mut calls = Vec::new();
        for one in &self.resolvers {
            let resolver = &one.resolver;
            let sources = resolver.resolve.iter().flat_map(|phase| phase.with.iter().flatten());
            let changes = resolver.transform.iter().flat_map(|phase| phase.with.iter().flatten());
            let rules = resolver.validate.iter().flat_map(|phase| phase.with.iter().flatten());
            let steps = sources.chain(changes);
            calls.extend(steps.map(|step| Calling { provider: step.provider.as_ref(), inputs: step.inputs.as_ref() }));
            calls.extend(rules.map(|rule| Calling { provider: rule.provider.as_ref(), inputs: rule.inputs.as_ref() }));
        }
        let sections = self.workflow.iter().flat_map(|workflow| [&workflow.actions, &workflow.finally]);
        let actions = sections.flatten().flat_map(|section| section.iter()).filter_map(|(_, action)| action.as_ref());
        calls.extend(actions.map(|one| Calling { provider: one.provider.as_ref(), inputs: one.inputs.as_ref() }));
        calls
    }
}

fn look(provider: Option<&Spanned<String>>, inputs: Option<&Inputs>, registry: &Registry, found: &mut Diagnostics) {
    let Some((descriptor, inputs)) = judged(provider, inputs, registry) else { return };
    for stranger in strangers(&descriptor.schema, &written(inputs)) {
        let Some(span) = place(&stranger, inputs) else { continue };
        let problem = Diagnostic::warning(&UNKNOWN_INPUT, stranger.problem(descriptor.name));
        found.push(problem.at(span, "it is not used").help(stranger.help));
    }
}

/// The inputs and who gets them, when one of them may be strange or have a key that is.
fn judged<'a>(
    provider: Option<&Spanned<String>>,
    inputs: Option<&'a Inputs>,
    registry: &'a Registry,
) -> Option<(&'a Descriptor, &'a Inputs)> {
    let descriptor = provider.and_then(|name| registry.get(&name.value)).map(Registered::descriptor)?;
    let inputs = inputs?;
    let is_judged = inputs.iter().any(|(name, _)| !descriptor.schema.takes_whole(&name.value));
    is_judged.then_some((descriptor, inputs))
}

fn written(inputs: &Inputs) -> Map {
    let value = |form: &Option<Form>| form.as_ref().map_or(Value::Null, Form::written);
    inputs.iter().map(|(name, form)| (name.value.as_str(), value(form))).collect()
}

fn place(stranger: &Stranger, inputs: &Inputs) -> Option<diagnostics::Span> {
    let (input, rest) = stranger.path.split_first()?;
    let (name, form) = inputs.iter().find(|(name, _)| Some(name.value.as_str()) == input.as_str())?;
    Some(form.as_ref().filter(|_| !rest.is_empty()).map_or(name.span, |form| form.place(rest)))
}

/// What came with the values that the run worked out, in words. What the document has as it is was told before.
pub(crate) fn unknown_keys(
    provider: Option<&Spanned<String>>,
    inputs: Option<&Inputs>,
    values: &Map,
    registry: &Registry,
) -> Vec<String> {
    let Some((descriptor, inputs)) = judged(provider, inputs, registry) else { return Vec::new() };
    let mut found = strangers(&descriptor.schema, values);
    if !found.is_empty() {
        let told = strangers(&descriptor.schema, &written(inputs));
        found.retain(|one| !told.contains(one));
    }
    found.iter().map(|one| format!("{}; {}", one.problem(descriptor.name), one.help)).collect()
}
