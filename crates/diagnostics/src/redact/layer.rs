//! Undoing escapes, one symbol at a time, from any place of a text.

use super::form::hex_digit;

/// A way of writing some bytes as several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    /// `\n`, `\"`, `\u003c`, `\x1b`, `\u{1b}`: JSON and the quoted strings of most languages.
    Backslash,
    /// `%2F`.
    Percent,
}

/// The layers to try, innermost last: as it is, quoted, quoted twice, in a URL, in a URL that is quoted. They are
/// tried one by one and not mixed, so that each has one reading only.
pub(super) const LAYERS: [&[Layer]; 5] = [
    &[],
    &[Layer::Backslash],
    &[Layer::Backslash, Layer::Backslash],
    &[Layer::Percent],
    &[Layer::Backslash, Layer::Percent],
];

/// What was written: a byte, or a whole character when an escape stands for one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symbol {
    bytes: [u8; 4],
    len: usize,
    /// Where the next symbol begins.
    pub(super) next: usize,
}

impl Symbol {
    fn byte(byte: u8, next: usize) -> Self {
        Self { bytes: [byte, 0, 0, 0], len: 1, next }
    }

    fn character(character: char, next: usize) -> Self {
        let mut bytes = [0; 4];
        let len = character.encode_utf8(&mut bytes).len();
        Self { bytes, len, next }
    }

    /// The bytes that the symbol stands for, at least one.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn is(&self, byte: u8) -> bool {
        self.bytes() == [byte]
    }
}

/// Why there is no symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// The text ends inside of it, or before it.
    End,
    /// What looked like an escape is none.
    NotAnEscape,
}

/// The symbol at `at`; `None` when the text ends before its end.
pub(super) fn read(layers: &[Layer], text: &[u8], at: usize) -> Option<Symbol> {
    match layers {
        [] => text.get(at).map(|byte| Symbol::byte(*byte, at + 1)),
        [inner @ .., Layer::Backslash] => unescape(inner, text, at, b'\\', backslash),
        [inner @ .., Layer::Percent] => unescape(inner, text, at, b'%', percent),
    }
}

type Escape = fn(&[Layer], &[u8], usize) -> Result<Symbol, Gap>;

/// A symbol of the inner layers or, when that is `mark`, what the escape after it says.
fn unescape(inner: &[Layer], text: &[u8], at: usize, mark: u8, escape: Escape) -> Option<Symbol> {
    let first = read(inner, text, at)?;
    if !first.is(mark) {
        return Some(first);
    }
    match escape(inner, text, first.next) {
        Ok(symbol) => Some(symbol),
        Err(Gap::End) => None,
        Err(Gap::NotAnEscape) => Some(first),
    }
}

fn percent(inner: &[Layer], text: &[u8], at: usize) -> Result<Symbol, Gap> {
    let (value, next) = hex(inner, text, at, 2)?;
    Ok(Symbol::byte(low_byte(value), next))
}

fn backslash(inner: &[Layer], text: &[u8], at: usize) -> Result<Symbol, Gap> {
    let kind = read(inner, text, at).ok_or(Gap::End)?;
    let numeric = match kind.bytes() {
        b"x" => hex(inner, text, kind.next, 2).map(|(value, next)| Symbol::byte(low_byte(value), next)),
        b"u" => unicode(inner, text, kind.next),
        b"U" => hex(inner, text, kind.next, 8).map(|(value, next)| Symbol::character(scalar(value), next)),
        _ => Err(Gap::NotAnEscape),
    };
    match numeric {
        Err(Gap::NotAnEscape) => Ok(short(kind)),
        known => known,
    }
}

/// `\n` and the like; any other character after a backslash stands for itself.
fn short(kind: Symbol) -> Symbol {
    let byte = match kind.bytes() {
        b"0" => 0x00,
        b"a" => 0x07,
        b"b" => 0x08,
        b"t" => b'\t',
        b"n" => b'\n',
        b"v" => 0x0b,
        b"f" => 0x0c,
        b"r" => b'\r',
        b"e" => 0x1b,
        _ => return kind,
    };
    Symbol::byte(byte, kind.next)
}

/// After `\u`: four digits, a second escape when they are the first half of a pair, or up to six digits in braces.
fn unicode(inner: &[Layer], text: &[u8], at: usize) -> Result<Symbol, Gap> {
    if read(inner, text, at).ok_or(Gap::End)?.is(b'{') {
        return braced(inner, text, at);
    }
    let (high, next) = hex(inner, text, at, 4)?;
    if !(0xd800..0xdc00).contains(&high) {
        return Ok(Symbol::character(scalar(high), next));
    }
    match second_half(inner, text, next) {
        Ok((low, next)) => Ok(Symbol::character(scalar(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)), next)),
        Err(Gap::End) => Err(Gap::End),
        Err(Gap::NotAnEscape) => Ok(Symbol::character(char::REPLACEMENT_CHARACTER, next)),
    }
}

fn second_half(inner: &[Layer], text: &[u8], mut at: usize) -> Result<(u32, usize), Gap> {
    for mark in [b'\\', b'u'] {
        let symbol = read(inner, text, at).ok_or(Gap::End)?;
        if !symbol.is(mark) {
            return Err(Gap::NotAnEscape);
        }
        at = symbol.next;
    }
    let found = hex(inner, text, at, 4)?;
    if (0xdc00..0xe000).contains(&found.0) { Ok(found) } else { Err(Gap::NotAnEscape) }
}

fn braced(inner: &[Layer], text: &[u8], at: usize) -> Result<Symbol, Gap> {
    let (mut value, mut at) = (0, read(inner, text, at).ok_or(Gap::End)?.next);
    for _ in 0..=6 {
        let symbol = read(inner, text, at).ok_or(Gap::End)?;
        if symbol.is(b'}') {
            return Ok(Symbol::character(scalar(value), symbol.next));
        }
        value = value * 16 + digit(symbol)?;
        at = symbol.next;
    }
    Err(Gap::NotAnEscape)
}

fn hex(inner: &[Layer], text: &[u8], mut at: usize, digits: usize) -> Result<(u32, usize), Gap> {
    let mut value: u32 = 0;
    for _ in 0..digits {
        let symbol = read(inner, text, at).ok_or(Gap::End)?;
        value = value << 4 | digit(symbol)?;
        at = symbol.next;
    }
    Ok((value, at))
}

fn digit(symbol: Symbol) -> Result<u32, Gap> {
    match symbol.bytes() {
        [byte] => hex_digit(*byte).map(u32::from).ok_or(Gap::NotAnEscape),
        _ => Err(Gap::NotAnEscape),
    }
}

fn scalar(value: u32) -> char {
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn low_byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}
