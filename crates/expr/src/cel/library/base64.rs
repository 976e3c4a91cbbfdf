//! Base64 of RFC 4648, read as Go reads it: line ends do not count, unused bits may be anything.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of bytes, with padding.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let six = (bits >> (18 - 6 * place) & 0x3f) as usize;
            text.push(if place <= group.len() { char::from(ALPHABET[six]) } else { '=' });
        }
    }
    text
}

/// The bytes of a text that has to have padding, or must not. The error is where the text stops being base64.
pub(super) fn decode(text: &[u8], padded: bool) -> Result<Vec<u8>, usize> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut at = 0;
    loop {
        let group = group(text, &mut at, padded)?;
        let bits = group.digits.iter().fold(0_u32, |bits, digit| bits << 6 | u32::from(*digit));
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(group.count.saturating_sub(1)));
        if group.last {
            return Ok(bytes);
        }
    }
}

/// Four digits, or fewer at the end.
struct Group {
    digits: [u8; 4],
    count: usize,
    last: bool,
}

fn group(text: &[u8], at: &mut usize, padded: bool) -> Result<Group, usize> {
    let mut group = Group { digits: [0; 4], count: 0, last: false };
    while group.count < 4 {
        skip_line_ends(text, at);
        let Some(byte) = text.get(*at) else {
            group.last = true;
            return if group.count == 0 || (!padded && group.count > 1) { Ok(group) } else { Err(*at - group.count) };
        };
        *at += 1;
        match digit(*byte) {
            Some(digit) => group.digits[group.count] = digit,
            None if *byte == b'=' && padded && group.count >= 2 => {
                padding(text, at, group.count)?;
                group.last = true;
                return Ok(group);
            }
            None => return Err(*at - 1),
        }
        group.count += 1;
    }
    Ok(group)
}

/// What follows the first `=`: a second one when two digits are missing, and nothing else.
fn padding(text: &[u8], at: &mut usize, count: usize) -> Result<(), usize> {
    if count == 2 {
        skip_line_ends(text, at);
        match text.get(*at) {
            Some(b'=') => *at += 1,
            Some(_) => return Err(*at - 1),
            None => return Err(text.len()),
        }
    }
    skip_line_ends(text, at);
    if *at < text.len() { Err(*at) } else { Ok(()) }
}

fn skip_line_ends(text: &[u8], at: &mut usize) {
    while matches!(text.get(*at), Some(b'\n' | b'\r')) {
        *at += 1;
    }
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for text in ["", "f", "fo", "foo", "foob", "fooba", "foobar"] {
            let encoded = encode(text.as_bytes());
            assert_eq!(decode(encoded.as_bytes(), true).as_deref(), Ok(text.as_bytes()));
            assert_eq!(decode(encoded.trim_end_matches('=').as_bytes(), false).as_deref(), Ok(text.as_bytes()));
        }
        assert_eq!(encode(&[0xfb, 0xff, 0xfe]), "+//+");
        assert_eq!(decode(b"Zm\n9v\r\n", true), Ok(b"foo".to_vec()));
        assert_eq!(decode(b"aGVs bG8=", true), Err(4));
    }
}
