//! The stream of a solution's run for programs: one JSON object a line, as things happen.

use crate::console;
use crate::exit::Exit;
use diagnostics::Redactor;
use engine::{Happening, StepEvent, StepKind, without_secrets};
use value::{Escape, KeyOrder, Map};

/// Prints events as lines, without secrets.
pub(crate) struct Lines {
    redactor: Redactor,
}

impl Lines {
    pub(crate) fn new(redactor: &Redactor) -> Self {
        Self { redactor: redactor.clone() }
    }

    /// Takes part in a run.
    pub(crate) fn hear(&self, happening: &Happening<'_>) {
        if let Happening::Stepped(step) = happening {
            self.print(self.of(step));
        }
    }

    fn of(&self, step: &StepEvent<'_>) -> Map {
        let mut line = Map::new();
        line.insert("event", step.kind.name());
        line.insert("name", step.name);
        line.insert("solution", step.solution);
        line.insert("phase", i64::try_from(step.phase).unwrap_or(i64::MAX));
        line.insert("status", step.status);
        if let Some(reason) = step.skip_reason {
            line.insert("skipReason", reason);
        }
        if let Some(started) = step.started {
            line.insert("startTime", started.to_rfc3339());
            line.insert("duration", value::Duration::from(step.took).to_string());
        }
        let hides = step.sensitive && !self.redactor.reveals();
        if let Some(result) = step.result {
            line.insert("result", if hides { self.redactor.mask().into() } else { result.clone() });
        }
        if let Some(error) = step.error {
            // What is secret about a sensitive action nobody knows; the values of a resolver are masked within the text.
            let hides = hides && step.kind == StepKind::Action;
            line.insert("error", if hides { self.redactor.mask() } else { error });
        }
        line
    }

    /// Prints a line. Its texts are masked before they are escaped, and the line once more for what spans several.
    pub(crate) fn print(&self, line: Map) -> Exit {
        match without_secrets(&line.into(), &self.redactor).to_json(Escape::Html, KeyOrder::Keep) {
            Ok(text) => console::print(&format!("{}\n", self.redactor.json(&text))),
            Err(error) => {
                console::error(&error.to_string(), &self.redactor);
                Exit::Failed
            }
        }
    }
}
