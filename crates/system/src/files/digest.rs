//! SHA-256 of content.

use sha2::{Digest as _, Sha256};
use std::fmt;

/// A SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

/// A text that is no SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not a SHA-256: it takes 64 hexadecimal digits")]
pub struct DigestError {
    /// The text.
    pub given: String,
}

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Reads 64 hexadecimal digits of either case.
    pub fn parse(text: &str) -> Result<Self, DigestError> {
        Self::from_hex(text.as_bytes()).ok_or_else(|| DigestError { given: text.to_owned() })
    }

    fn from_hex(digits: &[u8]) -> Option<Self> {
        let mut bytes = [0; 32];
        if digits.len() != 2 * bytes.len() {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Some(Self(bytes))
    }
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// As lowercase hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Digest({self})")
    }
}

/// A digest that grows as pieces come in.
#[derive(Default)]
pub(crate) struct Hasher(Sha256);

impl Hasher {
    pub(crate) fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    pub(crate) fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn prints_and_reads_hexadecimal() {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.to_string(), ABC);
        assert_eq!(Digest::parse(ABC), Ok(digest));
        assert_eq!(Digest::parse(&ABC.to_uppercase()), Ok(digest));
        assert_eq!(format!("{digest:?}"), format!("Digest({ABC})"));
    }

    #[test]
    fn refuses_what_is_no_digest() {
        for text in ["", "ba78", &ABC[1..], &format!("{ABC}0"), &ABC.replace('b', "g"), &"é".repeat(32)] {
            assert_eq!(Digest::parse(text).unwrap_err().given, text);
        }
    }
}
