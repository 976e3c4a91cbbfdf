//! The views of a run: text for people, JSON and YAML for programs. All are made from the one stream of events.

mod data;
mod json;
mod progress;
mod report;
mod steps;
mod text;
mod words;

pub(crate) use data::DataForm;
pub(crate) use progress::Progress;
pub(crate) use report::session_report;
pub(crate) use words::{reason, standing};

use crate::console::Losses;
use diagnostics::{Redactor, Style};
use engine::Listener;
use std::io::IsTerminal;
use system::ReadWorld;

/// How a run is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Json,
    JsonLines,
    Yaml,
}

impl Form {
    pub(crate) fn parse(word: &str) -> Self {
        match word {
            "json" => Self::Json,
            "jsonl" => Self::JsonLines,
            "yaml" => Self::Yaml,
            _ => Self::Text,
        }
    }
}

/// Shows a run to people somewhere else than on standard output, without its report.
pub(crate) fn aside(
    out: Box<dyn std::io::Write>,
    style: Style,
    world: &ReadWorld,
    redactor: &Redactor,
) -> Box<dyn Listener> {
    let out = text::Out { stdout: out, is_terminal: false, style, losses: Losses::default() };
    let progress = Progress::start(false, world);
    Box::new(text::Text::new(out, false, world.clock.clone(), redactor.clone(), progress))
}

/// Whoever shows the run.
pub(crate) fn listener(
    form: Form,
    report: bool,
    world: &ReadWorld,
    redactor: &Redactor,
    losses: &Losses,
) -> Box<dyn Listener> {
    let stdout = std::io::stdout();
    let is_terminal = stdout.is_terminal();
    match form {
        Form::Text => {
            let style = crate::console::style(is_terminal, &*world.environment);
            let can_redraw = is_terminal && crate::console::can_redraw(&*world.environment);
            let progress = Progress::start(can_redraw, world);
            let out = text::Out { stdout: Box::new(stdout), is_terminal, style, losses: losses.clone() };
            Box::new(text::Text::new(out, report, world.clock.clone(), redactor.clone(), progress))
        }
        Form::JsonLines => Box::new(json::Lines::new(stdout, redactor.clone(), losses.clone())),
        Form::Json => Box::new(json::Whole::new(stdout, redactor.clone(), losses.clone(), json::Syntax::Json)),
        Form::Yaml => Box::new(json::Whole::new(stdout, redactor.clone(), losses.clone(), json::Syntax::Yaml)),
    }
}
