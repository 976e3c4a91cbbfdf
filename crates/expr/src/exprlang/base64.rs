//! Base64 with padding, as RFC 4648 has it.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(group.get(at).copied().unwrap_or(0)));
        for place in 0..4 {
            let six = (bits >> (18 - 6 * place) & 0x3f) as usize;
            text.push(if place <= group.len() { char::from(ALPHABET[six]) } else { '=' });
        }
    }
    text
}

/// The bytes, or the position of what is wrong. Line breaks are skipped.
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut signs = text.iter().copied().enumerate().filter(|(_, sign)| !matches!(sign, b'\r' | b'\n')).peekable();
    while signs.peek().is_some() {
        let (bits, count) = group(&mut signs, text.len())?;
        out.extend_from_slice(&bits.to_be_bytes()[1..count]);
        if count < 4 {
            return signs.next().map_or(Ok(out), |(at, _)| Err(at));
        }
    }
    Ok(out)
}

/// Four signs: their bits, and how many of them are not padding.
fn group(signs: &mut impl Iterator<Item = (usize, u8)>, end: usize) -> Result<(u32, usize), usize> {
    let mut bits = 0;
    for place in 0..4 {
        let (at, sign) = signs.next().ok_or(end)?;
        if sign == b'=' && place >= 2 {
            return padding(signs, at, place, end).map(|()| (bits << (6 * (4 - place)), place));
        }
        let six = ALPHABET.iter().position(|other| *other == sign).ok_or(at)?;
        bits = bits << 6 | u32::try_from(six).expect("the alphabet is short");
    }
    Ok((bits, 4))
}

/// After the second sign, padding has two signs.
fn padding(signs: &mut impl Iterator<Item = (usize, u8)>, at: usize, place: usize, end: usize) -> Result<(), usize> {
    match (place, signs.next()) {
        (3, None) | (2, Some((_, b'='))) => Ok(()),
        (_, Some((at, _))) => Err(at),
        (_, None) => Err(end.max(at)),
    }
}
