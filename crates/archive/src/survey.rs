//! Reading an archive without unpacking it.

use crate::visit::{Visit, visit};
use crate::{ArchiveError, Entry, Input, Reading};
use std::io::Read;

/// What an archive would unpack to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// Files and directories in the order of the archive; a directory that is only implied stands before what implies it.
    pub entries: Vec<Entry>,
    /// Bytes of everything in it, headers and padding included.
    pub bytes: u64,
}

/// Reads all of an archive and checks it as [`unpack`](crate::unpack) does.
pub fn survey(input: &mut dyn Input, reading: Reading<'_>) -> Result<Contents, ArchiveError> {
    let mut listing = Listing(Vec::new());
    let bytes = visit(input, reading, &mut listing)?;
    Ok(Contents { entries: listing.0, bytes })
}

struct Listing(Vec<Entry>);

impl Visit for Listing {
    fn entry(&mut self, entry: &Entry, _: &mut dyn Read) -> Result<(), ArchiveError> {
        self.0.push(entry.clone());
        Ok(())
    }
}
