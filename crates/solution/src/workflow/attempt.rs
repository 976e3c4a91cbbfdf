//! One action, with all its tries.

use super::plan::{Answer, PlannedAction, PlannedInput, When};
use super::result::{ActionResult, ActionStatus, SkipReason};
use crate::model::{Backoff, SchemaMode};
use crate::session::{Moment, Session};
use crate::spot::Spot;
use crate::strangers::unknown_keys;
use crate::symbols::retrying;
use engine::{SpanIds, StepKind};
use providers::{
    Bindings, Calling, Capability, Cause, Context, ExecuteError, Manners, Output, Scope, Terminal, execute, keep_secret,
};
use std::sync::Arc;
use std::time::Duration;
use value::{Map, Value};

/// An action while it is worked on.
pub(super) struct Attempt<'a> {
    pub(super) session: &'a Session,
    pub(super) planned: &'a PlannedAction,
    pub(super) scope: &'a Scope,
    pub(super) terminal: Option<&'a Arc<dyn Terminal>>,
    pub(super) timeout: Duration,
    pub(super) schema_mode: SchemaMode,
    pub(super) span: Option<SpanIds>,
}

const FIRST_DELAY: Duration = Duration::from_secs(1);
const LONGEST_DELAY: Duration = Duration::from_mins(5);

impl Attempt<'_> {
    /// Does it, and says what became of it.
    pub(super) fn run(&self) -> ActionResult {
        let clock = &self.session.world.read().clock;
        let (started, start) = (clock.now(), clock.monotonic());
        let mut result = self.done(start + self.timeout);
        if self.planned.action.sensitive {
            result.is_hidden = self.is_hidden();
            result.results.iter().for_each(|results| keep_secret(results, &self.session.run.redactor));
        }
        if result.status != ActionStatus::Skipped {
            result.started = Some(started);
            result.ended = Some(clock.now());
            result.took = clock.monotonic().saturating_sub(start);
            result.span_ids = self.span;
        }
        result
    }

    fn is_hidden(&self) -> bool {
        self.planned.action.sensitive && !self.session.run.redactor.reveals()
    }

    fn done(&self, deadline: Duration) -> ActionResult {
        match self.asked() {
            Ok(true) => {}
            Ok(false) => return ActionResult::skipped(SkipReason::Condition),
            Err(result) => return *result,
        }
        let inputs = match self.inputs() {
            Ok(inputs) => inputs,
            Err((text, spot)) => return ActionResult { counts: true, spot: Some(spot), ..ActionResult::failed(text) },
        };
        let result = match self.tries(&inputs, deadline) {
            Ok(output) => self.judged(output),
            Err(result) => *result,
        };
        let action = &self.planned.action;
        let strange = unknown_keys(action.provider.as_ref(), action.inputs.as_ref(), &inputs, &self.session.registry);
        let warnings = result.warnings.into_iter().chain(strange).collect();
        ActionResult { inputs, warnings, ..result }
    }

    fn asked(&self) -> Result<bool, Box<ActionResult>> {
        let answer = match &self.planned.when {
            When::Asked(answer) => answer.clone(),
            When::Later(condition) => {
                let engines = &self.session.run.engines;
                Answer::of(condition, engines, &Bindings::new(engines, self.scope, self.planned.iteration.as_ref()))
            }
        };
        match answer {
            Answer::Known(answer) => Ok(answer),
            Answer::Unknown(unknown) => {
                let spot = self.planned.action.when.as_ref().map(|when| when.span.into());
                Err(unanswered(format!("condition must evaluate to boolean, got {unknown}"), spot))
            }
            Answer::Fails(text, spot) => Err(unanswered(text, Some(spot))),
        }
    }

    fn inputs(&self) -> Result<Map, (String, Spot)> {
        let bindings = Bindings::new(&self.session.run.engines, self.scope, self.planned.iteration.as_ref());
        let mut inputs = Map::new();
        for (name, input) in &self.planned.inputs {
            let value = match input {
                PlannedInput::Known(value) => value.clone(),
                PlannedInput::Missing => Value::Null,
                PlannedInput::Later(form) => form.resolve(&bindings).map_err(|error| {
                    let action = &self.planned.action;
                    let provider = action.provider.as_ref().map(|provider| provider.value.as_str());
                    let is_secret = action.sensitive || self.planned.secret.contains(name);
                    self.session.keep_failed(provider, name, is_secret, &error);
                    (format!("failed to resolve deferred input \"{name}\": {error}"), Spot::of_form(&error))
                })?,
            };
            inputs.insert(name.as_str(), value);
        }
        Ok(inputs)
    }

    fn tries(&self, inputs: &Map, deadline: Duration) -> Result<Output, Box<ActionResult>> {
        let most = self
            .planned
            .action
            .retry
            .as_ref()
            .map_or(1, |retry| retry.max_attempts.as_ref().map_or(1, |most| most.value.max(1)));
        let mut number = 1;
        loop {
            let error = match self.call(inputs, deadline) {
                Ok(output) => return Ok(output),
                Err(error) => error,
            };
            if let Some(ended) = self.ended(&error, deadline) {
                return Err(Box::new(ended));
            }
            let again = number < most && self.wants_again(&error, number, most)?;
            if !again {
                let text = format!("action failed after {number} attempt(s): {error}");
                let spot = Spot::of_fault(error.fault(), self.planned.action.inputs.as_ref());
                let spot = spot.unwrap_or_else(|| self.planned.span.into());
                return Err(Box::new(ActionResult { spot: Some(spot), ..ActionResult::failed(text) }));
            }
            number += 1;
            let pause = self.pause(number).min(deadline.saturating_sub(self.session.now()));
            self.session.world.read().clock.sleep(pause, &self.session.interrupt);
            if let Some(ended) = self.ended(&error, deadline) {
                return Err(Box::new(ended));
            }
        }
    }

    fn call(&self, inputs: &Map, deadline: Duration) -> Result<Output, ExecuteError> {
        let provider = self.planned.action.provider.as_ref().map_or("", |provider| provider.value.as_str());
        if self.planned.action.sensitive {
            self.session.keep_broken(provider, self.planned.action.inputs.as_ref());
        }
        let moment = Moment {
            scope: self.scope,
            calling: Some(Calling { kind: StepKind::Action, name: &self.planned.name, source: 0 }),
            iteration: self.planned.iteration.as_ref(),
            deadline: Some(deadline),
            span: self.span.or(self.session.span),
            is_sensitive: self.planned.action.sensitive,
        };
        let context = Context {
            terminal: self.terminal.filter(|_| !self.is_hidden()),
            ..self.session.context(Capability::Action, &moment)
        };
        execute(&self.session.registry, provider, inputs.clone(), &context, Manners::Strict)
    }

    /// The end, when the time is over or somebody wants the run to end.
    fn ended(&self, error: &ExecuteError, deadline: Duration) -> Option<ActionResult> {
        // Whoever was out of time before somebody wanted the run to end says so.
        if error.fault().is_some_and(|fault| fault.cause == Cause::TimedOut) && self.session.now() >= deadline {
            return Some(timed_out_after(self.timeout, self.planned.span));
        }
        let was_told = error.fault().is_some_and(|fault| matches!(fault.cause, Cause::Interrupted(_)));
        if was_told || self.session.interrupt.signalled().is_some() {
            return Some(ActionResult { error: Some(error.to_string()), ..ActionResult::new(ActionStatus::Cancelled) });
        }
        (self.session.now() >= deadline).then(|| timed_out_after(self.timeout, self.planned.span))
    }

    fn wants_again(&self, error: &ExecuteError, attempt: i64, most: i64) -> Result<bool, Box<ActionResult>> {
        let Some(condition) = self.planned.action.retry.as_ref().and_then(|retry| retry.retry_if.as_ref()) else {
            return Ok(true);
        };
        let text = error.to_string();
        let mut about: Map = [
            ("message", Value::string(text.as_str())),
            ("type", kind(&text).into()),
            ("statusCode", Value::Int(0)),
            ("exitCode", Value::Int(0)),
            ("attempt", Value::Int(attempt)),
            ("maxAttempts", Value::Int(most)),
        ]
        .into_iter()
        .collect();
        for (name, value) in error.fault().into_iter().flat_map(|fault| fault.details.iter()) {
            about.insert(name.clone(), value.clone());
        }
        let variables = retrying(about);
        let failed = |why: String, spot: Spot| {
            let text = format!("action failed and retryIf evaluation failed: {why} (original error: {text})");
            Box::new(ActionResult { spot: Some(spot), ..ActionResult::failed(text) })
        };
        match self.session.run.engines.evaluate(&condition.text, &variables) {
            Ok(Value::Bool(answer)) => Ok(answer),
            Ok(other) => {
                let why = format!("condition must evaluate to boolean, got {}", other.type_name());
                Err(failed(why, condition.span.into()))
            }
            Err(error) => Err(failed(error.report(&condition.text, &variables), condition.spot(error.place()))),
        }
    }

    /// The pause before a try, from the second on.
    fn pause(&self, number: i64) -> Duration {
        let Some(retry) = &self.planned.action.retry else { return Duration::ZERO };
        let first = retry.initial_delay.map_or(FIRST_DELAY, |delay| delay.0);
        let longest = retry.max_delay.map_or(LONGEST_DELAY, |delay| delay.0);
        let backoff = Backoff::named(retry.backoff.as_ref().map_or("fixed", |backoff| &backoff.value));
        pause_before(number, backoff, first, longest)
    }

    fn judged(&self, output: Output) -> ActionResult {
        let mut result = ActionResult {
            results: Some(output.data),
            streamed: output.streamed,
            warnings: output.warnings,
            ..ActionResult::new(ActionStatus::Succeeded)
        };
        let Some(schema) =
            self.planned.action.result_schema.as_ref().filter(|_| self.schema_mode != SchemaMode::Ignore)
        else {
            return result;
        };
        let (results, redactor) = (result.results.as_ref().unwrap_or(&Value::Null), &self.session.run.redactor);
        let problems = providers::schema_problems(&schema.value.0, results, redactor);
        if problems.is_empty() {
            return result;
        }
        let text = format!("result schema validation failed: {}", problems.join("; "));
        if self.schema_mode == SchemaMode::Warn {
            result.warnings.push(text);
            return result;
        }
        ActionResult { status: ActionStatus::Failed, error: Some(text), spot: Some(schema.span.into()), ..result }
    }
}

pub(super) fn timed_out_after(timeout: Duration, span: diagnostics::Span) -> ActionResult {
    let text = format!("action timed out after {}", value::Duration::from(timeout));
    ActionResult { error: Some(text), spot: Some(span.into()), ..ActionResult::new(ActionStatus::TimedOut) }
}

/// A condition that cannot be answered is a failure that counts, whatever the action says of failures.
fn unanswered(text: String, spot: Option<Spot>) -> Box<ActionResult> {
    Box::new(ActionResult { counts: true, spot, ..ActionResult::failed(text) })
}

/// What kind of failure a text tells of, as the original reads it.
fn kind(text: &str) -> &'static str {
    if text.contains("timeout") || text.contains("deadline exceeded") {
        "timeout"
    } else if text.contains("validation") || text.contains("invalid") {
        "validation"
    } else {
        "unknown"
    }
}

fn pause_before(number: i64, backoff: Backoff, first: Duration, longest: Duration) -> Duration {
    let before = u32::try_from(number - 1).unwrap_or(u32::MAX);
    let pause = match backoff {
        Backoff::Fixed => first,
        Backoff::Linear => first.saturating_mul(before),
        Backoff::Exponential => first.saturating_mul(1_u32.checked_shl(before - 1).unwrap_or(u32::MAX)),
    };
    pause.min(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_as_they_are_to_and_not_beyond_the_longest() {
        let table = [
            (Backoff::Fixed, 100, [2, 2, 2, 2, 2]),
            (Backoff::Linear, 100, [2, 4, 6, 8, 10]),
            (Backoff::Linear, 5, [2, 4, 5, 5, 5]),
            (Backoff::Exponential, 100, [2, 4, 8, 16, 32]),
            (Backoff::Exponential, 9, [2, 4, 8, 9, 9]),
            (Backoff::Fixed, 1, [1; 5]),
        ];
        for (number, (backoff, longest, expected)) in table.into_iter().enumerate() {
            let seconds = Duration::from_secs;
            let pauses =
                [2, 3, 4, 5, 6].map(|try_number| pause_before(try_number, backoff, seconds(2), seconds(longest)));
            assert_eq!(pauses, expected.map(seconds), "row {number}");
        }
        let late = pause_before(i64::MAX, Backoff::Exponential, Duration::from_secs(2), Duration::from_mins(1));
        assert_eq!(late, Duration::from_mins(1));
    }
}
