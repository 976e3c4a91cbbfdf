pub(super) fn parse_int(t: &str) -> Option<i64> {
    let (neg, r) =
        if let Some(r) = t.strip_prefix('-') { (true, r) } else { (false, t.strip_prefix('+').unwrap_or(t)) };
    let v = i128::from(mag(r)?);
    i64::try_from(if neg { -v } else { v }).ok()
}
pub(super) fn parse_uint(t: &str) -> Option<u64> {
    mag(t)
}
fn mag(t: &str) -> Option<u64> {
    let l = t.to_ascii_lowercase();
    let (base, d) = if let Some(r) = l.strip_prefix("0x") {
        (16, r)
    } else if let Some(r) = l.strip_prefix("0b") {
        (2, r)
    } else if let Some(r) = l.strip_prefix("0o") {
        (8, r)
    } else if l.len() > 1 && l.starts_with('0') {
        (8, &l[1..])
    } else {
        (10, &l[..])
    };
    u64::from_str_radix(&d.replace('_', ""), base).ok().filter(|_| !d.starts_with(['+', '-']))
}
pub(super) fn parse_float(t: &str) -> Option<f64> {
    t.replace('_', "").parse().ok()
}
pub(super) fn scan_complex(t: &[u8]) -> Result<(f64, f64), String> {
    let s = String::from_utf8_lossy(t);
    let s = s.strip_suffix('i').unwrap_or(&s);
    let at = s.rfind(['+', '-']).unwrap_or(0);
    Ok((s[..at].parse().map_err(|_| "bad")?, s[at..].parse().map_err(|_| "bad")?))
}
pub(super) fn unquote_char(t: &[u8], _q: u8) -> Option<(u32, &[u8])> {
    if t[0] == b'\\' {
        let c = match t.get(1)? {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'\\' => 92,
            b'\'' => 39,
            b'x' => return Some((u32::from_str_radix(std::str::from_utf8(t.get(2..4)?).ok()?, 16).ok()?, &t[4..])),
            b'u' => return Some((u32::from_str_radix(std::str::from_utf8(t.get(2..6)?).ok()?, 16).ok()?, &t[6..])),
            _ => return None,
        };
        return Some((c, &t[2..]));
    }
    let (c, l) = super::chars::decode(t)?;
    Some((c as u32, &t[l..]))
}
pub(super) fn unquote(t: &[u8]) -> Option<Vec<u8>> {
    if t[0] == b'`' {
        return Some(t[1..t.len() - 1].iter().copied().filter(|b| *b != b'\r').collect());
    }
    let mut out = vec![];
    let mut r = &t[1..t.len() - 1];
    while !r.is_empty() {
        if r[0] == b'\\' {
            match r.get(1)? {
                b'n' => {
                    out.push(10);
                    r = &r[2..];
                }
                b't' => {
                    out.push(9);
                    r = &r[2..];
                }
                b'r' => {
                    out.push(13);
                    r = &r[2..];
                }
                b'\\' => {
                    out.push(92);
                    r = &r[2..];
                }
                b'"' => {
                    out.push(34);
                    r = &r[2..];
                }
                b'x' => {
                    out.push(u8::from_str_radix(std::str::from_utf8(r.get(2..4)?).ok()?, 16).ok()?);
                    r = &r[4..];
                }
                b'u' => {
                    let c = char::from_u32(u32::from_str_radix(std::str::from_utf8(r.get(2..6)?).ok()?, 16).ok()?)?;
                    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    r = &r[6..];
                }
                _ => return None,
            }
        } else {
            out.push(r[0]);
            r = &r[1..];
        }
    }
    Some(out)
}
