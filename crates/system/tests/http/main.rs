//! The real HTTP client against small servers on loopback.

#![expect(clippy::unwrap_used, reason = "a test whose servers cannot be set up fails")]

mod bodies;
mod credentials;
mod exchanges;
mod fake;
mod guards;
mod interrupts;
mod proxies;
mod redirects;
mod server;
mod tls;
