//! Reading offsets and short names of zones.

use super::element::{Offset, Precision};
use super::parse::{Failure, Read};
use super::scan::Scan;

/// Reads an offset in seconds.
pub(super) fn read_offset(form: Offset, text: &mut Scan<'_>) -> Read<i64> {
    let parts = match form.precision {
        Precision::Hours => 1,
        Precision::Minutes => 2,
        Precision::Seconds => 3,
    };
    let separators = if form.colons { parts - 1 } else { 0 };
    let text = text.take(1 + parts * 2 + separators).ok_or(Failure::Mismatch)?;
    let (sign, rest) = text.split_at(1);
    let step = if form.colons { 3 } else { 2 };
    let parts: Vec<&[u8]> = rest.chunks(step).collect();
    if parts.iter().any(|part| part.get(2).is_some_and(|separator| *separator != b':')) {
        return Err(Failure::Mismatch);
    }
    let numbers: Vec<i64> = parts.iter().map_while(|part| Scan(part).exactly(2)).collect();
    // What is too large is noticed before what is no number.
    let too_large = numbers.iter().zip(LIMITS).rfind(|(number, (most, _))| **number > *most);
    match (too_large, sign) {
        (Some((_, (_, what))), _) => Err(Failure::OutOfRange(what)),
        _ if numbers.len() < parts.len() => Err(Failure::Mismatch),
        (None, b"+") => Ok(seconds(&numbers)),
        (None, b"-") => Ok(-seconds(&numbers)),
        _ => Err(Failure::Mismatch),
    }
}

/// The largest hour, minute and second of an offset; some people do write 24 or 60.
const LIMITS: [(i64, &str); 3] = [
    (24, "time zone offset hour out of range"),
    (60, "time zone offset minute out of range"),
    (60, "time zone offset second out of range"),
];

fn seconds(numbers: &[i64]) -> i64 {
    numbers.iter().zip([3_600, 60, 1]).map(|(number, unit)| number * unit).sum()
}

/// How long the short name of a zone at the beginning of a text is; zero when there is none. Names are three capital
/// letters, or four or five of which the last is a `T`; a few are special.
pub(super) fn name_length(text: &[u8]) -> usize {
    if text.len() < 3 {
        return 0;
    }
    if text.starts_with(b"ChST") || text.starts_with(b"MeST") {
        return 4;
    }
    if text.starts_with(b"GMT") {
        return 3 + signed_hours_length(&text[3..]);
    }
    if matches!(text[0], b'+' | b'-') {
        return signed_hours_length(text);
    }
    let capitals = text.iter().take(6).take_while(|byte| byte.is_ascii_uppercase()).count();
    match capitals {
        3 => 3,
        4 if text[3] == b'T' || text.starts_with(b"WITA") => 4,
        5 if text[4] == b'T' => 5,
        _ => 0,
    }
}

/// How long a sign with a number of up to 23 is; zero when it is something else.
fn signed_hours_length(text: &[u8]) -> usize {
    if !matches!(text.first(), Some(b'+' | b'-')) {
        return 0;
    }
    let digits = Scan(&text[1..]).digits();
    let hours = super::scan::signed(&text[1..=digits]);
    if digits > 0 && hours.is_some_and(|hours| hours <= 23) { digits + 1 } else { 0 }
}
