//! Dates and times of day, and how they are counted in days.

use std::fmt;

/// A date and a time of day, without a time zone: what a calendar and a clock show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Civil {
    /// The year; zero is the year before year one.
    pub year: i32,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 59.
    pub second: u8,
}

impl fmt::Display for Civil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }
}

const SECONDS_PER_DAY: i64 = 86_400;
/// Days in 400 years, after which the calendar repeats.
const DAYS_PER_ERA: i64 = 146_097;
/// Days from the first of March of year 0 to the first of January 1970.
const EPOCH: i64 = 719_468;

impl Civil {
    /// Whether each part is in its range and the month has that day.
    pub fn is_valid(&self) -> bool {
        (1..=12).contains(&self.month)
            && (1..=days_in_month(self.year, self.month)).contains(&self.day)
            && self.hour < 24
            && self.minute < 60
            && self.second < 60
    }

    /// Seconds since 1970 of a clock that shows this.
    pub fn to_seconds(self) -> i64 {
        let time = i64::from(self.hour) * 3_600 + i64::from(self.minute) * 60 + i64::from(self.second);
        days_from_civil(i64::from(self.year), i64::from(self.month), i64::from(self.day)) * SECONDS_PER_DAY + time
    }

    /// What a clock shows so many seconds after 1970; `None` outside of what an `i32` year can say.
    pub fn from_seconds(seconds: i64) -> Option<Self> {
        let (days, time) = (seconds.div_euclid(SECONDS_PER_DAY), seconds.rem_euclid(SECONDS_PER_DAY));
        let (year, month, day) = civil_from_days(days);
        Some(Self {
            year: i32::try_from(year).ok()?,
            month,
            day,
            hour: small(time / 3_600),
            minute: small(time / 60 % 60),
            second: small(time % 60),
        })
    }

    /// The day of the week, Sunday is 0.
    pub fn weekday(&self) -> u8 {
        // The epoch was a Thursday.
        small((self.day_number() + 4).rem_euclid(7))
    }

    /// The day of the year, from 1.
    pub fn year_day(&self) -> u16 {
        let first = days_from_civil(i64::from(self.year), 1, 1);
        u16::try_from(self.day_number() - first + 1).expect("a year has at most 366 days")
    }

    fn day_number(&self) -> i64 {
        days_from_civil(i64::from(self.year), i64::from(self.month), i64::from(self.day))
    }
}

fn small(value: i64) -> u8 {
    u8::try_from(value).expect("a part of a clock or a calendar is below 60")
}

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in_month(year: i32, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970 of a date. Years are counted from March, so that the leap day is the last of its year; `day` may be
/// any number and counts on from the start of the month.
pub(super) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    era * DAYS_PER_ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - EPOCH
}

/// The date so many days after 1970.
fn civil_from_days(days: i64) -> (i64, u8, u8) {
    let days = days + EPOCH;
    let (era, day_of_era) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), small(month), small(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_from_year_0_to_9999_is_counted_once() {
        let mut day_number = days_from_civil(0, 1, 1);
        for year in 0..=9_999 {
            for month in 1..=12 {
                for day in 1..=days_in_month(year, month) {
                    assert_eq!(days_from_civil(year.into(), month.into(), day.into()), day_number);
                    assert_eq!(civil_from_days(day_number), (year.into(), month, day));
                    day_number += 1;
                }
            }
        }
    }

    #[test]
    fn weekdays_and_year_days() {
        let at = |year, month, day| Civil { year, month, day, hour: 0, minute: 0, second: 0 };
        for (date, weekday, year_day) in
            [(at(1970, 1, 1), 4, 1), (at(2024, 2, 29), 4, 60), (at(2024, 12, 31), 2, 366), (at(1, 1, 1), 1, 1)]
        {
            assert_eq!((date.weekday(), date.year_day()), (weekday, year_day), "{date:?}");
        }
        assert!(!at(2023, 2, 29).is_valid() && at(2024, 2, 29).is_valid() && !at(2024, 0, 1).is_valid());
        assert!(!at(1900, 2, 29).is_valid() && at(2000, 2, 29).is_valid() && !at(2024, 4, 31).is_valid());
    }
}
