//! What outlives a run: the lock, and refreshes that are owed.

use crate::test::Test;
use insta::assert_snapshot;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A run that lasts until `end` is there.
const LASTS: &str = "ccm:
  resources:
    - exec:
        - begin: {command: touch @ROOT@/begun}
        - last:
            provider: shell
            command: while [ -d @ROOT@ ] && [ ! -e @ROOT@/end ]; do sleep 0.02; done
";

fn wait_for(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_mins(1), "it never came");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A run whose one command lasts until `end` is there.
const ENDLESS: &str = "ccm:
  resources:
    - exec:
        - last:
            provider: shell
            command: touch @ROOT@/begun; while [ -d @ROOT@ ] && [ ! -e @ROOT@/end ]; do sleep 0.02; done
";

/// The notes of commands that are at work.
fn noted(test: &Test) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(test.state().join("running")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Begins a run, waits until its command is at work, and kills the run.
fn outlived(test: &Test) {
    let child = begun(test);
    wait_for(|| noted(test).iter().any(|note| std::fs::read_to_string(note).is_ok_and(|text| text.ends_with('\n'))));
    kill(child);
}

/// Begins a run and waits until it is under way.
fn begun(test: &Test) -> Child {
    let child = test.command().stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    wait_for(|| test.exists("begun"));
    child
}

fn end(test: &Test, mut child: Child) {
    std::fs::write(test.path("end"), "").unwrap();
    assert!(child.wait().unwrap().success());
}

/// The password of an address is neither told to others nor kept, and another one leads to the same notes.
#[test]
fn credentials_of_an_address_are_not_kept() {
    let owing = "    - file: [{@ROOT@/conf: {ensure: present, content: new, owner: @UID@, group: @GID@, mode: '0644'}}]
    - exec: [{begin: {command: touch @ROOT@/begun}}]
    - exec: [{last: {provider: shell, command: 'while [ -d @ROOT@ ] && [ ! -e @ROOT@/end ]; do sleep 0.02; done'}}]
    - exec: [{reload: {command: touch @ROOT@/reloaded, refreshonly: true, subscribe: [file#@ROOT@/conf]}}]
";
    let mut test = Test::new().file("served.yaml", format!("ccm:\n  resources:\n{owing}"));
    let port = crate::archives::serve(std::fs::read(test.path("served.yaml")).unwrap());
    let address = |password: &str| format!("http://me:{password}@127.0.0.1:{port}/site.yaml");
    test.args_of(&["apply", &address("S3NTINEL-one")]);
    let first = begun(&test);
    let said = test.again(&["ensure", "exec", "true", "--wait", "100ms"], 9).raw();
    assert!(said.contains(&format!("at work: http://REDACTED@127.0.0.1:{port}/site.yaml, process")), "{said}");
    let kept = |name: &str| std::fs::read_to_string(test.state().join(name)).unwrap();
    assert!(!kept("lock").contains("S3NTINEL"), "{}", kept("lock"));
    let notes = kept("refresh.json");
    assert!(notes.contains("exec#reload") && !notes.contains("S3NTINEL"), "{notes}");
    kill(first);
    std::fs::write(test.path("end"), "").unwrap();
    test.again(&["apply", &address("S3NTINEL-two")], 0);
    assert!(test.exists("reloaded"));
}

#[test]
fn a_second_run_waits_and_then_names_the_first() {
    let mut test = Test::new().file("site.yaml", LASTS).args(["apply", "site.yaml"]);
    let first = begun(&test);
    let ended = test.again(&["ensure", "exec", "true", "--wait", "100ms"], 9);
    let said = ended.stderr();
    let (before, after) = (said.find("process ").unwrap(), said.find("; waited").unwrap());
    let masked = format!("{}process [PID], since [TIME]{}", &said[..before], &said[after..]);
    assert_snapshot!(masked, @"
    error: another run is at work: site.yaml, process [PID], since [TIME]; waited 0.1 s for it to end
    help: wait longer with `--wait TIME`
    ");
    end(&test, first);
    test.again(&["ensure", "exec", "true"], 0);
}

#[test]
fn those_that_only_look_do_not_wait() {
    let mut test = Test::new().file("site.yaml", LASTS).args(["apply", "site.yaml"]);
    let first = begun(&test);
    test.again(&["apply", "site.yaml", "--noop", "--wait", "0s"], 0);
    test.again(&["apply", "site.yaml", "--monitor-only", "--wait", "0s"], 0);
    test.again(&["check", "site.yaml"], 0);
    end(&test, first);
}

#[test]
fn a_run_inside_of_a_run_shares_its_lock() {
    let inner = format!("{} ensure exec true --wait 0s", env!("CARGO_BIN_EXE_upright"));
    let state = |test: &Test| format!("UPRIGHT_STATE_DIR={}", test.state().display());
    let test = Test::new();
    let manifest =
        format!("ccm:\n  resources:\n    - exec:\n        - {inner}: {{environment: [\"{}\"]}}\n", state(&test));
    test.file("site.yaml", manifest).args(["apply", "site.yaml"]).exit(0);
}

/// A run that starts another one after two changes, and makes a third then; with a command that lasts before the refreshes,
/// or none. What the inner one owes fails until `ok` is there.
fn nested(lasts: &str) -> Test {
    let file = |name: &str| {
        format!(
            "    - file: [{{@ROOT@/{name}: {{ensure: present, content: x, owner: @UID@, group: @GID@, mode: '0644'}}}}]\n"
        )
    };
    let refreshed = |command: &str, by: &str| {
        format!("    - exec: [{{of {by}: {{command: {command}, refreshonly: true, subscribe: [file#@ROOT@/{by}]}}}}]\n")
    };
    let of = |items: &[String]| format!("ccm:\n  resources:\n{}", items.concat());
    let test = Test::new().file("inner.yaml", of(&[file("inner"), refreshed("test -e @ROOT@/ok", "inner")]));
    let inner =
        format!("{} apply @ROOT@/inner.yaml --state-dir {}", env!("CARGO_BIN_EXE_upright"), test.state().display());
    let inner = format!("    - exec: [{{inner: {{command: '{inner}', returns: [0, 1]}}}}]\n");
    let [a, b, c] = ["a", "b", "c"].map(|name| refreshed(&format!("touch @ROOT@/of-{name}"), name));
    let outer = of(&[file("a"), file("b"), inner, file("c"), lasts.to_owned(), a, b, c]);
    test.file("outer.yaml", outer).args(["apply", "outer.yaml"])
}

#[test]
fn a_run_inside_of_a_run_takes_no_notes_away() {
    let lasts = LASTS.strip_prefix("ccm:\n  resources:\n").unwrap();
    let mut test = nested(lasts);
    kill(begun(&test));
    std::fs::write(test.path("end"), "").unwrap();
    test.again(&["apply", "outer.yaml"], 0);
    assert!(["of-a", "of-b", "of-c"].iter().all(|name| test.exists(name)), "the outer one paid");
}

#[test]
fn a_run_takes_no_notes_away_from_one_inside_of_it() {
    let mut test = nested("");
    test.again(&["apply", "outer.yaml"], 0);
    std::fs::write(test.path("ok"), "").unwrap();
    let paid = test.again(&["apply", "inner.yaml", "--no-report"], 0).stdout();
    assert!(paid.contains("refreshed"), "{paid}");
    let settled = test.again(&["apply", "inner.yaml", "--no-report"], 0).stdout();
    assert!(!settled.contains("refreshed"), "{settled}");
}

/// Manifests without a name are not one that has changed.
#[test]
fn what_one_manifest_from_standard_input_owes_another_one_does_not_drop() {
    let owing = "ccm:
  resources:
    - file: [{@ROOT@/a: {ensure: present, content: x, owner: @UID@, group: @GID@, mode: '0644'}}]
    - exec: [{refreshed: {command: test -e @ROOT@/ok, refreshonly: true, subscribe: [file#@ROOT@/a]}}]\n";
    let test = Test::new().file("owing.yaml", owing).args(["apply", "-", "--no-report"]);
    let run = |manifest: &str| {
        let mut command = test.command();
        let ended =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().and_then(|mut run| {
                run.stdin.take().unwrap().write_all(manifest.as_bytes())?;
                run.wait_with_output()
            });
        let ended = ended.unwrap();
        String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap()
    };
    let owing = test.read("owing.yaml");
    assert!(run(&owing).contains("exit code 1"));
    let other = run("ccm: {resources: [{exec: [{'true': {}}]}]}\n");
    assert!(!other.contains("not refreshed"), "{other}");
    std::fs::write(test.path("ok"), "").unwrap();
    let paid = run(&owing);
    assert!(paid.contains("refreshed      run"), "{paid}");
}

/// Kills the run, not what it started.
fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_killed_run_leaves_no_lock_behind() {
    let mut test = Test::new().file("site.yaml", LASTS).args(["apply", "site.yaml"]);
    kill(begun(&test));
    test.again(&["ensure", "exec", "true", "--wait", "0s"], 0);
    std::fs::write(test.path("end"), "").unwrap();
}

#[test]
fn a_command_that_outlives_its_run_is_waited_for() {
    let work = "echo begin >> @ROOT@/log; touch @ROOT@/begun; while [ -d @ROOT@ ] && [ ! -e @ROOT@/end ]; do sleep 0.02; done; echo end >> @ROOT@/log";
    let manifest = format!(
        "ccm:\n  resources:\n    - exec:\n        - work: {{provider: shell, command: \"{work}\", environment: [TOKEN=abcdefghijkl]}}\n"
    );
    let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml"]);
    outlived(&test);
    let note = std::fs::read_to_string(&noted(&test)[0]).unwrap();
    assert!(note.ends_with("\n/bin/sh\n") && !note.contains("abcdefghijkl"), "{note}");
    let mut second = test.command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(second.stderr.take().unwrap()).read_line(&mut said).unwrap();
    assert!(
        said.starts_with("warning: waiting for a command of a run that died to end: `/bin/sh`, process "),
        "{said}"
    );
    assert_eq!(test.read("log"), "begin\n", "nothing is done beside it");
    end(&test, second);
    assert_eq!(test.read("log"), "begin\nend\n".repeat(2));
    assert!(noted(&test).is_empty());
}

#[test]
fn a_command_that_does_not_end_is_told_of() {
    let mut test = Test::new().file("site.yaml", ENDLESS).args(["apply", "site.yaml"]);
    outlived(&test);
    let said = test.again(&["ensure", "exec", "true", "--wait", "50ms"], 0).stderr();
    assert!(
        said.contains(", is left of a run that died and still at work after 0.05 s; it is not waited for"),
        "{said}"
    );
    std::fs::write(test.path("end"), "").unwrap();
}

/// What a command leaves in the background is its own business.
#[test]
fn a_daemon_is_not_waited_for() {
    let work = "sleep 30 & touch @ROOT@/begun; while [ -d @ROOT@ ] && [ ! -e @ROOT@/end ]; do sleep 0.02; done";
    let manifest =
        format!("ccm:\n  resources:\n    - exec:\n        - work: {{provider: shell, command: \"{work}\"}}\n");
    let mut test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml"]);
    outlived(&test);
    std::fs::write(test.path("end"), "").unwrap();
    let start = Instant::now();
    test.again(&["apply", "site.yaml"], 0);
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_state_directory_that_cannot_be_made_is_a_warning() {
    let test = Test::new().file("plain", "").args(["ensure", "exec", "true", "--state-dir", "@ROOT@/plain/state"]);
    assert_snapshot!(test.exit(0).stderr(), @"warning: cannot make directory `[ROOT]/plain/state`: `[ROOT]/plain` is not a directory; nothing is kept for later runs, and others may run at the same time");
}

#[test]
fn a_refresh_is_delivered_after_the_run_was_killed() {
    let manifest = "ccm:
  resources:
    - file:
        - \"@ROOT@/conf\": {ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\", content: new}
    - exec:
        - hang: {command: \"sh -c 'touch @ROOT@/begun; exec sleep 60'\", creates: \"@ROOT@/begun\"}
        - reload:
            command: \"sh -c 'echo reloaded >> @ROOT@/log'\"
            refreshonly: true
            subscribe: [\"file#@ROOT@/conf\"]
";
    let mut test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--no-report"]);
    kill(begun(&test));
    assert!(!test.exists("log"));
    let rehearsed = test.again(&["apply", "site.yaml", "--no-report", "--noop"], 0);
    assert!(rehearsed.stdout().contains("would refresh  run, subscribed to file#"), "{}", rehearsed.stdout());
    for _ in 0..2 {
        test.again(&["apply", "site.yaml", "--no-report", "--wait", "0s"], 0);
        assert_eq!(test.read("log"), "reloaded\n");
    }
}
