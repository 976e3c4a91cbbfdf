//! Sources from outside: a real client against small servers on loopback, in a temporary directory of this machine.
#![expect(clippy::unwrap_used, reason = "a test whose servers cannot be set up fails")]
#![expect(clippy::disallowed_methods, reason = "servers and archives are made on this machine")]

mod archives;
mod cleaning;
mod failures;
mod room;
#[path = "../../../system/tests/http/server.rs"]
#[expect(dead_code, reason = "the tests of the client use more of it")]
mod server;
mod texts;
