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

    /// GET, with a success handed out as it comes. An answer that is no success has its body in the response, cut at
    /// 64 KiB, and nothing is handed out. After an error a part of the body may have been.
    fn receive(&self, request: &Request, to: &mut dyn Receive) -> Result<Response, HttpError>;

    /// The same, with the body written to `sink`.
    fn download(&self, request: &Request, sink: &mut dyn io::Write) -> Result<Response, HttpError> {
        self.receive(request, &mut Body(sink))
    }
}

/// Takes an answer as it comes.
pub trait Receive {
    /// The answer, before its body. An error ends the exchange.
    fn begin(&mut self, answer: &Response) -> io::Result<()>;

    /// A piece of the body. An error ends the exchange.
    fn piece(&mut self, piece: &[u8]) -> io::Result<()>;
}

/// Only the body counts.
struct Body<'a>(&'a mut dyn io::Write);

impl Receive for Body<'_> {
    fn begin(&mut self, _answer: &Response) -> io::Result<()> {
        Ok(())
    }

    fn piece(&mut self, piece: &[u8]) -> io::Result<()> {
        self.0.write_all(piece)
    }
}

/// A body for whoever wants to write it.
pub(super) struct Pieces<'a>(pub(super) &'a mut dyn Receive);

impl io::Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.piece(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sends with any method. Only the writing world has it.
pub trait Submit: Send + Sync {
    /// Sends, with the body of the answer in memory.
    fn submit(&self, method: &str, request: &Request) -> Result<Response, HttpError>;
}
