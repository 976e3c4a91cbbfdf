//! Reading times by a layout.

use value::{Timestamp, TimestampError, ZoneName};

use super::calendar::DateParts;
use super::element::{Chunk, Element, Fraction, Pad};
use super::names::{MONTHS, WEEKDAYS};
use super::parse_error::{ParseError, Problem};
use super::parse_zone::{name_length, read_offset};
use super::scan::{Scan, signed};
use super::zone::Zone;

/// Reads a time in the form of a layout, as `time.ParseInLocation`; with [`Zone::utc`] as `time.Parse` where the local
/// zone is UTC. The zone is where the time is when the text does not say so, and where its short names of zones and its
/// offsets are looked up.
pub fn parse(layout: &str, text: &str, zone: &Zone) -> Result<Timestamp, ParseError> {
    let parsed = Fields::read(layout, text).and_then(|fields| fields.into_time(zone));
    parsed.map_err(|problem| ParseError { layout: layout.to_string(), value: text.to_string(), problem })
}

/// What was read so far.
#[derive(Default)]
struct Fields {
    year: i64,
    month: Option<i64>,
    day: Option<i64>,
    year_day: Option<i64>,
    hour: i64,
    minute: i64,
    second: i64,
    nano: i64,
    afternoon: Option<bool>,
    utc: bool,
    offset: Option<i64>,
    zone_name: Option<String>,
}

/// Why an element cannot be read.
pub(super) enum Failure {
    /// It is something else.
    Mismatch,
    /// It is a number that is too large.
    OutOfRange(&'static str),
}

pub(super) type Read<T = ()> = Result<T, Failure>;

impl Fields {
    fn read(layout: &str, text: &str) -> Result<Self, Problem> {
        let mut fields = Self::default();
        let (mut layout, mut scan) = (layout, Scan(text.as_bytes()));
        loop {
            let chunk = Chunk::next(layout);
            if scan.skip(chunk.before.as_bytes()).is_none() {
                return Err(Problem::Mismatch { expected: chunk.before.to_string(), found: scan.0.to_vec() });
            }
            let Some(element) = chunk.element else { break };
            layout = chunk.after;
            let before = scan;
            fields.element(element, layout, &mut scan).map_err(|failure| match failure {
                Failure::Mismatch => Problem::Mismatch { expected: chunk.text.to_string(), found: before.0.to_vec() },
                Failure::OutOfRange(what) => Problem::Invalid(what),
            })?;
        }
        if scan.0.is_empty() { Ok(fields) } else { Err(Problem::ExtraText(scan.0.to_vec())) }
    }

    fn element(&mut self, element: Element, layout: &str, text: &mut Scan<'_>) -> Read {
        match element {
            Element::LongMonth => self.month = Some(found(text.name(MONTHS, false))? + 1),
            Element::ShortMonth => self.month = Some(found(text.name(MONTHS, true))? + 1),
            Element::Month(pad) => {
                let month = number(text, pad)?;
                self.month = Some(within(month, 1, 12, "month out of range")?);
            }
            Element::LongWeekday => _ = found(text.name(WEEKDAYS, false))?,
            Element::ShortWeekday => _ = found(text.name(WEEKDAYS, true))?,
            Element::Day(pad) => {
                if pad == Pad::Space {
                    text.take_byte(b' ');
                }
                self.day = Some(number(text, pad)?);
            }
            Element::YearDay(pad) => self.year_day = Some(year_day(text, pad)?),
            Element::Hour => self.hour = within(found(text.one_or_two())?, 0, 23, "hour out of range")?,
            Element::Hour12(pad) => self.hour = within(number(text, pad)?, 0, 12, "hour out of range")?,
            Element::Minute(pad) => self.minute = within(number(text, pad)?, 0, 59, "minute out of range")?,
            Element::Second(pad) => self.second(number(text, pad)?, layout, text)?,
            Element::LongYear => self.year = found(text.exactly(4))?,
            Element::ShortYear => self.year = short_year(text)?,
            Element::UpperHalf => self.afternoon = Some(half(text, b"AM", b"PM")?),
            Element::LowerHalf => self.afternoon = Some(half(text, b"am", b"pm")?),
            Element::ZoneName => self.zone_name(text)?,
            Element::Offset(form) if form.z_for_utc && text.take_byte(b'Z') => self.utc = true,
            // Go has no other way to say that there is no offset than one second west.
            Element::Offset(form) => self.offset = Some(read_offset(form, text)?).filter(|offset| *offset != -1),
            Element::Fraction(form) => self.fraction(form, text)?,
        }
        Ok(())
    }

    /// A second can have a fraction that the layout does not show.
    fn second(&mut self, second: i64, layout: &str, text: &mut Scan<'_>) -> Read {
        self.second = within(second, 0, 59, "second out of range")?;
        let shown = matches!(Chunk::next(layout).element, Some(Element::Fraction(_)));
        if !shown && let Some(length) = fraction_length(text.0) {
            self.nano = nanoseconds(found(text.take(length))?)?;
        }
        Ok(())
    }

    /// Exactly as many digits as the layout has zeros; with nines any number of them, or none.
    fn fraction(&mut self, form: Fraction, text: &mut Scan<'_>) -> Read {
        let length = if form.trimmed {
            let Some(length) = fraction_length(text.0) else { return Ok(()) };
            length
        } else {
            form.digits + 1
        };
        self.nano = nanoseconds(found(text.take(length))?)?;
        Ok(())
    }

    fn zone_name(&mut self, text: &mut Scan<'_>) -> Read {
        if text.0.starts_with(b"UTC") {
            text.take(3);
            self.utc = true;
            return Ok(());
        }
        let length = name_length(text.0);
        let name = if length > 0 { text.take(length) } else { None };
        self.zone_name = Some(String::from_utf8_lossy(found(name)?).into_owned());
        Ok(())
    }

    fn into_time(mut self, zone: &Zone) -> Result<Timestamp, Problem> {
        self.hour = match self.afternoon {
            Some(true) if self.hour < 12 => self.hour + 12,
            Some(false) if self.hour == 12 => 0,
            _ => self.hour,
        };
        let (month, day) = self.month_and_day()?;
        let parts = DateParts {
            year: self.year,
            month,
            day,
            hour: self.hour,
            minute: self.minute,
            second: self.second,
            nano: self.nano,
        };
        if day < 1 || day > days_in(self.year, month) {
            return Err(Problem::Invalid("day out of range"));
        }
        self.place(parts, zone)
    }

    /// The month and the day, from the day of the year if there is one; what is given twice must agree.
    fn month_and_day(&self) -> Result<(i64, i64), Problem> {
        let Some(year_day) = self.year_day else {
            return Ok((self.month.unwrap_or(1), self.day.unwrap_or(1)));
        };
        let days_in_year = if is_leap(self.year) { 366 } else { 365 };
        if !(1..=days_in_year).contains(&year_day) {
            return Err(Problem::Invalid("day-of-year out of range"));
        }
        let (mut month, mut day) = (1, year_day);
        while day > days_in(self.year, month) {
            day -= days_in(self.year, month);
            month += 1;
        }
        if self.month.is_some_and(|given| given != month) {
            return Err(Problem::Invalid("day-of-year does not match month"));
        }
        if self.day.is_some_and(|given| given != day) {
            return Err(Problem::Invalid("day-of-year does not match day"));
        }
        Ok((month, day))
    }

    /// The instant, in the zone that the text names or in the one that is given.
    fn place(self, parts: DateParts, zone: &Zone) -> Result<Timestamp, Problem> {
        let time = match (self.utc, self.offset, &self.zone_name) {
            (true, ..) => Zone::utc().date(parts),
            (_, Some(offset), name) => at_offset(parts, offset, name.as_deref(), zone),
            (_, None, Some(name)) => at_name(parts, name, zone),
            _ => zone.date(parts),
        };
        time.map_err(|error| match error {
            TimestampError::Offset { .. } => Problem::Invalid("time zone offset hour out of range"),
            _ => Problem::Invalid("year out of range"),
        })
    }
}

/// At an offset: in the zone when its clocks show that offset then, and else in one that has only the offset.
fn at_offset(parts: DateParts, offset: i64, name: Option<&str>, zone: &Zone) -> Result<Timestamp, TimestampError> {
    let (shown, nanos) = parts.to_seconds()?;
    let unix = shown - offset;
    let span = zone.span(unix);
    if i64::from(span.offset) == offset && name.is_none_or(|name| span.name.as_str() == name) {
        return zone.from_unix(unix, nanos);
    }
    let offset = i32::try_from(offset).map_err(|_| TimestampError::OutOfRange)?;
    let time = Timestamp::from_parts(unix, nanos, offset)?;
    Ok(time.with_zone(name.and_then(ZoneName::new).unwrap_or(ZoneName::NONE)))
}

/// At a short name: the one that the zone has for it, or else one that has only the name, at no distance from UTC unless
/// it is `GMT` with a number.
fn at_name(parts: DateParts, name: &str, zone: &Zone) -> Result<Timestamp, TimestampError> {
    let (shown, nanos) = parts.to_seconds()?;
    if let Some(offset) = zone.offset_of(name, shown) {
        return zone.from_unix(shown - i64::from(offset), nanos);
    }
    let hours = name.strip_prefix("GMT").and_then(|hours| signed(hours.as_bytes())).unwrap_or(0);
    let offset = i32::try_from(hours * 3_600).unwrap_or(0);
    // The clock shows the time that was read plus the offset, since the instant is taken as if it were UTC.
    let time = Timestamp::from_parts(shown, nanos, offset)?;
    Ok(time.with_zone(ZoneName::new(name).unwrap_or(ZoneName::NONE)))
}

fn found<T>(value: Option<T>) -> Read<T> {
    value.ok_or(Failure::Mismatch)
}

fn within(number: i64, least: i64, most: i64, what: &'static str) -> Read<i64> {
    if (least..=most).contains(&number) { Ok(number) } else { Err(Failure::OutOfRange(what)) }
}

/// Two digits where the layout has a zero, one or two elsewhere.
fn number(text: &mut Scan<'_>, pad: Pad) -> Read<i64> {
    found(if pad == Pad::Zero { text.exactly(2) } else { text.one_or_two() })
}

fn year_day(text: &mut Scan<'_>, pad: Pad) -> Read<i64> {
    if pad == Pad::Zero {
        return found(text.exactly(3));
    }
    text.take_byte(b' ');
    text.take_byte(b' ');
    found(text.up_to_three())
}

/// Two characters of which the first can be a sign, in the years 1969 to 2068.
fn short_year(text: &mut Scan<'_>) -> Read<i64> {
    let year = found(text.take(2).and_then(signed))?;
    Ok(if year >= 69 { year + 1900 } else { year + 2000 })
}

/// Whether it is the second half of the day.
fn half(text: &mut Scan<'_>, morning: &[u8], afternoon: &[u8]) -> Read<bool> {
    match found(text.take(2))? {
        given if given == morning => Ok(false),
        given if given == afternoon => Ok(true),
        _ => Err(Failure::Mismatch),
    }
}

/// How long a fraction of a second at the beginning of a text is, the separator included.
fn fraction_length(text: &[u8]) -> Option<usize> {
    let digits = Scan(text.strip_prefix(b".").or_else(|| text.strip_prefix(b","))?).digits();
    (digits > 0).then_some(digits + 1)
}

/// A separator and digits of which nine count.
fn nanoseconds(text: &[u8]) -> Read<i64> {
    let digits = found(text.strip_prefix(b".").or_else(|| text.strip_prefix(b",")))?;
    let digits = &digits[..digits.len().min(9)];
    let number = within(found(signed(digits))?, 0, i64::MAX, "fractional second out of range")?;
    let missing = u32::try_from(9 - digits.len()).unwrap_or(0);
    Ok(number * 10_i64.pow(missing))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
