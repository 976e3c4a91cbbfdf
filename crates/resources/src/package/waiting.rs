//! Running a command of a package manager, with patience for whoever holds its lock.

use super::failure::PackageFailure;
use super::manager::Manager;
use std::time::Duration;
use system::process::{Command, Finished};
use system::{Environment, WriteWorld};

/// How long we wait for a lock when nobody says otherwise.
const LIMIT: Duration = Duration::from_mins(2);
/// How often we try.
const PAUSE: Duration = Duration::from_secs(1);
/// Says how long we wait, as a duration.
const VARIABLE: &str = "UPRIGHT_PACKAGE_WAIT";

/// How a try went.
enum Try {
    /// The command ran to its end.
    Ran(Finished),
    /// Somebody holds the lock.
    Locked(String),
}

/// Runs a command; while another process holds the lock it is tried again, and somebody is told.
pub(super) fn run(command: &Command, manager: &dyn Manager, world: &WriteWorld) -> Result<Finished, PackageFailure> {
    let (clock, limit) = (&world.read.clock, limit(&*world.read.environment));
    let mut begin = None;
    loop {
        let holder = match attempt(command, manager, world)? {
            Try::Ran(finished) => return Ok(finished),
            Try::Locked(holder) => holder,
        };
        let now = clock.monotonic();
        // The time that the command took to find out is no waiting.
        let since = *begin.get_or_insert_with(|| {
            let limit = limit.as_secs();
            world.read.notices.say(&format!("waiting up to {limit}s for the lock of the package manager: {holder}"));
            now
        });
        let waited = now.saturating_sub(since);
        if waited >= limit {
            return Err(PackageFailure::Locked { holder, waited });
        }
        if !clock.sleep(PAUSE.min(limit.saturating_sub(waited)), &world.read.interrupt) {
            // Says that somebody has ended the run.
            return Ok(world.processes.run(command, None)?);
        }
    }
}

fn attempt(command: &Command, manager: &dyn Manager, world: &WriteWorld) -> Result<Try, PackageFailure> {
    if let Some(holder) = manager.busy(&world.read) {
        return Ok(Try::Locked(holder));
    }
    let finished = world.processes.run(command, None)?;
    Ok(manager.held_by(&finished).map_or(Try::Ran(finished), Try::Locked))
}

/// A value that is no duration is as good as none.
fn limit(environment: &dyn Environment) -> Duration {
    let given = environment.var(VARIABLE).and_then(|value| value.into_string().ok());
    let parsed = given.and_then(|text| value::Duration::parse(&text).ok());
    parsed.and_then(|duration| u64::try_from(duration.as_nanos()).ok()).map_or(LIMIT, Duration::from_nanos)
}
