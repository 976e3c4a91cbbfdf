//! Standard base64 with padding; line breaks do not count.

/// The bytes, or `None` when it is not base64.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let clean: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    if !clean.len().is_multiple_of(4) {
        return None;
    }
    let padding = clean.iter().rev().take_while(|byte| **byte == b'=').count();
    if padding > 2 {
        return None;
    }
    let mut out = Vec::with_capacity(clean.len() / 4 * 3);
    let mut bits = 0_u32;
    for (i, byte) in clean[..clean.len() - padding].iter().enumerate() {
        bits = bits << 6 | u32::from(sextet(*byte)?);
        if i % 4 == 3 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            bits = 0;
        }
    }
    match padding {
        1 => out.extend_from_slice(&(bits << 6).to_be_bytes()[1..3]),
        2 => out.extend_from_slice(&(bits << 12).to_be_bytes()[1..2]),
        _ => {}
    }
    Some(out)
}

fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn padding_and_line_breaks() {
        assert_eq!(decode("aGVs\nbG8=").as_deref(), Some(&b"hello"[..]));
        assert_eq!(decode("/w==").as_deref(), Some(&[0xff][..]));
        assert_eq!(decode("").as_deref(), Some(&[][..]));
        for wrong in ["a", "aGVs bG8=", "****", "a===", "=aaa", "aa=a"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
