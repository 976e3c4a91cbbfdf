//! Steps that do not end by themselves.

use crate::test::{Ended, Test};
use crate::waiting::{HEAD, assert_gone};
use std::time::{Duration, Instant};

/// Runs a solution that has to end soon.
fn soon(test: &mut Test, words: &[&str], code: i32) -> Ended {
    let start = Instant::now();
    let ended = test.again(words, code);
    assert!(start.elapsed() < Duration::from_secs(30), "a time-out ends the run");
    ended
}

/// An action that is asked to end and does not.
#[test]
fn an_action_that_ignores_sigterm() {
    let workflow = "  workflow:
    actions:
      stubborn: {provider: exec, timeout: 500ms, inputs: {command: \"trap '' TERM INT; echo $$ > pid; while :; do sleep 1; done\"}}
      after: {provider: exec, dependsOn: [stubborn], inputs: {command: touch after}}
    finally:
      last: {provider: exec, inputs: {command: touch finally}}
";
    let mut test = Test::new().file("s.yaml", format!("{HEAD}{workflow}"));
    let ended = soon(&mut test, &["run", "solution", "-f", "s.yaml"], 6);
    assert!(ended.stderr().contains("Error [stubborn]: action timed out after 500ms"), "{}", ended.stderr());
    assert!(test.exists("finally") && !test.exists("after"));
    assert_gone(&test, "pid");
}

/// A manifest that an action applies has no more time than the action.
#[test]
fn a_manifest_ends_with_its_action() {
    let workflow = "  workflow:
    actions:
      slow:
        provider: manifest
        timeout: 1s
        inputs:
          resources:
            - exec: [{\"echo $$ > @ROOT@/pid; exec sleep 300\": {provider: shell}}]
            - exec: [{\"/usr/bin/touch @ROOT@/later\": {}}]
    finally:
      last: {provider: exec, inputs: {command: 'sleep 1; touch finally'}}
";
    let mut test = Test::new().file("s.yaml", format!("{HEAD}{workflow}"));
    let ended = soon(&mut test, &["run", "solution", "-f", "s.yaml"], 6);
    assert!(ended.stderr().contains("Error [slow]: action timed out after 1s"), "{}", ended.stderr());
    assert!(test.exists("finally") && !test.exists("later"));
    assert_gone(&test, "pid");
}

fn never(times: &str, provider: &str) -> Test {
    let with = match provider {
        "exec" => "{provider: exec, inputs: {command: \"sleep 300 & echo $! > pid; wait\"}}",
        _ => "{provider: cel, inputs: {expression: debug.sleep(300000)}}",
    };
    Test::new().file("s.yaml", format!("{HEAD}  resolvers:\n    v: {{{times}resolve: {{with: [{with}]}}}}\n"))
}

#[test]
fn a_resolver_that_never_returns() {
    for provider in ["exec", "cel"] {
        let mut test = never("timeout: 1s, ", provider);
        let ended = soon(&mut test, &["run", "resolver", "-f", "s.yaml", "-o", "json"], 1);
        assert!(ended.stderr().contains("resolver \"v\""), "{}", ended.stderr());
        let help =
            "it has 1s; `timeout` of the resolver, --resolver-timeout or `resolver.timeout` of the configuration";
        assert!(ended.stderr().contains(help), "{}", ended.stderr());
        assert_eq!(ended.stdout(), "");
        if provider == "exec" {
            assert_gone(&test, "pid");
        }
    }
}

/// What is the same for several is said once.
#[test]
fn what_allows_more_time_is_said_once() {
    let never = "{timeout: 1s, resolve: {with: [{provider: sleep, inputs: {duration: 300s}}]}}";
    let mut test = Test::new().file("s.yaml", format!("{HEAD}  resolvers:\n    v: {never}\n    w: {never}\n"));
    let ended = soon(&mut test, &["run", "resolver", "-f", "s.yaml", "--validate-all"], 1);
    assert_eq!(ended.stderr().matches("it has 1s").count(), 1, "{}", ended.stderr());
}

#[test]
fn a_phase_that_never_ends() {
    for provider in ["exec", "cel"] {
        let mut test = never("", provider);
        let ended = soon(&mut test, &["run", "resolver", "-f", "s.yaml", "--phase-timeout", "1s"], 1);
        assert!(ended.stderr().contains("resolver \"v\": phase timeout"), "{}", ended.stderr());
        assert!(ended.stderr().contains("have 1s together; --phase-timeout or"), "{}", ended.stderr());
        if provider == "exec" {
            assert_gone(&test, "pid");
        }
    }
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

/// `onError: continue` forgives failures, but no action that was ended because its time was over.
#[test]
fn a_timeout_is_not_forgiven() {
    let solution = format!(
        "{HEAD}  workflow: {{actions: {{slow: {{provider: exec, timeout: 200ms, onError: continue, inputs: {{command: sleep 300}}}}, quick: {{provider: message, inputs: {{message: hi}}}}}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution);
    let ended = test.again(&["run", "solution", "-f", "s.yaml"], 6);
    assert!(ended.stderr().contains("action timed out after 200ms"), "{}", ended.stderr());
}
