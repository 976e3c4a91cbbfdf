//! Headers that describe the entry after them.

use super::header::Kind;
use crate::error::shown;
use crate::{ArchiveError, Exceeded, Limits, Owner};
use std::io::Read;
use value::Timestamp;

/// What the attributes of one entry may take, names aside. Other readers have the same limit.
const MOST_ATTRIBUTES: u64 = 1 << 20;

/// What was said about the next entry.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Extensions {
    long_name: Option<Vec<u8>>,
    path: Option<Vec<u8>>,
    long_link: Option<Vec<u8>>,
    link_path: Option<Vec<u8>>,
    uid: Option<u32>,
    gid: Option<u32>,
    modified: Option<Timestamp>,
    size: Option<u64>,
    is_sparse: bool,
    /// Whether anything was said at all.
    pub(super) pending: bool,
}

impl Extensions {
    /// Takes one extension header in.
    pub(super) fn add(
        &mut self,
        kind: Kind,
        size: u64,
        content: &mut dyn Read,
        limits: &Limits,
    ) -> Result<(), ArchiveError> {
        let bytes = read(kind, size, content, limits)?;
        match kind {
            Kind::LongName => self.long_name = Some(until_zero(bytes)),
            Kind::Attributes => self.attributes(&bytes)?,
            Kind::GlobalAttributes => return check_global(&bytes),
            Kind::LongLink => self.long_link = Some(until_zero(bytes)),
            Kind::File | Kind::Directory | Kind::Link | Kind::HardLink => {}
        }
        self.pending = true;
        Ok(())
    }

    /// The name, when one was given; two different ones are two readings of one archive.
    pub(super) fn name(&mut self) -> Result<Option<Vec<u8>>, ArchiveError> {
        one_of("names", self.long_name.take(), self.path.take())
    }

    /// Where the entry links to, when that was given.
    pub(super) fn link(&mut self) -> Result<Option<Vec<u8>>, ArchiveError> {
        one_of("targets", self.long_link.take(), self.link_path.take())
    }

    /// Whose it was, with the numbers that were given.
    pub(super) fn owner(&self, header: Option<Owner>) -> Option<Owner> {
        match (self.uid, self.gid, header) {
            (None, None, header) => header,
            (uid, gid, header) => {
                let header = header.unwrap_or_default();
                Some(Owner { uid: uid.unwrap_or(header.uid), gid: gid.unwrap_or(header.gid), ..header })
            }
        }
    }

    /// When it was changed last, if that was given.
    pub(super) fn modified(&self) -> Option<Timestamp> {
        self.modified
    }

    /// The size as the attributes say it has to be that of the header: nobody but a forger needs two. What is too large
    /// for a header is too large anyway.
    pub(super) fn size(&self, header: u64, name: &[u8], limits: &Limits) -> Result<u64, ArchiveError> {
        match self.size {
            Some(size) if size > limits.entry => {
                Err(Exceeded::Entry { name: shown(name), size, limit: limits.entry }.into())
            }
            Some(size) if size != header => {
                Err(ArchiveError::malformed(format!("`{}` has two sizes, {header} and {size} bytes", shown(name))))
            }
            _ => Ok(header),
        }
    }

    /// Whether the content is a map of a file with holes.
    pub(super) fn is_sparse(&self) -> bool {
        self.is_sparse
    }

    fn attributes(&mut self, bytes: &[u8]) -> Result<(), ArchiveError> {
        let mut rest = bytes;
        while let Some((key, value)) = record(&mut rest)? {
            match key {
                b"path" => self.path = Some(value.to_vec()).filter(|path| !path.is_empty()),
                b"linkpath" => self.link_path = Some(value.to_vec()).filter(|path| !path.is_empty()),
                b"size" => self.size = Some(number(value)?),
                // What these say beyond their range is left to the header.
                b"uid" => self.uid = number(value).ok().and_then(|id| u32::try_from(id).ok()),
                b"gid" => self.gid = number(value).ok().and_then(|id| u32::try_from(id).ok()),
                b"mtime" => self.modified = time(value),
                key if key.starts_with(b"GNU.sparse.") => self.is_sparse = true,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Comments, such as `git archive` leaves, are fine; a name or size for all entries makes no sense.
fn check_global(bytes: &[u8]) -> Result<(), ArchiveError> {
    let mut rest = bytes;
    while let Some((key, _)) = record(&mut rest)? {
        if [&b"path"[..], b"linkpath", b"size"].contains(&key) || key.starts_with(b"GNU.sparse.") {
            return Err(ArchiveError::malformed(format!("all entries are given one `{}`", shown(key))));
        }
    }
    Ok(())
}

fn read(kind: Kind, size: u64, content: &mut dyn Read, limits: &Limits) -> Result<Vec<u8>, ArchiveError> {
    let most = match kind {
        Kind::LongName | Kind::LongLink => limits.name as u64 + 1,
        _ => MOST_ATTRIBUTES,
    };
    let mut bytes = Vec::new();
    let read = content.take(most.min(size)).read_to_end(&mut bytes);
    if read.is_err() || (bytes.len() as u64) < most.min(size) {
        return Err(ArchiveError::malformed("it ends in the middle of an extension header"));
    }
    match kind {
        _ if size <= most => Ok(bytes),
        Kind::LongName | Kind::LongLink => {
            Err(Exceeded::Name { name: shown(&bytes), length: size.saturating_sub(1), limit: limits.name }.into())
        }
        _ => Err(Exceeded::Attributes { size, limit: most }.into()),
    }
}

/// The one that was given; two different ones are two readings of one archive.
fn one_of(what: &str, one: Option<Vec<u8>>, other: Option<Vec<u8>>) -> Result<Option<Vec<u8>>, ArchiveError> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => {
            let (one, other) = (shown(&one), shown(&other));
            Err(ArchiveError::malformed(format!("an entry has two {what}, `{one}` and `{other}`")))
        }
        (one, other) => Ok(one.or(other)),
    }
}

/// Seconds with a fraction, such as `1700000000.25`; anything else is no time.
fn time(text: &[u8]) -> Option<Timestamp> {
    let text = std::str::from_utf8(text).ok()?;
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: String = fraction.chars().chain("000000000".chars()).take(9).collect();
    let nanos = digits.parse().ok().filter(|_| fraction.bytes().all(|byte| byte.is_ascii_digit()))?;
    let seconds: i64 = seconds.parse().ok()?;
    // Before 1970 the fraction counts the other way; nobody needs it there.
    Timestamp::from_parts(seconds, if seconds < 0 { 0 } else { nanos }, 0).ok()
}

fn until_zero(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    bytes.truncate(end);
    bytes
}

/// Key and value.
type Record<'a> = (&'a [u8], &'a [u8]);

/// The next `LENGTH KEY=VALUE\n`, where the length counts all of it.
fn record<'a>(rest: &mut &'a [u8]) -> Result<Option<Record<'a>>, ArchiveError> {
    if rest.is_empty() {
        return Ok(None);
    }
    let broken = || ArchiveError::malformed("the attributes of an entry cannot be read");
    let space = rest.iter().position(|byte| *byte == b' ').ok_or_else(broken)?;
    let length = usize::try_from(number(&rest[..space])?).map_err(|_| broken())?;
    let record = rest.get(space + 1..length).and_then(|record| record.strip_suffix(b"\n")).ok_or_else(broken)?;
    let equals = record.iter().position(|byte| *byte == b'=').ok_or_else(broken)?;
    *rest = &rest[length..];
    Ok(Some((&record[..equals], &record[equals + 1..])))
}

/// A decimal number, digits only.
fn number(digits: &[u8]) -> Result<u64, ArchiveError> {
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    text.and_then(|text| text.parse().ok()).ok_or_else(|| {
        ArchiveError::malformed(format!("`{}` is not a number in the attributes of an entry", shown(digits)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(kind: Kind, bytes: &[u8]) -> Result<Extensions, ArchiveError> {
        let mut extensions = Extensions::default();
        extensions.add(kind, bytes.len() as u64, &mut &*bytes, &Limits::default())?;
        Ok(extensions)
    }

    #[test]
    fn records_may_hold_anything() {
        let mut extensions =
            added(Kind::Attributes, b"20 path=two\nlines=x\n21 SCHILY.xattr.a=\n\n\n12 size=123\n").unwrap();
        assert_eq!((extensions.name().unwrap(), extensions.size), (Some(b"two\nlines=x".to_vec()), Some(123)));
        assert!(!extensions.is_sparse() && extensions.pending);
        assert!(added(Kind::Attributes, b"22 GNU.sparse.major=1\n").unwrap().is_sparse());
        assert_eq!(added(Kind::Attributes, b"8 path=\n").unwrap().name().unwrap(), None);
    }

    #[test]
    fn broken_records_are_errors() {
        for bytes in [
            &b"x"[..],
            b"12 path=a\n",
            b"9 path=ab\n",
            b"-1 a=b\n",
            b"+6 a=b\n",
            b"6 a=bc",
            b"5 abc\n",
            b"0 a=b\n",
            b"2 a=b\n",
            b" 6 a=b\n",
            b"99999999999999999999999 a=b\n",
            b"12 size=-12\n",
            b"\0\0\0",
        ] {
            let error = added(Kind::Attributes, bytes).unwrap_err();
            assert!(matches!(error, ArchiveError::Malformed { .. }), "{}: {error}", bytes.escape_ascii());
        }
    }

    #[test]
    fn two_answers_to_one_question_are_refused() {
        let mut extensions = added(Kind::LongName, b"one\0").unwrap();
        extensions.add(Kind::Attributes, 12, &mut &b"12 path=two\n"[..], &Limits::default()).unwrap();
        let message = "invalid tar file detected: an entry has two names, `one` and `two`";
        assert_eq!(extensions.name().unwrap_err().to_string(), message);
        let extensions = added(Kind::Attributes, b"10 size=5\n").unwrap();
        assert_eq!(extensions.size(5, b"a", &Limits::default()).unwrap(), 5);
        let message = "invalid tar file detected: `a` has two sizes, 6 and 5 bytes";
        assert_eq!(extensions.size(6, b"a", &Limits::default()).unwrap_err().to_string(), message);
    }

    #[test]
    fn global_attributes_are_comments() {
        assert_eq!(added(Kind::GlobalAttributes, b"13 comment=x\n").unwrap(), Extensions::default());
        assert!(added(Kind::GlobalAttributes, b"10 path=x\n").is_err());
    }
}
