//! The commands that are at work and end with us. A signal may end the program while they are asked to end.

use super::family::Family;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A signal reaches the whole program, so what it ends is known to the whole program.
static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Is there as long as the number of a group belongs to it.
pub(super) struct AtWork(Pid);

impl AtWork {
    pub(super) fn note(group: Pid) -> Self {
        groups().push(group);
        Self(group)
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        groups().retain(|group| *group != self.0);
    }
}

/// Kills all of them, with those who left their groups. No number is given away meanwhile: nobody is reaped who is noted.
pub(crate) fn kill_all() {
    for group in groups().iter() {
        let mut family = Family::of(*group);
        family.look(std::iter::empty());
        ignore_nobody_there(kill_process_group(*group, Signal::KILL));
        family.send(Signal::KILL);
    }
}

fn groups() -> MutexGuard<'static, Vec<Pid>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A group that is gone needs no signal.
fn ignore_nobody_there(_: Result<(), Errno>) {}
