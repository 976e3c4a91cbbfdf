//! Who we are, and what we may do with what belongs to others.

use crate::files::Stat;
use crate::{GroupId, UserId};
use rustix::process::{getegid, geteuid, getgroups};
use rustix::thread::CapabilitySet;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The accounts that this process acts as, and the rights that go beyond them. Being root says nothing: a service may
/// have some of root's rights, and root in a container may have none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights {
    /// The effective user.
    pub uid: UserId,
    /// The effective group.
    pub gid: GroupId,
    /// The other groups.
    pub groups: Vec<GroupId>,
    /// The rights beyond those of an ordinary user.
    pub capabilities: Vec<Capability>,
}

/// A right that ordinary users do not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capability {
    /// To give files to other users and groups.
    Chown,
    /// To read, write and search whatever the mode says.
    DacOverride,
    /// To read and search whatever the mode says.
    DacReadSearch,
    /// To treat other users' files as one's own.
    Fowner,
}

impl Capability {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Chown, Self::DacOverride, Self::DacReadSearch, Self::Fowner];

    fn set(self) -> CapabilitySet {
        match self {
            Self::Chown => CapabilitySet::CHOWN,
            Self::DacOverride => CapabilitySet::DAC_OVERRIDE,
            Self::DacReadSearch => CapabilitySet::DAC_READ_SEARCH,
            Self::Fowner => CapabilitySet::FOWNER,
        }
    }
}

/// As the kernel's documentation names it.
impl fmt::Display for Capability {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Chown => "CAP_CHOWN",
            Self::DacOverride => "CAP_DAC_OVERRIDE",
            Self::DacReadSearch => "CAP_DAC_READ_SEARCH",
            Self::Fowner => "CAP_FOWNER",
        })
    }
}

/// What is asked of a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    /// To read a file.
    Read,
    /// To look up names in a directory.
    Search,
    /// To make and remove names in a directory.
    Change,
}

/// What a mode says to a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
    /// The mode says no, but an access list that it does not show may say yes.
    Perhaps,
}

impl Rights {
    /// Those of root, when the user is root, else those of an ordinary user who is in no other group.
    pub fn usual(uid: UserId, gid: GroupId) -> Self {
        let capabilities = if uid == 0 { Capability::ALL.to_vec() } else { Vec::new() };
        Self { uid, gid, groups: Vec::new(), capabilities }
    }

    /// Those of this process; they stay as they are for as long as it lives.
    pub(crate) fn own() -> &'static Arc<Self> {
        static OWN: OnceLock<Arc<Rights>> = OnceLock::new();
        OWN.get_or_init(|| Arc::new(Self::look()))
    }

    fn look() -> Self {
        let groups = getgroups().unwrap_or_default().into_iter().map(rustix::process::Gid::as_raw).collect();
        // When the kernel does not say what we may do, nothing is known to be forbidden.
        let has = rustix::thread::capabilities(None).map_or(CapabilitySet::all(), |sets| sets.effective);
        let capabilities = Capability::ALL.into_iter().filter(|capability| has.contains(capability.set())).collect();
        Self { uid: geteuid().as_raw(), gid: getegid().as_raw(), groups, capabilities }
    }

    /// Whether we have a right beyond those of an ordinary user.
    pub fn has(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }

    /// Whether a group is one of ours.
    pub fn is_in(&self, group: GroupId) -> bool {
        self.gid == group || self.groups.contains(&group)
    }

    /// What owner, group and mode say to a wish. The owner's bits are the last word for the owner; for everybody else
    /// an access list may add rights.
    pub(crate) fn ask(&self, stat: &Stat, wish: Wish) -> Answer {
        let needed = match wish {
            Wish::Read => 0o4,
            Wish::Search => 0o1,
            Wish::Change => 0o3,
        };
        let reads = wish != Wish::Change && self.has(Capability::DacReadSearch);
        if self.has(Capability::DacOverride) || reads {
            return Answer::Yes;
        }
        let (bits, otherwise) = match stat {
            stat if stat.uid == self.uid => (stat.mode >> 6, Answer::No),
            stat if self.is_in(stat.gid) => (stat.mode >> 3, Answer::Perhaps),
            stat => (stat.mode, Answer::Perhaps),
        };
        if bits & needed == needed { Answer::Yes } else { otherwise }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{FileIdentity, FileKind};
    use value::Timestamp;

    fn directory(uid: u32, gid: u32, mode: u32) -> Stat {
        let (modified, identity) = (Timestamp::UNIX_EPOCH, FileIdentity::default());
        Stat { kind: FileKind::Directory, mode, uid, gid, size: 0, modified, identity }
    }

    #[test]
    fn a_mode_is_read_as_the_kernel_reads_it() {
        let we = Rights { groups: vec![30], ..Rights::usual(10, 20) };
        let table = [
            (directory(10, 20, 0o700), Wish::Change, Answer::Yes),
            (directory(10, 20, 0o577), Wish::Change, Answer::No),
            (directory(10, 20, 0o077), Wish::Search, Answer::No),
            (directory(10, 20, 0o300), Wish::Read, Answer::No),
            (directory(11, 20, 0o070), Wish::Change, Answer::Yes),
            (directory(11, 30, 0o050), Wish::Change, Answer::Perhaps),
            (directory(11, 30, 0o050), Wish::Search, Answer::Yes),
            (directory(11, 30, 0o707), Wish::Search, Answer::Perhaps),
            (directory(11, 21, 0o773), Wish::Change, Answer::Yes),
            (directory(11, 21, 0o770), Wish::Search, Answer::Perhaps),
        ];
        for (stat, wish, answer) in table {
            assert_eq!(we.ask(&stat, wish), answer, "{:o} {wish:?}", stat.mode);
        }
    }

    #[test]
    fn capabilities_count_and_not_the_name_of_root() {
        let closed = directory(10, 20, 0);
        let root = Rights::usual(0, 0);
        assert_eq!(root.ask(&closed, Wish::Change), Answer::Yes);
        let none = Rights { capabilities: Vec::new(), ..root };
        assert_eq!(none.ask(&closed, Wish::Search), Answer::Perhaps);
        let reader = Rights { capabilities: vec![Capability::DacReadSearch], ..none };
        assert_eq!(reader.ask(&closed, Wish::Read), Answer::Yes);
        assert_eq!(reader.ask(&closed, Wish::Change), Answer::Perhaps);
    }

    #[test]
    fn this_process_has_the_rights_that_the_kernel_says() {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
        let own = Rights::own();
        let mask = u64::from_str_radix(&field("CapEff:"), 16).unwrap();
        for (capability, bit) in [(Capability::Chown, 0), (Capability::DacOverride, 1), (Capability::Fowner, 3)] {
            assert_eq!(own.has(capability), mask & (1 << bit) != 0, "{capability}");
        }
        let uids = field("Uid:");
        assert_eq!(uids.split_ascii_whitespace().nth(1), Some(own.uid.to_string().as_str()));
        let groups: Vec<u32> = field("Groups:").split_ascii_whitespace().map(|group| group.parse().unwrap()).collect();
        assert!(groups.iter().all(|group| own.is_in(*group)));
    }
}
