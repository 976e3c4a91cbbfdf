//! The stream for programs.

use crate::console::{Losses, complain};
use diagnostics::Redactor;
use document::write::{self, Fidelity, Order, YamlStyle};
use engine::{Event, Happening, Listener, Summary};
use serde_json::{Value as Json, json};
use std::io::{BufWriter, Stdout, Write};

/// What the last line of a stream says it is.
const SUMMARY: &str = "io.upright.v1.run.summary";

/// One JSON object a line, each written as it happens.
pub(super) struct Lines {
    out: Stdout,
    redactor: Redactor,
    losses: Losses,
}

impl Lines {
    pub(super) fn new(out: Stdout, redactor: Redactor, losses: Losses) -> Self {
        Self { out, redactor, losses }
    }

    fn line(&mut self, json: &str) {
        let line = format!("{}\n", self.redactor.json(json));
        let mut out = self.out.lock();
        self.losses.note(out.write_all(line.as_bytes()).and_then(|()| out.flush()));
    }
}

impl Listener for Lines {
    fn hear(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::Finished(event) => self.line(&written(event)),
            Happening::Ended(summary) => self.line(&written(&Last { protocol: SUMMARY, summary })),
            other => aside(other, &self.redactor),
        }
    }
}

/// How a whole run is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Json,
    Yaml,
}

/// All events and the summary as one document. Events are written as they come, so that none is kept.
pub(super) struct Whole {
    out: BufWriter<Stdout>,
    redactor: Redactor,
    losses: Losses,
    syntax: Syntax,
    has_events: bool,
}

impl Whole {
    pub(super) fn new(out: Stdout, redactor: Redactor, losses: Losses, syntax: Syntax) -> Self {
        Self { out: BufWriter::new(out), redactor, losses, syntax, has_events: false }
    }

    fn write(&mut self, text: &str) {
        let masked = match self.syntax {
            Syntax::Json => self.redactor.json(text),
            Syntax::Yaml => self.redactor.text(text),
        };
        self.losses.note(self.out.write_all(masked.as_bytes()));
    }

    fn event(&mut self, event: &Event<'_>) {
        let is_first = !std::mem::replace(&mut self.has_events, true);
        let text = match self.syntax {
            Syntax::Json => format!("{}\n{}", if is_first { "{\n  \"events\": [" } else { "," }, pretty(event, "    ")),
            Syntax::Yaml => {
                format!(
                    "{}{}",
                    if is_first { "events:\n" } else { "" },
                    indented(&yaml(&Json::from(vec![as_json(event)])))
                )
            }
        };
        self.write(&text);
    }

    fn end(&mut self, summary: &Summary) {
        let text = match (self.syntax, self.has_events) {
            (Syntax::Json, true) => format!("\n  ],\n  \"summary\": {}\n}}\n", pretty(summary, "  ").trim_start()),
            (Syntax::Json, false) => {
                format!("{{\n  \"events\": [],\n  \"summary\": {}\n}}\n", pretty(summary, "  ").trim_start())
            }
            (Syntax::Yaml, true) => yaml(&json!({"summary": as_json(summary)})),
            (Syntax::Yaml, false) => yaml(&json!({"events": [], "summary": as_json(summary)})),
        };
        self.write(&text);
        self.losses.note(self.out.flush());
    }
}

impl Listener for Whole {
    fn hear(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::Finished(event) => self.event(event),
            Happening::Ended(summary) => self.end(summary),
            other => aside(other, &self.redactor),
        }
    }
}

/// Over several lines, each behind the given blanks.
fn pretty(thing: &impl serde::Serialize, blanks: &str) -> String {
    let text = serde_json::to_string_pretty(thing).expect("events and summaries are plain data");
    format!("{blanks}{}", text.replace('\n', &format!("\n{blanks}")))
}

/// Each line that has something on it four columns further to the right, as the writer indents lists.
fn indented(text: &str) -> String {
    text.split_inclusive('\n').map(|line| if line == "\n" { line.to_owned() } else { format!("    {line}") }).collect()
}

fn as_json(thing: &impl serde::Serialize) -> Json {
    serde_json::to_value(thing).expect("events and summaries are plain data")
}

/// The last line of a stream.
#[derive(serde::Serialize)]
struct Last<'a> {
    protocol: &'static str,
    #[serde(flatten)]
    summary: &'a Summary,
}

fn written(thing: &impl serde::Serialize) -> String {
    serde_json::to_string(thing).expect("events and summaries are plain data")
}

fn yaml(document: &Json) -> String {
    let value: value::Value = serde_json::from_value(document.clone()).expect("JSON is a value");
    write::to_yaml(&value, &YamlStyle { order: Order::Keep, fidelity: Fidelity::Texts, ..YamlStyle::default() })
        .unwrap_or_default()
}

/// What is not a result goes to standard error.
fn aside(happening: &Happening<'_>, redactor: &Redactor) {
    if let Happening::Message(text) | Happening::Noticed(text) = happening {
        complain(&format!("{}\n", redactor.text(text)));
    }
}
