//! Checks on worlds that are made up, and the end of commands on this machine.

use super::{check, lines, load, outcomes};
use diagnostics::Redactor;
use goss::{CheckError, Outcome};
use std::time::Duration;
use system::{FakeWorld, Interrupt, ReadWorld, Signal};

#[test]
fn results_come_in_the_order_of_types_and_ids() {
    let world = FakeWorld::new();
    world.files.add_file("/b", "");
    let text = "matching: {m: {content: 1, matches: 1}}\nfile: {/c: {exists: false, mode: '0644'}, /b: {exists: true}}\n\
                user: {root: {exists: true, uid: 0, gid: 0, home: /root}}\n";
    let report = check(text, &world.read());
    assert_eq!(
        lines(&report),
        [
            "File: /b: exists: matches expectation: true",
            "File: /c: exists: matches expectation: false",
            "File: /c: mode: skipped",
            "User: root: exists: matches expectation: true",
            "User: root: uid: matches expectation: 0",
            "User: root: gid: matches expectation: 0",
            "User: root: home: matches expectation: \"/root\"",
            "Matching: m: matches: matches expectation: 1",
        ]
    );
    assert_eq!(report.summary(), "Count: 8, Failed: 0, Duration: 0.000s");
}

#[test]
fn tables_of_the_kernel_are_read() {
    let world = FakeWorld::new();
    let loopback = u32::from_ne_bytes([127, 0, 0, 1]);
    let table = format!("head\n 0: {loopback:08X}:1F90 0:0 0A 0\n 1: {loopback:08X}:0050 0:0 01 0\n");
    world.files.add_file("/proc/net/tcp", table);
    world.files.add_file("/proc/7/stat", "7 (web server) S 1 7 7 0\n");
    world.files.add_file("/proc/sys/kernel/ostype", "Linux\n");
    world.files.add_file("/proc/self/mountinfo", "1 0 8:1 / /srv rw,rw - ext4 /dev/a rw\n");
    let text = "port: {8080: {listening: true, ip: [127.0.0.1]}, 'tcp:80': {listening: false}}\n\
                process: {web server: {running: true}}\nkernel-param: {kernel.ostype: {value: Linux}}\n\
                mount: {/srv: {exists: true, opts: {consist-of: [rw]}}, /none: {exists: false, opts: [rw]}}\n";
    let report = check(text, &world.read());
    assert!(report.is_success(), "{report:?}");
    assert_eq!(outcomes(&report).iter().filter(|outcome| **outcome == Outcome::Skipped).count(), 1);
}

#[test]
fn the_whole_check_ends_on_time_and_takes_its_commands_along() {
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    let directory = tempfile::tempdir().unwrap();
    let mark = directory.path().join("mark");
    let text =
        format!("command:\n  a:\n    exec: (sleep 2; touch {}) & sleep 60\n    exit-status: 0\n", mark.display());
    let (start, limit) = (world.clock.monotonic(), Duration::from_millis(300));
    let error = load(&text, &world).unwrap().check(&world, Some(limit), &Redactor::default()).unwrap_err();
    assert_eq!(error, CheckError::TimedOut { after: limit });
    assert!(world.clock.monotonic() < start + Duration::from_secs(30));
    assert!(world.clock.sleep(Duration::from_secs(3), &Interrupt::never()));
    assert!(world.files.list(directory.path()).unwrap().is_empty(), "a child of the command went on");
}

#[test]
fn an_interrupt_ends_the_check() {
    let interrupt = Interrupt::manual().unwrap();
    let world = ReadWorld::real(interrupt.clone(), Vec::new());
    let suite = load("command:\n  sleep 60:\n    exit-status: 0\n", &world).unwrap();
    interrupt.raise(Signal::Interrupt);
    assert_eq!(
        suite.check(&world, None, &Redactor::default()),
        Err(CheckError::Interrupted { signal: Signal::Interrupt })
    );
}
