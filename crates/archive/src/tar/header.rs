//! What one header says.

use crate::error::shown;
use crate::{Allow, ArchiveError, Owner};
use tar::Header;
use value::Timestamp;

/// The unit of the format.
pub(crate) const BLOCK: usize = 512;

/// What kind of block follows a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    /// The name of the next entry, GNU.
    LongName,
    /// Where the next entry links to, GNU.
    LongLink,
    /// A symbolic link.
    Link,
    /// A second name of a file.
    HardLink,
    /// Attributes of the next entry, PAX.
    Attributes,
    /// Attributes of all entries, PAX.
    GlobalAttributes,
}

pub(super) fn kind(header: &Header, name: &[u8], allow: Allow) -> Result<Kind, ArchiveError> {
    let refused = |what: &str| Err(ArchiveError::kind(name, what, allow));
    match header.entry_type().as_byte() {
        b'0' | 0 | b'7' => Ok(Kind::File),
        b'5' => Ok(Kind::Directory),
        b'L' => Ok(Kind::LongName),
        b'K' => Ok(Kind::LongLink),
        b'x' => Ok(Kind::Attributes),
        b'g' => Ok(Kind::GlobalAttributes),
        b'1' if allow == Allow::Links => Ok(Kind::HardLink),
        b'2' if allow == Allow::Links => Ok(Kind::Link),
        b'1' => refused("a hard link"),
        b'2' => refused("a symbolic link"),
        b'3' | b'4' => refused("a device"),
        b'6' => refused("a pipe"),
        b'S' => refused("a sparse file"),
        other => refused(&format!("of the unknown type `{}`", shown(&[other]))),
    }
}

/// The length of the content. The library takes the last eight bytes of a binary number for the whole of it.
pub(super) fn size(header: &Header, name: &[u8]) -> Result<u64, ArchiveError> {
    let field = &header.as_old().size;
    let is_binary = field[0] & 0x80 != 0;
    let fits = field[0] == 0x80 && field[1..4] == [0; 3] && field[4] & 0x80 == 0;
    let broken = || ArchiveError::malformed(format!("the size of `{}` is not a usable number", shown(name)));
    if is_binary && !fits {
        return Err(broken());
    }
    header.entry_size().map_err(|_| broken())
}

/// Permission bits; without set-uid, set-gid and sticky where only plain things are allowed.
pub(super) fn mode(header: &Header, name: &[u8], allow: Allow) -> Result<u32, ArchiveError> {
    let broken = |_| ArchiveError::malformed(format!("the mode of `{}` is not a usable number", shown(name)));
    let bits = if allow == Allow::Links { 0o7777 } else { 0o777 };
    header.mode().map(|mode| mode & bits).map_err(broken)
}

/// Whose it was; a number that cannot be used is none.
pub(super) fn owner(header: &Header) -> Option<Owner> {
    let name =
        |bytes: Option<&[u8]>| bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default().to_owned();
    Some(Owner {
        uid: u32::try_from(header.uid().ok()?).ok()?,
        gid: u32::try_from(header.gid().ok()?).ok()?,
        user: name(header.username_bytes()),
        group: name(header.groupname_bytes()),
    })
}

/// When it was changed last, in seconds.
pub(super) fn modified(header: &Header) -> Option<Timestamp> {
    header.mtime().ok().and_then(|seconds| Timestamp::from_parts(i64::try_from(seconds).ok()?, 0, 0).ok())
}

/// Whether a text begins as a tar archive does: with a checksum of itself, or at least with the mark.
pub(crate) fn is_header(head: &[u8]) -> bool {
    let Some(block) = head.first_chunk::<BLOCK>() else { return false };
    if block[257..].starts_with(b"ustar") {
        return true;
    }
    let sum: u32 = block[..148].iter().chain(&block[156..]).map(|byte| u32::from(*byte)).sum();
    Header::from_byte_slice(block).cksum().is_ok_and(|given| given == sum + 8 * u32::from(b' '))
}
