//! `time` against what Go answers.

use gostd::time::{DateParts, Zone, format, iso_week, named_layout, parse};
use serde_json::{Value as Json, json};
use value::{Duration, Timestamp};

use crate::support::lines;

#[test]
fn as_go_answers() {
    for line in lines(include_str!("data/time.jsonl")) {
        let zone = zone(&line[1]);
        let answer = match line[0].as_str() {
            Some("format") => json!(format(&instant(&zone, &line[2]), text(&line[3]))),
            Some("parse") => parsed(&zone, &line),
            Some("date") => shown(&zone.date(parts(&line[2])).expect("it is in range")),
            Some("add") => added(&zone, &line),
            _ => rounded(&instant(&zone, &line[2]), int(&line[3])),
        };
        assert_eq!(answer, *line.as_array().and_then(|parts| parts.last()).expect("an answer"), "{line}");
    }
}

fn zone(json: &Json) -> Zone {
    match json {
        Json::String(name) => Zone::named(name).expect("it is a zone"),
        fixed => {
            let offset = i32::try_from(int(&fixed[1])).expect("it is small");
            Zone::fixed(text(&fixed[0]), offset).expect("it is less than a day")
        }
    }
}

fn text(json: &Json) -> &str {
    json.as_str().expect("a text")
}

fn int(json: &Json) -> i64 {
    json.as_i64().expect("a number")
}

fn instant(zone: &Zone, json: &Json) -> Timestamp {
    zone.from_unix(int(&json[0]), u32::try_from(int(&json[1])).expect("it is small")).expect("it is in range")
}

fn shown(time: &Timestamp) -> Json {
    json!([time.unix_seconds(), time.nanos(), time.offset_seconds(), time.zone()])
}

fn parsed(zone: &Zone, line: &Json) -> Json {
    match parse(text(&line[2]), text(&line[3]), zone) {
        Ok(time) => shown(&time),
        Err(error) => json!(error.to_string()),
    }
}

fn parts(json: &Json) -> DateParts {
    let [year, month, day, hour, minute, second, nano] = [0, 1, 2, 3, 4, 5, 6].map(|part| int(&json[part]));
    DateParts { year, month, day, hour, minute, second, nano }
}

fn added(zone: &Zone, line: &Json) -> Json {
    let [years, months, days] = [0, 1, 2].map(|part| int(&line[3][part]));
    shown(&zone.add_date(&instant(zone, &line[2]), years, months, days).expect("it is in range"))
}

fn rounded(time: &Timestamp, unit: i64) -> Json {
    let unit = Duration::from_nanos(unit);
    let place = |time: Timestamp| [time.unix_seconds(), time.nanos().into()];
    let (truncated, rounded) = (time.truncate(unit).expect("in range"), time.round(unit).expect("in range"));
    let at = time.civil();
    json!([iso_week(time), place(truncated), place(rounded), at.year_day(), at.weekday(), time.to_string()])
}

#[test]
fn zones_by_name() {
    for (name, answer) in [
        ("", "UTC"),
        ("UTC", "UTC"),
        ("US/Eastern", "US/Eastern"),
        ("Foo", "unknown time zone Foo"),
        ("europe/berlin", "unknown time zone europe/berlin"),
        ("../x", "time: invalid location name"),
        ("/x", "time: invalid location name"),
    ] {
        let zone = Zone::named(name).map(|zone| zone.name().to_string());
        assert_eq!(zone.unwrap_or_else(|error| error.to_string()), answer);
    }
    assert!(Zone::fixed("", 86_400).is_none());
    assert!(Zone::from_tzif("x", b"TZif2").is_err());
}

#[test]
fn what_a_timestamp_cannot_show() {
    let berlin = Zone::named("Europe/Berlin").expect("it is a zone");
    for (layout, given, error) in [
        ("-07:00", "+24:00", r#"parsing time "+24:00": time zone offset hour out of range"#),
        ("MST", "CET", r#"parsing time "CET": year out of range"#),
    ] {
        assert_eq!(parse(layout, given, &berlin).map_err(|error| error.to_string()), Err(error.to_string()));
    }
    assert!(berlin.date(DateParts { year: i64::MAX, ..parts(&json!([0, 1, 1, 0, 0, 0, 0])) }).is_err());
    assert!(berlin.date(parts(&json!([2000, i64::MIN, i64::MIN, i64::MAX, i64::MIN, 0, i64::MIN]))).is_err());
}

#[test]
fn layouts_by_name() {
    assert_eq!(named_layout("RFC3339Nano"), Some("2006-01-02T15:04:05.999999999Z07:00"));
    assert_eq!(named_layout("rfc3339"), None);
}
