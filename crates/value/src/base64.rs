//! Bytes as text: base64 of RFC 4648, read as Go reads it: line ends do not count, unused bits may be anything.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Whether `=` fills the last group up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Padding {
    /// It has to.
    Required,
    /// It must not.
    None,
}

/// A text that is not base64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("illegal base64 data at input byte {at}")]
pub struct Base64Error {
    /// Where it stops being base64: the byte that Go names.
    pub at: usize,
}

/// The text of bytes, with padding.
pub fn encode(bytes: &[u8]) -> String {
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

/// The bytes of a text that has padding.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, Base64Error> {
    read(text, Padding::Required)
}

/// The bytes of a text without padding.
pub fn decode_unpadded(text: &[u8]) -> Result<Vec<u8>, Base64Error> {
    read(text, Padding::None)
}

fn read(text: &[u8], padding: Padding) -> Result<Vec<u8>, Base64Error> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut at = 0;
    loop {
        let group = group(text, &mut at, padding).map_err(|at| Base64Error { at })?;
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

fn group(text: &[u8], at: &mut usize, padding: Padding) -> Result<Group, usize> {
    let mut group = Group { digits: [0; 4], count: 0, last: false };
    while group.count < 4 {
        skip_line_ends(text, at);
        let Some(byte) = text.get(*at) else {
            group.last = true;
            return if group.count == 0 || (padding == Padding::None && group.count > 1) {
                Ok(group)
            } else {
                Err(*at - group.count)
            };
        };
        *at += 1;
        match digit(*byte) {
            Some(digit) => group.digits[group.count] = digit,
            None if *byte == b'=' && padding == Padding::Required && group.count >= 2 => {
                rest_of_padding(text, at, group.count)?;
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
fn rest_of_padding(text: &[u8], at: &mut usize, count: usize) -> Result<(), usize> {
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
    fn vectors_of_rfc_4648() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text.as_bytes()).as_deref(), Ok(bytes.as_bytes()));
            let bare = text.trim_end_matches('=');
            assert_eq!(decode_unpadded(bare.as_bytes()).as_deref(), Ok(bytes.as_bytes()));
        }
        assert_eq!(encode(&[0xfb, 0xff, 0xfe]), "+//+");
        assert_eq!(decode(b"/w=="), Ok(vec![0xff]));
    }

    #[test]
    fn line_ends_do_not_count() {
        for text in ["aG\nVs\r\nbG8=\n", "aGVsbG8\n="] {
            assert_eq!(decode(text.as_bytes()).as_deref(), Ok(&b"hello"[..]));
        }
        assert_eq!(decode(b"YQ=\n=").as_deref(), Ok(&b"a"[..]));
    }

    #[test]
    fn errors_name_the_byte() {
        for (text, at) in [
            ("a", 0),
            ("aGVsbG8", 4),
            ("!!!!", 0),
            ("aG!!", 2),
            ("a===", 1),
            ("=aaa", 0),
            ("aa=a", 2),
            ("YQ=", 3),
            ("YQ=x", 2),
            ("YQ==x", 4),
            ("aGVsbG8==", 8),
            ("YW\nJ", 1),
            ("aGVs bG8=", 4),
        ] {
            assert_eq!(decode(text.as_bytes()), Err(Base64Error { at }), "{text}");
        }
        assert_eq!(decode_unpadded(b"YQ=="), Err(Base64Error { at: 2 }));
    }
}
