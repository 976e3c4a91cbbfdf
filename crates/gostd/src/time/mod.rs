//! Times as Go's `time` shows and reads them: layouts, time zones by name, and dates that count on.
//!
//! The database of time zones is compiled in; nothing here looks at the machine. What Go calls the local time zone is a
//! [`Zone`] that the caller chooses.

mod calendar;
mod element;
mod format;
mod layout;
mod location;
mod names;
mod parse;
mod parse_error;
mod parse_zone;
mod scan;
mod tail;
mod tzif;
mod unix;
mod zone;

pub use calendar::{DateParts, iso_week};
pub use format::format;
pub use layout::{
    ANSIC, DATE_ONLY, DATE_TIME, KITCHEN, LAYOUT, RFC822, RFC822Z, RFC850, RFC1123, RFC1123Z, RFC3339, RFC3339_NANO,
    RUBY_DATE, STAMP, STAMP_MICRO, STAMP_MILLI, STAMP_NANO, TIME_ONLY, UNIX_DATE, named_layout,
};
pub use names::{month_name, weekday_name};
pub use parse::parse;
pub use parse_error::ParseError;
pub use unix::{from_unix_micro, from_unix_milli, unix_micro, unix_milli, unix_nano};
pub use zone::{Zone, ZoneError};
