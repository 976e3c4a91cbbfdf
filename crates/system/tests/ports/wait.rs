//! Waiting for a fact instead of for some time.

use rustix::thread::Pid;
use std::path::Path;
use std::time::{Duration, Instant};

/// Waits for something that has to come.
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_mins(1), "{what} did not come");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether this process has a file open.
pub(crate) fn is_open(path: &Path) -> bool {
    let handles = std::fs::read_dir("/proc/self/fd").unwrap().flatten();
    handles.into_iter().any(|handle| std::fs::read_link(handle.path()).is_ok_and(|target| target == path))
}

/// Whether a thread of this process waits for something.
pub(crate) fn sleeps(thread: Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/self/task/{}/stat", thread.as_raw_nonzero())).unwrap();
    stat.contains(") S ")
}
