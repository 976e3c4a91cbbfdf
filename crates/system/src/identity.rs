//! Who we are, told in a way that another process can check later: machine, boot, process.

use crate::files::Digest;
use rustix::process::Pid;
use std::collections::HashMap;
use std::fs;
use std::sync::OnceLock;

/// One process on one machine in one boot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The machine and its process namespace, in short.
    pub(crate) host: String,
    /// The boot, in short.
    pub(crate) boot: String,
    pub(crate) pid: i32,
    /// When the process started, in ticks since the boot: process numbers come around again, this pair does not.
    pub(crate) started: u64,
}

impl Identity {
    /// This process. `None` when `/proc` does not say: then nobody can check, and nothing is claimed.
    pub(crate) fn own() -> Option<&'static Self> {
        static OWN: OnceLock<Option<Identity>> = OnceLock::new();
        OWN.get_or_init(Self::look).as_ref()
    }

    /// A process that was started just now; `None` as above, or when it is gone already.
    pub(crate) fn of(pid: Pid) -> Option<Self> {
        let pid = pid.as_raw_nonzero().get();
        let started = Life::of(&pid.to_string())?.started;
        Some(Self { pid, started, ..Self::own()?.clone() })
    }

    /// What [`Self::name`] gave; `None` for everything else.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let mut fields = name.split('-');
        let mut next = || fields.next();
        let (host, boot, pid, started) = (next()?, next()?, next()?, next()?);
        if next().is_some() || !is_short_hash(host) || !is_short_hash(boot) {
            return None;
        }
        Some(Self { host: host.into(), boot: boot.into(), pid: decimal(pid)?, started: decimal(started)? })
    }

    /// As a part of the name of a file.
    pub(crate) fn name(&self) -> String {
        let Self { host, boot, pid, started } = self;
        format!("{host}-{boot}-{pid}-{started}")
    }

    fn look() -> Option<Self> {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
        let host = format!("{}\n{}\n{}", machine(&boot), node_name(), namespace.display());
        let pid = rustix::process::getpid();
        Some(Self {
            host: short(&host),
            boot: short(&boot),
            pid: pid.as_raw_nonzero().get(),
            started: Life::of("self")?.started,
        })
    }

    /// Whether that process is certainly gone. On another machine nobody can tell, so it is not.
    pub(crate) fn is_dead(&self) -> bool {
        let Some(own) = Self::own() else { return false };
        self.host == own.host && (self.boot != own.boot || self.is_gone_from_this_boot())
    }

    /// Whether that process is certainly at work. On another machine nobody can tell, so it is not.
    pub(crate) fn is_alive(&self) -> bool {
        let is_here = |own: &Self| self.host == own.host && self.boot == own.boot;
        Self::own().is_some_and(is_here) && !self.is_gone_from_this_boot()
    }

    fn is_gone_from_this_boot(&self) -> bool {
        let Some(pid) = Pid::from_raw(self.pid) else { return false };
        // Other users' processes may be hidden in /proc, but a signal still finds them.
        if rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH) {
            return true;
        }
        Life::of(&self.pid.to_string()).is_some_and(|life| life.ended || life.started != self.started)
    }
}

/// What names this machine among others that share a file system with it. A machine without an identity of its own is
/// another one after each boot, so that nobody takes it for dead.
fn machine(boot: &str) -> String {
    fs::read_to_string("/etc/machine-id").ok().filter(|id| id.trim().len() == 32).unwrap_or_else(|| boot.to_owned())
}

/// Machines made from one image may share an identity, hardly a name.
fn node_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

fn short(text: &str) -> String {
    let mut hex = Digest::of(text.trim().as_bytes()).to_string();
    hex.truncate(8);
    hex
}

fn is_short_hash(text: &str) -> bool {
    text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A number written the one way we write it.
pub(crate) fn decimal<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

/// What `/proc/<pid>/stat` says about a process.
pub(crate) struct Life {
    /// Whether it only waits for somebody to ask how it ended.
    pub(crate) ended: bool,
    pub(crate) parent: i32,
    pub(crate) group: i32,
    pub(crate) session: i32,
    /// In ticks since the boot.
    pub(crate) started: u64,
}

impl Life {
    pub(crate) fn of(pid: &str) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// All processes, by number.
    pub(crate) fn all() -> HashMap<i32, Self> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| decimal::<i32>(entry.file_name().to_str()?));
        numbers.filter_map(|pid| Some((pid, Self::of(&pid.to_string())?))).collect()
    }

    fn parse(stat: &str) -> Option<Self> {
        // The second field is the name in parentheses and may hold anything, so counting starts behind it.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_ascii_whitespace();
        let state = fields.next()?;
        let mut number = || fields.next()?.parse().ok();
        let (parent, group, session) = (number()?, number()?, number()?);
        let started = fields.nth(15)?.parse().ok()?;
        Some(Self { ended: matches!(state, "Z" | "X" | "x"), parent, group, session, started })
    }
}

#[cfg(test)]
mod tests {
    use super::{Identity, Life};

    #[test]
    fn the_start_is_found_behind_any_name() {
        let stat = "42 (a) b (c) S 1 43 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 777 1 2 3";
        let life = Life::parse(stat).unwrap();
        assert_eq!((life.ended, life.parent, life.group, life.started), (false, 1, 43, 777));
        assert!(Life::parse(&stat.replace(" S ", " Z ")).unwrap().ended);
        assert!(Life::parse("42 (sh").is_none());
        assert!(Life::parse("42 (sh) S 1").is_none());
    }

    #[test]
    fn this_process_is_alive_and_its_neighbours_in_time_are_dead() {
        let own = Identity::own().unwrap().clone();
        assert!(!own.is_dead() && own.is_alive());
        assert!(!Identity { started: own.started + 1, ..own.clone() }.is_alive());
        assert!(!Identity { boot: "00000000".into(), ..own.clone() }.is_alive());
        assert!(!Identity { host: "00000000".into(), ..own.clone() }.is_alive(), "nobody can tell");
        assert_eq!(Identity::parse(&own.name()).as_ref(), Some(&own));
        assert!(Identity { started: own.started + 1, ..own.clone() }.is_dead());
        assert!(Identity { boot: "00000000".into(), ..own.clone() }.is_dead());
        assert!(!Identity { host: "00000000".into(), boot: "00000000".into(), ..own.clone() }.is_dead());
        assert!(Identity { pid: i32::MAX, ..own.clone() }.is_dead());
        assert!(!Identity { pid: 0, ..own }.is_dead());
    }
}
