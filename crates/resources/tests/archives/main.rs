//! Archives from a real server on loopback that is slow, cut off, wrong or protected, on the disk of this machine.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "servers and archives are made on this machine")]

mod downloads;
mod extractions;
mod rehearsals;
mod room;
#[path = "../../../system/tests/http/server.rs"]
#[expect(dead_code, reason = "the tests of the client use more of it")]
mod server;
