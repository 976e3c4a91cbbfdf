//! A session in numbers, from the events in its directory.

use super::directory::text;
use crate::Summary;
use serde_json::Value as Json;
use std::time::Duration;
use value::Timestamp;

/// Adds what an event of a session says to a summary.
pub(super) fn count(event: &Json, summary: &mut Summary) {
    let flag = |key: &str| event.get(key).and_then(Json::as_bool).unwrap_or(false);
    summary.total += 1;
    summary.know(text(event, "type"), text(event, "name"));
    let kind = match () {
        () if flag("failed") => &mut summary.failed,
        () if flag("skipped") => &mut summary.skipped,
        () if flag("changed") => &mut summary.changed,
        () => &mut summary.stable,
    };
    *kind += 1;
    summary.errors += usize::from(flag("failed"));
    summary.refreshed += usize::from(flag("refreshed"));
    summary.unmet += event.get("unmet_requirements").and_then(Json::as_array).map_or(0, Vec::len);
}

/// How long a session took: from its start to the end of its last event, or the sum of all events without a start.
pub(super) fn duration(start: Option<Timestamp>, events: &[(Option<Timestamp>, Duration)]) -> Duration {
    let last =
        events.iter().filter_map(|(begun, took)| Some((*begun.as_ref()?, *took))).max_by_key(|(begun, _)| *begun);
    match (start, last) {
        (Some(start), Some((begun, took))) => {
            let before = begun.since(&start).as_nanos();
            Duration::from_nanos(u64::try_from(before).unwrap_or(0)) + took
        }
        _ => events.iter().map(|(_, took)| *took).sum(),
    }
}
