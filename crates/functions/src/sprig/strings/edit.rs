//! Small changes of texts, in bytes.

use gostd::unicode::is_space;
use gotmpl::CallError;
use memchr::memmem;

/// The first bytes; with a negative length the last ones.
pub(super) fn truncate(length: i64, text: &[u8]) -> &[u8] {
    let wanted = usize::try_from(length.unsigned_abs()).unwrap_or(usize::MAX);
    if wanted >= text.len() {
        return text;
    }
    if length < 0 { &text[text.len() - wanted..] } else { &text[..wanted] }
}

/// The bytes from `start` to before `end`, with Go's errors for what is not there. A negative start is that of the text,
/// a negative end, or one beyond it, its end.
pub(super) fn substring(start: i64, end: i64, text: &[u8]) -> Result<&[u8], CallError> {
    let index = |place: i64| usize::try_from(place).ok();
    let length = text.len();
    if start < 0 {
        return index(end).and_then(|end| text.get(..end)).ok_or_else(|| {
            let problem = if end < 0 { format!("[:{end}]") } else { format!("[:{end}] with length {length}") };
            CallError::new(format!("runtime error: slice bounds out of range {problem}"))
        });
    }
    let end = index(end).filter(|end| *end <= length).unwrap_or(length);
    index(start)
        .and_then(|start| text.get(start..end))
        .ok_or_else(|| CallError::new(format!("runtime error: slice bounds out of range [{start}:{end}]")))
}

/// The text with so many blanks before each line.
pub(super) fn indent(blanks: usize, text: &[u8]) -> Vec<u8> {
    let blanks = b" ".repeat(blanks);
    let mut result = blanks.clone();
    for byte in text {
        result.push(*byte);
        if *byte == b'\n' {
            result.extend_from_slice(&blanks);
        }
    }
    result
}

/// Where `old` is in `text`. An empty text is before each character and at the end.
pub(super) fn places_of(old: &[u8], text: &[u8]) -> Vec<usize> {
    if !old.is_empty() {
        return memmem::find_iter(text, old).collect();
    }
    let mut places = vec![0];
    let mut at = 0;
    while let Some((_, length)) = super::runes::first(&text[at..]) {
        at += length;
        places.push(at);
    }
    places
}

/// Puts `new` in the place of so many bytes at each of the places.
pub(super) fn replace_at(places: &[usize], length: usize, new: &[u8], text: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut done = 0;
    for place in places {
        result.extend_from_slice(&text[done..*place]);
        result.extend_from_slice(new);
        done = place + length;
    }
    result.extend_from_slice(&text[done..]);
    result
}

/// The text without white space. The original takes each byte for a character of Latin-1, and writes it as one unless
/// there is nothing to take out.
pub(super) fn without_space(text: &[u8]) -> Vec<u8> {
    let kept: Vec<_> = text.iter().filter(|byte| !is_space(char::from(**byte))).collect();
    if kept.len() == text.len() {
        return text.to_vec();
    }
    kept.into_iter().map(|byte| char::from(*byte)).collect::<String>().into_bytes()
}

/// The first letters of all words. The original takes each byte for a character of Latin-1.
pub(super) fn initials(text: &[u8]) -> String {
    let mut previous = ' ';
    let is_first = |c: &char| is_space(std::mem::replace(&mut previous, *c)) && !is_space(*c);
    text.iter().map(|byte| char::from(*byte)).filter(is_first).collect()
}
