//! Taking layouts apart: what stands for a part of a time, and the text around it.

/// A part of a time that a layout asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// `January`.
    LongMonth,
    /// `Jan`.
    ShortMonth,
    /// `1` or `01`.
    Month(Pad),
    /// `Monday`.
    LongWeekday,
    /// `Mon`.
    ShortWeekday,
    /// `2`, `_2` or `02`.
    Day(Pad),
    /// `__2` or `002`.
    YearDay(Pad),
    /// `15`.
    Hour,
    /// `3` or `03`.
    Hour12(Pad),
    /// `4` or `04`.
    Minute(Pad),
    /// `5` or `05`.
    Second(Pad),
    /// `2006`.
    LongYear,
    /// `06`.
    ShortYear,
    /// `PM`.
    UpperHalf,
    /// `pm`.
    LowerHalf,
    /// `MST`.
    ZoneName,
    /// `-0700`, `Z07:00` and the like.
    Offset(Offset),
    /// `.000` or `,999`.
    Fraction(Fraction),
}

/// What fills a number up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pad {
    None,
    Space,
    Zero,
}

/// How an offset from UTC is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offset {
    /// Whether UTC is `Z`.
    pub(super) z_for_utc: bool,
    pub(super) colons: bool,
    pub(super) precision: Precision,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    Hours,
    Minutes,
    Seconds,
}

/// How the fraction of a second is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fraction {
    pub(super) separator: u8,
    pub(super) digits: usize,
    /// Whether zeros at the end are left out.
    pub(super) trimmed: bool,
}

/// Go keeps the number of digits in twelve bits.
const MOST_DIGITS: usize = 0xfff;

/// A layout up to and with its first element.
pub(super) struct Chunk<'l> {
    pub(super) before: &'l str,
    pub(super) element: Option<Element>,
    /// The element as it is written.
    pub(super) text: &'l str,
    pub(super) after: &'l str,
}

impl<'l> Chunk<'l> {
    /// Takes the next element off a layout; what is left without one is all text.
    pub(super) fn next(layout: &'l str) -> Self {
        let bytes = layout.as_bytes();
        for at in 0..bytes.len() {
            if let Some((element, length)) = Element::read(&bytes[at..]) {
                // The underscore of `_2006` is text.
                let at = if bytes[at] == b'_' && element == Element::LongYear { at + 1 } else { at };
                let (before, rest) = layout.split_at(at);
                let (text, after) = rest.split_at(length);
                return Self { before, element: Some(element), text, after };
            }
        }
        Self { before: layout, element: None, text: "", after: "" }
    }
}

impl Element {
    /// The element at the beginning of a layout, and its length.
    fn read(layout: &[u8]) -> Option<(Self, usize)> {
        match layout[0] {
            b'J' | b'M' => Self::read_name(layout),
            b'0' => Self::read_zero(layout),
            b'1' if layout.starts_with(b"15") => Some((Self::Hour, 2)),
            b'1' => Some((Self::Month(Pad::None), 1)),
            b'2' if layout.starts_with(b"2006") => Some((Self::LongYear, 4)),
            b'2' => Some((Self::Day(Pad::None), 1)),
            b'_' if layout.starts_with(b"_2006") => Some((Self::LongYear, 4)),
            b'_' if layout.starts_with(b"_2") => Some((Self::Day(Pad::Space), 2)),
            b'_' if layout.starts_with(b"__2") => Some((Self::YearDay(Pad::Space), 3)),
            b'3' => Some((Self::Hour12(Pad::None), 1)),
            b'4' => Some((Self::Minute(Pad::None), 1)),
            b'5' => Some((Self::Second(Pad::None), 1)),
            b'P' if layout.starts_with(b"PM") => Some((Self::UpperHalf, 2)),
            b'p' if layout.starts_with(b"pm") => Some((Self::LowerHalf, 2)),
            b'-' | b'Z' => Self::read_offset(layout),
            b'.' | b',' => Self::read_fraction(layout),
            _ => None,
        }
    }

    /// Short names do not count when a small letter follows: `Month` is text.
    fn read_name(layout: &[u8]) -> Option<(Self, usize)> {
        let whole_word = !layout.get(3).is_some_and(u8::is_ascii_lowercase);
        if layout.starts_with(b"January") {
            Some((Self::LongMonth, 7))
        } else if layout.starts_with(b"Jan") && whole_word {
            Some((Self::ShortMonth, 3))
        } else if layout.starts_with(b"Monday") {
            Some((Self::LongWeekday, 6))
        } else if layout.starts_with(b"Mon") && whole_word {
            Some((Self::ShortWeekday, 3))
        } else if layout.starts_with(b"MST") {
            Some((Self::ZoneName, 3))
        } else {
            None
        }
    }

    fn read_zero(layout: &[u8]) -> Option<(Self, usize)> {
        let element = match layout.get(1)? {
            b'0' if layout.get(2) == Some(&b'2') => return Some((Self::YearDay(Pad::Zero), 3)),
            b'1' => Self::Month(Pad::Zero),
            b'2' => Self::Day(Pad::Zero),
            b'3' => Self::Hour12(Pad::Zero),
            b'4' => Self::Minute(Pad::Zero),
            b'5' => Self::Second(Pad::Zero),
            b'6' => Self::ShortYear,
            _ => return None,
        };
        Some((element, 2))
    }

    fn read_offset(layout: &[u8]) -> Option<(Self, usize)> {
        let z_for_utc = layout[0] == b'Z';
        let rest = &layout[1..];
        let forms: [(&[u8], bool, Precision); 5] = [
            (b"070000", false, Precision::Seconds),
            (b"07:00:00", true, Precision::Seconds),
            (b"0700", false, Precision::Minutes),
            (b"07:00", true, Precision::Minutes),
            (b"07", false, Precision::Hours),
        ];
        let (text, colons, precision) = forms.into_iter().find(|(text, ..)| rest.starts_with(text))?;
        Some((Self::Offset(Offset { z_for_utc, colons, precision }), text.len() + 1))
    }

    /// The same digit all the way, and no other digit after it.
    fn read_fraction(layout: &[u8]) -> Option<(Self, usize)> {
        let digit = *layout.get(1).filter(|byte| matches!(byte, b'0' | b'9'))?;
        let digits = layout[1..].iter().take_while(|byte| **byte == digit).count();
        if layout.get(digits + 1).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let fraction = Fraction { separator: layout[0], digits: digits & MOST_DIGITS, trimmed: digit == b'9' };
        Some((Self::Fraction(fraction), digits + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(mut layout: &str) -> Vec<(&str, &str)> {
        let mut texts = Vec::new();
        loop {
            let chunk = Chunk::next(layout);
            texts.push((chunk.before, chunk.text));
            if chunk.element.is_none() {
                return texts;
            }
            layout = chunk.after;
        }
    }

    #[test]
    fn elements_and_text() {
        assert_eq!(texts("_2006 _2 __2"), [("_", "2006"), (" ", "_2"), (" ", "__2"), ("", "")]);
        assert_eq!(texts("Month Mon Janx"), [("Month ", "Mon"), (" Janx", "")]);
        assert_eq!(texts("05.0005 .000"), [("", "05"), (".00", "05"), (" ", ".000"), ("", "")]);
        assert_eq!(texts("Z07:00:00é-07:0"), [("", "Z07:00:00"), ("é", "-07"), (":0", "")]);
        assert_eq!(texts("1522006"), [("", "15"), ("", "2"), ("", "2006"), ("", "")]);
    }
}
