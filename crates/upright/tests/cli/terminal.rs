//! Colour and progress: for a terminal, and only there.

use crate::signals::{pid, until};
use crate::test::{Ended, Test};
use rustix::process::{Signal, kill_process};
use std::io::Write;
use std::process::{Command, Stdio};

const ESCAPE: char = '\x1b';

const SLOW: &str = "\
ccm:
  resources:
    - exec:
        - quick: {command: /bin/true}
        - slow: {command: sleep 1.6}
        - broken: {command: /bin/false}
";

/// Runs the program on a terminal that `script` of util-linux makes.
pub(crate) fn on_a_terminal(test: &Test, arguments: &str, environment: &[(&str, &str)]) -> Ended {
    let mut command = terminal(test, arguments);
    test.ended(command.envs(environment.iter().copied()).stdin(Stdio::null()).output().unwrap())
}

fn terminal(test: &Test, arguments: &str) -> Command {
    let mut command = Command::new("script");
    // Whoever runs the tests in the background ignores Ctrl-C, and so would the program.
    let line = format!("exec env --default-signal=INT {} {arguments}", env!("CARGO_BIN_EXE_upright"));
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    command.current_dir(test.path("")).env_clear().env("PATH", "/usr/bin:/bin").env("TERM", "xterm");
    command.env("UPRIGHT_STATE_DIR", test.state());
    command
}

#[test]
fn a_pipe_gets_neither_colour_nor_progress() {
    let mut test = Test::new().file("site.yaml", SLOW).env("TERM", "xterm-256color").env("CLICOLOR_FORCE", "");
    for form in ["text", "json", "jsonl", "yaml"] {
        let raw = test.again(&["apply", "site.yaml", "--output", form], 1).raw();
        assert!(!raw.contains(ESCAPE) && !raw.contains("[2/3]"), "{form}: {raw}");
    }
    test = test.file("bad.yaml", "ccm: [\n");
    for arguments in [&["apply", "bad.yaml"][..], &["check", "bad.yaml"], &["check"], &["explain", "quux"]] {
        let raw = test.args_of(arguments).run().raw();
        assert!(!raw.contains(ESCAPE), "{arguments:?}: {raw}");
    }
}

#[test]
fn a_terminal_gets_colour() {
    let test = Test::new().file("site.yaml", SLOW).file("bad.yaml", "ccm: [\n");
    let run = on_a_terminal(&test, "apply site.yaml --no-report", &[]);
    assert_eq!(run.code, Some(1));
    assert!(run.raw().contains("\x1b[1;31mfailed\x1b[0m"), "{:?}", run.raw());
    assert!(run.raw().contains("\x1b[33mchanged\x1b[0m"), "{:?}", run.raw());
    let bad = on_a_terminal(&test, "check bad.yaml", &[]);
    assert_eq!(bad.code, Some(3));
    assert!(bad.raw().contains(ESCAPE), "{:?}", bad.raw());
    assert!(on_a_terminal(&test, "explain manifest::empty", &[]).raw().contains(ESCAPE));
}

#[test]
fn a_diff_on_a_terminal_is_coloured() {
    let manifest = "\
ccm:
  resources:
    - file: {name: @ROOT@/motd, ensure: present, content: \"new\\n\", owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}
";
    let test = Test::new().file("site.yaml", manifest).file("motd", "old\n");
    let raw = on_a_terminal(&test, "apply site.yaml --noop", &[]).raw();
    assert!(raw.contains("\x1b[31m-old\x1b[0m") && raw.contains("\x1b[32m+new\x1b[0m"), "{raw:?}");
}

#[test]
fn who_wants_no_colour_gets_none() {
    let test = Test::new().file("site.yaml", SLOW).file("bad.yaml", "ccm: [\n");
    let environments = [("NO_COLOR", "1"), ("TERM", "dumb")];
    for environment in environments {
        for arguments in ["check bad.yaml", "check", "explain quux", "explain manifest::empty", "--help"] {
            let raw = on_a_terminal(&test, arguments, &[environment]).raw();
            assert!(!raw.contains(ESCAPE), "{environment:?} {arguments}: {raw:?}");
        }
        let raw = on_a_terminal(&test, "apply site.yaml", &[environment]).raw();
        assert!(!raw.contains("\x1b[1;31m") && !raw.contains("\x1b[33m"), "{environment:?}: {raw:?}");
    }
}

/// An empty `NO_COLOR` is none, as its standard says.
#[test]
fn an_empty_wish_is_none() {
    let test = Test::new().file("bad.yaml", "ccm: [\n");
    assert!(on_a_terminal(&test, "check bad.yaml", &[("NO_COLOR", "")]).raw().contains(ESCAPE));
}

#[test]
fn a_slow_step_is_named_and_the_line_is_erased() {
    let test = Test::new().file("site.yaml", SLOW);
    let raw = on_a_terminal(&test, "apply site.yaml --no-report", &[]).raw();
    let (before, after) = raw.rsplit_once("[2/3] exec#slow 1 s").unwrap_or_else(|| panic!("no progress: {raw:?}"));
    assert!(before.ends_with("\r\x1b[2K"), "the line is drawn over itself: {raw:?}");
    assert!(after.starts_with("\r\x1b[2K"), "and taken away before the next one: {raw:?}");
    assert!(!raw.contains("[1/3]"), "a quick step is not shown: {raw:?}");
    let (_, last) = raw.rsplit_once("\x1b[2K").unwrap();
    assert!(last.contains("exec#slow") && !last.contains("[2/3]"), "{raw:?}");
}

/// A terminal that cannot erase a line must not be asked to.
#[test]
fn a_dumb_terminal_gets_no_progress() {
    let test = Test::new().file("site.yaml", SLOW);
    let raw = on_a_terminal(&test, "apply site.yaml", &[("TERM", "dumb")]).raw();
    assert!(!raw.contains(ESCAPE) && !raw.contains("[2/3]"), "{raw:?}");
}

#[test]
fn programs_get_no_progress_on_a_terminal_either() {
    let test = Test::new().file("site.yaml", SLOW);
    let raw = on_a_terminal(&test, "apply site.yaml --output jsonl", &[]).raw();
    assert!(!raw.contains(ESCAPE) && !raw.contains("[2/3]"), "{raw:?}");
}

/// A pipe gets what the command wrote, byte by byte.
#[test]
fn what_follows_output_without_an_end_of_line_begins_a_line() {
    let actions = "\
metadata: {name: demo, version: 1.0.0}
spec:
  workflow:
    actions:
      first: {provider: exec, inputs: {command: printf one}}
      second: {provider: exec, dependsOn: [first], inputs: {command: printf two >&2}}
      third: {provider: exec, dependsOn: [second], inputs: {command: printf three; exit 3, failOnError: true}}
";
    let mut test = Test::new().file("s.yaml", actions);
    let raw = on_a_terminal(&test, "run solution -f s.yaml", &[("TERM", "dumb")]).raw();
    assert!(raw.contains("one\r\ntwo\r\nthree\r\n"), "{raw:?}");
    test = test.file("s.yaml", &actions[..actions.find("      second").unwrap()]);
    assert_eq!(test.again(&["run", "solution", "-f", "s.yaml"], 0).stdout(), "one");
}

/// A run that takes several steps at once waits for the one that takes longest, not for the one that began last.
#[test]
fn a_solution_names_what_it_waits_for() {
    let resolvers = "\
metadata: {name: demo, version: 1.0.0}
spec:
  resolvers:
    slow: {resolve: {with: [{provider: exec, inputs: {command: sleep 1.6}}]}}
    zz: {resolve: {with: [{provider: static, inputs: {value: 1}}]}}
";
    let actions = "\
metadata: {name: demo, version: 1.0.0}
spec:
  workflow:
    actions:
      aa: {provider: exec, inputs: {command: sleep 2.4}}
      bb: {provider: exec, inputs: {command: sleep 0.1}}
      cc: {provider: exec, inputs: {command: sleep 1.2}}
";
    let test = Test::new().file("r.yaml", resolvers).file("a.yaml", actions);
    let raw = on_a_terminal(&test, "run resolver -f r.yaml", &[]).raw();
    assert!(raw.contains("\r\x1b[2K[2/2] resolver slow 1 s\r") && !raw.contains("resolver zz"), "{raw:?}");
    let raw = on_a_terminal(&test, "run solution -f a.yaml --max-action-concurrency 2", &[]).raw();
    assert!(raw.contains("[2/3] action aa 1 s (and 1 more)\r") && raw.contains("[3/3] action aa 2 s\r"), "{raw:?}");
    assert!(!raw.contains("action bb") && !raw.contains("action cc"), "{raw:?}");
}

const ENDLESS: &str = "\
metadata: {name: demo, version: 1.0.0}
spec:
  workflow:
    actions:
      first: {provider: exec, inputs: {command: \"[ -e quick ] || { touch @ROOT@/runs; sleep 60; }\"}}
    finally:
      last: {provider: exec, inputs: {command: touch @ROOT@/last; sleep 1}}
";

/// Presses Ctrl-C as soon as a file is there.
fn interrupted(test: &Test, file: &str) -> Ended {
    let mut command = terminal(test, "run solution -f s.yaml");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the action", || test.exists(file));
    child.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    test.ended(child.wait_with_output().unwrap())
}

#[test]
fn a_first_ctrl_c_is_answered_on_a_terminal() {
    let test = Test::new().file("s.yaml", ENDLESS);
    let ended = interrupted(&test, "runs");
    let answer = "\r\x1b[2Kinterrupted: ending what runs; press Ctrl-C again to kill it\r\n";
    assert_eq!((ended.code, ended.raw().matches(answer).count()), (Some(130), 1), "{:?}", ended.raw());
    let test = Test::new().file("s.yaml", ENDLESS).file("quick", "");
    let ended = interrupted(&test, "last");
    let answer = "\r\x1b[2Kinterrupted: what comes last is still done; press Ctrl-C again to kill it\r\n";
    assert_eq!((ended.code, ended.raw().matches(answer).count()), (Some(130), 1), "{:?}", ended.raw());
}

#[test]
fn a_first_ctrl_c_is_not_answered_in_a_pipe() {
    let test = Test::new().file("s.yaml", ENDLESS).args(["run", "solution", "-f", "s.yaml"]);
    let child = test.command().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the action", || test.exists("runs"));
    kill_process(pid(&child), Signal::INT).unwrap();
    let ended = test.ended(child.wait_with_output().unwrap());
    assert_eq!((ended.code, ended.raw().contains("press Ctrl-C")), (Some(130), false), "{:?}", ended.raw());
}
