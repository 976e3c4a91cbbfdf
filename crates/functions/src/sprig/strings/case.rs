//! Upper and lower case, word by word.

use gostd::unicode::{is_digit, is_letter, is_lower, is_space, is_title, is_upper, lower_char, title_char, upper_char};

/// Each word with its first letter in title case. `-`, `'` and `/` begin a new word, `_` does not.
pub(super) fn title(text: &str) -> String {
    let mut previous = ' ';
    text.chars().map(|c| if separates_words(std::mem::replace(&mut previous, c)) { title_char(c) } else { c }).collect()
}

fn separates_words(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_alphanumeric() && c != '_';
    }
    !is_letter(c) && !is_digit(c) && is_space(c)
}

/// Each word with its first letter in lower case; white space separates words.
pub(super) fn untitle(text: &str) -> String {
    let mut previous = ' ';
    text.chars()
        .map(|c| if is_space(std::mem::replace(&mut previous, c)) && !is_space(c) { lower_char(c) } else { c })
        .collect()
}

/// Upper case for lower case and the other way round; the first letter of a word gets title case.
pub(super) fn swap(text: &str) -> String {
    let mut at_start = true;
    text.chars()
        .map(|c| {
            if is_upper(c) || is_title(c) {
                at_start = false;
                lower_char(c)
            } else if is_lower(c) {
                if std::mem::take(&mut at_start) { title_char(c) } else { upper_char(c) }
            } else {
                at_start = is_space(c);
                c
            }
        })
        .collect()
}
