//! Taking numbers and names off the beginning of a text.

use super::names::SHORT;

/// Text of which the beginning is taken off.
#[derive(Clone, Copy)]
pub(super) struct Scan<'v>(pub(super) &'v [u8]);

impl<'v> Scan<'v> {
    pub(super) fn take(&mut self, count: usize) -> Option<&'v [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn take_byte(&mut self, byte: u8) -> bool {
        let found = self.0.first() == Some(&byte);
        self.0 = &self.0[usize::from(found)..];
        found
    }

    /// Skips a text of the layout, in which any number of spaces stands for any number of spaces.
    pub(super) fn skip(&mut self, mut text: &[u8]) -> Option<()> {
        while let Some(first) = text.first() {
            if *first == b' ' {
                if !self.0.is_empty() && self.0[0] != b' ' {
                    return None;
                }
                text = without_spaces(text);
                self.0 = without_spaces(self.0);
            } else {
                self.take_byte(*first).then_some(())?;
                text = &text[1..];
            }
        }
        Some(())
    }

    /// One digit or two.
    pub(super) fn one_or_two(&mut self) -> Option<i64> {
        let count = self.digits().min(2);
        self.number(count)
    }

    /// Exactly so many digits.
    pub(super) fn exactly(&mut self, count: usize) -> Option<i64> {
        (self.digits() >= count).then(|| self.number(count))?
    }

    /// Up to three digits.
    pub(super) fn up_to_three(&mut self) -> Option<i64> {
        let count = self.digits().min(3);
        self.number(count)
    }

    /// How many digits there are at the beginning.
    pub(super) fn digits(&self) -> usize {
        self.0.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    fn number(&mut self, count: usize) -> Option<i64> {
        (count > 0).then(|| self.take(count).and_then(signed))?
    }

    /// One of these names, whatever the case of its letters; the position of it.
    pub(super) fn name<const N: usize>(&mut self, names: [&str; N], short: bool) -> Option<i64> {
        let length = |name: &str| if short { SHORT } else { name.len() };
        let matches = |name: &&str| {
            let length = length(name);
            self.0.get(..length).is_some_and(|text| text.eq_ignore_ascii_case(&name.as_bytes()[..length]))
        };
        let position = names.iter().position(matches)?;
        self.0 = &self.0[length(names[position])..];
        i64::try_from(position).ok()
    }
}

fn without_spaces(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|byte| **byte == b' ').count()..]
}

/// A number of digits only, with or without a sign; no digits are zero.
pub(super) fn signed(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let number = digits.iter().try_fold(0_i64, |sum, digit| {
        digit.is_ascii_digit().then(|| sum.checked_mul(10)?.checked_add(i64::from(digit - b'0')))?
    })?;
    Some(if negative { -number } else { number })
}
