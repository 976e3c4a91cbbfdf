//! Base 64 with padding. Line breaks between the characters are skipped; errors name the byte that Go names.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The input is not base 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("illegal base64 data at input byte {at}")]
pub(crate) struct Base64Error {
    at: usize,
}

/// Bytes as base 64.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut group = [0; 3];
        group[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        for place in 0..4 {
            let index = (bits >> (18 - 6 * place)) & 63;
            text.push(if place <= chunk.len() { char::from(ALPHABET[index as usize]) } else { '=' });
        }
    }
    text
}

/// The bytes that base 64 stands for.
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, Base64Error> {
    let mut reader = Reader { text, at: 0 };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    while let Some((bits, digits)) = reader.group()? {
        bytes.extend_from_slice(&bits.to_be_bytes()[1..digits]);
    }
    Ok(bytes)
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// Four digits as 24 bits, and how many of them are no padding; nothing at the end of the input.
    fn group(&mut self) -> Result<Option<(u32, usize)>, Base64Error> {
        let mut bits = 0;
        let mut digits = 0;
        while digits < 4 {
            let Some(byte) = self.text.get(self.at) else {
                return if digits == 0 { Ok(None) } else { Err(Base64Error { at: self.at - digits }) };
            };
            self.at += 1;
            if let Some(digit) = digit(*byte) {
                bits = bits << 6 | digit;
                digits += 1;
            } else if *byte == b'=' {
                self.padding(digits)?;
                return Ok(Some((bits << (6 * (4 - digits)), digits)));
            } else if !is_break(*byte) {
                return Err(Base64Error { at: self.at - 1 });
            }
        }
        Ok(Some((bits, digits)))
    }

    /// Checks what follows the first `=`; it ends the input.
    fn padding(&mut self, digits: usize) -> Result<(), Base64Error> {
        if digits < 2 {
            return Err(Base64Error { at: self.at - 1 });
        }
        if digits == 2 {
            self.skip_breaks();
            match self.text.get(self.at) {
                Some(b'=') => self.at += 1,
                Some(_) => return Err(Base64Error { at: self.at - 1 }),
                None => return Err(Base64Error { at: self.text.len() }),
            }
        }
        self.skip_breaks();
        if self.at < self.text.len() { Err(Base64Error { at: self.at }) } else { Ok(()) }
    }

    fn skip_breaks(&mut self) {
        while self.text.get(self.at).copied().is_some_and(is_break) {
            self.at += 1;
        }
    }
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn digit(byte: u8) -> Option<u32> {
    let digit = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(digit.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for (bytes, text) in [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("hello", "aGVsbG8=")] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text.as_bytes()).unwrap(), bytes.as_bytes());
        }
        assert_eq!(decode(b"aG\nVs\r\nbG8=\n").unwrap(), b"hello");
        assert_eq!(decode(b"YQ=\n=").unwrap(), b"a");
    }

    #[test]
    fn errors_name_the_byte() {
        for (text, at) in [
            ("a", 0),
            ("aGVsbG8", 4),
            ("!!!!", 0),
            ("aG!!", 2),
            ("a===", 1),
            ("YQ=", 3),
            ("YQ=x", 2),
            ("YQ==x", 4),
            ("aGVsbG8==", 8),
            ("YW\nJ", 1),
        ] {
            assert_eq!(decode(text.as_bytes()).unwrap_err(), Base64Error { at }, "{text}");
        }
    }
}
