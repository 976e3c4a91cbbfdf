//! Title case as in `golang.org/x/text/cases`: the first letter of each word is in title case, the others are in lower
//! case, with an approximation of word boundaries.

use gostd::unicode::{Category, category, lower_char, title_char};

use super::title_table::{CASED, CONTINUING, SPECIAL};

/// Characters that do not end a word when they stand alone between letters.
const MIDDLE: [char; 17] = [
    '\'', '.', ':', '\u{b7}', '\u{387}', '\u{55f}', '\u{5f4}', '\u{2018}', '\u{2019}', '\u{2024}', '\u{2027}',
    '\u{fe13}', '\u{fe52}', '\u{fe55}', '\u{ff07}', '\u{ff0e}', '\u{ff1a}',
];

/// How far ahead a sigma looks for the letter that makes it one inside of a word.
const MAX_IGNORED: usize = 30;

/// The text in title case.
pub(super) fn title(text: &str) -> String {
    let mut titled = String::with_capacity(text.len());
    let (mut in_word, mut after_middle) = (false, false);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let middle = MIDDLE.contains(&c);
        if middle && after_middle {
            in_word = false;
        }
        if !is_in(CASED, c) {
            titled.push(c);
            in_word &= middle || is_in(CONTINUING, c);
        } else if in_word {
            push_lower(c, rest.as_str(), &mut titled);
        } else {
            push_title(c, &mut titled);
            in_word = true;
        }
        after_middle = middle;
    }
    titled
}

fn push_title(c: char, titled: &mut String) {
    match SPECIAL.binary_search_by_key(&c, |(special, _)| *special) {
        Ok(at) => titled.push_str(SPECIAL[at].1),
        Err(_) => titled.push(title_char(c)),
    }
}

fn push_lower(c: char, rest: &str, titled: &mut String) {
    match c {
        'İ' => titled.push_str("i\u{307}"),
        'Σ' if is_final(rest) => titled.push('ς'),
        _ => titled.push(lower_char(c)),
    }
}

/// Whether no letter follows in the word, so that a sigma is its last one.
fn is_final(rest: &str) -> bool {
    let next = rest.chars().take(MAX_IGNORED + 1).find(|c| !is_ignorable(*c));
    next.is_none_or(|c| !is_in(CASED, c))
}

/// Marks and signs that do not count between a letter and the next one.
fn is_ignorable(c: char) -> bool {
    MIDDLE.contains(&c)
        || matches!(category(c), Category::Mn | Category::Me | Category::Cf | Category::Lm | Category::Sk)
}

fn is_in(ranges: &[(u32, u32)], c: char) -> bool {
    let c = u32::from(c);
    let after = ranges.partition_point(|(start, _)| *start <= c);
    after > 0 && c <= ranges[after - 1].1
}
