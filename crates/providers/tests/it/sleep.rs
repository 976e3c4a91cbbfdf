//! `sleep`.

use crate::kit::{Kit, json};
use providers::{Capability, Cause, Inputs, Manners, what_if};
use std::time::{Duration, Instant};
use system::Signal;
use value::Value;

#[test]
fn time_passes_in_every_mode() {
    let kit = Kit::new();
    for mode in Capability::ALL {
        let start = Instant::now();
        let output = kit.call("sleep", mode, r#"{"duration": "20ms"}"#).unwrap();
        assert!(start.elapsed() >= Duration::from_millis(20));
        assert!(output.warnings.is_empty(), "{:?}", output.warnings);
        let data = output.data.as_map().unwrap().clone();
        assert_eq!(json(&data.get("duration").cloned().unwrap()), r#""20ms""#);
        let elapsed = data.get("elapsed").and_then(Value::as_str).unwrap();
        assert!(value::Duration::parse_go(elapsed).unwrap().as_nanos() >= 20_000_000, "{elapsed}");
    }
}

#[test]
fn what_is_no_duration_is_refused() {
    let kit = Kit { manners: Manners::Lenient, ..Kit::new() };
    for (inputs, text) in [
        ("{}", "sleep: duration is required and must be a string"),
        (r#"{"duration": ""}"#, "sleep: duration is required and must be a string"),
        (r#"{"duration": "soon"}"#, "sleep: invalid duration format: "),
        (r#"{"duration": 5}"#, "sleep: invalid duration format: "),
        (r#"{"duration": "-1s"}"#, "sleep: duration must be non-negative, got -1s"),
    ] {
        let error = kit.error("sleep", Capability::From, inputs);
        assert!(error.contains(text), "{inputs}: {error}");
    }
    let strict = Kit::new().error("sleep", Capability::From, r#"{"duration": "soon"}"#);
    assert!(strict.starts_with("input validation failed: inputs: duration: "), "{strict}");
}

#[test]
fn it_ends_with_the_deadline_and_with_the_run() {
    let kit = Kit { time: Some(Duration::from_millis(50)), ..Kit::new() };
    let error = kit.call("sleep", Capability::Action, r#"{"duration": "30s"}"#).unwrap_err();
    assert_eq!(error.to_string(), "provider execution failed: sleep: sleep interrupted: context deadline exceeded");
    assert_eq!(error.fault().unwrap().cause, Cause::TimedOut);
    let kit = Kit::new();
    let interrupt = kit.interrupt.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupt.raise(Signal::Interrupt);
    });
    let error = kit.call("sleep", Capability::Action, r#"{"duration": "30s"}"#).unwrap_err();
    assert_eq!(error.fault().unwrap().cause, Cause::Interrupted(Signal::Interrupt));
}

#[test]
fn a_dry_run_takes_no_time() {
    let kit = Kit { dry_run: true, ..Kit::new() };
    let data = kit.data("sleep", Capability::Action, r#"{"duration": "1h"}"#);
    assert_eq!(json(&data), r#"{"duration":"1h","elapsed":"0s","success":true}"#);
    let inputs = Inputs::new([("duration", "3s")].into_iter().collect());
    assert_eq!(what_if(kit.registry.get("sleep").unwrap(), &inputs), "Would sleep for 3s");
}

#[test]
fn a_wrong_word_is_answered_with_a_right_one() {
    let kit = Kit::new();
    let error = kit.error("sleep", Capability::From, r#"{"duration": "soon"}"#);
    assert!(error.contains("; one that does is \"500ms\""), "{error}");
    let error = kit.error("file", Capability::From, r#"{"operation": "red", "path": "x"}"#);
    assert!(error.ends_with("; did you mean \"read\"?"), "{error}");
}
