//! Comparing one form of a secret with one place of a text.

use super::form::{Form, UNITS_BEFORE_BREAK};
use super::layer::{Layer, Symbol, read};

/// A break between two lines of wrapped hex or base64 is at most this long, with the indentation of the next line.
const LONGEST_BREAK: usize = 64;

/// The longest escape, `\\U0001f600` with its backslash written as two, has fewer symbols than this.
const LONGEST_ESCAPE: usize = 16;

/// How far the secret and the text agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    /// The secret is there, and ends here.
    Match(usize),
    /// They agree up to the end of the text; the secret ends here if nothing follows.
    Partial(Option<usize>),
    /// They differ here.
    Differ(usize),
}

/// Compares `form` with the text from `start` on, as written with `layers`.
pub(super) fn walk(form: &Form, layers: &[Layer], text: &[u8], start: usize) -> Walk {
    if let ([], Some(bytes)) = (layers, form.bytes()) {
        return compare(bytes, text, start);
    }
    let (mut at, mut unit, mut gap) = (start, 0, 0);
    while unit < form.len() {
        let Some(symbol) = read(layers, text, at) else {
            return Walk::Partial(cut_short(form, unit, layers, text, at));
        };
        if agrees(form, unit, layers, &symbol) {
            unit += symbol.bytes().len();
            gap = 0;
        } else if form.is_wrapped() && unit >= UNITS_BEFORE_BREAK && is_break(&symbol, gap) {
            gap += 1;
        } else {
            return cut_short(form, unit, layers, text, at).map_or(Walk::Differ(at), Walk::Match);
        }
        at = symbol.next;
    }
    Walk::Match(at)
}

/// The same for what is written as it is: most of the work where a text repeats itself as a secret does.
fn compare(secret: &[u8], text: &[u8], start: usize) -> Walk {
    const STEP: usize = 32;
    let rest = &text[start.min(text.len())..];
    let mut agree = 0;
    while secret.get(agree..agree + STEP).is_some_and(|part| rest[agree..].starts_with(part)) {
        agree += STEP;
    }
    agree += secret[agree..].iter().zip(&rest[agree..]).take_while(|(a, b)| a == b).count();
    match agree {
        _ if agree == secret.len() => Walk::Match(start + agree),
        _ if agree == rest.len() => Walk::Partial(None),
        _ => Walk::Differ(start + agree),
    }
}

/// Whether the secret ends inside of what reads as an escape: `%` and `61` of two neighbours look like an `a`, and a
/// mask that takes the place of the second one would uncover the `%` of the first.
fn cut_short(form: &Form, unit: usize, layers: &[Layer], text: &[u8], at: usize) -> Option<usize> {
    if form.len() - unit > LONGEST_ESCAPE {
        return None;
    }
    (0..layers.len()).find_map(|depth| {
        let inner = &layers[..depth];
        let mark = read(inner, text, at)?;
        let start = if layers[depth] == Layer::Backslash && mark.bytes() == b"\\" { mark.next } else { at };
        ends(form, unit, inner, text, start)
    })
}

/// The end of the secret, when the rest of it stands at `at`.
fn ends(form: &Form, mut unit: usize, layers: &[Layer], text: &[u8], mut at: usize) -> Option<usize> {
    while unit < form.len() {
        let symbol = read(layers, text, at).filter(|symbol| agrees(form, unit, layers, symbol))?;
        unit += symbol.bytes().len();
        at = symbol.next;
    }
    Some(at)
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
