//! The rule that applies after the last change that a database lists, in the form of the variable `TZ`.

use value::{Civil, ZoneName};

use super::location::{FOREVER, Span};

/// Standard time, and summer time if there is any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tail {
    standard: Clock,
    summer: Option<Summer>,
}

/// The name of a time and its distance from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Clock {
    name: ZoneName,
    offset: i32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Summer {
    clock: Clock,
    start: Rule,
    end: Rule,
}

/// A day of the year and the second of that day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rule {
    day: Day,
    second: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Day {
    /// From 1, without the leap day.
    Julian(i64),
    /// From 0, with the leap day.
    OfYear(i64),
    /// A day of the week in a week of a month, of which the fifth is the last.
    OfWeek { month: u8, week: u8, weekday: u8 },
}

const DAY: i64 = 86_400;

impl Tail {
    /// Reads a rule; `None` when it is not one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut reader = Reader(text);
        let standard = Clock { name: reader.name()?, offset: -reader.offset()? };
        if reader.0.is_empty() || reader.0.starts_with(',') {
            return Some(Self { standard, summer: None });
        }
        let name = reader.name()?;
        let ahead = reader.0.is_empty() || reader.0.starts_with(',');
        let offset = if ahead { standard.offset + 3_600 } else { -reader.offset()? };
        if reader.0.is_empty() {
            reader.0 = ",M3.2.0,M11.1.0";
        }
        reader.0 = reader.0.strip_prefix([',', ';'])?;
        let start = reader.rule()?;
        reader.take(',')?;
        let end = reader.rule()?;
        reader
            .0
            .is_empty()
            .then_some(Self { standard, summer: Some(Summer { clock: Clock { name, offset }, start, end }) })
    }

    /// What applies at an instant. `since` is when the last listed change was.
    pub(super) fn at(&self, since: i64, unix: i64) -> Option<Span> {
        let Some(summer) = &self.summer else {
            return Some(self.standard.between(since, FOREVER));
        };
        let at = Civil::from_seconds(unix)?;
        let second_of_year = (i64::from(at.year_day()) - 1) * DAY + unix % DAY;
        let year_start = unix - second_of_year;
        let mut turns = [
            (summer.start.second_of_year(at.year) - i64::from(self.standard.offset), summer.clock),
            (summer.end.second_of_year(at.year) - i64::from(summer.clock.offset), self.standard),
        ];
        // South of the equator the year begins in summer.
        turns.sort_by_key(|turn| turn.0);
        let [(first, between), (second, outside)] = turns;
        Some(if second_of_year < first {
            outside.between(year_start, first + year_start)
        } else if second_of_year >= second {
            outside.between(second + year_start, year_start + 365 * DAY)
        } else {
            between.between(first + year_start, second + year_start)
        })
    }
}

impl Clock {
    fn between(self, start: i64, end: i64) -> Span {
        Span { name: self.name, offset: self.offset, start, end }
    }
}

impl Rule {
    /// Seconds from the start of the year, on the clock that is in use until then.
    fn second_of_year(self, year: i32) -> i64 {
        let start = first_of(year, 1);
        let day = match self.day {
            Day::Julian(day) => day - 1 + i64::from(day >= 60 && is_leap(year)),
            Day::OfYear(day) => day,
            Day::OfWeek { month, week, weekday } => {
                let first = first_of(year, month);
                let next = if month == 12 { first_of(year + 1, 1) } else { first_of(year, month + 1) };
                let days = (next.to_seconds() - first.to_seconds()) / DAY;
                let ahead = i64::from((weekday + 7 - first.weekday()) % 7);
                let weeks = (i64::from(week) - 1).min((days - 1 - ahead) / 7);
                (first.to_seconds() - start.to_seconds()) / DAY + ahead + weeks * 7
            }
        };
        day * DAY + self.second
    }
}

fn first_of(year: i32, month: u8) -> Civil {
    Civil { year, month, day: 1, hour: 0, minute: 0, second: 0 }
}

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

struct Reader<'t>(&'t str);

impl Reader<'_> {
    fn take(&mut self, c: char) -> Option<()> {
        self.0 = self.0.strip_prefix(c)?;
        Some(())
    }

    /// Letters, or anything between angle brackets.
    fn name(&mut self) -> Option<ZoneName> {
        let (name, rest) = if let Some(text) = self.0.strip_prefix('<') {
            text.split_once('>')?
        } else {
            let ends = |c: char| c.is_ascii_digit() || matches!(c, ',' | '-' | '+');
            let (name, rest) = self.0.split_at(self.0.find(ends).unwrap_or(self.0.len()));
            (name.len() >= 3).then_some((name, rest))?
        };
        self.0 = rest;
        ZoneName::new(name)
    }

    /// Hours, minutes and seconds.
    fn offset(&mut self) -> Option<i32> {
        let sign = if self.take('-').is_some() {
            -1
        } else {
            let _ = self.take('+');
            1
        };
        let mut seconds = self.number(0, 24 * 7)? * 3_600;
        for unit in [60, 1] {
            if self.take(':').is_none() {
                break;
            }
            seconds += self.number(0, 59)? * unit;
        }
        i32::try_from(sign * seconds).ok()
    }

    fn rule(&mut self) -> Option<Rule> {
        let day = if self.take('J').is_some() {
            Day::Julian(self.number(1, 365)?)
        } else if self.take('M').is_some() {
            let month = self.small(1, 12)?;
            self.take('.')?;
            let week = self.small(1, 5)?;
            self.take('.')?;
            Day::OfWeek { month, week, weekday: self.small(0, 6)? }
        } else {
            Day::OfYear(self.number(0, 365)?)
        };
        let second = if self.take('/').is_some() { i64::from(self.offset()?) } else { 2 * 3_600 };
        Some(Rule { day, second })
    }

    fn small(&mut self, least: i64, most: i64) -> Option<u8> {
        u8::try_from(self.number(least, most)?).ok()
    }

    fn number(&mut self, least: i64, most: i64) -> Option<i64> {
        let length = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.0.split_at(length);
        self.0 = rest;
        digits.parse().ok().filter(|number| (least..=most).contains(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_rule() {
        for text in [
            "UTC0",
            "CET-1CEST,M3.5.0,M10.5.0/3",
            "<-03>3",
            "EST5EDT",
            "XXX3YYY2,J60/0,300/-1:30:15",
            "IST-2IDT,M3.4.4/26,M10.5.0",
        ] {
            assert!(Tail::read(text).is_some(), "{text}");
        }
        for text in [
            "",
            "X",
            "UTC",
            "AB1",
            "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.5.0",
            "CET-1CEST,J0,J1",
            "CET-1CEST,1,2x",
            "<-03",
            "CET-200",
        ] {
            assert_eq!(Tail::read(text), None, "{text}");
        }
    }
}
