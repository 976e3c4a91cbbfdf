//! Masking: no registered secret is left however it is spelled, masking twice is masking once, and pieces give what the
//! whole gives.
#![no_main]

use diagnostics::{Redactor, SecretKind, Stream};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use std::fmt::Write as _;

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    secret: &'a [u8],
    other: &'a [u8],
    before: &'a [u8],
    after: &'a [u8],
    form: u8,
    cut: u8,
}

fuzz_target!(|input: Input<'_>| {
    let Input { secret, other, before, after, form, cut } = input;
    let redactor = Redactor::default();
    redactor.register(secret, SecretKind::Declared);
    redactor.register(other, SecretKind::ByName);
    if is_odd(secret, redactor.mask()) || is_odd(other, redactor.mask()) {
        return;
    }
    let text = spell(secret, before, after, form);
    let masked = redactor.bytes(&text);
    let found = check_ranges(&redactor, &text);
    assert!(found > 0 || secret.len() < SecretKind::Declared.shortest(), "a secret is not found");
    assert_eq!(redactor.bytes(&masked).into_owned(), *masked, "masked twice");
    assert_eq!(in_pieces(redactor.clone(), &text, usize::from(cut)), *masked, "masked in pieces");
    for (secret, kind) in [(secret, SecretKind::Declared), (other, SecretKind::ByName)] {
        assert!(secret.len() < kind.shortest() || !contains(&masked, secret), "a secret is left");
    }
});

/// A part of the mask stays in sight, and with an end of the mask in it a secret can be formed anew by the mask and its
/// neighbours. Blanks hide nothing.
fn is_odd(secret: &[u8], mask: &str) -> bool {
    let is_blank = !secret.is_empty() && secret.trim_ascii().is_empty();
    is_blank || secret.contains(&b'<') || secret.contains(&b'>') || contains(mask.as_bytes(), secret)
}

/// The secret between other bytes, in one of its forms.
fn spell(secret: &[u8], before: &[u8], after: &[u8], form: u8) -> Vec<u8> {
    match form % 4 {
        0 => [before, secret, after].concat(),
        1 => [before, hex(secret).as_bytes(), after].concat(),
        2 => [before, hex(secret).to_uppercase().as_bytes(), after].concat(),
        _ => base64(&[before, secret, after].concat(), form),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn base64(bytes: &[u8], form: u8) -> Vec<u8> {
    let alphabet: &[u8; 64] = if form & 4 == 0 {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    } else {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    };
    let group = |chunk: &[u8]| {
        let bits = (0..3).fold(0_usize, |bits, at| bits << 8 | usize::from(chunk.get(at).copied().unwrap_or(0)));
        (0..=chunk.len()).map(|at| alphabet[bits >> (18 - 6 * at) & 63]).collect::<Vec<u8>>()
    };
    bytes.chunks(3).flat_map(group).collect()
}

/// The number of places, which are in order and inside the text.
fn check_ranges(redactor: &Redactor, text: &[u8]) -> usize {
    let ranges = redactor.find(text);
    let mut last = 0;
    for range in &ranges {
        assert!(last <= range.start && range.start < range.end && range.end <= text.len());
        last = range.end;
    }
    ranges.len()
}

fn in_pieces(redactor: Redactor, text: &[u8], cut: usize) -> Vec<u8> {
    let mut stream = Stream::new(redactor);
    let mut out = Vec::new();
    for piece in text.chunks(cut.max(1)) {
        stream.push(piece, &mut out);
    }
    stream.finish(&mut out);
    out
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && text.windows(part.len()).any(|window| window == part)
}
