//! Locks of package managers, and who holds them.

use std::path::Path;
use system::ReadWorld;

/// Enough for the name of a process.
const LIMIT: u64 = 4096;

/// Who holds one of these files locked.
pub(super) fn holder(paths: &[&str], world: &ReadWorld) -> Option<String> {
    paths.iter().find_map(|path| {
        let holder = world.files.locked_by(Path::new(path))?;
        let who = holder.process.map_or_else(
            || "another process".to_owned(),
            |process| format!("process {process}{}", name_of(process, world)),
        );
        Some(format!("{path} is held by {who}"))
    })
}

fn name_of(process: u32, world: &ReadWorld) -> String {
    let name = world.files.read(Path::new(&format!("/proc/{process}/comm")), LIMIT).ok();
    name.map_or_else(String::new, |name| format!(" ({})", String::from_utf8_lossy(&name).trim_end()))
}
