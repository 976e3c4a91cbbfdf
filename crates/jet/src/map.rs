//! Where the bytes of an output come from.

use std::sync::Arc;

use crate::source::{At, Place, Source};

/// For each part of an output, the place in the template that wrote it. When an output is read again, as YAML for
/// example, a mistake in it can be shown where it was written.
#[derive(Clone, Default)]
pub struct SourceMap {
    /// Ordered by where they start in the output.
    parts: Vec<Part>,
}

#[derive(Clone)]
struct Part {
    output: usize,
    source: Arc<Source>,
    at: At,
    verbatim: bool,
}

/// Where a byte of an output comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The byte of the text, or the action that wrote the output.
    pub place: Place,
    /// Whether the output is text of the template, and not the result of an action.
    pub verbatim: bool,
}

impl SourceMap {
    /// Where the byte at `offset` of the output comes from. Offsets at and beyond the end have the origin of the last
    /// byte; an empty output has none.
    pub fn origin(&self, offset: usize) -> Option<Origin> {
        let after = self.parts.partition_point(|part| part.output <= offset);
        let part = self.parts.get(after.checked_sub(1)?)?;
        let at = if part.verbatim { part.at.byte(offset - part.output) } else { part.at };
        Some(Origin { place: part.source.place(at), verbatim: part.verbatim })
    }

    /// Takes note of who writes next.
    pub(crate) fn record(&mut self, output: usize, source: &Arc<Source>, at: At, verbatim: bool) {
        if self.parts.last().is_some_and(|last| last.at == at && Arc::ptr_eq(&last.source, source)) && !verbatim {
            return;
        }
        self.parts.push(Part { output, source: Arc::clone(source), at, verbatim });
    }

    /// Forgets what was written from `output` on.
    pub(crate) fn truncate(&mut self, output: usize) {
        let kept = self.parts.partition_point(|part| part.output < output);
        self.parts.truncate(kept);
    }
}
