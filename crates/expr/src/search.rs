//! Finding bytes in bytes.

/// Where `part` first is in `text`.
pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    match part {
        [] => Some(0),
        [byte] => memchr::memchr(*byte, text),
        part => memchr::memmem::find(text, part),
    }
}

/// Where `part` last is in `text`.
pub(crate) fn find_last(text: &[u8], part: &[u8]) -> Option<usize> {
    match part {
        [] => Some(text.len()),
        [byte] => memchr::memrchr(*byte, text),
        part => memchr::memmem::rfind(text, part),
    }
}
