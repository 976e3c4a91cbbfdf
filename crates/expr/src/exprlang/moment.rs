//! Times that know their place. A timestamp has an offset from UTC; a time in a zone has another one after the clocks were
//! changed. While an expression runs, such a time keeps its zone; its result is a timestamp again.

use std::any::Any;
use std::fmt;

use gostd::time::Zone;
use value::{Duration, Opaque, Timestamp, TimestampError, Value};

use super::fault::{Fault, Result};

/// A time, and the zone it is in when that is more than its offset.
#[derive(Clone, Copy)]
pub(crate) struct Moment<'a> {
    pub(crate) time: Timestamp,
    pub(crate) zone: Option<&'a Zone>,
}

/// A time in a zone, as a value.
struct PlacedTime {
    time: Timestamp,
    zone: Zone,
}

impl<'a> Moment<'a> {
    /// The time that a value is, if it is one.
    pub(crate) fn of(value: &'a Value) -> Option<Self> {
        match value {
            Value::Timestamp(time) => Some(Self { time: *time, zone: None }),
            Value::Opaque(_) => {
                let placed = value.as_opaque::<PlacedTime>()?;
                Some(Self { time: placed.time, zone: Some(&placed.zone) })
            }
            _ => None,
        }
    }

    /// Another time at the same place.
    pub(crate) fn moved(self, time: std::result::Result<Timestamp, TimestampError>) -> Result<Value> {
        let time = time.map_err(|error| out_of_range(&error))?;
        match self.zone {
            Some(zone) => placed(&time, zone),
            None => Ok(time.into()),
        }
    }

    /// Whether the clock at the place is put forward for the summer: it shows more than at the other end of the year.
    pub(crate) fn is_summer_time(self) -> bool {
        let half_a_year = Duration::from_nanos(15_778_800_000_000_000);
        let other = self.time.checked_add(half_a_year).ok().and_then(|time| self.zone?.at(&time).ok());
        other.is_some_and(|other| other.offset_seconds() < self.time.offset_seconds())
    }

    /// The date so many years, months and days later.
    pub(crate) fn add_date(self, years: i64, months: i64, days: i64) -> Result<Value> {
        match self.zone {
            Some(zone) => self.moved(zone.add_date(&self.time, years, months, days)),
            None => self.moved(self.time.add_date(years, months, days)),
        }
    }
}

/// A time on a clock in a zone.
pub(crate) fn placed(time: &Timestamp, zone: &Zone) -> Result<Value> {
    let time = zone.at(time).map_err(|error| out_of_range(&error))?;
    if zone.name() == "UTC" {
        return Ok(time.into());
    }
    Ok(Value::opaque(PlacedTime { time, zone: zone.clone() }))
}

/// A time that was read for a zone: in it, unless the text named another offset.
pub(crate) fn read_in(time: Timestamp, zone: &Zone) -> Result<Value> {
    let shown = zone.at(&time).map_err(|error| out_of_range(&error))?;
    let same = shown.offset_seconds() == time.offset_seconds() && shown.zone() == time.zone();
    if same { placed(&time, zone) } else { Ok(time.into()) }
}

fn out_of_range(error: &TimestampError) -> Fault {
    Fault::Builtin(error.to_string())
}

/// The value with timestamps in the place of times in zones, to a depth that results have.
pub(crate) fn settled(value: Value, depth: usize) -> Value {
    match value {
        Value::Opaque(_) => Moment::of(&value).map_or_else(|| value.clone(), |moment| moment.time.into()),
        Value::List(list) if depth < value::MAX_DEPTH && list.iter().any(may_hold_time) => {
            let go_type = list.go_type();
            let items: value::List = list.into_iter().map(|item| settled(item, depth + 1)).collect();
            items.with_type(go_type).into()
        }
        Value::Map(map) if depth < value::MAX_DEPTH && map.values().any(may_hold_time) => {
            let go_type = map.go_type();
            let entries: value::Map = map.into_iter().map(|(key, item)| (key, settled(item, depth + 1))).collect();
            entries.with_type(go_type).into()
        }
        other => other,
    }
}

fn may_hold_time(value: &Value) -> bool {
    matches!(value, Value::Opaque(_) | Value::List(_) | Value::Map(_))
}

impl Opaque for PlacedTime {
    fn type_name(&self) -> &'static str {
        "time.Time"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other
            .as_any()
            .downcast_ref::<Self>()
            .is_some_and(|other| self.time == other.time && self.zone.name() == other.zone.name())
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.time)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(self.time.into())
    }
}
