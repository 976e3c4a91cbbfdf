//! What is to blame for a failure: a part of the document, to the letter where that is known.

use diagnostics::{Sources, Span};
use document::decode::Entries;
use document::locate;
use providers::{Fault, Form, FormError};
use std::ops::Range;
use std::sync::Arc;

/// A place in a document.
#[derive(Debug, Clone)]
pub struct Spot {
    span: Span,
    /// The text that stands there, and the place inside of it.
    piece: Option<(Arc<str>, Range<usize>)>,
}

impl From<Span> for Spot {
    fn from(span: Span) -> Self {
        Self { span, piece: None }
    }
}

impl Spot {
    /// A place in the text that stands at a span.
    pub(crate) fn within(span: Span, text: impl Into<Arc<str>>, place: Option<Range<usize>>) -> Self {
        Self { span, piece: place.map(|place| (text.into(), place)) }
    }

    pub(crate) fn of_form(error: &FormError) -> Self {
        match &error.text {
            Some(text) => Self::within(error.span, Arc::clone(text), error.place()),
            None => error.span.into(),
        }
    }

    /// The input that a provider blames, when the document has its text as it is.
    pub(crate) fn of_fault(fault: Option<&Fault>, inputs: Option<&Entries<Option<Form>>>) -> Option<Self> {
        let (input, place) = fault?.at.clone()?;
        let mut way = input.split('.');
        let form = inputs?.get(way.next()?)?.as_ref()?;
        let (text, span) = form.text_at(&way.collect::<Vec<_>>())?;
        Some(Self::within(span, text, Some(place)))
    }

    /// Where it is. A text that is not written as it counts is to blame as a whole.
    pub fn span(&self, sources: &Sources) -> Span {
        let piece = self.piece.as_ref();
        piece.map_or(self.span, |(text, place)| locate(text, self.span, place.clone(), sources))
    }
}
