//! Names in messages of the domain name system: as text with a dot at the end, and as labels.

use std::fmt::Write as _;

/// A name may have so many bytes, and a label so many.
const LONGEST_NAME: usize = 255;
const LONGEST_LABEL: usize = 63;

/// The labels of a name. What cannot be sent has none.
pub(super) fn to_wire(name: &str) -> Option<Vec<u8>> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let mut wire = Vec::with_capacity(name.len() + 2);
    for label in name.split('.').filter(|_| !name.is_empty()) {
        if label.is_empty() || label.len() > LONGEST_LABEL {
            return None;
        }
        wire.push(u8::try_from(label.len()).ok()?);
        wire.extend_from_slice(label.as_bytes());
    }
    wire.push(0);
    (wire.len() <= LONGEST_NAME).then_some(wire)
}

/// The name at `at`, and where it ends. Every pointer leads further back, so there is an end.
pub(super) fn read(message: &[u8], at: usize) -> Option<(String, usize)> {
    let (mut name, mut position, mut end) = (String::new(), at, None);
    let (mut length, mut lowest) = (0, at);
    loop {
        let size = usize::from(*message.get(position)?);
        match size {
            0 => {
                let name = if name.is_empty() { ".".to_owned() } else { name };
                return Some((name, end.unwrap_or(position + 1)));
            }
            0xc0.. => {
                let target = (size & 0x3f) << 8 | usize::from(*message.get(position + 1)?);
                end = end.or(Some(position + 2));
                if target >= lowest {
                    return None;
                }
                (position, lowest) = (target, target);
            }
            1..=LONGEST_LABEL => {
                length += size + 1;
                let label = message.get(position + 1..position + 1 + size)?;
                if length >= LONGEST_NAME {
                    return None;
                }
                push_label(&mut name, label);
                position += size + 1;
            }
            _ => return None,
        }
    }
}

/// Letters that mean something in a zone file, and those that cannot be seen, are written with a backslash.
fn push_label(name: &mut String, label: &[u8]) {
    for byte in label {
        match byte {
            b'.' | b' ' | b'\'' | b'@' | b';' | b'(' | b')' | b'"' | b'\\' => {
                name.push('\\');
                name.push(char::from(*byte));
            }
            b'!'..=b'~' => name.push(char::from(*byte)),
            _ => _ = write!(name, "\\{byte:03}"),
        }
    }
    name.push('.');
}

/// Text of a record, written as in a zone file.
pub(super) fn text(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(*byte));
            }
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => _ = write!(out, "\\{byte:03}"),
        }
    }
    out
}
