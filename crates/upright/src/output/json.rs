//! The stream for programs.

use crate::console::{Losses, complain};
use diagnostics::Redactor;
use document::write::{self, Order, YamlStyle};
use engine::{Happening, Listener, Summary};
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
        let line = format!("{}\n", self.redactor.text(json));
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

/// All events and the summary as one document, at the end.
pub(super) struct Whole {
    out: Stdout,
    redactor: Redactor,
    losses: Losses,
    syntax: Syntax,
    events: Vec<Json>,
}

impl Whole {
    pub(super) fn new(out: Stdout, redactor: Redactor, losses: Losses, syntax: Syntax) -> Self {
        Self { out, redactor, losses, syntax, events: Vec::new() }
    }

    fn write(&self, document: &Json) {
        let text = match self.syntax {
            Syntax::Json => serde_json::to_string_pretty(document).unwrap_or_default() + "\n",
            Syntax::Yaml => yaml(document),
        };
        let mut out = BufWriter::new(self.out.lock());
        self.losses.note(out.write_all(self.redactor.text(&text).as_bytes()).and_then(|()| out.flush()));
    }
}

impl Listener for Whole {
    fn hear(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::Finished(event) => self.events.push(as_json(event)),
            Happening::Ended(summary) => {
                let events = std::mem::take(&mut self.events);
                self.write(&json!({"events": events, "summary": as_json(summary)}));
            }
            other => aside(other, &self.redactor),
        }
    }
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
    write::to_yaml(&value, &YamlStyle { order: Order::Keep, ..YamlStyle::default() }).unwrap_or_default()
}

/// What is not a result goes to standard error.
fn aside(happening: &Happening<'_>, redactor: &Redactor) {
    if let Happening::Message(text) | Happening::Noticed(text) = happening {
        complain(&format!("{}\n", redactor.text(text)));
    }
}
