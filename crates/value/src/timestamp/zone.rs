//! Short names of time zones.

use std::fmt;

/// The abbreviation of a time zone, such as `UTC` or `CEST`: at most seven letters, digits or signs, or nothing when only
/// the offset is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ZoneName {
    text: [u8; 7],
    length: Length,
}

/// An enumeration instead of a number: the values that it cannot have are where `Value` keeps its kind, which makes it
/// 24 bytes long.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Length {
    L0,
    L1,
    L2,
    L3,
    L4,
    L5,
    L6,
    L7,
}

impl ZoneName {
    /// No name: only the offset is known.
    pub const NONE: Self = Self { text: [0; 7], length: Length::L0 };
    /// `UTC`.
    pub const UTC: Self = Self { text: *b"UTC\0\0\0\0", length: Length::L3 };

    /// The name, if it is short and of characters that such names have.
    pub fn new(name: &str) -> Option<Self> {
        let length = Length::of(name.len())?;
        let fits = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-'));
        let mut text = [0; 7];
        text[..name.len()].copy_from_slice(name.as_bytes());
        fits.then_some(Self { text, length })
    }

    /// The name; empty when there is none.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..self.length as usize]).expect("only ASCII was put in")
    }
}

impl Length {
    fn of(length: usize) -> Option<Self> {
        [Self::L0, Self::L1, Self::L2, Self::L3, Self::L4, Self::L5, Self::L6, Self::L7].get(length).copied()
    }
}

impl fmt::Debug for ZoneName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_only() {
        for name in ["", "Z", "UTC", "CEST", "+0530", "GMT-123"] {
            assert_eq!(ZoneName::new(name).expect("fits").as_str(), name);
        }
        for name in ["Europe/Z", "a b", "ÄÖ", "12345678"] {
            assert_eq!(ZoneName::new(name), None, "{name}");
        }
        assert_eq!(ZoneName::UTC, ZoneName::new("UTC").expect("fits"));
    }
}
