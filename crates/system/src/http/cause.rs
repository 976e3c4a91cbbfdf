//! What went wrong below the HTTP library, carried through it inside an [`io::Error`].

use super::link::limit_of;
use super::request::Limits;
use super::wire::Limit;
use super::{HttpError, Phase, Url};
use std::io::{self, ErrorKind};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Cause {
    #[error("timed out")]
    TimedOut {
        /// The limit that was reached.
        limit: Limit,
        phase: Phase,
    },
    #[error("interrupted")]
    Interrupted,
    #[error("{reason}")]
    Refused { reason: String },
    #[error("{reason}")]
    Connect { address: String, reason: String },
    #[error("{reason}")]
    Tls { address: String, reason: String },
    #[error("{reason}")]
    Proxy { proxy: String, reason: String },
    #[error("{reason}")]
    Request { reason: String },
    /// A kept connection, closed while it was idle.
    #[error("the server closed a kept connection without an answer; whether it did the work is unknown")]
    Stale,
    #[error("too large")]
    TooLarge,
    #[error("{reason}")]
    Sink { reason: String },
    #[error("{reason}")]
    Io { phase: Phase, reason: String },
}

impl Cause {
    /// What an error says, when it is one of ours.
    pub(super) fn within(error: &io::Error) -> Option<&Self> {
        error.get_ref().and_then(|inner| inner.downcast_ref())
    }

    pub(super) fn of_io(error: &io::Error, phase: Phase) -> Self {
        if let Some(cause) = Self::within(error) {
            return cause.clone();
        }
        match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(inner) => Self::of_ureq(inner, phase),
            None if error.kind() == ErrorKind::UnexpectedEof => {
                Self::Io { phase, reason: "the connection was cut off".into() }
            }
            None => Self::Io { phase, reason: error.to_string() },
        }
    }

    pub(super) fn of_ureq(error: &ureq::Error, phase: Phase) -> Self {
        match error {
            ureq::Error::Io(error) => Self::of_io(error, phase),
            ureq::Error::Timeout(reason) => Self::TimedOut { limit: limit_of(*reason), phase },
            ureq::Error::Http(error) => Self::Request { reason: error.to_string() },
            ureq::Error::Protocol(error) => Self::Io { phase, reason: format!("the answer is not HTTP: {error}") },
            ureq::Error::LargeResponseHeader(_, limit) => {
                Self::Io { phase, reason: format!("the headers of the answer are longer than {limit} bytes") }
            }
            other => Self::Io { phase, reason: other.to_string() },
        }
    }

    /// The error for people, with the URL that was asked.
    pub(super) fn told(self, url: &Url, limits: &Limits) -> HttpError {
        let url = url.to_string();
        match self {
            Self::TimedOut { limit, phase } => {
                let after = match limit {
                    Limit::Whole => limits.timeout.unwrap_or_default(),
                    Limit::Connecting => limits.connect_timeout.unwrap_or_default(),
                    Limit::Silence(silence) => silence,
                };
                HttpError::TimedOut { url, after, phase }
            }
            Self::Interrupted => HttpError::Interrupted { url },
            Self::Refused { reason } => HttpError::Refused { url, reason },
            Self::Connect { address, reason } => HttpError::Connect { url, address, reason },
            Self::Tls { address, reason } => HttpError::Tls { url, address, reason },
            Self::Proxy { proxy, reason } => HttpError::Proxy { url, proxy, reason },
            Self::Request { reason } => HttpError::BadRequest { url, reason },
            Self::TooLarge => HttpError::TooLarge { url, limit: limits.max_body },
            Self::Sink { reason } => HttpError::Sink { url, reason },
            Self::Stale => HttpError::Io { url, phase: Phase::Answer, reason: Self::Stale.to_string() },
            Self::Io { phase, reason } => HttpError::Io { url, phase, reason },
        }
    }
}

impl From<Cause> for io::Error {
    fn from(cause: Cause) -> Self {
        Self::other(cause)
    }
}

impl From<Cause> for ureq::Error {
    fn from(cause: Cause) -> Self {
        Self::Io(cause.into())
    }
}
