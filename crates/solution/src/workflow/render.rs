//! A plan as a document: what `render solution` prints.

use super::Phases;
use super::plan::{Plan, PlannedAction, PlannedInput};
use crate::model::{Backoff, Retry};
use crate::session::Session;
use providers::FormText;
use std::collections::HashMap;
use std::time::Duration;
use value::{List, Map, Value};

const API_VERSION: &str = "scafctl.oakwood-commons.github.io/v1alpha1";

/// The plan as a document. Values of sensitive inputs are masked, unless somebody wants to see them.
pub fn render(plan: &Plan, session: &Session, generated: Option<String>) -> Value {
    let mut document = Map::new();
    document.insert("apiVersion", API_VERSION);
    document.insert("kind", "ActionGraph");
    document.insert("metadata", metadata(plan, generated));
    document.insert("executionOrder", order(plan, &plan.main));
    if !plan.finally.is_empty() {
        document.insert("finallyOrder", order(plan, &plan.finally));
    }
    let mut actions: Vec<&PlannedAction> = plan.actions.iter().map(|action| &**action).collect();
    actions.sort_by(|a, b| a.name.cmp(&b.name));
    // What elements of a loop need is the same.
    let mut shared: HashMap<&str, List> = HashMap::new();
    let actions: Map = actions
        .into_iter()
        .map(|one| {
            let needs = shared.entry(&one.original).or_insert_with(|| needs(one, plan));
            (one.name.as_str(), action(one, needs, session))
        })
        .collect();
    document.insert("actions", actions);
    document.into()
}

fn metadata(plan: &Plan, generated: Option<String>) -> Map {
    let mut metadata = Map::new();
    if let Some(generated) = generated {
        metadata.insert("generatedAt", generated);
    }
    metadata.insert("totalActions", count(plan.actions.len()));
    metadata.insert("totalPhases", count(plan.main.len() + plan.finally.len()));
    metadata.insert("hasFinally", !plan.finally.is_empty());
    let expansions: Map = plan.unrolled().map(|(name, elements)| (name.as_str(), texts(elements.iter()))).collect();
    if !expansions.is_empty() {
        metadata.insert("forEachExpansions", expansions);
    }
    metadata
}

fn order(plan: &Plan, phases: &Phases) -> List {
    let names = |phase: &Vec<usize>| texts(phase.iter().map(|number| &plan.actions[*number].name));
    phases.iter().map(names).collect()
}

fn action(planned: &PlannedAction, needs: &List, session: &Session) -> Value {
    let action = &planned.action;
    let mut map = Map::new();
    map.insert("name", planned.name.as_str());
    if planned.iteration.is_some() {
        map.insert("originalName", planned.original.as_str());
    }
    for (key, text) in [("description", &action.description), ("displayName", &action.display_name)] {
        if let Some(text) = text {
            map.insert(key, text.as_str());
        }
    }
    if action.sensitive {
        map.insert("sensitive", true);
    }
    map.insert("provider", provider(planned));
    if !needs.is_empty() {
        map.insert("dependsOn", needs.clone());
    }
    if !planned.reads.is_empty() {
        map.insert("crossSectionRefs", texts(planned.reads.iter()));
    }
    if let Some(when) = &action.when {
        map.insert("when", later("originalExpr", &when.text));
    }
    if let Some(on_error) = &action.on_error {
        map.insert("onError", on_error.value.as_str());
    }
    if let Some(timeout) = action.timeout {
        map.insert("timeout", text(timeout.0));
    }
    if let Some(retry) = &action.retry {
        map.insert("retry", tries(retry));
    }
    map.insert("inputs", inputs(planned, session));
    map.insert("section", planned.section.name());
    if let (Some(each), Some(step)) = (&action.for_each, &planned.iteration) {
        let mut of = Map::new();
        of.insert("expandedFrom", planned.original.as_str());
        of.insert("index", count(step.index));
        let is_hidden = (planned.secret_item || action.sensitive) && !session.run.redactor.reveals();
        of.insert("item", if is_hidden { Value::string("<secret>") } else { sorted(&step.item) });
        if let Some(limit) = each.concurrency.as_ref().filter(|limit| limit.value > 0) {
            of.insert("concurrency", limit.value);
        }
        if let Some(on_error) = &each.on_error {
            of.insert("onError", on_error.value.as_str());
        }
        map.insert("forEach", of);
    }
    map.into()
}

pub(super) fn provider(planned: &PlannedAction) -> &str {
    planned.action.provider.as_ref().map_or("", |provider| provider.value.as_str())
}

pub(super) fn needs(planned: &PlannedAction, plan: &Plan) -> List {
    let mut names: Vec<&String> = planned.needs.iter().map(|need| &plan.actions[*need].name).collect();
    names.sort();
    texts(names.into_iter())
}

fn tries(retry: &Retry) -> Map {
    let mut map = Map::new();
    map.insert("maxAttempts", retry.max_attempts.as_ref().map_or(1, |most| most.value));
    let backoff = match Backoff::named(retry.backoff.as_ref().map_or("", |backoff| &backoff.value)) {
        Backoff::Fixed => "fixed",
        Backoff::Linear => "linear",
        Backoff::Exponential => "exponential",
    };
    map.insert("backoff", backoff);
    for (key, delay) in [("initialDelay", retry.initial_delay), ("maxDelay", retry.max_delay)] {
        if let Some(delay) = delay {
            map.insert(key, text(delay.0));
        }
    }
    map
}

/// The inputs as far as they are known; secrets are not shown.
pub(super) fn inputs(planned: &PlannedAction, session: &Session) -> Map {
    let reveals = session.run.redactor.reveals();
    let descriptor = session.registry.get(provider(planned)).map(providers::Registered::descriptor);
    let shown = |(name, input): &(String, PlannedInput)| {
        let secret = planned.action.sensitive
            || planned.secret.contains(name)
            || descriptor.is_some_and(|descriptor| descriptor.is_sensitive(name));
        let value = match input {
            _ if secret && !reveals => Value::string("<secret>"),
            PlannedInput::Known(value) => sorted(value),
            PlannedInput::Missing => Value::Null,
            PlannedInput::Later(form) => match form.as_text() {
                Some((text, FormText::Expression)) => later("originalExpr", text),
                Some((text, FormText::Template)) => later("originalTmpl", text),
                None => later("originalExpr", "(nested)"),
            },
        };
        (name.clone(), value)
    };
    let mut inputs: Vec<&(String, PlannedInput)> = planned.inputs.iter().collect();
    inputs.sort_by(|a, b| a.0.cmp(&b.0));
    inputs.into_iter().map(shown).collect()
}

/// The value with the keys of its maps in order: what people write has none in the original.
fn sorted(value: &Value) -> Value {
    match value {
        Value::List(items) => items.iter().map(sorted).collect::<List>().into(),
        Value::Map(map) => map.sorted().map(|(key, value)| (key.clone(), sorted(value))).collect::<Map>().into(),
        other => other.clone(),
    }
}

fn later(key: &'static str, text: &str) -> Value {
    let map: Map = [(key, Value::string(text)), ("deferred", true.into())].into_iter().collect();
    map.into()
}

fn texts<'t>(texts: impl Iterator<Item = &'t String>) -> List {
    texts.map(|text| Value::string(text.as_str())).collect()
}

fn count(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

fn text(duration: Duration) -> String {
    value::Duration::from(duration).to_string()
}
