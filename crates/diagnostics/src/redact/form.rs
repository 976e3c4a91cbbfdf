//! A secret in one alphabet, as a sequence of symbols to compare with.

use super::layer::{Layer, read};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How the symbols of a text stand for bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// A byte is a symbol.
    Bytes,
    /// A symbol is four bits, in either case.
    Hex,
    /// A symbol is six bits, in the standard or the URL-safe alphabet; this many bytes come before the secret in
    /// its first group of three.
    Base64 { before: usize },
}

/// What a symbol has to be: the bits in `mask` count. At both ends of a secret in base64 a symbol is shared with the
/// neighbouring bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) value: u8,
    pub(super) mask: u8,
}

impl Unit {
    fn accepts(self, alphabet: Alphabet, byte: u8) -> bool {
        alphabet.decode(byte).is_some_and(|given| given & self.mask == self.value)
    }
}

/// A secret in one alphabet. Units are computed when asked for, so that a long secret is kept once.
#[derive(Clone)]
pub(super) struct Form {
    secret: Arc<[u8]>,
    alphabet: Alphabet,
    /// Symbols left out at the beginning, see [`Form::without_beginnings`].
    skip: usize,
}

/// Hex and base64 are wrapped into lines by many tools. A line break is looked through once this many symbols have
/// matched; earlier it would hold back the end of nearly every line of a stream.
pub(super) const UNITS_BEFORE_BREAK: usize = 4;

impl Form {
    /// How many symbols there are.
    pub(super) fn len(&self) -> usize {
        let bytes = self.secret.len();
        let whole = match self.alphabet {
            Alphabet::Bytes => bytes,
            Alphabet::Hex => 2 * bytes,
            Alphabet::Base64 { before } => (8 * (before + bytes)).div_ceil(6) - before,
        };
        whole - self.skip
    }

    /// Its symbols, when each is a byte of the secret.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        (self.alphabet == Alphabet::Bytes).then(|| &self.secret[self.skip..])
    }

    /// What the symbol `at` has to be.
    pub(super) fn unit(&self, at: usize) -> Unit {
        let at = at + self.skip;
        match self.alphabet {
            Alphabet::Bytes => Unit { value: self.secret[at], mask: u8::MAX },
            Alphabet::Hex => Unit { value: nibble(self.secret[at / 2], at), mask: 0xf },
            Alphabet::Base64 { before } => self.sextet(before, at),
        }
    }

    /// The six bits of base64 character `at`, counted from the first one that carries bits of the secret. With
    /// `before` bytes in front, that one is also character `before` of its group of four.
    fn sextet(&self, before: usize, at: usize) -> Unit {
        let bit = 6 * (before + at);
        let byte = |index: usize| index.checked_sub(before).and_then(|index| self.secret.get(index)).copied();
        let (high, low) = (byte(bit / 8), byte(bit / 8 + 1));
        let cut = |high: u8, low: u8| {
            let [_, six] = (u16::from_be_bytes([high, low]) >> (10 - bit % 8)).to_be_bytes();
            six & 0x3f
        };
        let known = |byte: Option<u8>| byte.map_or(0, |_| u8::MAX);
        Unit { value: cut(high.unwrap_or(0), low.unwrap_or(0)), mask: cut(known(high), known(low)) }
    }

    /// Whether `byte` is the symbol `at`.
    pub(super) fn accepts(&self, at: usize, byte: u8) -> bool {
        self.unit(at).accepts(self.alphabet, byte)
    }

    /// All bytes that may be the symbol `at`, for a space also the `+` of a form.
    pub(super) fn accepted(&self, at: usize) -> impl Iterator<Item = u8> {
        let (unit, alphabet) = (self.unit(at), self.alphabet);
        let plus = alphabet == Alphabet::Bytes && unit.value == b' ';
        let digits = if alphabet == Alphabet::Bytes { unit.value..=unit.value } else { b'+'..=b'z' };
        digits.filter(move |byte| unit.accepts(alphabet, *byte)).chain(plus.then_some(b'+'))
    }

    /// Whether line breaks may stand between the symbols.
    pub(super) fn is_wrapped(&self) -> bool {
        self.alphabet != Alphabet::Bytes
    }

    /// The same form without its first symbols, for the case that a line break stands after them: what comes after the
    /// break is still masked. At least five symbols are left of the shortest secret, thirty bits of it.
    fn without_beginnings(&self) -> impl Iterator<Item = Self> {
        let longest = if self.is_wrapped() { UNITS_BEFORE_BREAK } else { 0 };
        (1..longest).map(|skip| Self { skip, ..self.clone() })
    }
}

impl Alphabet {
    const ALL: [Self; 5] =
        [Self::Bytes, Self::Hex, Self::Base64 { before: 0 }, Self::Base64 { before: 1 }, Self::Base64 { before: 2 }];

    fn decode(self, byte: u8) -> Option<u8> {
        match self {
            Self::Bytes => Some(byte),
            Self::Hex => hex_digit(byte),
            Self::Base64 { .. } => base64_digit(byte),
        }
    }
}

/// The value of a hex digit.
pub(super) fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

fn base64_digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

fn nibble(byte: u8, at: usize) -> u8 {
    if at.is_multiple_of(2) { byte >> 4 } else { byte & 0xf }
}

/// All forms of a secret and of its lines; values shorter than `shortest` have none.
pub(super) fn forms(secret: &[u8], shortest: usize) -> Vec<Form> {
    values(secret, shortest).into_iter().flat_map(|value| forms_of(&Arc::from(value))).collect()
}

fn forms_of(secret: &Arc<[u8]>) -> Vec<Form> {
    let whole = Alphabet::ALL.map(|alphabet| Form { secret: secret.clone(), alphabet, skip: 0 });
    let cut: Vec<Form> = whole.iter().flat_map(Form::without_beginnings).collect();
    whole.into_iter().chain(cut).collect()
}

/// The secret, what becomes of it where text has to be UTF-8, each of its lines, and what all of them stand for when they
/// have percent escapes themselves: a program may write the same escapes in the other case.
fn values(secret: &[u8], shortest: usize) -> BTreeSet<Vec<u8>> {
    let whole = trimmed(secret, |byte| matches!(byte, b'\r' | b'\n'));
    let whole = if whole.len() < shortest { secret } else { whole };
    let blank = |byte: u8| byte.is_ascii_whitespace();
    let lines = whole.split(|byte| matches!(byte, b'\r' | b'\n')).map(|line| trimmed(line, blank));
    let mut values: BTreeSet<Vec<u8>> = lines.filter(|line| !is_armour(line)).map(<[u8]>::to_vec).collect();
    values.insert(whole.to_vec());
    values.extend(lossy(whole, shortest));
    values.extend(values.iter().filter_map(|value| without_percent(value)).collect::<Vec<_>>());
    values.retain(|value| value.len() >= shortest && !trimmed(value, blank).is_empty());
    values
}

/// The texts that programs show when the secret is not UTF-8: with U+FFFD for each broken character, or for each byte of
/// it. None when they say too little.
fn lossy(secret: &[u8], shortest: usize) -> Vec<Vec<u8>> {
    let valid: usize = secret.utf8_chunks().map(|chunk| chunk.valid().len()).sum();
    if valid < shortest {
        return Vec::new();
    }
    let mut by_bytes = String::new();
    for chunk in secret.utf8_chunks() {
        by_bytes.push_str(chunk.valid());
        by_bytes.extend(std::iter::repeat_n(char::REPLACEMENT_CHARACTER, chunk.invalid().len()));
    }
    vec![String::from_utf8_lossy(secret).into_owned().into_bytes(), by_bytes.into_bytes()]
}

/// The bytes that percent escapes stand for; `None` without any.
fn without_percent(value: &[u8]) -> Option<Vec<u8>> {
    let (mut at, mut bytes) = (0, Vec::new());
    while let Some(symbol) = read(&[Layer::Percent], value, at) {
        bytes.extend_from_slice(symbol.bytes());
        at = symbol.next;
    }
    bytes.extend_from_slice(&value[at..]);
    (bytes.len() < value.len()).then_some(bytes)
}

/// The first and the last line of a PEM file are no secret: every key has the same.
fn is_armour(line: &[u8]) -> bool {
    line.starts_with(b"-----BEGIN ") || line.starts_with(b"-----END ")
}

fn trimmed(mut bytes: &[u8], drop: impl Fn(u8) -> bool) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && drop(*first)
    {
        bytes = rest;
    }
    while let [rest @ .., last] = bytes
        && drop(*last)
    {
        bytes = rest;
    }
    bytes
}
