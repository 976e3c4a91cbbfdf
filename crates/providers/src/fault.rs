//! Why a provider did not do what it was asked.

use std::ops::Range;
use system::Signal;
use system::files::FileError;
use value::{Map, Unknown};

/// The error of a provider. Its text is prefixed with the provider's name by the executor.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    text: String,
    bare: bool,
    /// What ended it.
    pub cause: Cause,
    /// The input that is to blame, `poll.until` for one inside of another, and the place in its text.
    pub at: Option<(&'static str, Range<usize>)>,
    /// What to do about it.
    pub help: Option<String>,
    /// What conditions such as `retryIf` can look at beside the text.
    pub details: Map,
    gist: Option<Box<Gist>>,
}

/// What a dry run says in the place of the text.
#[derive(Debug, Clone)]
enum Gist {
    Brief(&'static str),
    Unknown(Unknown),
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
            gist: None,
        }
    }

    /// Something with files went wrong.
    pub(crate) fn of_file(text: impl Into<String>, error: &FileError) -> Self {
        Self { gist: error.unknown().cloned().map(Gist::Unknown).map(Box::new), ..Self::new(text) }
    }

    /// Why a rehearsal cannot tell whether it fails at all.
    pub(crate) fn unknown(&self) -> Option<&Unknown> {
        match self.gist.as_deref()? {
            Gist::Unknown(unknown) => Some(unknown),
            Gist::Brief(_) => None,
        }
    }

    /// In few words, where the text has many.
    #[must_use]
    pub fn in_brief(self, brief: &'static str) -> Self {
        Self { gist: Some(Box::new(Gist::Brief(brief))), ..self }
    }

    /// The few words, when there are some.
    pub fn brief(&self) -> Option<&str> {
        match self.gist.as_deref()? {
            Gist::Brief(brief) => Some(brief),
            Gist::Unknown(_) => None,
        }
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
