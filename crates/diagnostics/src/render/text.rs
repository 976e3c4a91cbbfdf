//! A problem as a compiler shows it.

use super::escape::{block, one_line};
use super::marks;
use super::paint::{Canvas, Role, Style};
use super::renderer::Renderer;
use super::snippet::{self, Pointer, Row};
use crate::{Diagnostic, FileId, Label, Span};

/// What is shown of one file.
struct Section {
    place: String,
    rows: Vec<Row>,
}

/// The whole text, ending with a line end.
pub(super) fn render(renderer: &Renderer<'_>, diagnostic: &Diagnostic, style: Style) -> String {
    let sections = sections(renderer, diagnostic);
    let numbers = sections.iter().flat_map(|section| &section.rows).filter_map(|row| row.number);
    let gutter = numbers.max().map_or(0, |number| number.to_string().len());
    let mut canvas = Canvas::new(style);
    head(&mut canvas, renderer, diagnostic);
    for (at, section) in sections.iter().enumerate() {
        draw(&mut canvas, section, gutter, if at == 0 { "-->" } else { ":::" });
    }
    for note in &diagnostic.notes {
        foot(&mut canvas, gutter, "", &renderer.told(diagnostic, note));
    }
    if let Some(help) = &diagnostic.help {
        foot(&mut canvas, gutter, "help", &renderer.told(diagnostic, help));
    }
    canvas.into_text()
}

/// `error[code]: message`; further lines of the message are indented.
fn head(canvas: &mut Canvas, renderer: &Renderer<'_>, diagnostic: &Diagnostic) {
    let severity = diagnostic.severity;
    let message = renderer.told(diagnostic, &diagnostic.message);
    canvas.add(Role::Problem(severity), &format!("{}[{}]", severity.word(), diagnostic.code.id));
    canvas.add(Role::Strong, ": ");
    lines_of(canvas, &message, Role::Strong, 4);
}

/// A text whose lines after the first are indented.
fn lines_of(canvas: &mut Canvas, text: &str, role: Role, indent: usize) {
    for (at, line) in block(text).trim_end().split('\n').enumerate() {
        canvas.space(if at == 0 || line.is_empty() { 0 } else { indent }).add(role, line).end_line();
    }
}

/// `= note`, under the frame.
fn foot(canvas: &mut Canvas, gutter: usize, title: &str, text: &str) {
    canvas.space(gutter + 1).add(Role::Frame, "=").space(1);
    if !title.is_empty() {
        canvas.add(Role::Strong, title).add(Role::Plain, ": ");
    }
    lines_of(canvas, text, Role::Plain, gutter + 3);
}

fn draw(canvas: &mut Canvas, section: &Section, gutter: usize, arrow: &str) {
    canvas.space(gutter).add(Role::Frame, arrow).space(1).add(Role::Plain, &section.place).end_line();
    canvas.space(gutter + 1).add(Role::Frame, "|").end_line();
    for row in &section.rows {
        draw_row(canvas, row, gutter);
    }
}

fn draw_row(canvas: &mut Canvas, row: &Row, gutter: usize) {
    let Some(number) = row.number else {
        canvas.add(Role::Frame, "...").end_line();
        return;
    };
    canvas.add(Role::Frame, &format!("{number:>gutter$} |"));
    canvas.space(usize::from(!row.text.is_empty())).add(Role::Plain, &row.text).end_line();
    if row.marks.is_empty() {
        return;
    }
    for items in marks::rows(row.marks.clone()) {
        canvas.space(gutter + 1).add(Role::Frame, "|").space(1);
        marks::draw(canvas, &items);
        canvas.end_line();
    }
}

/// The files that the labels are in, in the order of the labels.
fn sections(renderer: &Renderer<'_>, diagnostic: &Diagnostic) -> Vec<Section> {
    let mut files: Vec<FileId> = Vec::new();
    for label in &diagnostic.labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files.into_iter().filter_map(|file| section(renderer, diagnostic, file)).collect()
}

fn section(renderer: &Renderer<'_>, diagnostic: &Diagnostic, file: FileId) -> Option<Section> {
    let here = || diagnostic.labels.iter().enumerate().filter(|(_, label)| label.span.file == file);
    let (_, first) = here().next()?;
    let lines = renderer.lines(file);
    let pointer =
        |(at, label): (usize, &Label)| Pointer::new(label, &renderer.told(diagnostic, &label.text), at == 0, lines);
    let pointers = here().map(pointer).collect();
    let rows = snippet::rows(lines, renderer.redactor().mask(), pointers, Role::Problem(diagnostic.severity));
    Some(Section { place: place(renderer, first.span), rows })
}

/// `file:line:column`.
pub(super) fn place(renderer: &Renderer<'_>, span: Span) -> String {
    let at = renderer.position(span.file, span.start);
    format!("{}:{}:{}", one_line(&renderer.name(span.file)), at.line, at.column)
}
