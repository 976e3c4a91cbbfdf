//! Why a provider did not do what it was asked.

use std::ops::Range;
use system::Signal;
use value::Map;

/// The error of a provider. Its text is prefixed with the provider's name by the executor.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    text: String,
    bare: bool,
    /// What ended it.
    pub cause: Cause,
    /// The input that is to blame, and the place in its text.
    pub at: Option<(&'static str, Range<usize>)>,
    /// What to do about it.
    pub help: Option<String>,
    /// What conditions such as `retryIf` can look at beside the text.
    pub details: Map,
    brief: Option<&'static str>,
}

/// What ended a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Something went wrong.
    Failed,
    /// It took longer than it may.
    TimedOut,
    /// Somebody wants the run to end.
    Interrupted(Signal),
}

impl Fault {
    /// A fault with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            bare: false,
            cause: Cause::Failed,
            at: None,
            help: None,
            details: Map::new(),
            brief: None,
        }
    }

    /// In few words, where the text has many.
    #[must_use]
    pub fn in_brief(self, brief: &'static str) -> Self {
        Self { brief: Some(brief), ..self }
    }

    /// The few words, when there are some.
    pub fn brief(&self) -> Option<&str> {
        self.brief
    }

    /// A fault whose text is not prefixed with the provider's name.
    pub fn bare(text: impl Into<String>) -> Self {
        Self { bare: true, ..Self::new(text) }
    }

    /// The time is over.
    pub fn timed_out(text: impl Into<String>) -> Self {
        Self { cause: Cause::TimedOut, ..Self::new(text) }
    }

    /// Somebody wants the run to end.
    pub fn interrupted(signal: Signal, text: impl Into<String>) -> Self {
        Self { cause: Cause::Interrupted(signal), ..Self::new(text) }
    }

    /// An input is to blame, at a place in its text.
    #[must_use]
    pub fn at(mut self, input: &'static str, place: Range<usize>) -> Self {
        self.at = Some((input, place));
        self
    }

    /// What to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }

    /// With some words before the text.
    #[must_use]
    pub(crate) fn within(mut self, words: &str) -> Self {
        self.text.insert_str(0, words);
        self
    }

    /// With the provider's name before the text, unless it stands by itself.
    pub(crate) fn of(mut self, provider: &str) -> Self {
        if !self.bare {
            self.text.insert_str(0, &format!("{provider}: "));
            self.bare = true;
        }
        self
    }
}
