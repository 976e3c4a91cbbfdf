//! What `strings` does with whole texts. Fields and trimming of white space are not here: Rust's `split_whitespace` and
//! `trim` do the same.

use super::{is_digit, is_letter, is_space, simple_fold, title_char};

/// The text with the first letter of each word in title case, as `strings.Title`. A word begins after anything that is
/// neither a letter nor a digit nor an underscore; other than ASCII, only white space ends one.
pub fn title(text: &str) -> String {
    let mut previous = ' ';
    let convert = |c| if separates(std::mem::replace(&mut previous, c)) { title_char(c) } else { c };
    text.chars().map(convert).collect()
}

fn separates(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_alphanumeric() && c != '_';
    }
    !is_letter(c) && !is_digit(c) && is_space(c)
}

/// Whether both texts are equal when case does not count, as `strings.EqualFold`.
pub fn equal_fold(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.chars(), b.chars());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a == b || differ_in_case(a, b) => {}
            _ => return false,
        }
    }
}

fn differ_in_case(a: char, b: char) -> bool {
    let mut other = simple_fold(a);
    while other != a && other != b {
        other = simple_fold(other);
    }
    other == b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_with_title_case() {
        for (given, expected) in [
            ("hello wOrld", "Hello WOrld"),
            ("it's 1st a_b-c.d", "It'S 1st A_b-C.D"),
            ("ǆ éa «x» a\u{a0}b", "ǅ Éa «x» A\u{a0}B"),
            ("straße ßx ŉ", "Straße ßx ŉ"),
            ("", ""),
        ] {
            assert_eq!(title(given), expected);
        }
    }

    #[test]
    fn case_does_not_count() {
        for (a, b, equal) in [
            ("Go", "GO", true),
            ("Kelvin \u{212a}", "kELVIN K", true),
            ("straße", "STRASSE", false),
            ("ß", "ẞ", true),
            ("σ", "ς", true),
            ("a", "ab", false),
            ("@", "`", false),
        ] {
            assert_eq!(equal_fold(a, b), equal, "{a} {b}");
        }
    }

    #[test]
    fn white_space_is_the_same_in_rust() {
        assert!(('\0'..=char::MAX).all(|c| is_space(c) == c.is_whitespace()));
    }
}
