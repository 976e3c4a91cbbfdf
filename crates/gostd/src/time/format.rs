//! Writing times by a layout.

use value::{Civil, Timestamp};

use super::element::{Chunk, Element, Fraction, Offset, Pad, Precision};
use super::names::{SHORT, month_name, weekday_name};

/// The time in the form of a layout, as `Time.Format`.
pub fn format(time: &Timestamp, layout: &str) -> String {
    let mut writer = Writer { time, at: time.civil(), text: String::with_capacity(layout.len() + 10) };
    let mut rest = layout;
    loop {
        let chunk = Chunk::next(rest);
        writer.text.push_str(chunk.before);
        let Some(element) = chunk.element else { return writer.text };
        writer.element(element);
        rest = chunk.after;
    }
}

/// Powers of ten.
const POWERS: [u32; 10] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

struct Writer<'t> {
    time: &'t Timestamp,
    at: Civil,
    text: String,
}

impl Writer<'_> {
    fn element(&mut self, element: Element) {
        let at = self.at;
        match element {
            Element::LongMonth => self.text.push_str(month_name(at.month)),
            Element::ShortMonth => self.text.push_str(&month_name(at.month)[..SHORT]),
            Element::Month(pad) => self.number(at.month.into(), pad, 2),
            Element::LongWeekday => self.text.push_str(weekday_name(at.weekday())),
            Element::ShortWeekday => self.text.push_str(&weekday_name(at.weekday())[..SHORT]),
            Element::Day(pad) => self.number(at.day.into(), pad, 2),
            Element::YearDay(pad) => self.number(at.year_day().into(), pad, 3),
            Element::Hour => self.number(at.hour.into(), Pad::Zero, 2),
            Element::Hour12(pad) => self.number((u32::from(at.hour) + 11) % 12 + 1, pad, 2),
            Element::Minute(pad) => self.number(at.minute.into(), pad, 2),
            Element::Second(pad) => self.number(at.second.into(), pad, 2),
            Element::LongYear => self.number(at.year.unsigned_abs(), Pad::Zero, 4),
            Element::ShortYear => self.number(at.year.unsigned_abs() % 100, Pad::Zero, 2),
            Element::UpperHalf => self.text.push_str(if at.hour < 12 { "AM" } else { "PM" }),
            Element::LowerHalf => self.text.push_str(if at.hour < 12 { "am" } else { "pm" }),
            Element::ZoneName => self.zone_name(),
            Element::Offset(offset) => self.offset(offset),
            Element::Fraction(fraction) => self.fraction(fraction),
        }
    }

    fn number(&mut self, number: u32, pad: Pad, width: usize) {
        let fill = match pad {
            Pad::None => "",
            Pad::Space => " ",
            Pad::Zero => "0",
        };
        let length = number.checked_ilog10().map_or(1, |digits| digits as usize + 1);
        (length..width).for_each(|_| self.text.push_str(fill));
        for power in (0..length).rev() {
            let digit = number / POWERS[power] % 10;
            self.text.push(char::from_digit(digit, 10).expect("it is a digit"));
        }
    }

    /// The short name of the zone, or its offset when there is none.
    fn zone_name(&mut self) {
        match self.time.zone() {
            "" => self.offset(Offset { z_for_utc: false, colons: false, precision: Precision::Minutes }),
            name => self.text.push_str(name),
        }
    }

    fn offset(&mut self, form: Offset) {
        let seconds = self.time.offset_seconds();
        if seconds == 0 && form.z_for_utc {
            return self.text.push('Z');
        }
        // Half a minute west counts as east in Go, which takes the sign of the whole minutes.
        let minutes = seconds / 60;
        self.text.push(if minutes < 0 { '-' } else { '+' });
        let colon = if form.colons { ":" } else { "" };
        self.number(minutes.unsigned_abs() / 60, Pad::Zero, 2);
        if form.precision == Precision::Hours {
            return;
        }
        self.text.push_str(colon);
        self.number(minutes.unsigned_abs() % 60, Pad::Zero, 2);
        if form.precision == Precision::Seconds {
            self.text.push_str(colon);
            self.offset_seconds(if minutes < 0 { -seconds } else { seconds });
        }
    }

    /// What is left of the minute, with a sign of its own where Go writes one.
    fn offset_seconds(&mut self, seconds: i32) {
        if seconds < 0 {
            self.text.push('-');
        }
        self.number((seconds % 60).unsigned_abs(), Pad::Zero, 2);
    }

    fn fraction(&mut self, form: Fraction) {
        if form.trimmed && (form.digits == 0 || self.time.nanos() == 0) {
            return;
        }
        let digits = format!("{:09}", self.time.nanos());
        let digits = &digits[..form.digits.min(9)];
        let digits = if form.trimmed { digits.trim_end_matches('0') } else { digits };
        if !digits.is_empty() || !form.trimmed {
            self.text.push(char::from(form.separator));
            self.text.push_str(digits);
        }
    }
}
