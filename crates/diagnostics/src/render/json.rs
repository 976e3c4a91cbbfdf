//! A problem for programs.

use super::renderer::Renderer;
use crate::{Diagnostic, Label};
use serde::Serialize;

/// A problem as it is serialized: an object with these keys, in this order, all of them always there:
///
/// | key | value |
/// |---|---|
/// | `severity` | `"error"` or `"warning"` |
/// | `code` | the stable name, `area::kebab` |
/// | `message` | a lowercase fragment |
/// | `file`, `line`, `column` | where the problem is; lines and columns (in characters) count from 1; `null` without a place |
/// | `end_line`, `end_column` | one character past its end, or `null` |
/// | `labels` | all places, the one above first: objects with `file`, `line`, `column`, `end_line`, `end_column`, `text` |
/// | `notes` | a list of texts |
/// | `help` | what to do, or `null` |
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Record {
    severity: &'static str,
    code: &'static str,
    message: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
    labels: Vec<Place>,
    notes: Vec<String>,
    help: Option<String>,
}

/// A label as it is serialized.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    text: String,
}

/// The problem with all places counted and all texts without secrets.
pub(super) fn record(renderer: &Renderer<'_>, diagnostic: &Diagnostic) -> Record {
    let text = |text: &String| renderer.told(diagnostic, text).into_owned();
    let labels: Vec<Place> = diagnostic.labels.iter().map(|label| place(renderer, label, text(&label.text))).collect();
    let at = labels.first();
    Record {
        severity: diagnostic.severity.word(),
        code: diagnostic.code.id,
        message: text(&diagnostic.message),
        file: at.map(|at| at.file.clone()),
        line: at.map(|at| at.line),
        column: at.map(|at| at.column),
        end_line: at.map(|at| at.end_line),
        end_column: at.map(|at| at.end_column),
        notes: diagnostic.notes.iter().map(text).collect(),
        help: diagnostic.help.as_ref().map(text),
        labels,
    }
}

fn place(renderer: &Renderer<'_>, label: &Label, text: String) -> Place {
    let span = label.span;
    let start = renderer.position(span.file, span.start);
    let end = renderer.position(span.file, span.end).max(start);
    Place {
        file: renderer.name(span.file).into_owned(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        text,
    }
}
