//! The stream of a solution's run for programs: one JSON object a line, as things happen.

use crate::console;
use crate::exit::Exit;
use diagnostics::Redactor;
use engine::{Happening, StepEvent};
use value::{Escape, KeyOrder, Map, Value};

/// Prints events as lines.
pub(crate) struct Lines {
    /// Whether secrets are masked in results too.
    masked: bool,
    redactor: Redactor,
}

impl Lines {
    pub(crate) fn new(masked: bool, redactor: &Redactor) -> Self {
        Self { masked, redactor: redactor.clone() }
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
        if let Some(started) = step.started {
            line.insert("startTime", started.to_rfc3339());
            line.insert("duration", value::Duration::from(step.took).to_string());
        }
        if let Some(result) = step.result {
            let shown = if self.masked && step.sensitive { "[REDACTED]".into() } else { result.clone() };
            line.insert("result", shown);
        }
        if let Some(error) = step.error {
            line.insert("error", self.redactor.text(error).into_owned());
        }
        line
    }

    /// Prints a line.
    pub(crate) fn print(&self, line: Map) -> Exit {
        match Value::from(line).to_json(Escape::Html, KeyOrder::Keep) {
            Ok(text) if self.masked => console::print(&format!("{}\n", self.redactor.text(&text))),
            Ok(text) => console::print(&(text + "\n")),
            Err(error) => {
                console::error(&error.to_string(), &self.redactor);
                Exit::Failed
            }
        }
    }
}
