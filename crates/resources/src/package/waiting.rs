//! Running a command of a package manager, with patience for whoever holds its lock.

use super::failure::PackageFailure;
use super::manager::Manager;
use crate::BadVariable;
use std::time::Duration;
use system::process::{Command, Finished, Output, ProcessError, Seen, Stop};
use system::{Environment, Signal, WriteWorld};

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

/// Runs a command of a package manager. What somebody interrupted is finished before.
pub(super) fn run(command: &Command, manager: &dyn Manager, world: &WriteWorld) -> Result<Finished, PackageFailure> {
    let finished = patiently(command, manager, world)?;
    let Some(first_aid) = manager.first_aid(&finished) else { return Ok(finished) };
    // Whether it helped is seen by the command itself.
    patiently(&first_aid, manager, world)?;
    patiently(command, manager, world)
}

/// Runs a command; while another process holds the lock it is tried again, and somebody is told.
fn patiently(command: &Command, manager: &dyn Manager, world: &WriteWorld) -> Result<Finished, PackageFailure> {
    let (clock, limit) = (&world.read.clock, limit(&*world.read.environment)?);
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
        clock.sleep(PAUSE.min(limit.saturating_sub(waited)), &world.read.interrupt);
    }
}

fn attempt(command: &Command, manager: &dyn Manager, world: &WriteWorld) -> Result<Try, PackageFailure> {
    if let Some(signal) = world.read.interrupt.signalled() {
        let (program, output) = (command.words[0].clone(), Box::<Output>::default());
        return Err(ProcessError::Interrupted { program, signal, output }.into());
    }
    if let Some(holder) = manager.busy(&world.read) {
        return Ok(Try::Locked(holder));
    }
    let finished = to_the_end(command, world)?;
    // Somebody may have come first, and not every command says so.
    let holder = manager.held_by(&finished);
    let holder = holder.or_else(|| if finished.is_success() { None } else { manager.busy(&world.read) });
    Ok(holder.map_or(Try::Ran(finished), Try::Locked))
}

/// A transaction that is killed leaves packages halfway, so that a run which is to stop waits for its end.
fn to_the_end(command: &Command, world: &WriteWorld) -> Result<Finished, ProcessError> {
    let command = Command { stop: Stop::Finish, ..command.clone() };
    let mut watch = |seen: Seen<'_>| {
        if let Seen::Signal(signal) = seen {
            let program = &command.words[0];
            let more = if signal == Signal::Interrupt { "; another Ctrl-C ends the run at once" } else { "" };
            world.read.notices.say(&format!("{signal}: the run ends when `{program}` has come to its end{more}"));
        }
    };
    world.processes.run(&command, Some(&mut watch))
}

/// How long a lock is waited for; an empty value is as good as none.
pub(crate) fn limit(environment: &dyn Environment) -> Result<Duration, BadVariable> {
    let Some(given) = environment.var(VARIABLE).filter(|given| !given.is_empty()) else { return Ok(LIMIT) };
    let given = given.to_string_lossy();
    let bad = |reason: String| BadVariable { name: VARIABLE, reason, help: "write it as `90s` or `10m`" };
    let parsed = value::Duration::parse(&given).map_err(|error| bad(error.to_string()))?;
    let nanos = u64::try_from(parsed.as_nanos()).map_err(|_| bad(format!("`{given}` is negative")))?;
    Ok(Duration::from_nanos(nanos))
}
