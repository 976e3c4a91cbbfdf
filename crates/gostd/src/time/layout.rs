//! The layouts that Go has names for.

/// The reference time, in numerical order.
pub const LAYOUT: &str = "01/02 03:04:05PM '06 -0700";
/// As the C function `asctime` writes it.
pub const ANSIC: &str = "Mon Jan _2 15:04:05 2006";
/// As the command `date` writes it.
pub const UNIX_DATE: &str = "Mon Jan _2 15:04:05 MST 2006";
/// As Ruby writes it.
pub const RUBY_DATE: &str = "Mon Jan 02 15:04:05 -0700 2006";
/// RFC 822 with the name of the zone.
pub const RFC822: &str = "02 Jan 06 15:04 MST";
/// RFC 822 with the offset of the zone.
pub const RFC822Z: &str = "02 Jan 06 15:04 -0700";
/// RFC 850.
pub const RFC850: &str = "Monday, 02-Jan-06 15:04:05 MST";
/// RFC 1123 with the name of the zone.
pub const RFC1123: &str = "Mon, 02 Jan 2006 15:04:05 MST";
/// RFC 1123 with the offset of the zone.
pub const RFC1123Z: &str = "Mon, 02 Jan 2006 15:04:05 -0700";
/// RFC 3339 to the second.
pub const RFC3339: &str = "2006-01-02T15:04:05Z07:00";
/// RFC 3339 to the nanosecond.
pub const RFC3339_NANO: &str = "2006-01-02T15:04:05.999999999Z07:00";
/// The time of day as on a kitchen clock.
pub const KITCHEN: &str = "3:04PM";
/// Without the year, to the second.
pub const STAMP: &str = "Jan _2 15:04:05";
/// Without the year, to the millisecond.
pub const STAMP_MILLI: &str = "Jan _2 15:04:05.000";
/// Without the year, to the microsecond.
pub const STAMP_MICRO: &str = "Jan _2 15:04:05.000000";
/// Without the year, to the nanosecond.
pub const STAMP_NANO: &str = "Jan _2 15:04:05.000000000";
/// Date and time of day.
pub const DATE_TIME: &str = "2006-01-02 15:04:05";
/// The date.
pub const DATE_ONLY: &str = "2006-01-02";
/// The time of day.
pub const TIME_ONLY: &str = "15:04:05";

/// The layout that has this name in Go, such as `RFC3339Nano`.
pub fn named_layout(name: &str) -> Option<&'static str> {
    Some(match name {
        "Layout" => LAYOUT,
        "ANSIC" => ANSIC,
        "UnixDate" => UNIX_DATE,
        "RubyDate" => RUBY_DATE,
        "RFC822" => RFC822,
        "RFC822Z" => RFC822Z,
        "RFC850" => RFC850,
        "RFC1123" => RFC1123,
        "RFC1123Z" => RFC1123Z,
        "RFC3339" => RFC3339,
        "RFC3339Nano" => RFC3339_NANO,
        "Kitchen" => KITCHEN,
        "Stamp" => STAMP,
        "StampMilli" => STAMP_MILLI,
        "StampMicro" => STAMP_MICRO,
        "StampNano" => STAMP_NANO,
        "DateTime" => DATE_TIME,
        "DateOnly" => DATE_ONLY,
        "TimeOnly" => TIME_ONLY,
        _ => return None,
    })
}
