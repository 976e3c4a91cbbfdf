//! Percent escapes, as the parts of a URL have them.

use super::parse::UrlError;

/// The part of a URL that a text belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Path,
    User,
    Host,
    /// The zone of an IPv6 address.
    Zone,
    Fragment,
}

impl Part {
    /// Whether a byte stands for itself.
    pub(super) fn allows(self, byte: u8) -> bool {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b'$'
            | b'&'
            | b'+'
            | b','
            | b';'
            | b'=' => true,
            b'!' | b'\'' | b'(' | b')' | b'*' if self.is_host() => true,
            b'[' | b']' | b'<' | b'>' | b'"' => self.is_host(),
            b':' => self != Self::User,
            b'/' | b'@' => matches!(self, Self::Path | Self::Fragment),
            b'?' | b'!' | b'(' | b')' | b'*' => self == Self::Fragment,
            _ => false,
        }
    }

    fn is_host(self) -> bool {
        matches!(self, Self::Host | Self::Zone)
    }
}

/// Writes bytes that do not stand for themselves as `%XX`.
pub(super) fn escape(text: &[u8], part: Part) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut result = Vec::with_capacity(text.len());
    for byte in text {
        if part.allows(*byte) {
            result.push(*byte);
        } else {
            result.extend([b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        }
    }
    result
}

/// Reads `%XX`; in a host and a zone, other bytes have to be ones that may be there.
pub(super) fn unescape(text: &[u8], part: Part) -> Result<Vec<u8>, UrlError> {
    let mut result = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            result.push(escaped_byte(rest, part)?);
            rest = &rest[3..];
            continue;
        }
        if part.is_host() && first.is_ascii() && !part.allows(*first) {
            return Err(UrlError::HostCharacter(vec![*first]));
        }
        result.push(*first);
        rest = after;
    }
    Ok(result)
}

/// The byte that the escape at the start of `text` stands for. A host may only escape bytes beyond ASCII, a zone also what
/// could stand there unescaped, and spaces.
fn escaped_byte(text: &[u8], part: Part) -> Result<u8, UrlError> {
    let escape = &text[..text.len().min(3)];
    let wrong = || UrlError::Escape(escape.to_vec());
    let [_, high, low] = *escape else { return Err(wrong()) };
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let byte = digit(high).zip(digit(low)).map(|(high, low)| high << 4 | low).ok_or_else(wrong)?;
    let is_allowed = match part {
        Part::Host => !byte.is_ascii() || byte == b'%',
        Part::Zone => byte == b'%' || byte == b' ' || Part::Host.allows(byte),
        Part::Path | Part::User | Part::Fragment => true,
    };
    if is_allowed { Ok(byte) } else { Err(wrong()) }
}
