//! The little of DER that keys and certificates need.

/// The input is not the DER that was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("malformed DER")]
pub(super) struct DerError;

/// Tags.
pub(super) const BOOLEAN: u8 = 0x01;
pub(super) const INTEGER: u8 = 0x02;
pub(super) const BIT_STRING: u8 = 0x03;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const NULL: u8 = 0x05;
pub(super) const OID: u8 = 0x06;
pub(super) const UTF8_STRING: u8 = 0x0c;
pub(super) const PRINTABLE_STRING: u8 = 0x13;
pub(super) const UTC_TIME: u8 = 0x17;
pub(super) const GENERALIZED_TIME: u8 = 0x18;
pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const SET: u8 = 0x31;

/// The tag of an element that the context names by a number.
pub(super) const fn context(number: u8) -> u8 {
    0x80 | number
}

/// The same, of an element made of elements.
pub(super) const fn context_constructed(number: u8) -> u8 {
    0xa0 | number
}

/// An element.
pub(super) fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut der = Vec::with_capacity(content.len() + 6);
    der.push(tag);
    let length = content.len().to_be_bytes();
    let used = &length[length.iter().position(|byte| *byte != 0).unwrap_or(length.len() - 1)..];
    if content.len() >= 0x80 {
        der.push(0x80 | u8::try_from(used.len()).expect("at most eight bytes"));
    }
    der.extend_from_slice(used);
    der.extend_from_slice(content);
    der
}

/// An element made of elements.
pub(super) fn constructed(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    element(tag, &parts.concat())
}

/// A sequence of elements.
pub(super) fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    constructed(SEQUENCE, parts)
}

/// A number that is not negative, from its bytes, the most significant first.
pub(super) fn integer(bytes: &[u8]) -> Vec<u8> {
    let used = trimmed(bytes);
    let padding: &[u8] = if used.first().is_none_or(|first| first & 0x80 != 0) { &[0] } else { &[] };
    constructed(INTEGER, &[padding, used])
}

/// A bit string of whole bytes.
pub(super) fn bit_string(bytes: &[u8]) -> Vec<u8> {
    constructed(BIT_STRING, &[&[0], bytes])
}

/// The bytes of a number without leading zeros.
pub(super) fn trimmed(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len())..]
}

/// Reads elements one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

/// An element that was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) tag: u8,
    pub(super) content: &'a [u8],
    /// Tag and length included.
    pub(super) whole: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(der: &'a [u8]) -> Self {
        Self { rest: der }
    }

    pub(super) fn is_empty(self) -> bool {
        self.rest.is_empty()
    }

    /// The tag of the next element.
    pub(super) fn peek(self) -> Option<u8> {
        self.rest.first().copied()
    }

    pub(super) fn any(&mut self) -> Result<Element<'a>, DerError> {
        let (tag, length, header) = match *self.rest {
            [tag, length @ 0..=0x7f, ..] => (tag, usize::from(length), 2),
            [tag, marker @ 0x81..=0x84, ..] => {
                let bytes = usize::from(marker & 0x7f);
                let length = self.rest.get(2..2 + bytes).ok_or(DerError)?;
                let length = length.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
                (tag, length, 2 + bytes)
            }
            _ => return Err(DerError),
        };
        let whole = self.rest.get(..header.checked_add(length).ok_or(DerError)?).ok_or(DerError)?;
        self.rest = &self.rest[whole.len()..];
        Ok(Element { tag, content: &whole[header..], whole })
    }

    /// The content of the next element, which has this tag.
    pub(super) fn content(&mut self, tag: u8) -> Result<&'a [u8], DerError> {
        let element = self.any()?;
        if element.tag == tag { Ok(element.content) } else { Err(DerError) }
    }

    /// The elements inside the next element, which has this tag.
    pub(super) fn inside(&mut self, tag: u8) -> Result<Self, DerError> {
        self.content(tag).map(Self::new)
    }

    /// A number that is not negative, without leading zeros.
    pub(super) fn integer(&mut self) -> Result<&'a [u8], DerError> {
        match self.content(INTEGER)? {
            [] | [0x80..=0xff, ..] => Err(DerError),
            bytes => Ok(trimmed(bytes)),
        }
    }

    /// The bytes of a bit string of whole bytes.
    pub(super) fn bit_string(&mut self) -> Result<&'a [u8], DerError> {
        self.content(BIT_STRING)?.strip_prefix(&[0]).ok_or(DerError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_numbers() {
        assert_eq!(element(NULL, &[]), [5, 0]);
        assert_eq!(element(OCTET_STRING, &[1; 127])[..2], [4, 127]);
        assert_eq!(element(OCTET_STRING, &[1; 128])[..3], [4, 0x81, 128]);
        assert_eq!(element(OCTET_STRING, &[1; 300])[..4], [4, 0x82, 1, 44]);
        assert_eq!(integer(&[]), [2, 1, 0]);
        assert_eq!(integer(&[0, 0, 127]), [2, 1, 127]);
        assert_eq!(integer(&[128]), [2, 2, 0, 128]);
        let der = sequence(&[&integer(&[1, 2]), &element(OCTET_STRING, &[9; 200])]);
        let mut reader = Reader::new(&der).inside(SEQUENCE).unwrap();
        assert_eq!(reader.integer().unwrap(), [1, 2]);
        assert_eq!(reader.content(OCTET_STRING).unwrap(), [9; 200]);
        assert!(reader.is_empty());
    }

    #[test]
    fn what_is_cut_off_is_an_error() {
        for der in
            [&[][..], &[2], &[2, 2, 1], &[2, 0x81], &[2, 0x84, 255, 255, 255, 255], &[2, 0x80, 0, 0], &[2, 1, 128]]
        {
            assert!(Reader::new(der).integer().is_err(), "{der:?}");
        }
    }
}
