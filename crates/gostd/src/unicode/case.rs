//! Upper, lower and title case.

use super::case_table::{ALTERNATE, ORBITS, RANGES};

#[derive(Clone, Copy)]
enum Case {
    Upper,
    Lower,
    Title,
}

/// The character in upper case.
pub fn upper_char(c: char) -> char {
    if c.is_ascii() { c.to_ascii_uppercase() } else { convert(c, Case::Upper) }
}

/// The character in lower case.
pub fn lower_char(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { convert(c, Case::Lower) }
}

/// The character in title case.
pub fn title_char(c: char) -> char {
    if c.is_ascii() { c.to_ascii_uppercase() } else { convert(c, Case::Title) }
}

/// Text in upper case, as `strings.ToUpper`.
pub fn to_upper(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_uppercase() } else { text.chars().map(upper_char).collect() }
}

/// Text in lower case, as `strings.ToLower`.
pub fn to_lower(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().map(lower_char).collect() }
}

/// Text with all characters in title case, as `strings.ToTitle`.
pub fn to_title(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_uppercase() } else { text.chars().map(title_char).collect() }
}

fn convert(c: char, case: Case) -> char {
    let code = u32::from(c);
    let position = RANGES.partition_point(|range| range.1 < code);
    let Some(&(first, _, upper, lower, title)) = RANGES.get(position).filter(|range| range.0 <= code) else { return c };
    let (distance, turn) = match case {
        Case::Upper => (upper, 0),
        Case::Lower => (lower, 1),
        Case::Title => (title, 0),
    };
    let converted = match distance {
        ALTERNATE => first + ((code - first) & !1) + turn,
        distance => code.wrapping_add_signed(distance),
    };
    char::from_u32(converted).expect("the tables lead from characters to characters")
}

/// The next character that differs only in case, around in a circle; the character itself when there is none.
pub fn simple_fold(c: char) -> char {
    if let Ok(position) = ORBITS.binary_search_by_key(&u32::from(c), |orbit| orbit.0) {
        return char::from_u32(ORBITS[position].1).expect("the tables lead from characters to characters");
    }
    let lower = lower_char(c);
    if lower == c { upper_char(c) } else { lower }
}

/// Calls `add` for each code point that differs only in case from one of these.
pub(crate) fn with_other_cases(first: u32, last: u32, add: &mut impl FnMut(u32)) {
    let begin = RANGES.partition_point(|range| range.1 < first);
    for range in RANGES[begin..].iter().take_while(|range| range.0 <= last) {
        (range.0.max(first)..=range.1.min(last)).for_each(|code| other_cases(code, add));
    }
    // A few have no case of their own, but are the other case of something.
    let begin = ORBITS.partition_point(|orbit| orbit.0 < first);
    ORBITS[begin..].iter().take_while(|orbit| orbit.0 <= last).for_each(|orbit| other_cases(orbit.0, add));
}

fn other_cases(code: u32, add: &mut impl FnMut(u32)) {
    let Some(c) = char::from_u32(code) else { return };
    let mut other = simple_fold(c);
    while other != c {
        add(other.into());
        other = simple_fold(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn character_by_character() {
        for (text, upper, lower, title) in [
            ("straße", "STRAßE", "straße", "STRAßE"),
            ("ǆ ǅ Ǆ", "Ǆ Ǆ Ǆ", "ǆ ǆ ǆ", "ǅ ǅ ǅ"),
            ("İı", "İI", "iı", "İI"),
            ("ΌΣΟΣ", "ΌΣΟΣ", "όσοσ", "ΌΣΟΣ"),
            ("ﬁ ŉ", "ﬁ ŉ", "ﬁ ŉ", "ﬁ ŉ"),
        ] {
            assert_eq!((to_upper(text), to_lower(text), to_title(text)), (upper.into(), lower.into(), title.into()));
        }
    }

    #[test]
    fn circles_close() {
        for c in ('\0'..=char::MAX).filter(|c| simple_fold(*c) != *c) {
            let mut next = simple_fold(c);
            for _ in 0..4 {
                next = if next == c { c } else { simple_fold(next) };
            }
            assert_eq!(next, c);
        }
        assert_eq!([simple_fold('K'), simple_fold('k'), simple_fold('\u{212a}')], ['k', '\u{212a}', 'K']);
        assert_eq!(simple_fold('1'), '1');
    }
}
