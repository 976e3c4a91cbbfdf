//! `fmt` against what Go writes.

use crate::support::{lines, operands, text};
use std::any::Any;

use gostd::TooLong;
use gostd::fmt::{sprint, sprint_within, sprintf, sprintf_within, sprintln};
use value::{List, Opaque, Timestamp, Unknown, Value, ZoneName};

#[test]
fn as_go_writes_it() {
    for line in lines(include_str!("data/fmt.jsonl")) {
        let (format, args) = (text(&line[1]), operands(&line[2]));
        let written = match line[0].as_str() {
            Some("f") => sprintf(&format, &args),
            Some("p") => sprint(&args),
            _ => sprintln(&args),
        };
        let (written, expected) = (written.unwrap(), text(&line[3]));
        assert_eq!(
            written,
            expected,
            "{line}\n{}\n{}",
            String::from_utf8_lossy(&written),
            String::from_utf8_lossy(&expected)
        );
    }
}

/// A number with a Go type that no value has, in a place where its type cannot be given beside it.
struct Typed(&'static str, Value);

impl Opaque for Typed {
    fn type_name(&self) -> &str {
        self.0
    }

    fn equals(&self, _: &dyn Opaque) -> bool {
        false
    }

    fn display(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.1)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(self.1.clone())
    }
}

#[test]
fn values_of_one_language_have_their_own_types() {
    let int = Value::opaque(Typed("int64", 7.into()));
    let byte = Value::opaque(Typed("uint8", 7.into()));
    let version = Value::opaque(Typed("*semver.Version", vec![1.into()].into()));
    for (format, value, expected) in [
        ("%T %[1]v %[1]d %[1]s", &int, "int64 7 7 %!s(int64=7)"),
        ("%#v %[1]T", &byte, "0x7 uint8"),
        ("%s %#[1]v", &vec![int.clone(), byte.clone()].into(), "[%!s(int64=7) %!s(uint8=7)] []interface {}{7, 0x7}"),
        ("%v %[1]q %[1]d", &version, r#"[1] "[1]" %!d(*semver.Version=[1])"#),
        ("%v %[1]s %[1]d", &Unknown::new("later").into(), "unknown: later unknown: later %!d(unknown=unknown: later)"),
    ] {
        let written = sprintf(format, &[value]).expect("it is short");
        assert_eq!(String::from_utf8_lossy(&written), expected);
    }
}

#[test]
fn times_in_go_syntax() {
    let time: Timestamp = "2024-02-29T12:34:56.5+01:00".parse().expect("it is a time");
    for (zone, expected) in [("", r#"time.Location("")"#), ("CET", r#"time.Location("CET")"#)] {
        let named = Value::from(time.with_zone(ZoneName::new(zone).expect("it is short")));
        let expected = format!("time.Date(2024, time.February, 29, 12, 34, 56, 500000000, {expected})");
        assert_eq!(sprintf("%#v", &[named]).map(gostd::utf8::into_text), Ok(expected));
    }
}

#[test]
fn results_have_a_limit() {
    let one = [Value::from(1)];
    assert_eq!(sprintf_within(10, "%9d!", &one).unwrap(), b"        1!");
    assert_eq!(sprintf_within(10, "%10d!", &one), Err(TooLong { limit: 10 }));
    assert_eq!(sprintf_within(10, "%.99d", &one), Err(TooLong { limit: 10 }));
    assert!(sprintf("%1000000d".repeat(1_000), &vec![Value::from(1); 1_000]).is_err());
    let doubled = (0..60).fold(Value::from(1), |inner, _| vec![inner.clone(), inner].into());
    assert!(sprint_within(100_000, &[doubled]).is_err());
}

#[test]
fn depth_costs_no_stack() {
    let deep = (0..100_000).fold(Value::from(1), |inner, _| List::from(vec![inner]).into());
    assert_eq!(sprintf("%d", &[deep]).unwrap().len(), 200_001);
}
