//! Where a manifest comes from: a file, or a server that has it as an archive or as plain text. Fetching changes nothing
//! but a private temporary directory, which goes away with what was fetched, so a rehearsal may fetch too.

mod codes;
mod error;
mod fetch;
mod fetched;
mod given;
mod limits;
mod room;

pub use codes::CODES;
pub use error::{Nature, SourceError};
pub use fetched::{Body, Fetched};
pub use given::{Remote, Source};
pub use limits::Limits;
pub use room::Rooms;
