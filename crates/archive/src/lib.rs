//! Archives from anywhere: every name, kind and number in them is checked before it is believed, and what is unpacked
//! stays below one directory. Nothing is held in memory but one file at a time.
//!
//! [`survey`] reads an archive from end to end and changes nothing; what it refuses was never unpacked. [`unpack`] does the
//! same checks and writes plain files. [`extract`] makes the tree that the archive describes, with links, owners and times,
//! and holds no file in memory. A format is one file that tells a [`Visit`](visit::Visit) about its entries.
#![warn(missing_docs)]

mod aside;
mod entry;
mod error;
mod extract;
mod format;
mod gzip;
mod limits;
mod meter;
mod name;
mod survey;
mod tar;
mod tree;
mod unpack;
mod unpacking;
mod visit;
mod zip;

pub use aside::Aside;
pub use entry::{Entry, EntryKind, Owner};
pub use error::{ArchiveError, Exceeded};
pub use extract::{ExtractError, Extraction, Ids, Ownership, extract};
pub use format::Format;
pub use limits::Limits;
pub use survey::{Contents, survey};
pub use unpack::{Target, unpack};
pub use visit::{Allow, Input, Reading};
