//! Text and bytes: as they are, quoted, and as hexadecimal digits.

use super::printer::Printer;
use super::spec::Flag;
use crate::utf8;

/// Digits of hexadecimal numbers.
#[derive(Clone, Copy)]
pub(super) enum Case {
    Lower,
    Upper,
}

impl Case {
    fn digits(self) -> &'static [u8; 16] {
        match self {
            Self::Lower => b"0123456789abcdef",
            Self::Upper => b"0123456789ABCDEF",
        }
    }

    pub(super) fn prefix(self) -> &'static str {
        match self {
            Self::Lower => "0x",
            Self::Upper => "0X",
        }
    }
}

impl Printer {
    /// Writes text with the padding that the width asks for, counted in characters.
    pub(super) fn pad(&mut self, text: &[u8]) {
        let fill = if self.spec.zero_fills() { b'0' } else { b' ' };
        self.pad_with(fill, text);
    }

    pub(super) fn pad_with(&mut self, fill: u8, text: &[u8]) {
        let Some(width) = self.spec.width.filter(|width| *width > 0) else { return self.out.push(text) };
        let padding = width.saturating_sub(utf8::count(text));
        if self.spec.has(Flag::Minus) {
            self.out.push(text);
            self.out.repeat(fill, padding);
        } else {
            self.out.repeat(fill, padding);
            self.out.push(text);
        }
    }

    /// Text up to the precision, padded.
    pub(super) fn text(&mut self, text: &[u8]) {
        self.pad(self.truncated(text));
    }

    fn truncated<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        self.spec.precision.map_or(text, |limit| utf8::prefix(text, limit))
    }

    /// Text by verb; `false` when the verb is not for text.
    pub(super) fn string(&mut self, text: &[u8], verb: char) -> bool {
        match verb {
            'v' if self.spec.has(Flag::GoSyntax) => self.quoted(text),
            'v' | 's' => self.text(text),
            'x' => self.hex(text, Case::Lower),
            'X' => self.hex(text, Case::Upper),
            'q' => self.quoted(text),
            _ => return false,
        }
        true
    }

    /// Bytes by verb; verbs that are not for all of them are for each one.
    pub(super) fn bytes(&mut self, bytes: &[u8], type_name: &str, verb: char) {
        match verb {
            's' | 'x' | 'X' | 'q' => {
                self.string(bytes, verb);
            }
            _ => self.each_byte(bytes, type_name, verb),
        }
    }

    fn quoted(&mut self, text: &[u8]) {
        let text = self.truncated(text);
        if self.spec.has(Flag::Sharp) && std::str::from_utf8(text).is_ok_and(value::can_backquote) {
            self.pad(&[b"`", text, b"`"].concat());
        } else if self.spec.has(Flag::Plus) {
            self.pad(value::quote_bytes_to_ascii(text).as_bytes());
        } else {
            self.pad(value::quote_bytes(text).as_bytes());
        }
    }

    /// Two digits for each byte; with `#` a prefix, with a space between them one for each.
    fn hex(&mut self, bytes: &[u8], case: Case) {
        let bytes = &bytes[..self.spec.precision.map_or(bytes.len(), |limit| limit.min(bytes.len()))];
        let (spaced, sharp) = (self.spec.has(Flag::Space), self.spec.has(Flag::Sharp));
        let mut text = Vec::with_capacity(bytes.len() * 2 + 2);
        for (position, byte) in bytes.iter().enumerate() {
            if spaced && position > 0 {
                text.push(b' ');
            }
            if sharp && (spaced || position == 0) {
                text.extend(case.prefix().bytes());
            }
            text.extend([byte >> 4, byte & 15].map(|digit| case.digits()[usize::from(digit)]));
        }
        self.pad(&text);
    }
}
