//! Durations as the original reads and writes them.

use serde_json::Value as Json;
use value::Duration;

/// Text that the original reads in part, skipping `1µs`, which its own unit list has. Here it is an error.
const HALF_READ: [&str; 2] = ["1µs1d", "1h1μs1m"];

fn cases(vectors: &str) -> impl Iterator<Item = Json> {
    vectors.lines().map(|line| serde_json::from_str(line).expect("a vector is JSON"))
}

#[test]
fn text_to_nanoseconds() {
    let mut wrong = Vec::new();
    for case in cases(include_str!("vectors/duration-parse.jsonl")) {
        let text = case["in"]["text"].as_str().expect("a text");
        let expected = if HALF_READ.contains(&text) { None } else { case["out"]["ns"].as_i64() };
        let ours = Duration::parse(text);
        if ours.as_ref().ok().map(|duration| duration.as_nanos()) != expected {
            wrong.push(format!("{}: {ours:?}, expected {}", case["id"], case["out"]));
        }
        if let Ok(duration) = ours {
            assert_eq!(Some(duration.to_string().as_str()), case["out"]["text"].as_str());
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nanoseconds_to_text() {
    for case in cases(include_str!("vectors/duration-string.jsonl")) {
        let nanos = case["in"]["ns"].as_i64().expect("a number");
        assert_eq!(Some(Duration::from_nanos(nanos).to_string().as_str()), case["out"]["text"].as_str());
    }
}
