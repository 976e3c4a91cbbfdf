//! Integers in all bases, and as characters.

use super::operand::{Operand, Shape};
use super::printer::Printer;
use super::spec::Flag;
use super::text::Case;

/// Room for the digits of any number: 64 in base 2.
const MOST_DIGITS: usize = 64;

/// How a number is written.
#[derive(Clone, Copy)]
struct Base {
    radix: u64,
    case: Case,
    /// What `#` puts before the digits.
    prefix: Prefix,
    /// What the verb puts before the digits.
    mark: &'static str,
}

#[derive(Clone, Copy)]
enum Prefix {
    None,
    Text(&'static str),
    /// A zero, unless there is one.
    LeadingZero,
}

impl Base {
    fn from_verb(verb: char) -> Option<Self> {
        let base = |radix, case, prefix| Some(Self { radix, case, prefix, mark: "" });
        match verb {
            'v' | 'd' => base(10, Case::Lower, Prefix::None),
            'b' => base(2, Case::Lower, Prefix::Text("0b")),
            'o' => base(8, Case::Lower, Prefix::LeadingZero),
            'O' => Some(Self { radix: 8, case: Case::Lower, prefix: Prefix::LeadingZero, mark: "0o" }),
            'x' => base(16, Case::Lower, Prefix::Text("0x")),
            'X' => base(16, Case::Upper, Prefix::Text("0X")),
            _ => None,
        }
    }
}

impl Printer {
    pub(super) fn signed(&mut self, value: i64, verb: char) -> bool {
        match Base::from_verb(verb) {
            Some(base) => self.integer(value.unsigned_abs(), value < 0, base),
            None => return self.character(value.cast_unsigned(), verb),
        }
        true
    }

    pub(super) fn unsigned(&mut self, value: u64, verb: char) -> bool {
        if verb == 'v' && self.spec.has(Flag::GoSyntax) {
            self.hex_with_prefix(value, true);
            return true;
        }
        match Base::from_verb(verb) {
            Some(base) => self.integer(value, false, base),
            None => return self.character(value, verb),
        }
        true
    }

    /// A number in base 16, with or without a prefix, whatever the flag `#` says.
    pub(super) fn hex_with_prefix(&mut self, value: u64, prefix: bool) {
        let flags = self.spec.flags;
        self.spec.flags.set(Flag::Sharp, prefix);
        self.integer(value, false, Base { radix: 16, case: Case::Lower, prefix: Prefix::Text("0x"), mark: "" });
        self.spec.flags = flags;
    }

    /// Each byte as a number of its own.
    pub(super) fn each_byte(&mut self, bytes: &[u8], type_name: &str, verb: char) {
        let go_syntax = self.spec.has(Flag::GoSyntax);
        let (between, close) = if go_syntax { (", ", "}") } else { (" ", "]") };
        if go_syntax {
            self.out.push(type_name);
        }
        self.out.push(if go_syntax { "{" } else { "[" });
        for (position, byte) in bytes.iter().enumerate() {
            if self.out.is_full() {
                return;
            }
            self.out.push(if position > 0 { between } else { "" });
            self.scalar(&Operand { type_name: "uint8", shape: Shape::Uint(u64::from(*byte)) }, verb);
        }
        self.out.push(close);
    }

    fn integer(&mut self, magnitude: u64, negative: bool, base: Base) {
        if self.spec.precision == Some(0) && magnitude == 0 {
            self.out.repeat(b' ', self.spec.width.unwrap_or(0));
            return;
        }
        let mut room = [0; MOST_DIGITS];
        let digits = digits(magnitude, base, &mut room);
        let sign = self.sign(negative);
        let zeros = self.least_digits(sign).saturating_sub(digits.len());
        let prefix = self.prefix(base.prefix, zeros > 0 || digits[0] == b'0');
        let length = sign.len() + base.mark.len() + prefix.len() + zeros + digits.len();
        let padding = self.spec.width.unwrap_or(0).saturating_sub(length);
        let (left, right) = if self.spec.has(Flag::Minus) { (0, padding) } else { (padding, 0) };
        self.out.repeat(b' ', left);
        for text in [sign, base.mark, prefix] {
            self.out.push(text);
        }
        self.out.repeat(b'0', zeros);
        self.out.push(digits);
        self.out.repeat(b' ', right);
    }

    fn sign(&self, negative: bool) -> &'static str {
        if negative {
            "-"
        } else if self.spec.has(Flag::Plus) {
            "+"
        } else if self.spec.has(Flag::Space) {
            " "
        } else {
            ""
        }
    }

    /// How many digits there are at least: the precision, or all of the width that zeros fill.
    fn least_digits(&self, sign: &str) -> usize {
        match (self.spec.precision, self.spec.width) {
            (Some(precision), _) => precision,
            (None, Some(width)) if self.spec.zero_fills() => width.saturating_sub(sign.len()),
            _ => 0,
        }
    }

    fn prefix(&self, prefix: Prefix, starts_with_zero: bool) -> &'static str {
        match prefix {
            Prefix::Text(text) if self.spec.has(Flag::Sharp) => text,
            Prefix::LeadingZero if self.spec.has(Flag::Sharp) && !starts_with_zero => "0",
            _ => "",
        }
    }

    /// A number as a character; `false` when the verb is not for numbers.
    fn character(&mut self, code: u64, verb: char) -> bool {
        let c = u32::try_from(code).ok().and_then(char::from_u32);
        let shown = c.unwrap_or(char::REPLACEMENT_CHARACTER);
        match verb {
            'c' => self.pad(shown.encode_utf8(&mut [0; 4]).as_bytes()),
            'q' if self.spec.has(Flag::Plus) => self.pad(value::quote_char_to_ascii(shown).as_bytes()),
            'q' => self.pad(value::quote_char(shown).as_bytes()),
            'U' => self.code_point(code, c),
            _ => return false,
        }
        true
    }

    /// `U+0041`, and with `#` also the character.
    fn code_point(&mut self, code: u64, c: Option<char>) {
        let digits = format!("{code:X}");
        let zeros = self.spec.precision.unwrap_or(0).max(4).saturating_sub(digits.len());
        let mut text = b"U+".to_vec();
        text.resize(text.len() + zeros, b'0');
        text.extend(digits.bytes());
        if let Some(c) = c.filter(|c| self.spec.has(Flag::Sharp) && value::is_print(*c)) {
            text.extend(format!(" '{c}'").bytes());
        }
        self.pad_with(b' ', &text);
    }
}

fn digits(mut magnitude: u64, base: Base, room: &mut [u8; MOST_DIGITS]) -> &[u8] {
    let mut start = MOST_DIGITS;
    loop {
        start -= 1;
        let digit = u8::try_from(magnitude % base.radix).expect("a digit is below its base");
        room[start] = match (digit, base.case) {
            (0..10, _) => b'0' + digit,
            (_, Case::Lower) => b'a' + digit - 10,
            (_, Case::Upper) => b'A' + digit - 10,
        };
        magnitude /= base.radix;
        if magnitude == 0 {
            return &room[start..];
        }
    }
}
