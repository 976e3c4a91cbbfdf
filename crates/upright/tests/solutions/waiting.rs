//! Facts that tests wait for.

use crate::test::Test;
use rustix::process::{Pid, Signal, kill_process};
use std::time::{Duration, Instant};

/// The beginning of every solution here.
pub(crate) const HEAD: &str = "apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: {name: hostile-case}\nspec:\n";

/// Waits for something that has to come.
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_mins(1), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until a process has written its number to a file.
pub(crate) fn until_started(test: &Test, file: &str) {
    until(file, || test.exists(file) && test.read(file).ends_with('\n'));
}

/// Whoever started a process ends it; the kernel may take a moment.
pub(crate) fn assert_gone(test: &Test, file: &str) {
    let pid: i32 = test.read(file).trim().parse().unwrap();
    let is_there = || std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    let start = Instant::now();
    while is_there() && start.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(5));
    }
    if is_there() {
        // The test must not leave it behind as well.
        kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL).unwrap();
        panic!("the process of `{file}` is left behind");
    }
}
