//! Looking at an archive and what came of it.

use super::desired::Desired;
use super::failure::ArchiveFailure;
use super::properties::Ensure;
use super::provider::Reads;
use super::state::{Found, Now, State};
use crate::file::account::Account;
use engine::Obstacle;
use std::path::Path;
use system::files::{FileKind, Stat};

pub(super) fn look(desired: &Desired, done: bool, on: &dyn Reads) -> Result<State, ArchiveFailure> {
    let unfinished = on.is_unfinished(desired)?;
    let mut bad = false;
    let file = match on.follow(&desired.path)? {
        None => Found::Nothing,
        Some(stat) if stat.kind == FileKind::File => {
            bad = unfinished && on.is_bad(desired, &stat);
            Found::File(now(desired, &stat, on)?)
        }
        Some(stat) => Found::Other(stat.kind.with_article()),
    };
    let creates = match &desired.creates {
        Some(creates) if desired.ensure == Ensure::Present => Some(on.exists(creates)?),
        _ => None,
    };
    let (owner, group) = (on.user(&desired.owner), on.group(&desired.group));
    Ok(State { file, creates, unfinished, bad, owner, group, done })
}

fn now(desired: &Desired, stat: &Stat, on: &dyn Reads) -> Result<Now, ArchiveFailure> {
    let sum = match &desired.checksum {
        Some(wanted) if desired.ensure == Ensure::Present => Some(on.sum(&desired.path, wanted)?),
        _ => None,
    };
    Ok(Now {
        uid: stat.uid,
        gid: stat.gid,
        owner: on.user_name(stat.uid),
        group: on.group_name(stat.gid),
        mode: stat.mode,
        size: stat.size,
        modified: stat.modified,
        sum,
    })
}

/// What a run would fail for once the server has answered.
pub(super) fn ahead(desired: &Desired, state: &State, on: &dyn Reads) -> Result<Vec<Obstacle>, ArchiveFailure> {
    let missing = |what: &str, account: &Account, id: Option<u32>| {
        id.is_none().then(|| Obstacle::missing(format!("there is no {what} `{account}` on this machine")))
    };
    let mut found: Vec<Obstacle> = missing("user", &desired.owner, state.owner).into_iter().collect();
    found.extend(missing("group", &desired.group, state.group));
    if let Some(extraction) = &desired.extraction {
        let (owner, group) = (extraction.owner.as_ref(), extraction.group.as_ref());
        found.extend(owner.and_then(|owner| missing("user", owner, on.user(owner))));
        found.extend(group.and_then(|group| missing("group", group, on.group(group))));
        found.extend(not_a_directory(&extraction.parent, on)?);
    }
    let parent = directory(desired);
    if on.follow(parent)?.is_none() {
        found.push(Obstacle::missing(nothing_at(parent)).advise(MAKE_FIRST));
    }
    found.extend(not_a_directory(parent, on)?);
    Ok(found)
}

/// What helps when there is no directory for an archive.
const MAKE_FIRST: &str = "make it first with a `file`";

/// What a download fails for when there is no directory for it.
pub(super) fn no_directory(desired: &Desired) -> ArchiveFailure {
    ArchiveFailure::new(nothing_at(directory(desired))).with_help(MAKE_FIRST)
}

fn directory(desired: &Desired) -> &Path {
    desired.path.parent().unwrap_or(&desired.path)
}

fn nothing_at(path: &Path) -> String {
    format!("no such file or directory: {}", path.display())
}

fn not_a_directory(path: &Path, on: &dyn Reads) -> Result<Option<Obstacle>, ArchiveFailure> {
    let found = on.follow(path)?.filter(|stat| stat.kind != FileKind::Directory);
    Ok(found.map(|_| Obstacle::lasting(format!("\"{}\" is not a directory", path.display()))))
}
