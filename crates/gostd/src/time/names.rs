//! Names of months and days.

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// How long short names are.
pub(super) const SHORT: usize = 3;

/// The name of a month from 1 to 12.
pub fn month_name(month: u8) -> &'static str {
    MONTHS[usize::from(month) - 1]
}

/// The name of a day of the week from 0, which is Sunday, to 6.
pub fn weekday_name(weekday: u8) -> &'static str {
    WEEKDAYS[usize::from(weekday)]
}
