//! What can go wrong, told without credentials.

use std::fmt;
use std::time::Duration;

/// Why there is no answer. A status is never an error. Every `url` is without its user information.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HttpError {
    /// The URL, or one that a redirect named.
    #[error("`{url}` is not a usable URL: {reason}")]
    BadUrl {
        /// What was given.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A method, header or certificate of the request.
    #[error("cannot send the request to `{url}`: {reason}")]
    BadRequest {
        /// Where it was to go.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The request's guard said no, to a URL or to an address that its host has.
    #[error("`{url}` must not be asked: {reason}")]
    Refused {
        /// Where it was to go.
        url: String,
        /// What the guard said.
        reason: String,
    },
    /// Nobody answers there.
    #[error("cannot connect to `{address}` for `{url}`: {reason}")]
    Connect {
        /// Where the request was to go.
        url: String,
        /// Host and port that were dialled.
        address: String,
        /// What the system said.
        reason: String,
    },
    /// The other side cannot be trusted, or does not speak TLS.
    #[error("no trusted TLS connection to `{address}` for `{url}`: {reason}")]
    Tls {
        /// Where the request was to go.
        url: String,
        /// Host and port of the other side.
        address: String,
        /// What is wrong with its certificate.
        reason: String,
    },
    /// The proxy does not work.
    #[error("proxy `{proxy}` does not lead to `{url}`: {reason}")]
    Proxy {
        /// Where the request was to go.
        url: String,
        /// The proxy.
        proxy: String,
        /// What it did.
        reason: String,
    },
    /// Time ran out.
    #[error("`{url}` timed out after {after:?} while {phase}")]
    TimedOut {
        /// Where the request went.
        url: String,
        /// The limit that was reached.
        after: Duration,
        /// What was going on then.
        phase: Phase,
    },
    /// The body is longer than allowed.
    #[error("the body of `{url}` is longer than {limit} bytes")]
    TooLarge {
        /// Where the request went.
        url: String,
        /// The limit.
        limit: u64,
    },
    /// There is always another redirect.
    #[error("stopped at redirect {limit}: {}", .chain.join(" -> "))]
    TooManyRedirects {
        /// Where the request went first.
        url: String,
        /// The number of the redirect that was not followed.
        limit: usize,
        /// All URLs that were asked, and the one that was not.
        chain: Vec<String>,
    },
    /// Somebody wants us to stop.
    #[error("`{url}` was interrupted")]
    Interrupted {
        /// Where the request went.
        url: String,
    },
    /// The exchange broke, or the answer is not HTTP.
    #[error("exchange with `{url}` failed while {phase}: {reason}")]
    Io {
        /// Where the request went.
        url: String,
        /// What was going on then.
        phase: Phase,
        /// What the system said.
        reason: String,
    },
    /// The sink of a download does not take the body.
    #[error("cannot store the body of `{url}`: {reason}")]
    Sink {
        /// Where the request went.
        url: String,
        /// What the sink said.
        reason: String,
    },
}

/// A step of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Looking up the host.
    Resolve,
    /// Opening the connection.
    Connect,
    /// Asking the proxy for a way.
    Proxy,
    /// The TLS handshake.
    Handshake,
    /// Sending.
    Send,
    /// Waiting for status and headers.
    Answer,
    /// Reading the body.
    Body,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resolve => "looking up the host",
            Self::Connect => "connecting",
            Self::Proxy => "talking to the proxy",
            Self::Handshake => "agreeing on TLS",
            Self::Send => "sending the request",
            Self::Answer => "waiting for the answer",
            Self::Body => "reading the body",
        })
    }
}
