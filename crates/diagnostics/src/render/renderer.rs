//! What all forms share.

use super::escape::one_line;
use super::json::{Record, record};
use super::lines::Lines;
use super::paint::Style;
use super::text;
use crate::{Diagnostic, Diagnostics, FileId, Position, Redactor, Sources, Veil};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Turns problems into text. Finds the lines of each file once, so use one for all problems of a run.
#[derive(Debug)]
pub struct Renderer<'a> {
    sources: &'a Sources,
    redactor: Redactor,
    /// One for each file, and one for files that are not there.
    lines: Vec<OnceLock<Lines<'a>>>,
}

impl<'a> Renderer<'a> {
    /// Renders problems in `sources`, masking the secrets that `redactor` knows when a file is first shown.
    pub fn new(sources: &'a Sources, redactor: Redactor) -> Self {
        let lines = std::iter::repeat_with(OnceLock::new).take(sources.len() + 1).collect();
        Self { sources, redactor, lines }
    }

    /// A problem as a compiler shows it, with the source line and marks below it; ends with a line end.
    pub fn text(&self, diagnostic: &Diagnostic, style: Style) -> String {
        text::render(self, &self.written(diagnostic), style)
    }

    /// All problems as [`text`](Self::text), an empty line after each, and how many there are.
    pub fn report(&self, diagnostics: &Diagnostics, style: Style) -> String {
        let mut report: String =
            diagnostics.iter().flat_map(|diagnostic| [self.text(diagnostic, style), "\n".to_owned()]).collect();
        if let Some(summary) = diagnostics.summary() {
            report.push_str(&summary);
            report.push('\n');
        }
        report
    }

    /// `file:line:column: error[code]: message`, on one line and without a line end.
    pub fn line(&self, diagnostic: &Diagnostic) -> String {
        let place =
            diagnostic.span().map(|span| text::place(self, self.sources.written(span)) + ": ").unwrap_or_default();
        let message = self.message(diagnostic);
        format!("{place}{}[{}]: {}", diagnostic.severity.word(), diagnostic.code.id, one_line(message.trim_end()))
    }

    /// The message alone, for a place in another one.
    pub fn message<'d>(&self, diagnostic: &'d Diagnostic) -> Cow<'d, str> {
        self.told(diagnostic, &diagnostic.message)
    }

    /// A problem as a JSON object on one line; see [`Record`] for the keys.
    pub fn json(&self, diagnostic: &Diagnostic) -> String {
        serde_json::to_string(&self.record(diagnostic)).expect("texts and numbers always serialize")
    }

    /// A problem to be serialized as part of something else.
    pub fn record(&self, diagnostic: &Diagnostic) -> Record {
        record(self, &self.written(diagnostic))
    }

    /// The same with places that a person wrote.
    fn written<'d>(&self, diagnostic: &'d Diagnostic) -> Cow<'d, Diagnostic> {
        if diagnostic.labels.iter().all(|label| self.sources.written(label.span) == label.span) {
            return Cow::Borrowed(diagnostic);
        }
        let mut diagnostic = diagnostic.clone();
        for label in &mut diagnostic.labels {
            label.span = self.sources.written(label.span);
        }
        Cow::Owned(diagnostic)
    }

    /// The name of a file, without secrets: it may be a URL.
    pub(super) fn name(&self, file: FileId) -> Cow<'a, str> {
        self.redactor.text(self.sources.name(file))
    }

    /// A text of a problem without secrets, and without what must not be shown of the files that it is about.
    pub(super) fn told<'t>(&self, diagnostic: &Diagnostic, text: &'t str) -> Cow<'t, str> {
        let mut told = self.redactor.text(text);
        for veil in diagnostic.labels.iter().filter_map(|label| self.veil(label.span.file)) {
            if let Cow::Owned(masked) = veil.told(&told, self.redactor.mask()) {
                told = Cow::Owned(masked);
            }
        }
        told
    }

    fn veil(&self, file: FileId) -> Option<&Veil> {
        self.sources.veil(file).filter(|_| !self.redactor.reveals())
    }

    pub(super) fn redactor(&self) -> &Redactor {
        &self.redactor
    }

    pub(super) fn lines(&self, file: FileId) -> &Lines<'a> {
        let cell = &self.lines[(file.0 as usize).min(self.sources.len())];
        cell.get_or_init(|| Lines::new(self.sources.content(file), &self.redactor, self.veil(file)))
    }

    pub(super) fn position(&self, file: FileId, at: u32) -> Position {
        self.lines(file).position(at as usize)
    }
}
