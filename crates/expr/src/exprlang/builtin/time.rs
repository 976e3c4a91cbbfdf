//! Builtins for dates, durations and time zones.

use gostd::time::{self, Zone};
use value::{Duration, Value};

use super::entry::{Check, Entry, Run};
use super::text::chars;
use crate::exprlang::check::{Overload, validate};
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::moment::{placed, read_in};
use crate::exprlang::types::Nature;
use crate::exprlang::zone::ZoneValue;

const DURATION: &[Overload] = &[Overload { parameters: &[Nature::Text], result: Nature::Duration }];
const ZONE: &[Overload] = &[Overload { parameters: &[Nature::Text], result: Nature::Zone }];

macro_rules! entry {
    ($name:literal, $signature:literal, $help:literal, $example:literal => $result:literal, $check:expr, $run:expr) => {
        Entry {
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
            check: $check,
            run: Run::Function($run),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("now", "now([zone]) time", "What time it is, on the clock of the machine or in a zone.", "now().Year() > 2000" => "true",
        Check::Validate(validate::now), now),
    entry!("duration", "duration(text) duration", "A span of time, as `1h30m`; units are `h m s ms us ns`.",
        "duration('1h30m').Minutes()" => "90.0", Check::Overloads(DURATION), duration),
    entry!("date", "date([zone,] text[, layout[, zone]]) time",
        "A time. Without a layout, the text is a date, a time of day, both, or one of RFC 3339, 822, 850 and 1123.",
        "date('2024-02-29').AddDate(0, 0, 1).Format('Mon 02.01.2006')" => r#""Fri 01.03.2024""#,
        Check::Validate(validate::date), date),
    entry!("timezone", "timezone(name) zone", "A time zone by its name.",
        "date('2024-07-01 12:00:00').In(timezone('Europe/Berlin')).Hour()" => "14", Check::Overloads(ZONE), timezone),
];

/// What a text without a layout may look like.
const LAYOUTS: [&str; 7] = [
    "2006-01-02",
    "15:04:05",
    "2006-01-02 15:04:05",
    "2006-01-02T15:04:05Z07:00",
    "02 Jan 06 15:04 MST",
    "Monday, 02-Jan-06 15:04:05 MST",
    "Mon, 02 Jan 2006 15:04:05 MST",
];

fn now(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let now = usage.variables.now().ok_or_else(|| Fault::Builtin("time is not available here".to_string()))?;
    match arguments.first() {
        None => Ok(now.into()),
        Some(zone) => {
            let zone = zone.as_opaque::<ZoneValue>().ok_or_else(|| Fault::argument("now", zone))?;
            placed(&now, &zone.0)
        }
    }
}

fn duration(_: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let text = chars(&arguments[0])?;
    Duration::parse_go(&text).map(Value::from).map_err(|error| Fault::Builtin(error.to_string()))
}

fn date(_: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let (zone, arguments) = match arguments[0].as_opaque::<ZoneValue>() {
        Some(zone) => (zone.0.clone(), &arguments[1..]),
        None => (Zone::utc(), arguments),
    };
    let text = |at: usize| arguments.get(at).map(|argument| chars(argument)).transpose();
    let given = text(0)?.ok_or_else(|| Fault::Builtin("`date` needs a text".to_string()))?;
    let Some(layout) = text(1)? else {
        let read = LAYOUTS.iter().find_map(|layout| time::parse(layout, &given, &zone).ok());
        let time = read.ok_or_else(|| Fault::Builtin(format!("`{given}` is not a date")))?;
        return read_in(time, &zone);
    };
    let zone = text(2)?.map_or(Ok(zone), |name| named(&name))?;
    let time = time::parse(&layout, &given, &zone).map_err(|error| Fault::Builtin(error.to_string()))?;
    read_in(time, &zone)
}

fn timezone(_: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    named(&chars(&arguments[0])?).map(|zone| Value::opaque(ZoneValue(zone)))
}

fn named(name: &str) -> Result<Zone> {
    Zone::named(name).map_err(|error| Fault::Builtin(error.to_string()))
}
