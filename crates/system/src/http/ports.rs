//! The two ports: one asks, the other may change what it talks to.

use super::{HttpError, Request, Response};
use std::io;

/// Asks. Both worlds have it.
pub trait Fetch: Send + Sync {
    /// GET, with the body in memory.
    fn fetch(&self, request: &Request) -> Result<Response, HttpError>;

    /// HEAD.
    fn head(&self, request: &Request) -> Result<Response, HttpError>;

    /// Asks with the method that a check names. Checks that users wrote run in both worlds, whatever their method does. The
    /// body is cut at the limit, and with a limit of 0 it is not read.
    fn check(&self, method: &str, request: &Request) -> Result<Response, HttpError>;

    /// GET, with the body of a success written to `sink` as it comes. An answer that is no success has its body in the
    /// response, cut at 64 KiB, and `sink` is not touched. After an error `sink` may hold a part of the body.
    fn download(&self, request: &Request, sink: &mut dyn io::Write) -> Result<Response, HttpError>;
}

/// Sends with any method. Only the writing world has it.
pub trait Submit: Send + Sync {
    /// Sends, with the body of the answer in memory.
    fn submit(&self, method: &str, request: &Request) -> Result<Response, HttpError>;
}
