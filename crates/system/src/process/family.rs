//! Everything that a command has started, wherever it went. A process that begins a session of its own leaves the group of
//! the command; it is still known by its parents as long as they live, and by the output that it was given.

use crate::identity::Life;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often it is looked who is left.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// The processes of a command outside of its group.
pub(super) struct Family {
    leader: i32,
    /// When the command started: what is older is not of it. Without that nobody is known.
    since: Option<u64>,
    /// By number, with the time of their start: numbers come around again, this pair does not.
    outside: BTreeMap<i32, u64>,
}

impl Family {
    pub(super) fn of(leader: Pid) -> Self {
        let leader = leader.as_raw_nonzero().get();
        let since = Life::of(&leader.to_string()).map(|life| life.started);
        Self { leader, since, outside: BTreeMap::new() }
    }

    /// Looks who belongs to it now: descendants of the command and of those who were known before, and whoever holds a
    /// pipe of its output. A server that was there before and was handed the pipe is not of it.
    pub(super) fn look<'p>(&mut self, pipes: impl Iterator<Item = &'p OwnedFd>) {
        let Some(since) = self.since else { return };
        let all = Life::all();
        let pipes: Vec<String> = pipes.filter_map(name_of).collect();
        // A child of ours that is about to become another command has a copy of everything that we hold.
        let own = getpid().as_raw_nonzero().get();
        let is_holder =
            |pid: i32, life: &Life| life.started >= since && life.parent != own && pid != own && holds(pid, &pipes);
        let mut left: Vec<i32> = all
            .iter()
            .filter(|(pid, life)| {
                **pid == self.leader || self.outside.get(pid) == Some(&life.started) || is_holder(**pid, life)
            })
            .map(|(pid, _)| *pid)
            .collect();
        let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
        for (pid, life) in &all {
            children.entry(life.parent).or_default().push(*pid);
        }
        self.outside.clear();
        while let Some(pid) = left.pop() {
            left.extend(children.remove(&pid).unwrap_or_default());
            if let Some(life) = all.get(&pid).filter(|life| life.group != self.leader && !life.ended) {
                self.outside.insert(pid, life.started);
            }
        }
    }

    pub(super) fn send(&self, signal: Signal) {
        for (pid, started) in &self.outside {
            ignore_nobody_there(send(*pid, *started, signal));
        }
    }

    /// Waits until all that are known have ended.
    pub(super) fn wait(&self, until: Instant) {
        while self.outside.iter().any(|(pid, started)| is_alive(*pid, *started)) && Instant::now() < until {
            sleep(LOOK_AGAIN);
        }
    }

    /// Kills all, also those that were started meanwhile.
    pub(super) fn kill(&mut self, pipes: &[Option<OwnedFd>], until: Instant) {
        loop {
            self.look(pipes.iter().flatten());
            if self.outside.is_empty() || Instant::now() >= until {
                return;
            }
            self.send(Signal::KILL);
            sleep(LOOK_AGAIN);
        }
    }
}

fn is_alive(pid: i32, started: u64) -> bool {
    Life::of(&pid.to_string()).is_some_and(|life| life.started == started && !life.ended)
}

/// Signals the process that is meant, and no other that got its number meanwhile.
fn send(pid: i32, started: u64, signal: Signal) -> Result<(), Errno> {
    let Some(number) = Pid::from_raw(pid) else { return Ok(()) };
    let handle = pidfd_open(number, PidfdFlags::empty());
    if !is_alive(pid, started) {
        return Ok(());
    }
    match handle {
        Ok(handle) => pidfd_send_signal(&handle, signal),
        Err(_) => kill_process(number, signal),
    }
}

/// As `/proc` names a pipe: both of its ends have one number.
fn name_of(pipe: &OwnedFd) -> Option<String> {
    Some(format!("pipe:[{}]", rustix::fs::fstat(pipe).ok()?.st_ino))
}

/// Processes of others cannot be looked into.
fn holds(pid: i32, pipes: &[String]) -> bool {
    if pipes.is_empty() {
        return false;
    }
    let open = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    let mut targets = open.filter_map(|entry| fs::read_link(entry.path()).ok());
    targets.any(|target| target.to_str().is_some_and(|target| pipes.iter().any(|pipe| pipe == target)))
}

/// One that is gone, or not ours any more, needs no signal.
fn ignore_nobody_there(_: Result<(), Errno>) {}
