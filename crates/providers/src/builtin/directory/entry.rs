//! One line of a listing.

use super::mime;
use super::request::{Checksum, Contents};
use gostd::path::extension;
use sha2::{Digest, Sha256, Sha512};
use std::fmt::Write;
use std::path::Path;
use system::files::{FileKind, Stat};
use value::{Map, Value};

/// How far content is looked at to find out whether it is text.
const LOOK: usize = 8 << 10;
/// What the keys and numbers of an entry take when it is written out.
pub(super) const FIXED: u64 = 240;

/// A thing in the tree.
pub(super) struct Found<'a> {
    /// Below the directory that is listed.
    pub(super) path: &'a Path,
    pub(super) absolute: &'a Path,
    pub(super) stat: &'a Stat,
}

impl Found<'_> {
    pub(super) fn is_directory(&self) -> bool {
        self.stat.kind == FileKind::Directory
    }

    pub(super) fn to_map(&self) -> Map {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let ending = if self.is_directory() { "" } else { extension(&name) };
        let mut entry = Map::with_capacity(12);
        entry.insert("path", self.path.to_string_lossy().into_owned());
        entry.insert("absolutePath", self.absolute.to_string_lossy().into_owned());
        entry.insert("extension", ending);
        entry.insert("size", i64::try_from(self.stat.size).unwrap_or(i64::MAX));
        entry.insert("isDir", self.is_directory());
        entry.insert("type", if self.is_directory() { "dir" } else { "file" });
        entry.insert("mode", format!("{:04o}", self.stat.mode & 0o777));
        entry.insert("modTime", self.stat.modified.to_rfc3339_seconds());
        if let Some(mime) = mime::of(ending) {
            entry.insert("mimeType", mime);
        }
        entry.insert("name", name.into_owned());
        entry
    }
}

/// Adds content to an entry: text, or base64 when a NUL is near its beginning.
pub(super) fn add_content(entry: &mut Map, content: Vec<u8>, contents: Contents) {
    if let Some(checksum) = contents.checksum {
        entry.insert("checksum", sum(&content, checksum));
        entry.insert("checksumAlgorithm", checksum.name());
    }
    let is_binary = content[..content.len().min(LOOK)].contains(&0);
    entry.insert("contentEncoding", if is_binary { "base64" } else { "text" });
    entry.insert(
        "content",
        if is_binary { Value::string(value::base64::encode(&content)) } else { Value::text(content) },
    );
}

fn sum(content: &[u8], checksum: Checksum) -> String {
    match checksum {
        Checksum::Sha256 => hex(&Sha256::digest(content)),
        Checksum::Sha512 => hex(&Sha512::digest(content)),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
