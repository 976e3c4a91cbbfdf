//! Finds expressions in a text.

use std::cell::LazyCell;
use std::ops::Range;

use memchr::{memchr2, memrchr};

/// An expression in a text. Both ranges are bytes of the text, on boundaries of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// With its marks: `{{ 1 }}`.
    pub whole: Range<usize>,
    /// What is between the marks, without blanks around it: `1`.
    pub code: Range<usize>,
}

/// How many bytes may be searched in vain for the ends of expressions that have none. Texts that people write come
/// nowhere near; a megabyte of `{{` would be searched half a million times.
const MAX_IN_VAIN: usize = 32 << 20;

/// What a text has in it.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) expressions: Vec<Expression>,
    /// Where the search was given up.
    pub(super) given_up: Option<Range<usize>>,
}

/// One pass from left to right. `{{` ends at the next `}}`, `${` at the `}` that belongs to it, quoted texts aside; what
/// has no end is text. `${{` is `$` and then `{{`.
pub(super) fn scan(text: &str) -> Found {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut in_vain) = (Found::default(), 0, 0);
    let last_close = LazyCell::new(|| memrchr(b'}', bytes));
    while let Some(distance) = memchr2(b'{', b'$', &bytes[at..]) {
        at += distance;
        let end = match &bytes[at..] {
            [b'{', b'{', ..] => end_of_double(bytes, at + 2),
            [b'$', b'{', b'{', ..] => {
                at += 1;
                continue;
            }
            [b'$', b'{', ..] => end_of_single(bytes, at + 2),
            _ => {
                at += 1;
                continue;
            }
        };
        if let Some(end) = end {
            found.expressions.push(expression(text, at..end.after, at + 2..end.code));
            at = end.after;
            continue;
        }
        if last_close.is_none_or(|last| last < at) {
            break;
        }
        in_vain += bytes.len() - at;
        if in_vain > MAX_IN_VAIN {
            found.given_up = Some(at..at + 2);
            break;
        }
        at += 2;
    }
    found
}

/// Where an expression ends.
struct End {
    /// One past the last byte of its code.
    code: usize,
    /// One past its closing mark.
    after: usize,
}

fn end_of_double(bytes: &[u8], start: usize) -> Option<End> {
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'}' if bytes.get(at + 1) == Some(&b'}') => return Some(End { code: at, after: at + 2 }),
            b'"' | b'\'' | b'`' => after_quoted(bytes, at)?,
            _ => at + 1,
        };
    }
    None
}

fn end_of_single(bytes: &[u8], start: usize) -> Option<End> {
    let (mut at, mut depth) = (start, 1_usize);
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'"' | b'\'' | b'`' => after_quoted(bytes, at)?,
            b'{' => {
                depth += 1;
                at + 1
            }
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(End { code: at, after: at + 1 });
                }
                at + 1
            }
            _ => at + 1,
        };
    }
    None
}

/// One past the end of a quoted text that begins at `start`; a backslash hides what follows it, except in backticks.
fn after_quoted(bytes: &[u8], start: usize) -> Option<usize> {
    let quote = bytes[start];
    let mut at = start + 1;
    loop {
        let rest = bytes.get(at..)?;
        let distance = if quote == b'`' { memchr::memchr(quote, rest) } else { memchr2(quote, b'\\', rest) }?;
        at += distance;
        if bytes[at] == quote {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn expression(text: &str, whole: Range<usize>, inner: Range<usize>) -> Expression {
    let code = &text[inner.clone()];
    let start = inner.start + (code.len() - code.trim_start().len());
    let end = start + code.trim().len();
    Expression { whole, code: start..end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<&str> {
        scan(text).expressions.into_iter().map(|expression| &text[expression.code]).collect()
    }

    #[test]
    fn both_marks_and_what_hides_them() {
        let cases: [(&str, &[&str]); 18] = [
            ("", &[]),
            ("plain $HOME {x}", &[]),
            ("a{{ 1 }}b${2}", &["1", "2"]),
            ("${{ 1 }}", &["1"]),
            ("$${ 1 }", &["1"]),
            ("{{ }}${}", &["", ""]),
            ("{{{ 1 }}}", &["{ 1"]),
            ("{{ '}}' }}", &["'}}'"]),
            (r#"{{ "\"}}" }}"#, &[r#""\"}}""#]),
            (r"{{ `\` }}", &[r"`\`"]),
            ("${ map([1], {{'a': #}}) }", &["map([1], {{'a': #}})"]),
            ("${ '}' }", &["'}'"]),
            ("{{ 1 }} {{ 2", &["1"]),
            ("{{ 'it }} x {{ 1 }}", &["1"]),
            ("{{ ' }}{{ 1 }}", &["1"]),
            ("${ 1 {{ 2 }}", &["2"]),
            ("{{", &[]),
            ("\u{a0}{{\u{2003}é\u{a0}}}", &["é"]),
        ];
        for (text, expected) in cases {
            assert_eq!(codes(text), expected, "{text}");
        }
    }

    #[test]
    fn a_backslash_at_the_end_is_no_end() {
        for text in ["{{ '\\", "${ \"\\", "{{ `\\", "{{ '\\é"] {
            assert_eq!(codes(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn endless_openers_are_given_up() {
        let text = "{{".repeat(20_000) + "'}}";
        let found = scan(&text);
        assert!(found.given_up.is_some());
        assert!(found.expressions.is_empty());
    }
}
