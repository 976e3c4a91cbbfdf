//! A step for every element of a list.

use super::ResolverError;
use super::call::{Given, call, holds, perhaps_left_out};
use crate::model::{ForEach, OnError, Step};
use crate::session::{Moment, Session};
use diagnostics::Redactor;
use engine::schedule::gather;
use providers::{Bindings, Capability, Iteration};
use value::{List, Map, Unknown, Value};

/// What an element came to: nothing when it was skipped.
type Outcome = Result<Option<Given>, ResolverError>;

/// Calls the provider of a step for every element, at most so many at once, and gives the results in order. `before` names
/// the step in messages.
pub(super) fn each(
    session: &Session,
    step: &Step,
    each: &ForEach,
    mode: Capability,
    moment: &Moment<'_>,
    before: &str,
) -> Result<(Given, usize), ResolverError> {
    let items = match items(session, each, mode, moment, before)? {
        Ok(items) => items,
        Err(unknown) => return Ok((perhaps(session, step, moment, unknown), 0)),
    };
    let steps: Vec<Iteration> = items.iter().enumerate().map(|(index, item)| each.iteration(index, item)).collect();
    let at_once =
        each.concurrency.as_ref().and_then(|limit| usize::try_from(limit.value).ok()).filter(|limit| *limit > 0);
    let waits = step
        .provider
        .as_ref()
        .and_then(|name| session.registry.get(&name.value))
        .is_some_and(|one| one.descriptor().waits);
    let outcomes: Vec<Outcome> = gather(steps.len(), at_once, waits, |index| {
        let moment = Moment { iteration: Some(&steps[index]), ..*moment };
        match holds(session, step.when.as_ref(), &moment)? {
            Ok(true) => call(session, step.provider.as_ref(), step.inputs.as_ref(), mode, &moment).map(Some),
            Ok(false) => Ok(None),
            Err(unknown) => Ok(Some(perhaps(session, step, &moment, unknown))),
        }
    });
    let calls = outcomes.iter().filter(|outcome| !matches!(outcome, Ok(None))).count();
    let is_secret = outcomes.iter().any(|outcome| matches!(outcome, Ok(Some(given)) if given.is_secret));
    let told = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()?.as_ref()).flat_map(|given| &given.warnings);
    let mut warnings: Vec<String> = Vec::new();
    told.for_each(|text| warnings.extend((!warnings.contains(text)).then(|| text.clone())));
    let given = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()?.as_ref());
    let left_out = given.flat_map(|given| given.left_out.iter().cloned()).collect();
    let all = |value: Value| Given { value, is_secret, warnings, left_out };
    let carries_on = step.on_error.as_ref().is_some_and(|on_error| on_error.value == OnError::Continue);
    if let Some(unknown) = not_known(&outcomes) {
        return Ok((all(unknown.into()), calls));
    }
    match outcomes.iter().position(Result::is_err) {
        None => Ok((all(results(outcomes, step.when.is_some() && !each.keep_skipped)), calls)),
        Some(_) if carries_on => Ok((all(reports(outcomes, &items, &session.run.redactor)), calls)),
        Some(index) => {
            let error = outcomes.into_iter().nth(index).and_then(Result::err).unwrap_or_else(|| ResolverError::new(""));
            Err(error.within(format_args!("{before} forEach iteration {index} failed: ")))
        }
    }
}

fn items(
    session: &Session,
    each: &ForEach,
    mode: Capability,
    moment: &Moment<'_>,
    before: &str,
) -> Result<Result<List, Unknown>, ResolverError> {
    let value = match &each.within {
        Some(form) => {
            let bindings = Bindings::new(&session.run.engines, moment.scope, moment.iteration);
            form.resolve(&bindings).map_err(|error| {
                let error = ResolverError::of_form(&error).hidden_if(session.hides(moment));
                error.within(format_args!("{before}: forEach.in: "))
            })?
        }
        None if mode == Capability::From => {
            return Err(ResolverError::new(format!("{before}: forEach.in is required in resolve")));
        }
        None => moment.scope.names.get("__self").cloned().unwrap_or_default(),
    };
    match value {
        Value::List(items) => Ok(Ok(items)),
        Value::Unknown(unknown) => Ok(Err(unknown)),
        other => {
            let kind = if other.is_null() { "<nil>".to_owned() } else { other.type_name().to_string() };
            Err(ResolverError::new(format!("{before}: forEach requires array input, got {kind}")))
        }
    }
}

/// Calls of which nobody knows whether they are made.
fn perhaps(session: &Session, step: &Step, moment: &Moment<'_>, unknown: Unknown) -> Given {
    let resolver = moment.calling.map_or("", |calling| calling.name);
    let left_out = perhaps_left_out(session, step.provider.as_ref(), step.inputs.as_ref(), resolver);
    Given { value: unknown.into(), left_out: left_out.into_iter().collect(), ..Given::default() }
}

/// The results in order. Without placeholders every null goes, as in the original.
fn results(outcomes: Vec<Outcome>, drop_nulls: bool) -> Value {
    let values =
        outcomes.into_iter().map(|outcome| outcome.ok().flatten().map(|given| given.value).unwrap_or_default());
    values.filter(|value| !drop_nulls || !value.is_null()).collect::<List>().into()
}

/// Why nobody knows what the results are: what is not known may be null, and may fail.
fn not_known(outcomes: &[Outcome]) -> Option<Unknown> {
    let given = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()?.as_ref());
    Unknown::combine(given.filter_map(|given| given.value.as_unknown()))
}

/// What became of every element, when some failed and that is all right. What is said of failures has no secrets.
fn reports(outcomes: Vec<Outcome>, items: &List, redactor: &Redactor) -> Value {
    let report = |(index, (outcome, item)): (usize, (Outcome, &Value))| {
        let mut report: Map = [("index", Value::Int(i64::try_from(index).unwrap_or(i64::MAX)))].into_iter().collect();
        match outcome {
            Ok(Some(given)) => {
                report.insert("data", given.value);
            }
            Ok(None) => {}
            Err(error) => {
                report.insert("error", redactor.text(&error.text).into_owned());
            }
        }
        report.insert("item", item.clone());
        Value::from(report)
    };
    outcomes.into_iter().zip(items.iter()).enumerate().map(report).collect::<List>().into()
}
