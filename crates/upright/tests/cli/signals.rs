//! Ctrl-C, SIGTERM, and readers that go away.

use crate::test::{Ended, Test};
use insta::assert_snapshot;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const SLOW: &str = "\
ccm:
  post_message: After.
  resources:
    - exec:
        - before: {command: \"touch @ROOT@/before\"}
        - slow: {command: \"sleep 60 & echo $! > @ROOT@/child; wait\", provider: shell}
        - later: {command: \"touch @ROOT@/later\"}
        - last: {command: \"touch @ROOT@/later\"}
";

/// Whether a process is there and not only waited for.
pub(crate) fn is_alive(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// Waits for something that has to come.
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn end_with(signal: Signal, flags: &[&str]) -> (Test, Ended) {
    let test = Test::new().file("site.yaml", SLOW).args(["apply", "site.yaml", "--no-report"]);
    let mut command = test.command();
    let child = command.args(flags).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the slow command", || test.exists("child") && test.read("child").ends_with('\n'));
    kill_process(pid(&child), signal).unwrap();
    let start = Instant::now();
    let ended = test.ended(child.wait_with_output().unwrap());
    assert!(start.elapsed() < Duration::from_secs(10), "a run that was interrupted does not wait for its command");
    (test, ended)
}

pub(crate) fn pid(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap()
}

fn assert_ended_cleanly(test: &Test) {
    until("the end of the process group", || !is_alive(test.read("child").trim()));
    assert!(test.exists("before") && !test.exists("later"), "what was done stays, and nothing else is begun");
    let names: Vec<_> = test.tree().into_keys().filter(|name| !name.as_os_str().is_empty()).collect();
    assert_eq!(names, ["before", "child", "site.yaml"].map(std::path::PathBuf::from), "nothing half-written stays");
}

#[test]
fn ctrl_c_ends_the_command_and_the_run() {
    let (test, ended) = end_with(Signal::INT, &[]);
    assert_eq!(ended.code, Some(130), "{}", ended.raw());
    assert_snapshot!(ended.stdout(), @"
    exec#before  changed        run
    exec#slow    failed         `/bin/sh` was ended because of SIGINT (site.yaml:6)
    2 resources were not looked at: the run was interrupted

    Interrupted: 1 changed, 0 stable, 1 failed, in [TIME] s.
    ");
    assert_ended_cleanly(&test);
}

/// Nothing has been done yet, so there is nothing to bring to an end.
#[test]
fn a_text_that_takes_long_is_not_waited_for() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let filler = "  - {a: [b, c]}\n".repeat(2_000_000);
        let manifest = format!("{SLOW}x-filler:\n{filler}");
        let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml"]);
        let mut command = test.command();
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let status = format!("/proc/{}/status", child.id());
        // The text is in memory: it is being taken apart.
        let is_read = |status: String| {
            let size =
                status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
            size.is_some_and(|kilobytes: usize| kilobytes > 100_000)
        };
        until("the text", || std::fs::read_to_string(&status).is_ok_and(is_read));
        kill_process(pid(&child), signal).unwrap();
        let start = Instant::now();
        let ended = test.ended(child.wait_with_output().unwrap());
        assert_eq!((ended.code, ended.raw().is_empty()), (Some(code), true), "{}", ended.raw());
        assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
        assert!(!test.exists("before"));
    }
}

#[test]
fn sigterm_ends_the_command_and_the_run() {
    let (test, ended) = end_with(Signal::TERM, &[]);
    assert_eq!(ended.code, Some(143), "{}", ended.raw());
    assert_ended_cleanly(&test);
}

#[test]
fn the_event_of_an_ended_command_says_so() {
    let (test, ended) = end_with(Signal::TERM, &["--output", "jsonl"]);
    assert_eq!(ended.code, Some(143), "{}", ended.raw());
    let lines = ended.lines();
    let names: Vec<_> = lines.iter().map(|line| line["name"].as_str().unwrap_or("summary")).collect();
    assert_eq!(names, ["before", "slow", "summary"]);
    assert_eq!((&lines[1]["failed"], &lines[1]["changed"]), (&true.into(), &false.into()));
    assert_snapshot!(lines[1]["error"][0].as_str().unwrap(), @"`/bin/sh` was ended because of SIGTERM");
    assert_eq!((&lines[2]["total_resources"], &lines[2]["failed_resources"]), (&2.into(), &1.into()));
    assert_ended_cleanly(&test);
}

/// A guard is a command too.
#[test]
fn a_guard_is_ended_as_well() {
    let manifest = "\
ccm:
  resources:
    - exec:
        - guarded: {command: \"touch @ROOT@/ran\", onlyif: \"sleep 60 & echo $! > @ROOT@/child; wait\", provider: shell}
        - later: {command: \"touch @ROOT@/later\"}
";
    let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--noop"]);
    let child = test.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the guard", || test.exists("child") && test.read("child").ends_with('\n'));
    kill_process(pid(&child), Signal::INT).unwrap();
    let ended = test.ended(child.wait_with_output().unwrap());
    assert_eq!(ended.code, Some(130), "{}", ended.raw());
    until("the end of the guard", || !is_alive(test.read("child").trim()));
    assert!(!test.exists("ran") && !test.exists("later"));
}

/// A file whose source has this size, all of it zeros that take up no room.
fn copies(size: u64) -> Test {
    let file =
        "file: {name: @ROOT@/f, ensure: present, source: source, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}";
    let later = "exec: {name: touch @ROOT@/later}";
    let test =
        Test::new().file("site.yaml", format!("ccm: {{resources: [{{{file}}}, {{{later}}}]}}\n")).file("source", "");
    std::fs::File::options().write(true).open(test.path("source")).unwrap().set_len(size).unwrap();
    test
}

/// Whether a process has a file open. Whoever reads a document listens to signals already.
fn holds_open(child: &Child, path: &Path) -> bool {
    let Ok(handles) = std::fs::read_dir(format!("/proc/{}/fd", child.id())) else { return false };
    handles.flatten().any(|handle| std::fs::read_link(handle.path()).is_ok_and(|target| target == path))
}

/// Ends a run as soon as something is so, and gives what it said of the copy.
fn end_copy(test: &Test, signal: Signal, code: i32, is_so: impl Fn(&Child) -> bool) -> String {
    let child = test.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The copy follows a long look at its source and does not take long itself.
    let start = Instant::now();
    while !is_so(&child) {
        assert!(start.elapsed() < Duration::from_mins(3), "nothing was copied");
        std::thread::sleep(Duration::from_millis(1));
    }
    kill_process(pid(&child), signal).unwrap();
    let ended = test.ended(child.wait_with_output().unwrap());
    assert_eq!(ended.code, Some(code), "{}", ended.raw());
    assert!(!test.exists("later"), "nothing else is begun");
    ended.stdout()
}

#[test]
fn hashing_a_huge_source_is_ended() {
    for (flags, signal, code) in [("--no-report", Signal::INT, 130), ("--noop", Signal::TERM, 143)] {
        let test = copies(1 << 40).file("f", "old").args(["apply", "site.yaml", "--output", "jsonl", flags]);
        let source = test.path("source");
        let said = end_copy(&test, signal, code, |child| holds_open(child, &source));
        let event: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
        assert_eq!((&event["failed"], &event["changed"]), (&true.into(), &false.into()), "{event}");
        let name = if code == 130 { "SIGINT" } else { "SIGTERM" };
        assert_eq!(event["error"][0], format!("cannot read `[ROOT]/source`: interrupted by {name}"));
        assert_eq!(test.read("f"), "old");
    }
}

/// Hashing comes first, so this source is one that is soon read; copying it to the disk takes longer.
#[test]
fn a_copy_is_ended_and_nothing_half_written_stays() {
    let test = copies(128 << 20).file("f", "old").args(["apply", "site.yaml", "--no-report"]);
    let said = end_copy(&test, Signal::INT, 130, |_| test.names().len() == 4);
    assert_snapshot!(said, @"
    file#[ROOT]/f            failed         cannot write `[ROOT]/f`: interrupted by SIGINT (site.yaml:1)
    1 resource was not looked at: the run was interrupted

    Interrupted: 0 stable, 1 failed, in [TIME] s.
    ");
    assert_eq!(test.names(), ["f", "site.yaml", "source"]);
    assert_eq!(test.read("f"), "old");
}

/// Whoever closed the pipe has seen enough; the machine has not.
#[test]
fn a_reader_that_goes_away_does_not_stop_the_run() {
    let commands: String = (0..40).map(|n| format!("        - touch @ROOT@/{n}: {{}}\n")).collect();
    let manifest = format!("ccm:\n  pre_message: Before.\n  resources:\n    - exec:\n{commands}");
    for form in ["text", "jsonl", "json", "yaml"] {
        let test = Test::new().file("site.yaml", &manifest).args(["apply", "site.yaml", "--output", form]);
        let mut child = test.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        // Only the first line is wanted where there is one before the end.
        if matches!(form, "text" | "jsonl") {
            reader.read_line(&mut line).unwrap();
        }
        drop(reader);
        let ended = test.ended(child.wait_with_output().unwrap());
        assert_eq!(ended.code, Some(0), "{form}: {}", ended.stderr());
        assert!(!ended.stderr().contains("bug"), "{form}: {}", ended.stderr());
        assert!((0..40).all(|n| test.exists(&n.to_string())), "{form}: the run was completed");
    }
}

#[test]
fn nobody_listens_at_all() {
    let commands: [&[&str]; 5] =
        [&["--help"], &["explain"], &["completions", "bash"], &["man"], &["schema", "manifest"]];
    for arguments in commands {
        let test = Test::new();
        let mut command = test.command();
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ended = test.ended(child.wait_with_output().unwrap());
        assert_eq!((ended.code, ended.stderr().as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn whoever_waits_for_a_server_ends_with_the_signal() {
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/data.yaml", server.local_addr().unwrap());
    for words in [
        &["apply", "site.yaml", "--hiera", &address][..],
        &["apply", &address],
        &["hiera", "parse", &address],
        &["data", "explain", "key", "site.yaml", "--hiera", &address],
    ] {
        for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
            let mut test = Test::new().file("site.yaml", SLOW);
            test.args_of(words);
            let child = test.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            // It is connected, and gets no answer.
            let connection = server.accept().unwrap();
            kill_process(pid(&child), signal).unwrap();
            let ended = test.ended(child.wait_with_output().unwrap());
            assert_eq!(ended.code, Some(code), "{words:?}: {}", ended.raw());
            drop(connection);
        }
    }
}
