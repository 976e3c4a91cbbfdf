//! Steps that do not end by themselves.

use crate::test::{Ended, Test};
use crate::waiting::HEAD;
use std::time::{Duration, Instant};

/// Runs a solution that has to end soon.
fn soon(test: &mut Test, words: &[&str], code: i32) -> Ended {
    let start = Instant::now();
    let ended = test.again(words, code);
    assert!(start.elapsed() < Duration::from_secs(30), "a time-out ends the run");
    ended
}

fn never(times: &str) -> Test {
    let with = "{provider: cel, inputs: {expression: debug.sleep(300000)}}";
    Test::new().file("s.yaml", format!("{HEAD}  resolvers:\n    v: {{{times}resolve: {{with: [{with}]}}}}\n"))
}

#[test]
fn a_resolver_that_never_returns() {
    let mut test = never("timeout: 1s, ");
    let ended = soon(&mut test, &["run", "resolver", "-f", "s.yaml", "-o", "json"], 1);
    assert!(ended.stderr().contains("resolver \"v\""), "{}", ended.stderr());
    assert_eq!(ended.stdout(), "");
}

#[test]
fn a_phase_that_never_ends() {
    let mut test = never("");
    let ended = soon(&mut test, &["run", "resolver", "-f", "s.yaml", "--phase-timeout", "1s"], 1);
    assert!(ended.stderr().contains("resolver \"v\": phase timeout"), "{}", ended.stderr());
}

#[test]
fn actions_are_not_begun_without_their_values() {
    let workflow = "  resolvers:
    v: {timeout: 200ms, resolve: {with: [{provider: sleep, inputs: {duration: 300s}}]}}
  workflow:
    actions:
      a: {provider: exec, inputs: {command: touch a}}
    finally:
      last: {provider: exec, inputs: {command: touch finally}}
";
    let mut test = Test::new().file("s.yaml", format!("{HEAD}{workflow}"));
    soon(&mut test, &["run", "solution", "-f", "s.yaml"], 1);
    assert_eq!(test.names(), ["s.yaml"]);
}
