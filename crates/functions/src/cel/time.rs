//! What time it is.

use std::sync::Arc;

use expr::cel::Type::{String, Timestamp};
use expr::cel::{Function, Overload};
use value::Value;

use super::Outside;

const GROUP: &str = "time";

pub(super) fn functions(outside: &Outside) -> Vec<Function> {
    let now = || {
        let (clock, zone) = (Arc::clone(&outside.clock), outside.zone.clone());
        // Only in the last hours of the year 9999 has a zone no time for an instant.
        move || zone.at(&clock.now()).unwrap_or_else(|_| clock.now())
    };
    let (instant, formatted) = (now(), now());
    vec![
        Function {
            name: "time.now",
            group: GROUP,
            help: "the present time",
            example: "time.now() > timestamp(\"2020-01-01T00:00:00Z\")",
            result: "true",
            overloads: vec![Overload {
                id: "time_now",
                method: false,
                parameters: &[],
                result: Timestamp,
                body: Arc::new(move |_, _| Ok(Value::Timestamp(instant()))),
            }],
        },
        Function {
            name: "time.nowFmt",
            group: GROUP,
            help: "the present time of the machine's zone, in the layout of Go's reference time",
            example: "time.nowFmt(\"2006-01-02\").size()",
            result: "10",
            overloads: vec![Overload {
                id: "time_nowFmt",
                method: false,
                parameters: &[String],
                result: String,
                body: Arc::new(move |_, arguments| {
                    let layout = arguments[0].as_str().unwrap_or_default();
                    Ok(Value::string(gostd::time::format(&formatted(), layout)))
                }),
            }],
        },
    ]
}
