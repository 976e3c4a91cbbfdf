//! Writing what is in an archive.

use crate::error::shown;
use crate::visit::{Visit, visit};
use crate::{Allow, ArchiveError, Entry, EntryKind, Input, Reading};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use system::files::{Attributes, Content, WriteBeneath};

/// Where an archive is unpacked to.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// Never left, whatever links there are below it.
    pub root: &'a dyn WriteBeneath,
    /// Permission bits that nothing gets.
    pub umask: u32,
}

/// What the owner may always do, so that the tree can be read and removed again without special rights.
const OWNER_OF_FILE: u32 = 0o600;
const OWNER_OF_DIRECTORY: u32 = 0o700;

/// Unpacks an archive. Owners and times in it are ignored. Files that are there are replaced, each in one step. A failure
/// leaves what was unpacked before it: [`survey`](crate::survey) finds in advance what the archive itself would fail for.
pub fn unpack(input: &mut dyn Input, reading: Reading<'_>, target: Target<'_>) -> Result<(), ArchiveError> {
    let mut writing = Writing { target, limit: reading.limits.entry, buffer: Vec::new() };
    visit(input, reading, &mut writing).map(drop)
}

struct Writing<'a> {
    target: Target<'a>,
    limit: u64,
    /// The content of one file at a time; kept, so that many files need one piece of memory.
    buffer: Vec<u8>,
}

impl Visit for Writing<'_> {
    fn entry(&mut self, entry: &Entry, content: &mut dyn Read) -> Result<(), ArchiveError> {
        let attributes = |owner| Attributes::mode(entry.mode & !self.target.umask | owner);
        match &entry.kind {
            EntryKind::Link(_) | EntryKind::HardLink(_) => {
                Err(ArchiveError::kind(entry.path.as_os_str().as_bytes(), "a link", Allow::Plain))
            }
            EntryKind::Directory if entry.path == Path::new("") => Ok(()),
            EntryKind::Directory => Ok(self.target.root.make_directory(&entry.path, attributes(OWNER_OF_DIRECTORY))?),
            EntryKind::File => {
                let attributes = attributes(OWNER_OF_FILE);
                self.fill(entry, content)?;
                Ok(self.target.root.replace(&entry.path, Content::Bytes(&self.buffer), attributes)?)
            }
        }
    }
}

impl Writing<'_> {
    fn fill(&mut self, entry: &Entry, content: &mut dyn Read) -> Result<(), ArchiveError> {
        self.buffer.clear();
        content.take(self.limit).read_to_end(&mut self.buffer).map_err(|_| cut_off(entry))?;
        if self.buffer.len() as u64 == entry.size { Ok(()) } else { Err(cut_off(entry)) }
    }
}

fn cut_off(entry: &Entry) -> ArchiveError {
    ArchiveError::malformed(format!("it ends in the middle of `{}`", shown(entry.path.as_os_str().as_bytes())))
}
