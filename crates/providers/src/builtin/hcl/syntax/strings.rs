//! Escapes in texts.

use super::cursor::Cursor;
use super::token::{Kind, Token};
use std::ops::Range;

impl Cursor<'_> {
    /// The text that a token stands for.
    pub(super) fn unescaped(&mut self, token: Token) -> String {
        let (source, place) = (self.source, token.place());
        let text = token.text(source);
        if let Some(sign) = doubled(text) {
            return format!("{sign}{}", &text[2..]);
        }
        if token.kind != Kind::QuotedText || !text.contains('\\') {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(found) = text[at..].find('\\') {
            out.push_str(&text[at..at + found]);
            at += found;
            let escape = Escape::read(&text[at..]);
            self.apply(&escape, place.start + at..place.start + at + escape.length, &mut out);
            at += escape.length;
        }
        out.push_str(&text[at..]);
        out
    }

    fn apply(&mut self, escape: &Escape<'_>, place: Range<usize>, out: &mut String) {
        const SUMMARY: &str = "Invalid escape sequence";
        match escape.meaning {
            Meaning::Char(c) => out.push(c),
            Meaning::Digits(wanted) => {
                let detail = format!(
                    "Behind `\\u` stand four hexadecimal digits, behind `\\U` eight; here {wanted} are wanted."
                );
                self.tell(SUMMARY, detail, place);
            }
            Meaning::NoChar(number) => self.tell(SUMMARY, format!("There is no character U+{number:04x}."), place),
            Meaning::Nothing => self.tell(SUMMARY, "Behind a backslash stands what it escapes.", place),
            Meaning::Other(text) => {
                self.tell(SUMMARY, format!("There is no escape {text:?}; a backslash itself is `\\\\`."), place);
                out.push_str(text);
            }
        }
    }
}

/// The sign of `$${` or `%%{`.
fn doubled(text: &str) -> Option<char> {
    ['$', '%'].into_iter().find(|sign| {
        let mut chars = text.chars();
        chars.next() == Some(*sign) && chars.next() == Some(*sign) && chars.next() == Some('{')
    })
}

struct Escape<'t> {
    length: usize,
    meaning: Meaning<'t>,
}

enum Meaning<'t> {
    Char(char),
    /// So many digits are wanted, and there are fewer.
    Digits(usize),
    /// The number of no character.
    NoChar(u32),
    /// There is nothing behind the backslash.
    Nothing,
    Other(&'t str),
}

impl<'t> Escape<'t> {
    /// What a text stands for that begins with a backslash.
    fn read(text: &'t str) -> Self {
        let Some(selector) = text[1..].chars().next() else { return Self { length: 1, meaning: Meaning::Nothing } };
        let simple = |c| Self { length: 2, meaning: Meaning::Char(c) };
        match selector {
            'n' => simple('\n'),
            'r' => simple('\r'),
            't' => simple('\t'),
            '"' => simple('"'),
            '\\' => simple('\\'),
            'u' => Self::hexadecimal(text, 4),
            'U' => Self::hexadecimal(text, 8),
            other => {
                let length = 1 + other.len_utf8();
                Self { length, meaning: Meaning::Other(&text[1..length]) }
            }
        }
    }

    fn hexadecimal(text: &str, wanted: usize) -> Self {
        let digits = text[2..].bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
        let length = 2 + digits;
        if digits < wanted {
            return Self { length, meaning: Meaning::Digits(wanted) };
        }
        let number = u32::from_str_radix(&text[2..length], 16).unwrap_or(u32::MAX);
        let meaning = char::from_u32(number).map_or(Meaning::NoChar(number), Meaning::Char);
        Self { length, meaning }
    }
}
