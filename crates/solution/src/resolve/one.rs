//! One resolver, from its sources to its rules.

use super::call::{LeftOut, call, holds, perhaps_left_out};
use super::each::each;
use super::{Attempt, PhaseTime, ResolverError, ResolverResult, Status};
use crate::model::{ForEach, OnError, Resolver, Step};
use crate::session::{Moment, Session};
use crate::solution::NamedResolver;
use crate::symbols::{after, failing, with_self};
use crate::types::{ResolverType, coerce};
use engine::{SpanIds, StepKind};
use providers::{Bindings, Calling, Capability, Scope, keep_secret, keep_urls};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::time::Duration;
use value::{Escape, Extent, JsonStyle, JsonWriteError, KeyOrder, Unknown, Value, lossy_text};

/// Which parts of a resolver are left out, and how large its value may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    pub(super) transforms: bool,
    pub(super) validates: bool,
    pub(super) largest: u64,
    pub(super) remarkable: u64,
}

/// Everything about a resolver while it is worked on.
pub(super) struct Work<'a> {
    pub(super) session: &'a Session,
    pub(super) resolver: &'a NamedResolver,
    pub(super) scope: &'a Scope,
    pub(super) deadline: Option<Duration>,
    pub(super) manner: Manner,
    /// The resolvers before it whose values are never shown.
    secrets: &'a BTreeSet<String>,
    /// The value that it is given instead of its own.
    mocked: Option<&'a Value>,
    calls: usize,
    attempts: Vec<Attempt>,
    phases: Vec<PhaseTime>,
    warnings: Vec<String>,
    /// Calls that a rehearsal leaves out.
    left_out: Vec<LeftOut>,
    /// What it has by now.
    value: Option<Value>,
    /// How many bytes that is in JSON, when it was measured.
    size: Option<usize>,
    /// Whether some of it is a secret.
    is_secret: bool,
    span: Option<SpanIds>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        session: &'a Session,
        resolver: &'a NamedResolver,
        scope: &'a Scope,
        deadline: Option<Duration>,
        manner: Manner,
        secrets: &'a BTreeSet<String>,
    ) -> Self {
        let (attempts, warnings) = (Vec::new(), Vec::new());
        Self {
            session,
            resolver,
            scope,
            deadline,
            manner,
            secrets,
            mocked: None,
            calls: 0,
            attempts,
            phases: Vec::with_capacity(phases_of(&resolver.resolver)),
            warnings,
            left_out: Vec::new(),
            value: None,
            size: None,
            is_secret: resolver.resolver.sensitive,
            span: session.span_below(),
        }
    }

    /// With a value that is taken as it is: nothing is run, and nobody is asked.
    pub(super) fn instead(self, mocked: Option<&'a Value>) -> Self {
        Self { mocked, ..self }
    }

    /// Works on it, and says what became of it.
    pub(super) fn run(mut self) -> ResolverResult {
        let clock = &self.session.world.read().clock;
        let (started, start) = (clock.now(), clock.monotonic());
        let (status, error) = match self.value() {
            Ok(status) => (status, None),
            Err(error) => (Status::Failed, Some(Box::new(error))),
        };
        ResolverResult {
            status,
            value: self.value,
            error,
            started,
            took: clock.monotonic().saturating_sub(start),
            phases: self.phases,
            calls: self.calls,
            attempts: self.attempts,
            size: self.size,
            is_secret: self.is_secret,
            warnings: self.warnings,
            left_out: self.left_out,
            span: self.span,
        }
    }

    fn value(&mut self) -> Result<Status, ResolverError> {
        if let Some(value) = self.mocked {
            self.keep_secret(value);
            self.value = Some(value.clone());
            return Ok(Status::Success);
        }
        let when = holds(self.session, self.resolver.resolver.when.as_ref(), &self.moment(self.scope));
        match when.map_err(|error| error.within("failed to evaluate when condition: "))? {
            Ok(true) => {}
            Ok(false) => return Ok(Status::Skipped),
            Err(unknown) => {
                self.value = Some(self.open(unknown));
                return Ok(Status::Success);
            }
        }
        let value = self.timed("resolve", Self::sources)?;
        self.keep_secret(&value);
        self.value = Some(value.clone());
        let value = if self.manner.transforms && self.resolver.resolver.transform.is_some() {
            let value = self.timed("transform", |work| work.steps(value))?;
            self.keep_secret(&value);
            self.value = Some(value.clone());
            value
        } else {
            value
        };
        let value = self.typed(value)?;
        self.value = Some(value.clone());
        if self.manner.transforms && self.manner.validates {
            self.timed("validate", |work| work.rules(&value))?;
        }
        self.sized(&value)?;
        Ok(Status::Success)
    }

    /// From now on the value is masked wherever it turns up, when it is a sensitive one; of others the passwords in addresses.
    fn keep_secret(&self, value: &Value) {
        let redactor = &self.session.run.redactor;
        if self.resolver.resolver.sensitive { keep_secret(value, redactor) } else { keep_urls(value, redactor) }
    }

    fn timed<T>(
        &mut self,
        phase: &'static str,
        work: impl FnOnce(&mut Self) -> Result<T, ResolverError>,
    ) -> Result<T, ResolverError> {
        let has_phase = match phase {
            "transform" => self.resolver.resolver.transform.is_some(),
            "validate" => self.resolver.resolver.validate.is_some(),
            _ => true,
        };
        if !has_phase {
            return work(self);
        }
        let start = self.session.now();
        let result = work(self);
        self.phases.push(PhaseTime { phase, took: self.session.now().saturating_sub(start) });
        result
    }

    fn moment<'s>(&self, scope: &'s Scope) -> Moment<'s>
    where
        'a: 's,
    {
        let is_sensitive = self.resolver.resolver.sensitive;
        let span = self.span.or(self.session.span);
        let calling = Some(Calling { kind: StepKind::Resolver, name: &self.resolver.name, source: 0 });
        Moment { scope, calling, iteration: None, deadline: self.deadline, span, is_sensitive }
    }

    /// The first source whose value will do; else the last that had one.
    fn sources(&mut self) -> Result<Value, ResolverError> {
        let resolver = &self.resolver.resolver;
        let Some(phase) = &resolver.resolve else {
            return Err(self.failed("resolve", ResolverError::new("resolve phase is required")));
        };
        let moment = self.moment(self.scope);
        match holds(self.session, phase.when.as_ref(), &moment).map_err(|error| self.failed("resolve", error))? {
            Ok(true) => {}
            Ok(false) => {
                return Err(self.failed("resolve", ResolverError::new("resolve phase skipped by when condition")));
            }
            Err(unknown) => return Ok(self.open(unknown)),
        }
        let last_number = phase.with.iter().flatten().count().saturating_sub(1);
        let (mut good, mut last) = (None, None);
        for (number, step) in phase.with.iter().flatten().enumerate() {
            match self.source(number, step) {
                Ok(None) => {}
                // It may be nothing, or fail, and then the next one counts.
                Ok(Some(Value::Unknown(unknown))) if phase.until.is_none() && number < last_number => {
                    return Ok(self.open(unknown));
                }
                Ok(Some(value)) => {
                    let enough = match &phase.until {
                        _ if step.for_each.is_some() => true,
                        None => !value.is_null(),
                        until => {
                            let scope = with_self(&self.scope_now(), &value, true);
                            let answer = holds(self.session, until.as_ref(), &self.moment(&scope));
                            let answer = answer.map_err(|error| {
                                self.failed("resolve", error.within("until condition evaluation failed: "))
                            });
                            match answer? {
                                Ok(answer) => answer,
                                // Nobody knows whose value counts.
                                Err(unknown) => return Ok(self.open(unknown)),
                            }
                        }
                    };
                    good = Some(value);
                    if enough {
                        break;
                    }
                }
                Err(error) if step.on_error.as_ref().is_some_and(|on_error| on_error.value == OnError::Fail) => {
                    return Err(self.failed("resolve", error));
                }
                Err(error) => last = Some(error),
            }
        }
        match (good, last) {
            (Some(value), _) => Ok(value),
            (None, Some(error)) => Err(self.failed("resolve", error.within("all sources failed, last error: "))),
            (None, None) => Err(self.failed("resolve", ResolverError::new("no sources produced a value"))),
        }
    }

    /// The value of a source; nothing when it is not asked.
    fn source(&mut self, number: usize, step: &Step) -> Result<Option<Value>, ResolverError> {
        let scope = self.scope_now();
        let mut moment = self.moment(&scope);
        moment.calling = moment.calling.map(|calling| Calling { source: number, ..calling });
        let fails = step.on_error.as_ref().is_some_and(|on_error| on_error.value == OnError::Fail);
        if step.for_each.is_none() {
            let asked = holds(self.session, step.when.as_ref(), &moment);
            match asked
                .map_err(|error| error.within(format_args!("source {number}: when condition evaluation failed: ")))?
            {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(unknown) => return Ok(Some(self.open(unknown))),
            }
        }
        // Only a loop says which of its items failed.
        let before = step.for_each.as_ref().map(|_| format!("source {number}")).unwrap_or_default();
        let result = self.called("resolve", number, step, Capability::From, &moment, &before);
        let provider = step.provider.as_ref().map_or("", |provider| &provider.value);
        result.map(|value| Some(self.as_written(provider, step, value))).map_err(|error| match step.for_each {
            None if fails => error.within(format_args!("source {number} ({provider}) failed: ")),
            _ => error,
        })
    }

    /// A parameter for a resolver of type string keeps its text: `0600` stays `0600`, and `a,b` is no list.
    fn as_written(&self, provider: &str, step: &Step, value: Value) -> Value {
        let is_text = self.resolver.resolver.kind.as_ref().is_some_and(|kind| kind.value == "string");
        if provider != "parameter" || !is_text || value.is_null() || value.as_text_bytes().is_some() {
            return value;
        }
        let key = step.inputs.as_ref().and_then(|inputs| inputs.get("key")?.as_ref()?.as_literal()?.as_str());
        let written = key.and_then(|key| self.session.written.get(key)).and_then(Value::as_str);
        let is_elsewhere =
            |text: &&str| ["file://", "http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
        written.filter(|text| !is_elsewhere(text)).map_or(value, Value::string)
    }

    fn called(
        &mut self,
        phase: &'static str,
        number: usize,
        step: &Step,
        mode: Capability,
        moment: &Moment<'_>,
        before: &str,
    ) -> Result<Value, ResolverError> {
        let clock = &self.session.world.read().clock;
        let (started, start) = (clock.now(), clock.monotonic());
        let result = match &step.for_each {
            Some(of) => each(self.session, step, of, mode, moment, before),
            None => {
                call(self.session, step.provider.as_ref(), step.inputs.as_ref(), mode, moment).map(|given| (given, 1))
            }
        };
        self.calls += result.as_ref().map_or(1, |(_, calls)| *calls);
        if let Err(error) = &result {
            let default = if phase == "resolve" { OnError::Continue } else { OnError::Fail };
            let on_error = match step.on_error.as_ref().map_or(default, |on_error| on_error.value) {
                OnError::Continue => "continue",
                OnError::Fail => "fail",
            };
            let provider = step.provider.as_ref().map(|provider| provider.value.clone()).unwrap_or_default();
            let took = clock.monotonic().saturating_sub(start);
            self.attempts.push(Attempt {
                provider,
                phase,
                step: number,
                error: error.text.clone(),
                took,
                on_error,
                started,
            });
        }
        result.map(|(given, _)| {
            // What is made of the elements of a secret list, one by one, shows them.
            let is_over = |each: &ForEach| each.is_over(self.secrets, &self.session.run.engines);
            self.is_secret |= given.is_secret || step.for_each.as_deref().is_some_and(is_over);
            let told = given.warnings.iter().map(|text| format!("resolver \"{}\": {text}", self.resolver.name));
            self.warnings.extend(told);
            self.left_out.extend(given.left_out);
            given.value
        })
    }

    fn steps(&mut self, value: Value) -> Result<Value, ResolverError> {
        let Some(phase) = &self.resolver.resolver.transform else { return Ok(value) };
        let scope = self.scope_now();
        let moment = self.moment(&scope);
        match holds(self.session, phase.when.as_ref(), &moment).map_err(|error| self.failed("transform", error))? {
            Ok(true) => {}
            Ok(false) => return Ok(value),
            Err(unknown) => return Ok(self.open(unknown)),
        }
        let mut value = value;
        for (number, step) in phase.with.iter().flatten().enumerate() {
            let scope = with_self(&self.scope_now(), &value, step.for_each.is_some());
            let moment = self.moment(&scope);
            let carries_on = step.on_error.as_ref().is_some_and(|on_error| on_error.value == OnError::Continue);
            if step.for_each.is_none() {
                let asked = holds(self.session, step.when.as_ref(), &moment);
                match asked.map_err(|error| self.failed("transform", error.within(format_args!("step {number}: "))))? {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(unknown) => {
                        value = self.open(unknown);
                        continue;
                    }
                }
            }
            let before = format!("resolver \"{}\" transform step {number}", self.resolver.name);
            match self.called("transform", number, step, Capability::Transform, &moment, &before) {
                Ok(changed) => value = changed,
                Err(_) if carries_on => {}
                Err(error) if step.for_each.is_some() => return Err(self.failed("transform", error)),
                Err(error) => {
                    let provider = step.provider.as_ref().map_or("", |provider| &provider.value);
                    let error = error.within(format_args!("step {number} ({provider}) failed: "));
                    return Err(self.failed("transform", error));
                }
            }
        }
        Ok(value)
    }

    /// The value when nobody knows which of its parts are done. Any of them may be.
    fn open(&mut self, unknown: Unknown) -> Value {
        let resolver = &self.resolver.resolver;
        let sources = resolver.resolve.iter().flat_map(|phase| phase.with.iter().flatten());
        let steps = resolver.transform.iter().flat_map(|phase| phase.with.iter().flatten());
        let rules = resolver.validate.iter().flat_map(|phase| phase.with.iter().flatten());
        let calls = sources.chain(steps).map(|step| (step.provider.as_ref(), step.inputs.as_ref()));
        let calls = calls.chain(rules.map(|rule| (rule.provider.as_ref(), rule.inputs.as_ref())));
        let (session, name) = (self.session, &*self.resolver.name);
        self.left_out.extend(calls.filter_map(|(provider, inputs)| perhaps_left_out(session, provider, inputs, name)));
        unknown.into()
    }

    /// What a later part of it sees: what an earlier one leaves out is not there.
    fn scope_now(&self) -> Cow<'a, Scope> {
        match self.left_out.first() {
            Some(_) => Cow::Owned(after(self.scope, &self.resolver.name)),
            None => Cow::Borrowed(self.scope),
        }
    }

    /// The value in the type of the resolver.
    fn typed(&self, value: Value) -> Result<Value, ResolverError> {
        let Some(kind) = &self.resolver.resolver.kind else { return Ok(value) };
        let from = if value.is_null() { "<nil>".to_owned() } else { value.type_name().to_string() };
        let phase =
            if self.resolver.resolver.transform.is_some() && self.manner.transforms { "transform" } else { "resolve" };
        let coerced = match ResolverType::named(&kind.value) {
            Some(to) => coerce(value, to),
            None => Err(format!("unknown type: {}", kind.value)),
        };
        coerced.map_err(|cause| {
            let before = format!(
                "resolver \"{}\": type coercion from {from} to {} failed after {phase} phase: ",
                self.resolver.name, kind.value
            );
            let cause = ResolverError::new(cause).hidden_if(self.session.hides(&self.moment(self.scope)));
            self.worded(cause).within(before).at(kind.span)
        })
    }

    /// All rules are looked at.
    fn rules(&mut self, value: &Value) -> Result<(), ResolverError> {
        let Some(phase) = &self.resolver.resolver.validate else { return Ok(()) };
        let scope = with_self(&self.scope_now(), value, false);
        let moment = self.moment(&scope);
        match holds(self.session, phase.when.as_ref(), &moment).map_err(|error| self.failed("validate", error))? {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            // Of rules that may not be asked nothing is said.
            Err(unknown) => {
                self.open(unknown);
                return Ok(());
            }
        }
        let mut failures = Vec::new();
        for rule in phase.with.iter().flatten() {
            self.calls += 1;
            let answer =
                call(self.session, rule.provider.as_ref(), rule.inputs.as_ref(), Capability::Validation, &moment);
            let answer = answer.map(|given| self.left_out.extend(given.left_out));
            if let Err(mut error) = answer {
                let said = rule.message.as_ref().and_then(|message| self.message(message, &scope));
                if let Some(said) = said {
                    error.text = said;
                }
                failures.push(error.hidden_if(self.session.hides(&moment)));
            }
        }
        self.invalid(failures)
    }

    fn message(&self, message: &providers::Form, scope: &Scope) -> Option<String> {
        let bindings = Bindings::new(&self.session.run.engines, scope, None);
        message.resolve(&bindings).ok()?.as_text_bytes().map(|text| lossy_text(text).into_owned())
    }

    fn invalid(&self, mut failures: Vec<ResolverError>) -> Result<(), ResolverError> {
        let name = &self.resolver.name;
        if failures.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> = failures
            .iter()
            .enumerate()
            .map(|(number, failure)| format!("\n  - [rule {}] {failure}", number + 1))
            .collect();
        let count = failures.len();
        let first = failures.swap_remove(0);
        let custom = self.custom(&first.text);
        Err(match custom {
            Some(custom) => ResolverError { text: format!("resolver \"{name}\" validation failed: {custom}"), ..first },
            None if count == 1 => first.within(format_args!("resolver \"{name}\" validation failed: ")),
            None => {
                let text = format!("resolver \"{name}\" validation failed with {count} errors:{}", lines.concat());
                ResolverError { text, ..first }
            }
        })
    }

    /// Notes how large the value is, which has its limits. A value that cannot reach them is not measured to the byte.
    fn sized(&mut self, value: &Value) -> Result<(), ResolverError> {
        let Manner { largest, remarkable, .. } = self.manner;
        let limits = [largest, remarkable].into_iter().filter(|limit| *limit > 0);
        if limits.min().is_none_or(|limit| is_surely_below(value, limit)) {
            return Ok(());
        }
        let name = &self.resolver.name;
        let style = JsonStyle { escape: Escape::Html, keys: KeyOrder::Keep, indent: None };
        let limit = if largest == 0 { usize::MAX } else { usize::try_from(largest).unwrap_or(usize::MAX) };
        let size = match value.to_json_within(style, limit) {
            Ok(json) => json.len(),
            Err(JsonWriteError::TooLong { .. }) => {
                let most = limit.saturating_add(MEASURED);
                let size = value
                    .to_json_within(style, most)
                    .map_or(format!("of more than {most}"), |json| json.len().to_string());
                let text = format!("resolver \"{name}\" value size {size} bytes exceeds maximum {largest} bytes");
                let help = "--max-value-size or `resolver.maxValueSize` of the configuration allows more".to_owned();
                return Err(ResolverError { help: Some(help), ..ResolverError::new(text).at(self.resolver.span) });
            }
            // A value that JSON cannot express has no size.
            Err(_) => return Ok(()),
        };
        self.size = Some(size);
        if remarkable > 0 && size as u64 > remarkable {
            self.warnings.push(format!("resolver \"{name}\" has a value of {size} bytes, more than {remarkable}"));
        }
        Ok(())
    }

    /// The failure of a part, in the words of the original.
    fn failed(&self, phase: &str, error: ResolverError) -> ResolverError {
        let before = format!("resolver \"{}\" failed in {phase} phase (step 0): ", self.resolver.name);
        self.worded(error).within(before).at(self.resolver.span)
    }

    /// With what the author wants to be said.
    fn worded(&self, error: ResolverError) -> ResolverError {
        match self.custom(&error.text) {
            Some(custom) => ResolverError { text: format!("{custom} (detail: {})", error.text), ..error },
            None => error,
        }
    }

    fn custom(&self, text: &str) -> Option<String> {
        let form = self.resolver.resolver.messages.as_ref()?.error.as_ref()?;
        let scope = failing(self.scope, text);
        let bindings = Bindings::new(&self.session.run.engines, &scope, None);
        form.resolve(&bindings).ok().map(|value| value.to_string())
    }
}

/// How many of its parts are timed.
fn phases_of(resolver: &Resolver) -> usize {
    1 + usize::from(resolver.transform.is_some()) + usize::from(resolver.validate.is_some())
}

/// By how much a value that is too large is measured to the byte.
const MEASURED: usize = 64 << 20;

/// Whether the JSON of a value is shorter than that, by what its parts can have at most: a byte of a text becomes six, a
/// number with its comma has less than forty.
fn is_surely_below(value: &Value, limit: u64) -> bool {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let extent = value.extent_within(Extent { nodes: limit / 40, bytes: limit / 6, ..Extent::MAX });
    extent.is_ok_and(|extent| extent.bytes.saturating_mul(6).saturating_add(extent.nodes.saturating_mul(40)) < limit)
}
