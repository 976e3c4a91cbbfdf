//! Locks of package managers, and who holds them.

use std::path::Path;
use system::ReadWorld;
use system::files::{FileIdentity, Links};

/// Enough for thousands of locks.
const LIMIT: u64 = 1024 * 1024;

/// Who holds one of these files locked.
pub(super) fn holder(paths: &[&str], world: &ReadWorld) -> Option<String> {
    let table = world.files.read(Path::new("/proc/locks"), LIMIT).ok()?;
    let table = String::from_utf8_lossy(&table).into_owned();
    paths.iter().find_map(|path| {
        let stat = world.files.stat(Path::new(path), Links::Follow).ok().flatten()?;
        let process = holder_in(&table, stat.identity)?;
        Some(format!("{path} is held by process {process}{}", name_of(process, world)))
    })
}

/// Lines read `1: POSIX  ADVISORY  WRITE 3568 fd:00:2531452 0 EOF`.
fn holder_in(table: &str, identity: FileIdentity) -> Option<&str> {
    table.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, _, _, "WRITE", process, place, ..] = fields[..] else { return None };
        (place == place_of(identity)).then_some(process)
    })
}

fn place_of(FileIdentity { device, inode }: FileIdentity) -> String {
    let major = (device >> 8 & 0xfff) | (device >> 32 & 0xffff_f000);
    let minor = (device & 0xff) | (device >> 12 & 0xffff_ff00);
    format!("{major:02x}:{minor:02x}:{inode}")
}

fn name_of(process: &str, world: &ReadWorld) -> String {
    let name = world.files.read(Path::new(&format!("/proc/{process}/comm")), LIMIT).ok();
    name.map_or_else(String::new, |name| format!(" ({})", String::from_utf8_lossy(&name).trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_kernel_names_the_holder() {
        let table = "1: FLOCK  ADVISORY  WRITE 9 fe:00:7 0 EOF\n2: POSIX  ADVISORY  READ  8 fe:00:77 0 EOF\n\
                     3: POSIX  ADVISORY  WRITE 3568 fe:00:77 0 EOF\n3: -> POSIX  ADVISORY  WRITE 4 fe:00:78 0 EOF\n";
        assert_eq!(holder_in(table, FileIdentity { device: 0xfe00, inode: 77 }), Some("3568"));
        assert_eq!(holder_in(table, FileIdentity { device: 0xfe01, inode: 77 }), None);
        assert_eq!(holder_in(table, FileIdentity { device: 0xfe00, inode: 78 }), None);
    }
}
