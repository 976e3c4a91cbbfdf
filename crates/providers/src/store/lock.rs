//! One program at a time changes a store.

use super::StoreError;
use std::path::Path;
use std::time::Duration;
use system::WriteWorld;
use system::files::Lock;

const FILE: &str = ".lock";
/// How often somebody who waits looks again.
const GLANCE: Duration = Duration::from_millis(20);
/// How long somebody waits; a rotation of many secrets takes seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// Takes the lock of a store, or waits for it.
pub(super) fn take(directory: &Path, world: &WriteWorld) -> Result<Box<dyn Send + Sync>, StoreError> {
    let (clock, interrupt) = (&world.read.clock, &world.read.interrupt);
    let holder = format!("process {}, since {}", std::process::id(), clock.now().to_rfc3339_seconds());
    let until = clock.monotonic() + PATIENCE;
    loop {
        match world.files.lock(&directory.join(FILE), &holder)? {
            Lock::Ours(lock, _) => return Ok(lock),
            Lock::Theirs(holder) if clock.monotonic() >= until => {
                return Err(StoreError::Held { holder, waited: PATIENCE });
            }
            Lock::Theirs(_) => {}
        }
        clock.sleep(GLANCE, interrupt);
        if let Some(signal) = interrupt.signalled() {
            return Err(StoreError::Interrupted(signal));
        }
    }
}
