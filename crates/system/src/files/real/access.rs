//! What we may do in a directory, asked of the kernel: it knows modes, access lists, capabilities and mounts. Whatever
//! is in doubt is left open, so that a run finds out.

use super::look;
use super::place::Place;
use crate::files::error::Attempt;
use crate::files::{Access, Customs, FileError, FileKind, Fixed, Links, Stat};
use crate::{Capability, Rights};
use rustix::fs::{AtFlags, CWD, StatFs, StatxAttributes, StatxFlags, accessat, statfs, statx};
use rustix::io::Errno;
use std::path::Path;

/// One system call for a directory in which things can be made.
pub(super) fn access(directory: &Path) -> Result<Access, FileError> {
    let wanted = rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK;
    // The last part makes sure that it is a directory.
    match accessat(CWD, directory.join("."), wanted, AtFlags::EACCESS) {
        Ok(()) => Ok(Access::Open),
        Err(Errno::ROFS) => Ok(Access::ReadOnly),
        Err(errno) if look::is_nothing(errno) => Ok(Access::NoDirectory),
        Err(errno) => refused(directory, errno),
    }
}

/// The kernel says no, or cannot say: old ones do not know the question, and some sandboxes forbid it.
fn refused(directory: &Path, errno: Errno) -> Result<Access, FileError> {
    let found = look::stat(Place::given(directory), Links::Follow)?;
    let Some(stat) = found.filter(|stat| stat.kind == FileKind::Directory) else { return Ok(Access::NoDirectory) };
    let is_certain =
        errno == Errno::ACCESS && !Rights::own().has(Capability::DacOverride) && !is_left_to_others(directory);
    Ok(if is_certain { Access::Denied { owner: stat.uid } } else { Access::Open })
}

/// The program behind such a file system may answer one thing when asked and do another.
fn is_left_to_others(directory: &Path) -> bool {
    const FUSE: u64 = 0x6573_5546;
    statfs(directory).map_or(true, |found| kind(&found) == FUSE)
}

/// Kernels and file systems that do not tell leave it open.
pub(super) fn fixed(path: &Path) -> Option<Fixed> {
    let flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::NO_AUTOMOUNT | AtFlags::STATX_DONT_SYNC;
    let told = statx(CWD, path, flags, StatxFlags::empty()).ok()?;
    let has = |attribute| told.stx_attributes_mask.contains(attribute) && told.stx_attributes.contains(attribute);
    let known = [
        (StatxAttributes::MOUNT_ROOT, Fixed::MountPoint),
        (StatxAttributes::IMMUTABLE, Fixed::Immutable),
        (StatxAttributes::APPEND, Fixed::AppendOnly),
    ];
    known.into_iter().find(|(attribute, _)| has(*attribute)).map(|(_, fixed)| fixed)
}

pub(super) fn customs(path: &Path) -> Result<Option<Customs>, FileError> {
    let Some(stat) = look::stat(Place::given(path), Links::Follow)? else { return Ok(None) };
    let file_system = statfs(path).map_err(|errno| Attempt::new("look at", path).io(errno))?;
    let is_directory = stat.kind == FileKind::Directory;
    Ok(Some(Customs {
        usual: USUAL.contains(&kind(&file_system)),
        read_only: is_read_only(&file_system),
        sticky: (is_directory && stat.mode & 0o1000 != 0).then_some(stat.uid),
        group: (is_directory && gives_its_group(&stat)).then_some(stat.gid),
    }))
}

/// File systems of this machine that keep an owner, a group and a mode for each file, as the kernel numbers them.
const USUAL: &[u64] = &[
    0xef53,      // ext2, ext3, ext4
    0x5846_5342, // XFS
    0x9123_683e, // btrfs
    0x0102_1994, // tmpfs
    0x8584_58f6, // ramfs
    0x794c_7630, // overlayfs
    0xf2f5_2010, // F2FS
    0x2fc1_2fc1, // ZFS
    0xca45_1a4e, // bcachefs
    0x3153_464a, // JFS
];

/// Types differ between machines; a number that does not fit is none that we know.
fn kind(found: &StatFs) -> u64 {
    u64::try_from(found.f_type).unwrap_or(0)
}

fn is_read_only(found: &StatFs) -> bool {
    const READ_ONLY: u64 = 1;
    u64::try_from(found.f_flags).is_ok_and(|flags| flags & READ_ONLY != 0)
}

/// A directory with set-gid does; on file systems that are mounted so, all do.
fn gives_its_group(directory: &Stat) -> bool {
    directory.mode & 0o2000 != 0 || is_mounted_with_groups(directory.identity.device)
}

fn is_mounted_with_groups(device: u64) -> bool {
    let (major, minor) = (rustix::fs::major(device), rustix::fs::minor(device));
    let table = std::fs::read_to_string("/proc/self/mountinfo");
    table.map_or(true, |table| gives_groups(&table, &format!("{major}:{minor}")))
}

/// Whether a mount of this device hands the groups of directories to what is made in them. A device that the table does
/// not have, as those of some file systems, is in doubt.
fn gives_groups(table: &str, device: &str) -> bool {
    let mut mounts = table.lines().filter(|line| line.split(' ').nth(2) == Some(device)).peekable();
    let hands_on = |line: &str| {
        let (_, options) = line.rsplit_once(' ').unwrap_or_default();
        options.split(',').any(|option| matches!(option, "grpid" | "bsdgroups"))
    };
    mounts.peek().is_none() || mounts.any(hands_on)
}

#[cfg(test)]
mod tests {
    use super::gives_groups;

    const TABLE: &str = "\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,errors=remount-ro
30 22 8:1 / /srv rw,noatime shared:5 - ext4 /dev/sda1 rw,grpid
31 22 0:24 / /tmp rw,nosuid - tmpfs tmpfs rw,size=10k
";

    #[test]
    fn mounts_that_hand_groups_on_are_found() {
        for (device, hands_on) in [("254:0", false), ("8:1", true), ("0:24", false), ("0:99", true)] {
            assert_eq!(gives_groups(TABLE, device), hands_on, "{device}");
        }
    }
}
