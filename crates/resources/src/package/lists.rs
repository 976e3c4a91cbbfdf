//! What all package managers have in common about lists of packages.

use std::path::{Path, PathBuf};
use std::time::Duration;
use system::ReadWorld;
use system::files::{FileIdentity, Links};
use value::Timestamp;

/// How long ago that was; `None` when it lies ahead.
pub(super) fn since(time: Timestamp, world: &ReadWorld) -> Option<Duration> {
    u64::try_from(world.clock.now().unix_seconds() - time.unix_seconds()).ok().map(Duration::from_secs)
}

/// A file in one of these directories that only a step of this rehearsal would write, or one in which it may.
pub(super) fn foreseen(directories: &[&str], world: &ReadWorld) -> Option<String> {
    let in_directory = |directory: &&str| {
        let names = match world.files.list(Path::new(directory)) {
            Err(error) if error.unknown().is_some() => return Some((*directory).to_owned()),
            names => names.unwrap_or_default(),
        };
        let paths = names.into_iter().map(|name| Path::new(directory).join(name));
        let is_foreseen = |path: &PathBuf| {
            let stat = world.files.stat(path, Links::Keep).ok().flatten();
            stat.is_some_and(|stat| stat.identity == FileIdentity::default())
        };
        paths.into_iter().find(is_foreseen).map(|path| path.display().to_string())
    };
    if !world.offline {
        return None;
    }
    directories.iter().find_map(in_directory)
}
