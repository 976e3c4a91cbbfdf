//! The lists of packages that apt has fetched, and how old they are.

use crate::package::lists::{foreseen, since};
use crate::package::offer::Lists;
use std::path::Path;
use system::ReadWorld;
use system::files::{FileError, Links};

const LISTS: &str = "/var/lib/apt/lists";
const FETCH: &str = "apt-get update";

/// What decides where lists come from, and which versions are preferred.
const SOURCES: &[&str] = &["/etc/apt", "/etc/apt/sources.list.d", "/etc/apt/preferences.d", "/etc/apt/apt.conf.d"];

/// A file that a step of this rehearsal would write, and that may change what is offered.
pub(super) fn foreseen_source(world: &ReadWorld) -> Option<String> {
    foreseen(SOURCES, world)
}

/// Whether there are lists; `is_offered` when something is known to come from one.
pub(super) fn look(is_offered: bool, world: &ReadWorld) -> Result<Lists, FileError> {
    let names = world.files.list(Path::new(LISTS)).unwrap_or_default();
    let has_lists = names.iter().any(|name| name.to_string_lossy().contains("_Packages"));
    if !has_lists && !is_offered {
        return Ok(Lists::Missing { fetch: FETCH });
    }
    // Files in there have the time at which the server made them; the directory has that of the last update.
    let fetched = world.files.stat(Path::new(LISTS), Links::Follow)?.map(|stat| stat.modified);
    Ok(Lists::Fetched { ago: fetched.and_then(|time| since(time, world)), fetch: FETCH })
}
