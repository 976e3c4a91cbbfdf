//! Quoted text, as Go reads it.

use crate::lex::decode;

/// The text within the quotes, which are part of what is given. `None` when an escape does not exist.
pub(crate) fn unquote(quoted: &[u8]) -> Option<Vec<u8>> {
    match quoted {
        [b'`', inner @ .., b'`'] => Some(inner.iter().copied().filter(|byte| *byte != b'\r').collect()),
        [b'"', inner @ .., b'"'] => {
            let mut text = Vec::with_capacity(inner.len());
            let mut rest = inner;
            while !rest.is_empty() {
                rest = pass(rest, b'"', &mut text)?;
            }
            Some(text)
        }
        _ => None,
    }
}

/// The character between single quotes. `Err(true)` when there is more than one, `Err(false)` when it cannot be read.
pub(crate) fn unquote_char(quoted: &[u8]) -> Result<u32, bool> {
    let [b'\'', inner @ .., b'\''] = quoted else { return Err(false) };
    let (unit, rest) = take(inner, b'\'').ok_or(false)?;
    if !rest.is_empty() {
        return Err(true);
    }
    Ok(match unit {
        Unit::Byte(byte) => byte.into(),
        Unit::Char(c) => c.into(),
    })
}

/// One piece of quoted text.
enum Unit {
    /// From `\xff` or `\377`: need not be a character.
    Byte(u8),
    Char(char),
}

fn pass<'a>(text: &'a [u8], quote: u8, out: &mut Vec<u8>) -> Option<&'a [u8]> {
    let (unit, rest) = take(text, quote)?;
    match unit {
        Unit::Byte(byte) => out.push(byte),
        Unit::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
    }
    Some(rest)
}

fn take(text: &[u8], quote: u8) -> Option<(Unit, &[u8])> {
    let (c, width) = decode(text)?;
    if c == char::from(quote) || c == '\n' {
        return None;
    }
    if c != '\\' {
        return Some((Unit::Char(c), &text[width..]));
    }
    let (escape, rest) = text[1..].split_first()?;
    let simple = |c| Some((Unit::Char(c), rest));
    match escape {
        b'a' => simple('\x07'),
        b'b' => simple('\x08'),
        b'f' => simple('\x0c'),
        b'n' => simple('\n'),
        b'r' => simple('\r'),
        b't' => simple('\t'),
        b'v' => simple('\x0b'),
        b'\\' => simple('\\'),
        b'\'' | b'"' if *escape == quote => simple(char::from(quote)),
        b'x' => number(rest, 2, 16).and_then(|(byte, rest)| Some((Unit::Byte(u8::try_from(byte).ok()?), rest))),
        b'u' => number(rest, 4, 16).and_then(|(c, rest)| Some((Unit::Char(char::from_u32(c)?), rest))),
        b'U' => number(rest, 8, 16).and_then(|(c, rest)| Some((Unit::Char(char::from_u32(c)?), rest))),
        b'0'..=b'7' => {
            number(&text[1..], 3, 8).and_then(|(byte, rest)| Some((Unit::Byte(u8::try_from(byte).ok()?), rest)))
        }
        _ => None,
    }
}

/// A number of exactly so many digits.
fn number(text: &[u8], digits: usize, base: u32) -> Option<(u32, &[u8])> {
    let (number, rest) = text.split_at_checked(digits)?;
    let value = number
        .iter()
        .try_fold(0, |value: u32, digit| value.checked_mul(base)?.checked_add(char::from(*digit).to_digit(base)?));
    Some((value?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text() {
        for (quoted, text) in [
            (r#""a\tb\n""#, Some(b"a\tb\n".to_vec())),
            (r#""\x41\101\u00e9\U0001F642\xff""#, Some(b"AA\xc3\xa9\xf0\x9f\x99\x82\xff".to_vec())),
            (r#""\"""#, Some(b"\"".to_vec())),
            (r#""\'""#, None),
            (r#""\q""#, None),
            (r#""\x4""#, None),
            (r#""\400""#, None),
            (r#""\ud800""#, None),
            ("`a\r\n\\n`", Some(b"a\n\\n".to_vec())),
        ] {
            assert_eq!(unquote(quoted.as_bytes()), text, "{quoted}");
        }
        assert_eq!(unquote(b"\"\xff\""), Some("\u{fffd}".as_bytes().to_vec()));
    }

    #[test]
    fn characters() {
        assert_eq!(unquote_char("'é'".as_bytes()), Ok(233));
        assert_eq!(unquote_char(br"'\''"), Ok(39));
        assert_eq!(unquote_char(br"'\xff'"), Ok(255));
        assert_eq!(unquote_char(b"'ab'"), Err(true));
        assert_eq!(unquote_char(br"'\q'"), Err(false));
        assert_eq!(unquote_char(b"''"), Err(false));
    }
}
