//! Entries that are published once a resource is stable: where a service can be reached.

use diagnostics::{Code, Diagnostic, Span, Spanned};
use document::decode::{Decoder, Entries, Text, Value};
use document::record;
use std::net::IpAddr;

record! {
    /// Where a service can be reached, to be published once the resource is stable.
    pub struct Registration [name = "registration"] {
        /// The cluster that the service belongs to.
        cluster: Spanned<String> [pattern = "^[a-zA-Z][a-zA-Z0-9_-]*$"],
        /// The name of the service.
        service: Spanned<String> [pattern = "^[a-zA-Z][a-zA-Z0-9_-]*$"],
        /// What is spoken there.
        protocol: Spanned<String> [pattern = "^[a-zA-Z][a-zA-Z0-9_-]*$"],
        /// The IP address.
        address: Spanned<String>,
        /// The port, from 1 to 65535; an expression may give it.
        port: Option<Spanned<Value>>,
        /// Lower numbers are preferred, from 1 to 255.
        priority: Spanned<i64> [literal],
        /// Further words about it.
        annotations: Option<Entries<String>>,
        /// How long the entry lives, as a duration, or `never`.
        ttl: Option<Text> [literal],
    }
}

/// An entry that cannot be published.
pub(crate) static REGISTRATION: Code = Code::new(
    "resource::registration",
    "An entry of `register_when_stable` has `cluster`, `service` and `protocol` (names of letters, digits, `_` and `-` \
     that begin with a letter), an IP `address`, a `priority` from 1 to 255 and, if it has one, a `port` from 1 to 65535. \
     `ttl` is a duration such as `30s`, or `never`.",
);

impl Registration {
    /// Reports what is wrong with it.
    pub(crate) fn check(&self, decoder: &mut Decoder<'_>) -> Option<()> {
        let mut problems = Vec::new();
        for (what, name) in [("cluster", &self.cluster), ("service", &self.service), ("protocol", &self.protocol)] {
            if !is_name(&name.value) {
                problems.push((format!("{what} `{}` is not a valid name", name.value), name.span));
            }
        }
        if self.address.value.parse::<IpAddr>().is_err() {
            problems.push((format!("address `{}` is not an IP address", self.address.value), self.address.span));
        }
        problems.extend(self.port.as_ref().and_then(wrong_port));
        if !(1..=255).contains(&self.priority.value) {
            let message = format!("priority {} is not between 1 and 255", self.priority.value);
            problems.push((message, self.priority.span));
        }
        problems.extend(self.ttl.as_ref().and_then(wrong_ttl));
        let is_right = problems.is_empty();
        for (message, span) in problems {
            let message = format!("registration is invalid: {message}");
            decoder.report(Diagnostic::error(&REGISTRATION, message).at(span, "given here"));
        }
        is_right.then_some(())
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

fn wrong_port(port: &Spanned<Value>) -> Option<(String, Span)> {
    let message = match &port.value {
        Value::Int(port) if (1..=65535).contains(port) => return None,
        Value::Int(port) => format!("port {port} is not between 1 and 65535"),
        other => format!("port must be a whole number, not `{other}`"),
    };
    Some((message, port.span))
}

fn wrong_ttl(ttl: &Text) -> Option<(String, Span)> {
    if &**ttl == "never" {
        return None;
    }
    let error = value::Duration::parse(ttl).err()?;
    Some((format!("ttl: {error}"), ttl.span))
}
