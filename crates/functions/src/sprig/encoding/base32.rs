//! Base 32 with padding. Line breaks are skipped; errors name the byte that Go names.

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The input is not base 32. The place counts no line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("illegal base32 data at input byte {at}")]
pub(super) struct Base32Error {
    at: usize,
}

/// Bytes as base 32.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    for chunk in bytes.chunks(5) {
        let mut group = [0; 8];
        group[3..3 + chunk.len()].copy_from_slice(chunk);
        let bits = u64::from_be_bytes(group);
        for place in 0..8 {
            let index = usize::try_from(bits >> (35 - 5 * place) & 31).expect("five bits");
            text.push(if place * 5 < chunk.len() * 8 { char::from(ALPHABET[index]) } else { '=' });
        }
    }
    text
}

/// The bytes that base 32 stands for.
pub(super) fn decode(text: &[u8]) -> Result<Vec<u8>, Base32Error> {
    let text: Vec<u8> = text.iter().copied().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    let mut bytes = Vec::with_capacity(text.len() / 8 * 5);
    let mut start = 0;
    while start < text.len() {
        let group = read_group(&text, start)?;
        bytes.extend_from_slice(&group.bits.to_be_bytes()[3..3 + group.digits * 5 / 8]);
        start += 8;
        if group.digits < 8 {
            break;
        }
    }
    Ok(bytes)
}

struct Group {
    bits: u64,
    /// How many of the eight are no padding.
    digits: usize,
}

fn read_group(text: &[u8], start: usize) -> Result<Group, Base32Error> {
    let mut bits = 0;
    for place in 0..8 {
        let at = start + place;
        let Some(byte) = text.get(at) else { return Err(Base32Error { at: start }) };
        let is_last_group = text.len() - at <= 8;
        if *byte == b'=' && place >= 2 && is_last_group {
            check_padding(text, at, place)?;
            return Ok(Group { bits: bits << (5 * (8 - place)), digits: place });
        }
        bits = bits << 5 | digit(*byte).ok_or(Base32Error { at })?;
    }
    Ok(Group { bits, digits: 8 })
}

/// Checks the padding that begins at `at`, behind `digits` digits of the group.
fn check_padding(text: &[u8], at: usize, digits: usize) -> Result<(), Base32Error> {
    let behind = &text[at + 1..];
    if behind.len() + digits < 7 {
        return Err(Base32Error { at: text.len() });
    }
    if let Some(wrong) = behind.iter().take(7 - digits).position(|byte| *byte != b'=') {
        return Err(Base32Error { at: at + wrong });
    }
    // So many digits do not fill a whole number of bytes.
    if matches!(digits, 1 | 3 | 6) { Err(Base32Error { at }) } else { Ok(()) }
}

fn digit(byte: u8) -> Option<u64> {
    let digit = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'2'..=b'7' => byte - b'2' + 26,
        _ => return None,
    };
    Some(digit.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for (bytes, text) in [
            ("", ""),
            ("a", "ME======"),
            ("ab", "MFRA===="),
            ("abc", "MFRGG==="),
            ("abcd", "MFRGGZA="),
            ("hello", "NBSWY3DP"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text.as_bytes()).unwrap(), bytes.as_bytes());
        }
        assert_eq!(decode(b"NBSW\nY3DP\r\n").unwrap(), b"hello");
    }

    #[test]
    fn errors_name_the_byte() {
        for (text, at) in [
            ("ME", 0),
            ("nbswy3dp", 0),
            ("NBSWY3DPME", 8),
            ("ME=====", 7),
            ("ME====A=", 5),
            ("MFR=====", 3),
            ("=", 0),
            ("M1======", 1),
        ] {
            assert_eq!(decode(text.as_bytes()).unwrap_err(), Base32Error { at }, "{text}");
        }
    }
}
