//! The order in which yaml.v3 writes the keys of a Go map.

use value::Key;

/// Sorts entries by key. The order of yaml.v3 is not a total one when numbers overflow, and the standard library's sort
/// may panic on such an order, so this is a plain merge sort.
pub(super) fn natural<T: Copy>(entries: Vec<(&Key, T)>) -> Vec<(&Key, T)> {
    if entries.len() < 2 {
        return entries;
    }
    let (left, right) = entries.split_at(entries.len() / 2);
    let (left, right) = (natural(left.to_vec()), natural(right.to_vec()));
    let mut merged = Vec::with_capacity(entries.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(first), Some(second)) = (left.peek(), right.peek()) {
        let from = if is_less(second.0, first.0) { &mut right } else { &mut left };
        merged.extend(from.next());
    }
    merged.extend(left);
    merged.extend(right);
    merged
}

fn is_less(a: &Key, b: &Key) -> bool {
    match (number(a), number(b)) {
        (Some(x), Some(y)) => (x, rank(a)) < (y, rank(b)),
        _ => match (a, b) {
            (Key::String(a), Key::String(b)) => is_text_less(a, b),
            _ => rank(a) < rank(b),
        },
    }
}

fn number(key: &Key) -> Option<i128> {
    match key {
        Key::Bool(key) => Some((*key).into()),
        Key::Int(key) => Some((*key).into()),
        Key::Uint(key) => Some((*key).into()),
        Key::String(_) => None,
    }
}

/// The order of Go's kinds.
fn rank(key: &Key) -> u8 {
    match key {
        Key::Bool(_) => 0,
        Key::Int(_) => 1,
        Key::Uint(_) => 2,
        Key::String(_) => 3,
    }
}

/// Letters by their code, numbers by what they count, letters before anything else only behind a digit. Digits of other
/// scripts count as signs here, as numbers in yaml.v3.
fn is_text_less(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let Some(at) = a.iter().zip(&b).position(|(x, y)| x != y) else { return a.len() < b.len() };
    let (x, y) = (a[at], b[at]);
    let after_digit = at > 0 && a[at - 1].is_ascii_digit();
    match (x.is_alphabetic(), y.is_alphabetic()) {
        (true, true) => x < y,
        (true, false) => after_digit,
        (false, true) => !after_digit,
        (false, false) => is_number_less(&a, &b, at),
    }
}

fn is_number_less(a: &[char], b: &[char], at: usize) -> bool {
    // A zero counts for its place when a digit other than zero stands before it.
    let is_zero = a[at] == '0' || b[at] == '0';
    let counts = is_zero && a[..at].iter().rev().take_while(|char| char.is_ascii_digit()).any(|char| *char != '0');
    let (x, x_digits) = read_number(&a[at..], counts);
    let (y, y_digits) = read_number(&b[at..], counts);
    (x, x_digits, a[at]) < (y, y_digits, b[at])
}

/// The number at the start and how many digits it has.
fn read_number(text: &[char], counts: bool) -> (i64, usize) {
    let digits = text.iter().take_while(|char| char.is_ascii_digit());
    let add = |number: i64, char: &char| number.wrapping_mul(10).wrapping_add(i64::from(u32::from(*char)) - 48);
    (digits.clone().fold(i64::from(counts), add), digits.count())
}
