//! What we may not do in a directory or with what is ours, in the same words for every type.

use engine::Obstacle;
use std::path::Path;
use std::sync::Arc;
use system::files::{Access, FileError};
use system::{Capability, ReadWorld, Rights, Users};

/// Ourselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct We {
    pub(crate) name: Arc<str>,
    pub(crate) rights: Arc<Rights>,
}

impl We {
    pub(crate) fn of(users: &dyn Users) -> Self {
        let rights = users.rights();
        let name = users.user_name(rights.uid).unwrap_or_else(|| rights.uid.to_string().into());
        Self { name, rights }
    }

    /// What somebody who is not root can do is to become root; root lacks a capability.
    pub(crate) fn run_as(&self, capability: Capability) -> String {
        if self.rights.uid == 0 { format!("run with {capability}") } else { "run as root".to_owned() }
    }

    /// Why nothing can be made in a directory.
    pub(crate) fn closed(&self, directory: &str, access: Access) -> Option<Obstacle> {
        match access {
            Access::Denied { owner } => Some(self.denied(directory, owner)),
            Access::ReadOnly => Some(read_only(&format!("write in {directory}"))),
            Access::Open | Access::NoDirectory => None,
        }
    }

    fn denied(&self, directory: &str, owner: u32) -> Obstacle {
        let help = if owner == self.rights.uid {
            "give its owner the right to write, with a mode such as 0755".to_owned()
        } else {
            format!("{} or as the owner of the directory", self.run_as(Capability::DacOverride))
        };
        refused(format!("cannot write in {directory}: permission denied for user `{}`", self.name), help)
    }

    /// Why something cannot be given to somebody.
    pub(crate) fn not_given(&self, name: &str, owner: &str) -> Obstacle {
        let (own, help) = (&self.name, self.run_as(Capability::Chown));
        let message = format!("cannot give {name} to user `{owner}`: user `{own}` may not give things away");
        refused(message, format!("{help} or set `owner: {own}`"))
    }
}

/// A command that runs before may bring each of these rights.
pub(crate) fn refused(message: String, help: impl Into<String>) -> Obstacle {
    Obstacle::missing(message).advise(help)
}

pub(crate) fn read_only(what: &str) -> Obstacle {
    refused(format!("cannot {what}: the file system is read-only"), "mount it for writing first")
}

/// Why nothing can be made at a path, directories above it included: the nearest one that is there speaks for it. What is
/// not known is no reason.
pub(crate) fn closed_above(path: &Path, world: &ReadWorld) -> Result<Option<Obstacle>, FileError> {
    for directory in path.ancestors() {
        match world.files.access(directory) {
            Ok(Access::NoDirectory) => {}
            Ok(access) => return Ok(We::of(&*world.users).closed(&directory.display().to_string(), access)),
            Err(error) if error.unknown().is_some() => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
