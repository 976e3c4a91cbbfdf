//! Archives from outside: made by `tar` and by hand, well-behaved or not.
#![expect(clippy::unwrap_used, reason = "a test whose archive cannot be made fails")]
#![expect(clippy::disallowed_methods, reason = "archives are made by the `tar` of this machine")]

mod aside;
mod blocks;
mod extracting;
mod hostile;
mod laws;
mod real;
mod written;
