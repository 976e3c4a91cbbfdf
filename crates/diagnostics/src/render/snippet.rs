//! What a problem shows of one file.

use super::escape::one_line;
use super::lines::Lines;
use super::marks::Mark;
use super::paint::Role;
use super::view::View;
use crate::Label;
use std::ops::Range;

/// A label on the line where it begins.
#[derive(Debug, Clone)]
pub(super) struct Pointer {
    /// The line, from 0.
    pub(super) line: usize,
    /// The bytes to mark on that line.
    bytes: Range<usize>,
    text: String,
    is_place: bool,
}

impl Pointer {
    /// Where `label` points with what is said of it, whatever its span: one that does not fit the file is cut to it.
    pub(super) fn new(label: &Label, text: &str, is_place: bool, lines: &Lines<'_>) -> Self {
        let start = lines.text.floor_char_boundary(label.span.start as usize);
        let end = lines.text.ceil_char_boundary((label.span.end as usize).min(lines.text.len())).max(start);
        let line = lines.line_of(start);
        let last_line = lines.line_of(end.saturating_sub(1).max(start));
        let ends = lines.line(line).end;
        let text = one_line(text).into_owned();
        let text = if last_line > line { until(&text, last_line + 1) } else { text };
        Self { line, bytes: start.min(ends)..end.min(ends), text, is_place }
    }

    fn mark(&self, view: &View, problem: Role) -> Mark {
        let from = view.column(self.bytes.start);
        let to = view.end_column(self.bytes.end).max(from + 1);
        let (role, sign) = if self.is_place { (problem, '^') } else { (Role::Frame, '-') };
        Mark { from, to, text: self.text.clone(), role, sign }
    }
}

/// Says where something of several lines ends.
fn until(text: &str, line: usize) -> String {
    if text.is_empty() { format!("up to line {line}") } else { format!("{text} (up to line {line})") }
}

/// A line to show, with marks below it.
#[derive(Debug)]
pub(super) struct Row {
    /// The number as people count; `None` for lines that are left out.
    pub(super) number: Option<usize>,
    pub(super) text: String,
    pub(super) marks: Vec<Mark>,
}

/// The lines that the pointers are on, in order; between them the one line that is missing, or a sign for several.
pub(super) fn rows(lines: &Lines<'_>, mask: &str, mut pointers: Vec<Pointer>, problem: Role) -> Vec<Row> {
    pointers.sort_by_key(|pointer| pointer.line);
    let mut rows = Vec::new();
    let mut before: Option<usize> = None;
    for on_line in pointers.chunk_by(|a, b| a.line == b.line) {
        let Some(line) = on_line.first().map(|pointer| pointer.line) else { continue };
        rows.extend(before.and_then(|before| between(lines, mask, before, line)));
        rows.extend(marked(lines, mask, line, on_line, problem));
        before = Some(line);
    }
    rows
}

fn between(lines: &Lines<'_>, mask: &str, before: usize, line: usize) -> Option<Row> {
    match line - before {
        0 | 1 => None,
        2 => {
            let bytes = lines.line(before + 1);
            let text = View::new(lines, mask, &bytes, &(bytes.start..bytes.start)).text;
            Some(Row { number: Some(before + 2), text, marks: Vec::new() })
        }
        _ => Some(Row { number: None, text: String::new(), marks: Vec::new() }),
    }
}

/// One line with all its marks or, when it is too long to show them together, once for each.
fn marked(lines: &Lines<'_>, mask: &str, line: usize, pointers: &[Pointer], problem: Role) -> Vec<Row> {
    let together = view_of(lines, mask, line, pointers);
    let starts_shown = pointers.iter().all(|pointer| together.shows(pointer.bytes.start));
    if starts_shown || pointers.len() == 1 {
        return vec![row(line, together, pointers, problem)];
    }
    let alone = |pointer| {
        let pointers = std::slice::from_ref(pointer);
        row(line, view_of(lines, mask, line, pointers), pointers, problem)
    };
    pointers.iter().map(alone).collect()
}

fn view_of(lines: &Lines<'_>, mask: &str, line: usize, pointers: &[Pointer]) -> View {
    let start = pointers.iter().map(|pointer| pointer.bytes.start).min().unwrap_or(0);
    let end = pointers.iter().map(|pointer| pointer.bytes.end).max().unwrap_or(0);
    View::new(lines, mask, &lines.line(line), &(start..end))
}

fn row(line: usize, view: View, pointers: &[Pointer], problem: Role) -> Row {
    let marks = pointers.iter().map(|pointer| pointer.mark(&view, problem)).collect();
    Row { number: Some(line + 1), text: view.text, marks }
}
