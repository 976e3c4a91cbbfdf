//! Processes that sleep under names of their own.

use serde_json::Value as Json;
use std::io::Result;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Processes that end with the case.
#[derive(Default)]
pub(super) struct Processes(Vec<Child>);

impl Processes {
    /// Copies `sleep` to `bin/<name>` and starts it.
    pub(super) fn start(names: Option<&Json>, root: &Path) -> Result<Self> {
        let mut processes = Self::default();
        for name in names.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str) {
            let path = root.join("bin").join(name);
            std::fs::create_dir_all(root.join("bin"))?;
            std::fs::copy("/bin/sleep", &path)?;
            processes.0.push(start(&path)?);
        }
        if !processes.0.is_empty() {
            // The kernel takes the name over when the program is loaded.
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(processes)
    }
}

/// Another thread that forks while the copy is written holds it open for a moment.
fn start(path: &Path) -> Result<Child> {
    let mut tries = 0;
    loop {
        match Command::new(path).arg("600").stdin(Stdio::null()).stdout(Stdio::null()).spawn() {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy && tries < 50 => tries += 1,
            started => return started,
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for process in &mut self.0 {
            // It may have ended by itself.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
