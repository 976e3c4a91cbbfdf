//! What the kernel said, as a fragment of a sentence.

use std::io;

/// The text of an error as a lowercase fragment without its number: `permission denied`.
pub(crate) fn fragment(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or(&text).trim_end_matches('.');
    lower_first_word(text)
}

/// Lowers the first letter, but leaves names such as `RPC` alone.
fn lower_first_word(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(text.chars().skip(1)).collect()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::fragment;
    use std::io;

    #[test]
    fn fragments_read_as_parts_of_a_sentence() {
        for (number, text) in [
            (1, "operation not permitted"),
            (2, "no such file or directory"),
            (13, "permission denied"),
            (16, "device or resource busy"),
            (28, "no space left on device"),
            (39, "directory not empty"),
            (73, "RFS specific error"),
        ] {
            assert_eq!(fragment(&io::Error::from_raw_os_error(number)), text);
        }
        assert_eq!(fragment(&io::Error::other("Broken.")), "broken");
        assert_eq!(fragment(&io::Error::other("")), "");
    }
}
