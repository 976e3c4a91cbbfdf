//! Comparing one form of a secret with one place of a text.

use super::form::{Form, UNITS_BEFORE_BREAK};
use super::layer::{Layer, Symbol, read};

/// A break between two lines of wrapped hex or base64 is at most this long, with the indentation of the next line.
const LONGEST_BREAK: usize = 64;

/// How far the secret and the text agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    /// The secret is there, and ends here.
    Match(usize),
    /// They agree up to the end of the text.
    Partial,
    /// They differ here.
    Differ(usize),
}

/// Compares `form` with the text from `start` on, as written with `layers`.
pub(super) fn walk(form: &Form, layers: &[Layer], text: &[u8], start: usize) -> Walk {
    let (mut at, mut unit, mut gap) = (start, 0, 0);
    while unit < form.len() {
        let Some(symbol) = read(layers, text, at) else { return Walk::Partial };
        if agrees(form, unit, layers, &symbol) {
            unit += symbol.bytes().len();
            gap = 0;
        } else if form.is_wrapped() && unit >= UNITS_BEFORE_BREAK && is_break(&symbol, gap) {
            gap += 1;
        } else {
            return Walk::Differ(at);
        }
        at = symbol.next;
    }
    Walk::Match(at)
}

fn agrees(form: &Form, unit: usize, layers: &[Layer], symbol: &Symbol) -> bool {
    let bytes = symbol.bytes();
    if bytes == b"+" && !form.is_wrapped() && layers.contains(&Layer::Percent) && form.accepts(unit, b' ') {
        return true;
    }
    unit + bytes.len() <= form.len() && bytes.iter().enumerate().all(|(i, byte)| form.accepts(unit + i, *byte))
}

fn is_break(symbol: &Symbol, gap: usize) -> bool {
    match symbol.bytes() {
        b"\n" | b"\r" => gap < LONGEST_BREAK,
        b" " | b"\t" => (1..LONGEST_BREAK).contains(&gap),
        _ => false,
    }
}
