//! A connection as the HTTP library wants it.

use super::Phase;
use super::cause::Cause;
use super::reason::Watcher;
use super::wire::{Deadline, Flow, Limit};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};
use ureq::Timeout;
use ureq::unversioned::transport::{Buffers, LazyBuffers, NextTimeout, Transport};

const BUFFER: usize = 128 << 10;

/// A connection that is used for one exchange after the other.
pub(super) struct Link {
    flow: Box<dyn Flow>,
    secure: bool,
    buffers: LazyBuffers,
    relay: Option<Relay>,
    reused: bool,
    exchange: Exchange,
    /// How long the other side may be silent in the middle of a body, or before an answer that nothing else limits.
    silence: Duration,
}

/// How a request is written for a proxy that relays it.
pub(super) struct Relay {
    /// Scheme and host, which such a proxy wants in the request line.
    pub(super) origin: String,
    /// The proxy's own credentials, as a header line.
    pub(super) authorization: String,
}

#[derive(Default)]
struct Exchange {
    sent: bool,
    answered: bool,
    reason: Watcher,
}

impl Link {
    pub(super) fn new(flow: Box<dyn Flow>, secure: bool, relay: Option<Relay>, silence: Duration) -> Self {
        let buffers = LazyBuffers::new(BUFFER, BUFFER);
        Self { flow, secure, buffers, relay, reused: false, exchange: Exchange::default(), silence }
    }

    /// What an error means in this phase; a kept connection that ends before its answer was closed while it was idle.
    fn fault(&self, error: &io::Error, deadline: Deadline) -> Cause {
        match (Cause::within(error), error.kind()) {
            (Some(cause), _) => cause.clone(),
            (None, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::ConnectionAborted) => {
                self.closed(error, deadline)
            }
            _ => deadline.fault(error),
        }
    }

    fn closed(&self, error: &io::Error, deadline: Deadline) -> Cause {
        if self.reused && !self.exchange.answered { Cause::Stale } else { deadline.fault(error) }
    }
}

impl Relay {
    /// Turns `GET /path HTTP/1.1` into `GET http://host/path HTTP/1.1`, and signs in.
    fn rewrite(&self, head: &[u8]) -> Option<Vec<u8>> {
        let method = head.iter().position(|byte| *byte == b' ')? + 1;
        let line = head.iter().position(|byte| *byte == b'\n')? + 1;
        let (before, target) = head.get(..line)?.split_at_checked(method)?;
        Some([before, self.origin.as_bytes(), target, self.authorization.as_bytes(), &head[line..]].concat())
    }
}

/// Until when, as the HTTP library counts it.
pub(super) fn deadline_of(timeout: NextTimeout, phase: Phase) -> Deadline {
    let at = if timeout.after.is_not_happening() { None } else { Instant::now().checked_add(*timeout.after) };
    Deadline { at, limit: limit_of(timeout.reason), phase }
}

pub(super) fn limit_of(reason: Timeout) -> Limit {
    if matches!(reason, Timeout::Connect | Timeout::Resolve) { Limit::Connecting } else { Limit::Whole }
}

fn unless_silent(deadline: Deadline, silence: Duration) -> Deadline {
    let Some(silent) = Instant::now().checked_add(silence) else { return deadline };
    match deadline.at {
        Some(at) if deadline.phase != Phase::Body || at <= silent => deadline,
        _ => Deadline { at: Some(silent), limit: Limit::Silence(silence), ..deadline },
    }
}

impl Transport for Link {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), ureq::Error> {
        let deadline = deadline_of(timeout, Phase::Send);
        self.flow.until(deadline);
        let output = &self.buffers.output()[..amount];
        let bytes = match &self.relay {
            Some(relay) if !self.exchange.sent => {
                let reason = || Cause::Request { reason: "its first line is too long".into() };
                Cow::Owned(relay.rewrite(output).ok_or_else(reason)?)
            }
            _ => Cow::Borrowed(output),
        };
        self.exchange.sent = true;
        let done = self.flow.write_all(&bytes).and_then(|()| self.flow.flush());
        done.map_err(|error| self.fault(&error, deadline).into())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, ureq::Error> {
        let deadline = deadline_of(timeout, if self.exchange.answered { Phase::Body } else { Phase::Answer });
        let deadline = unless_silent(deadline, self.silence);
        self.flow.until(deadline);
        let free = self.buffers.input_append_buf();
        let amount = match self.flow.read(free) {
            // TLS that ends without saying so; Go takes it for an end as well, and a known length is still checked.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => 0,
            other => other.map_err(|error| self.fault(&error, deadline))?,
        };
        if amount == 0 && !self.exchange.answered {
            return Err(self
                .closed(&io::Error::other("the server closed the connection without an answer"), deadline)
                .into());
        }
        self.buffers.input_appended(amount);
        let input = self.buffers.input();
        self.exchange.reason.see(&input[input.len() - amount..]);
        self.exchange.answered = true;
        Ok(amount > 0)
    }

    /// Asked between two exchanges, so what is known of the last one is forgotten.
    fn is_open(&mut self) -> bool {
        self.reused = true;
        self.exchange = Exchange::default();
        self.flow.is_idle()
    }

    fn is_tls(&self) -> bool {
        self.secure
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("secure", &self.secure).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relayed_request_names_its_origin() {
        let relay = Relay { origin: "http://h:1".into(), authorization: "Proxy-Authorization: x\r\n".into() };
        let written = relay.rewrite(b"GET /a?b HTTP/1.1\r\nhost: h:1\r\n\r\nbody").unwrap();
        let expected = "GET http://h:1/a?b HTTP/1.1\r\nProxy-Authorization: x\r\nhost: h:1\r\n\r\nbody";
        assert_eq!(String::from_utf8(written).unwrap(), expected);
        assert_eq!(relay.rewrite(b"GET /a"), None);
    }
}
