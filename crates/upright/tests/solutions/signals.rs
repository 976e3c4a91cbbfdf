//! Ctrl-C and SIGTERM while a solution runs.

use crate::test::{Ended, Test};
use crate::waiting::{HEAD, assert_gone, until_started};
use rustix::process::{Pid, Signal, kill_process};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

const WORKFLOW: &str = "  workflow:
    actions:
      first: {provider: file, inputs: {operation: write, path: first, content: first}}
      slow: {provider: exec, dependsOn: [first], inputs: {command: \"sleep 300 & echo $! > child; wait\"}}
      stubborn: {provider: exec, dependsOn: [first], inputs: {command: \"trap '' TERM INT; echo $$ > stubborn; while :; do sleep 0.1; done\"}}
      again: {provider: file, dependsOn: [first], retry: {maxAttempts: 9, initialDelay: 300s}, inputs: {operation: read, path: nowhere}}
      after: {provider: file, dependsOn: [slow], inputs: {operation: write, path: after, content: after}}
    finally:
      write: {provider: file, inputs: {operation: write, path: finally, content: finally}}
";

/// Starts the program, waits for these files, sends the signal, and waits for the end.
fn end_with(test: &Test, signal: Signal, started: &[&str]) -> Ended {
    let child = test.command().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    for file in started {
        until_started(test, file);
    }
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), signal).unwrap();
    let start = Instant::now();
    let ended = test.ended(child.wait_with_output().unwrap());
    assert!(start.elapsed() < Duration::from_secs(30), "a run that was interrupted ends");
    for file in started {
        assert_gone(test, file);
    }
    ended
}

#[test]
fn actions_are_ended_and_what_comes_after_runs() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let solution = format!("{HEAD}{WORKFLOW}");
        let test = Test::new().file("s.yaml", solution).args(["run", "solution", "-f", "s.yaml", "-o", "json"]);
        let ended = end_with(&test, signal, &["child", "stubborn"]);
        assert_eq!(ended.code, Some(code), "{}", ended.raw());
        let said = ended.json();
        let status = |action: &str| said["actions"][action]["status"].as_str().unwrap_or_default().to_owned();
        assert_eq!(said["status"], "cancelled");
        assert_eq!(
            ["first", "slow", "stubborn", "again", "after", "write"].map(status),
            ["succeeded", "cancelled", "cancelled", "cancelled", "cancelled", "succeeded"]
        );
        assert_eq!(test.names(), ["child", "finally", "first", "s.yaml", "stubborn"], "nothing half-written stays");
    }
}

/// One line for a loop, however long it is.
#[test]
fn a_loop_that_is_cancelled_is_told_of_once() {
    let solution = format!(
        "{HEAD}  workflow:
    actions:
      each: {{provider: exec, forEach: {{in: [0, 1, 2, 3, 4], concurrency: 1}}, inputs: {{command: {{expr: \"__item == 0 ? 'true' : 'sleep 300 & echo $! > child; wait'\"}}}}}}
      alone: {{provider: exec, dependsOn: [each], inputs: {{command: 'true'}}}}
"
    );
    let test = Test::new().file("s.yaml", solution).args(["run", "solution", "-f", "s.yaml"]);
    let ended = end_with(&test, Signal::INT, &["child"]);
    assert_eq!(ended.stderr(), "Cancelled [each]: 4 of 5 elements\nCancelled [alone]\n");
}

/// Nobody waits for what was asked to end and does not, and it is not left behind: neither its group, nor what left that.
#[test]
fn a_second_ctrl_c_kills_what_does_not_end() {
    let stubborn = |file: &str| format!("trap '' TERM; echo $$ > {file}; while :; do sleep 0.1; done");
    let (inside, outside) = (stubborn("inside"), stubborn("outside"));
    let solution = format!(
        "{HEAD}  workflow:
    actions:
      ends: {{provider: exec, inputs: {{command: \"sleep 300 & echo $! > child; wait\"}}}}
      stays: {{provider: exec, inputs: {{command: \"setsid sh -c \\\"$OUTSIDE\\\" & {inside}\", env: {{OUTSIDE: \"{outside}\"}}}}}}
    finally: {{last: {{provider: exec, inputs: {{command: touch finally}}}}}}
"
    );
    let test = Test::new().file("s.yaml", solution).args(["run", "solution", "-f", "s.yaml"]);
    let mut child = test.command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    for file in ["child", "inside", "outside"] {
        until_started(&test, file);
    }
    kill_process(pid, Signal::INT).unwrap();
    assert_gone(&test, "child");
    kill_process(pid, Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
    assert_gone(&test, "inside");
    assert_gone(&test, "outside");
    assert!(!test.exists("finally"), "a second Ctrl-C ends what comes after as well");
}

/// What cleans up is often a command.
#[test]
fn commands_of_finally_run_after_ctrl_c() {
    let finally = "      run: {provider: exec, inputs: {command: touch ran}}
      wait: {provider: sleep, inputs: {duration: 10ms}}
";
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let solution = format!("{HEAD}{WORKFLOW}{finally}");
        let test = Test::new().file("s.yaml", solution).args(["run", "solution", "-f", "s.yaml"]);
        let ended = end_with(&test, signal, &["child", "stubborn"]);
        assert_eq!(ended.code, Some(code), "{}", ended.raw());
        assert!(test.exists("finally") && test.exists("ran"), "{:?}", test.names());
    }
}

/// Nobody has asked for the end before: what cleans up is not cut short, and what it belongs to ends after it.
#[test]
fn a_first_ctrl_c_lets_finally_come_to_its_end() {
    let own = |finally: &str| {
        format!(
            "{HEAD}  workflow:\n    actions: {{a: {{provider: exec, inputs: {{command: \"true\"}}}}}}\n    finally:\n{finally}"
        )
    };
    let clean =
        own("      clean: {provider: exec, inputs: {command: \"sleep 1 & echo $! > child; wait; touch cleaned\"}}
      rest: {provider: exec, dependsOn: [clean], inputs: {command: touch rest}}
");
    let outer = format!(
        "{HEAD}  workflow:
    actions:
      inner: {{provider: solution, inputs: {{source: inner.yaml}}}}
      after: {{provider: exec, dependsOn: [inner], inputs: {{command: touch after}}}}
    finally: {{last: {{provider: exec, inputs: {{command: touch last}}}}}}
"
    );
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        for file in ["inner.yaml", "outer.yaml"] {
            let test = Test::new().file("inner.yaml", clean.as_str()).file("outer.yaml", outer.as_str());
            let test = test.args(["run", "solution", "-f", file]);
            let ended = end_with(&test, signal, &["child"]);
            assert_eq!(ended.code, Some(code), "{}", ended.raw());
            let is_there = ["cleaned", "rest", "after", "last"].map(|name| test.exists(name));
            assert_eq!(is_there, [true, true, false, file == "outer.yaml"], "{}", ended.raw());
        }
    }
}

#[test]
fn resolvers_are_ended() {
    let resolvers = "  resolvers:
    v: {resolve: {with: [{provider: exec, inputs: {command: \"sleep 300 & echo $! > child; wait\"}}]}}
    w: {resolve: {with: [{provider: cel, inputs: {expression: debug.sleep(300000)}}]}}
    x: {resolve: {with: [{provider: sleep, inputs: {duration: 300s}}]}}
";
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let solution = format!("{HEAD}{resolvers}");
        let test = Test::new().file("s.yaml", solution).args(["run", "resolver", "-f", "s.yaml", "-o", "json"]);
        let ended = end_with(&test, signal, &["child"]);
        assert_eq!(ended.code, Some(code), "{}", ended.raw());
        assert_eq!(ended.stdout(), "");
    }
}

/// A second source is for a first that failed, not for one that somebody ended.
#[test]
fn what_was_ended_is_no_result() {
    let solution = format!(
        "{HEAD}  resolvers:
    z: {{resolve: {{with: [{{provider: exec, inputs: {{command: \"sleep 300 & echo $! > child; wait\"}}}}, {{provider: static, inputs: {{value: instead}}}}]}}}}
    after: {{resolve: {{with: [{{provider: static, inputs: {{value: {{rslvr: z}}}}}}]}}}}
  workflow: {{actions: {{say: {{provider: message, inputs: {{message: {{rslvr: after}}}}}}}}}}
"
    );
    let commands = [
        ["run", "resolver", "-f", "s.yaml", "-o", "json"],
        ["run", "solution", "-f", "s.yaml", "-o", "json"],
        ["run", "solution", "-f", "s.yaml", "--dry-run", "-o=json"],
        ["render", "solution", "-f", "s.yaml", "-o", "json"],
    ];
    for words in commands {
        for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
            let test = Test::new().file("s.yaml", solution.as_str()).args(words);
            let ended = end_with(&test, signal, &["child"]);
            assert_eq!((ended.code, ended.stdout().as_str()), (Some(code), ""), "{words:?}: {}", ended.raw());
            assert!(ended.stderr().contains("resolver execution failed: interrupted"), "{words:?}: {}", ended.stderr());
        }
    }
}

/// The signal ends the solution that runs, those that wait for it, and what they run beside it; each cleans up.
#[test]
fn a_solution_within_a_solution_ends_both() {
    let inner = |name: &str| {
        format!(
            "{HEAD}  workflow:
    actions:
      slow: {{provider: exec, inputs: {{command: \"sleep 300 & echo $! > child-{name}; wait\"}}}}
      after: {{provider: exec, dependsOn: [slow], inputs: {{command: touch after-{name}}}}}
    finally: {{clean: {{provider: exec, inputs: {{command: \"sleep 0.3; touch cleaned-{name}\"}}}}}}
"
        )
    };
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        for fails in [true, false] {
            let outer = format!(
                "{HEAD}  workflow:
    actions:
      one: {{provider: solution, inputs: {{source: one.yaml, propagateErrors: {fails}}}}}
      two: {{provider: solution, onError: continue, inputs: {{source: two.yaml, propagateErrors: {fails}}}}}
      other: {{provider: sleep, inputs: {{duration: 300s}}}}
      after: {{provider: exec, dependsOn: [one], inputs: {{command: touch after}}}}
    finally: {{clean: {{provider: exec, inputs: {{command: touch cleaned}}}}}}
"
            );
            let test = Test::new().file("one.yaml", inner("one")).file("two.yaml", inner("two")).file("s.yaml", outer);
            let test = test.args(["run", "solution", "-f", "s.yaml", "-o", "json"]);
            let ended = end_with(&test, signal, &["child-one", "child-two"]);
            assert_eq!(ended.code, Some(code), "{}", ended.raw());
            let said = ended.json();
            assert_eq!(said["status"], "cancelled");
            let status = |action: &str| said["actions"][action]["status"].as_str().unwrap_or_default().to_owned();
            assert_eq!(
                ["one", "two", "other", "after", "clean"].map(status),
                ["cancelled", "cancelled", "cancelled", "cancelled", "succeeded"]
            );
            let made = ["child-one", "child-two", "cleaned", "cleaned-one", "cleaned-two"];
            assert_eq!(test.names(), [&made[..], &["one.yaml", "s.yaml", "two.yaml"]].concat());
        }
    }
}

/// What an inner solution cleans up by another one is cleaned up as well.
#[test]
fn a_solution_that_cleans_up_runs_after_ctrl_c() {
    let inner = "  workflow:
    actions: {slow: {provider: exec, inputs: {command: \"sleep 300 & echo $! > child; wait\"}}}
    finally: {clean: {provider: solution, inputs: {source: broom.yaml}}}
";
    let broom = "  workflow: {actions: {sweep: {provider: exec, inputs: {command: touch swept}}}}\n";
    let test = Test::new().file("inner.yaml", format!("{HEAD}{inner}")).file("broom.yaml", format!("{HEAD}{broom}"));
    let test = test.args(["run", "provider", "solution", "source=inner.yaml", "--capability", "action"]);
    let ended = end_with(&test, Signal::TERM, &["child"]);
    assert_eq!(ended.code, Some(143), "{}", ended.raw());
    assert!(test.exists("swept"), "{:?}", test.names());
}

/// Whoever was out of time before the signal came was not cancelled by it.
#[test]
fn what_was_out_of_time_before_ctrl_c_says_so() {
    let stub = "trap 'echo $$ > late' TERM; while :; do sleep 0.05; done";
    let inner = format!("  workflow: {{actions: {{stub: {{provider: exec, inputs: {{command: \"{stub}\"}}}}}}}}\n");
    let outer = "  workflow:
    actions:
      late: {provider: solution, timeout: 1s, onError: continue, inputs: {source: inner.yaml}}
      slow: {provider: exec, inputs: {command: \"sleep 300\"}}
";
    let test = Test::new().file("inner.yaml", format!("{HEAD}{inner}")).file("s.yaml", format!("{HEAD}{outer}"));
    let test = test.args(["run", "solution", "-f", "s.yaml", "-o", "json"]);
    let ended = end_with(&test, Signal::INT, &["late"]);
    assert_eq!(ended.code, Some(130), "{}", ended.raw());
    let said = ended.json();
    assert_eq!(said["actions"]["late"]["status"], "timeout");
    assert_eq!(said["actions"]["slow"]["status"], "cancelled");
}
