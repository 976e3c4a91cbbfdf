//! What came back.

use super::{Headers, Url};
use std::fmt;

/// An answer; any status is one.
#[derive(Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The words after it, as the server wrote them; may be empty.
    pub reason: String,
    /// Header fields. Those that describe a compression which was undone are gone.
    pub headers: Headers,
    /// Who answered, after all redirects.
    pub url: Url,
    /// The URLs that were asked before this one, in order.
    pub redirects: Vec<Url>,
    /// The body, decoded. Empty after a HEAD, and after a download, whose body went elsewhere.
    pub body: Vec<u8>,
}

impl Response {
    /// Whether the status is one of success.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Status and reason as one text, `404 Not Found`.
    pub fn status_line(&self) -> String {
        format!("{} {}", self.status, self.reason).trim_end().to_owned()
    }

    /// Whether a redirect led from `https` to `http`: what came may have been seen and changed on its way.
    pub fn lost_tls(&self) -> bool {
        self.url.scheme() == "http" && self.redirects.iter().any(|url| url.scheme() == "https")
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("status", &self.status_line())
            .field("headers", &self.headers)
            .field("url", &self.url)
            .field("redirects", &self.redirects)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}
