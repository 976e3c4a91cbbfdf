//! `fmt` against what Go writes.

use crate::support::{lines, operands, text};
use gostd::TooLong;
use gostd::fmt::{sprint, sprint_within, sprintf, sprintf_within, sprintln};
use value::{List, Value};

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
