//! The metadata of repositories that dnf has fetched, and how old it is.

use super::command::name;
use crate::package::lists::{foreseen, since};
use crate::package::offer::Lists;
use std::path::Path;
use system::ReadWorld;
use system::files::{FileError, Links};

/// Of dnf 4 and dnf 5.
const CACHES: &[&str] = &["/var/cache/dnf", "/var/cache/libdnf5"];

/// What decides where metadata comes from.
const SOURCES: &[&str] = &["/etc/yum.repos.d", "/etc/dnf", "/etc/yum"];

/// A file that a step of this rehearsal would write, and that may change what is offered.
pub(super) fn foreseen_source(world: &ReadWorld) -> Option<String> {
    foreseen(SOURCES, world)
}

/// Whether there is metadata; `is_offered` when something is known to come from it.
pub(super) fn look(is_offered: bool, world: &ReadWorld) -> Result<Lists, FileError> {
    let mut latest = None;
    for cache in CACHES {
        for name in world.files.list(Path::new(cache)).unwrap_or_default() {
            let index = Path::new(cache).join(name).join("repodata/repomd.xml");
            if let Some(stat) = world.files.stat(&index, Links::Follow)? {
                latest = latest.max(Some(stat.modified));
            }
        }
    }
    match latest {
        None if !is_offered => Ok(Lists::Missing { fetch: fetch(world) }),
        latest => Ok(Lists::Fetched { ago: latest.and_then(|time| since(time, world)), fetch: fetch(world) }),
    }
}

/// The command that fetches metadata, by the name that dnf has here.
fn fetch(world: &ReadWorld) -> &'static str {
    if name(world) == "dnf5" { "dnf5 makecache" } else { "dnf makecache" }
}
