//! Spans, and the form in which collectors take them.

use super::protobuf::Message;
use crate::{CallEvent, SpanIds, StepEvent, StepKind};
use diagnostics::Redactor;
use std::collections::BTreeMap;
use std::time::Duration;
use value::Timestamp;

/// Something that took time.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// Which part of the program tells of it.
    pub tracer: &'static str,
    /// What it was.
    pub name: &'static str,
    /// Its place.
    pub ids: SpanIds,
    /// When it began.
    pub started: Timestamp,
    /// How long it took.
    pub took: Duration,
    /// More about it.
    pub attributes: Vec<(&'static str, String)>,
    /// What went wrong, without secrets.
    pub error: Option<String>,
}

/// The spans of a run.
#[derive(Debug, Clone, Default)]
pub struct Trace(Vec<Span>);

const PROVIDERS: &str = "github.com/oakwood-commons/scafctl/provider";
const RESOLVERS: &str = "github.com/oakwood-commons/scafctl/resolver";
const ACTIONS: &str = "github.com/oakwood-commons/scafctl/action";
const RUNS: &str = "upright";
/// The kind of a span that is about nothing but our own work.
const INTERNAL: u64 = 1;
/// The status of a span that failed.
const FAILED: u64 = 2;

impl Trace {
    /// Adds a span.
    pub fn add(&mut self, span: Span) {
        self.0.push(span);
    }

    /// Adds the run itself, which all else is below.
    pub fn run(&mut self, ids: SpanIds, started: Timestamp, took: Duration) {
        self.add(Span { tracer: RUNS, name: "upright.run", ids, started, took, attributes: Vec::new(), error: None });
    }

    /// Adds a call, when it has a place.
    pub fn call(&mut self, call: &CallEvent<'_>) {
        let Some(ids) = call.span else { return };
        self.add(Span {
            tracer: PROVIDERS,
            name: "provider.Execute",
            ids,
            started: call.started,
            took: call.took,
            attributes: vec![("provider.name", call.provider.to_owned())],
            error: call.error.map(ToOwned::to_owned),
        });
    }

    /// Adds a resolver or an action, when it has a place.
    pub fn step(&mut self, step: &StepEvent<'_>) {
        let (Some(ids), Some(started)) = (step.span, step.started) else { return };
        let (tracer, name, attributes) = match step.kind {
            StepKind::Resolver => {
                let attributes = vec![
                    ("resolver.name", step.name.to_owned()),
                    ("resolver.phase", step.phase.to_string()),
                    ("resolver.sensitive", step.sensitive.to_string()),
                ];
                (RESOLVERS, "resolver.executeResolver", attributes)
            }
            StepKind::Action => (ACTIONS, "action.executeAction", vec![("action.name", step.name.to_owned())]),
        };
        let error = step.failed.then(|| step.error.unwrap_or(step.status).to_owned());
        self.add(Span { tracer, name, ids, started, took: step.took, attributes, error });
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The spans as an OTLP export request of the service with this name and version, without secrets.
    pub fn otlp(&self, service: &str, version: &str, redactor: &Redactor) -> Vec<u8> {
        let mut tracers: BTreeMap<&str, Vec<&Span>> = BTreeMap::new();
        for span in &self.0 {
            tracers.entry(span.tracer).or_default().push(span);
        }
        let scopes = tracers.into_iter().map(|(tracer, spans)| {
            let scope = Message::default().text(1, tracer).text(2, version);
            Message::default().message(1, &scope).messages(2, spans.into_iter().map(|one| span(one, redactor)))
        });
        let about =
            [("service.name", service), ("service.version", version)].map(|(name, value)| attribute(name, value));
        let resource = Message::default().messages(1, about);
        let all = Message::default().message(1, &resource).messages(2, scopes);
        Message::default().message(1, &all).into_bytes()
    }
}

fn span(span: &Span, redactor: &Redactor) -> Message {
    let start = nanoseconds(&span.started);
    let end = start.saturating_add(u64::try_from(span.took.as_nanos()).unwrap_or(u64::MAX));
    let mut message = Message::default().bytes(1, &span.ids.trace).bytes(2, &span.ids.id);
    if let Some(parent) = &span.ids.parent {
        message = message.bytes(4, parent);
    }
    message = message
        .text(5, span.name)
        .number(6, INTERNAL)
        .fixed(7, start)
        .fixed(8, end)
        .messages(9, span.attributes.iter().map(|(name, value)| attribute(name, &redactor.text(value))));
    let Some(error) = &span.error else { return message };
    let error = &*redactor.text(error);
    let event =
        Message::default().fixed(1, end).text(2, "exception").message(3, &attribute("exception.message", error));
    message.message(11, &event).message(15, &Message::default().text(2, error).number(3, FAILED))
}

fn attribute(name: &str, value: &str) -> Message {
    Message::default().text(1, name).message(2, &Message::default().text(1, value))
}

fn nanoseconds(time: &Timestamp) -> u64 {
    let seconds = u64::try_from(time.unix_seconds()).unwrap_or(0);
    seconds.saturating_mul(1_000_000_000).saturating_add(u64::from(time.nanos()))
}
