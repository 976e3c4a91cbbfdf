//! Looking at an archive and what came of it.

use super::change::Change;
use super::desired::Desired;
use super::failure::ArchiveFailure;
use super::properties::Ensure;
use super::provider::Reads;
use super::state::{Found, Now, State};
use crate::file::account::Account;
use engine::Obstacle;
use std::path::Path;
use system::Capability;
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
pub(super) fn ahead(
    desired: &Desired,
    change: &Change,
    state: &State,
    on: &dyn Reads,
) -> Result<Vec<Obstacle>, ArchiveFailure> {
    let mut found = match change {
        Change::Bring { .. } => missing(desired, state, on)?,
        Change::Remove {} => Vec::new(),
    };
    if found.is_empty() {
        found.extend(forbidden(desired, change, state, on)?);
    }
    Ok(found)
}

/// Accounts and directories that are not there.
fn missing(desired: &Desired, state: &State, on: &dyn Reads) -> Result<Vec<Obstacle>, ArchiveFailure> {
    let absent = |what: &str, account: &Account, id: Option<u32>| {
        id.is_none().then(|| Obstacle::missing(format!("there is no {what} `{account}` on this machine")))
    };
    let mut found: Vec<Obstacle> = absent("user", &desired.owner, state.owner).into_iter().collect();
    found.extend(absent("group", &desired.group, state.group));
    if let Some(extraction) = &desired.extraction {
        let (owner, group) = (extraction.owner.as_ref(), extraction.group.as_ref());
        found.extend(owner.and_then(|owner| absent("user", owner, on.user(owner))));
        found.extend(group.and_then(|group| absent("group", group, on.group(group))));
        found.extend(not_a_directory(&extraction.parent, on)?);
    }
    let parent = directory(desired);
    if on.follow(parent)?.is_none() {
        found.push(Obstacle::missing(nothing_at(parent)).advise(MAKE_FIRST));
    }
    found.extend(not_a_directory(parent, on)?);
    Ok(found)
}

/// What we may not do.
fn forbidden(
    desired: &Desired,
    change: &Change,
    state: &State,
    on: &dyn Reads,
) -> Result<Option<Obstacle>, ArchiveFailure> {
    let (brings, extracts) = match change {
        Change::Bring { download, extract, cleanup, .. } => (download.is_some() || *cleanup, extract.is_some()),
        Change::Remove {} => (true, false),
    };
    let directories =
        [brings.then(|| directory(desired)), desired.extraction.as_ref().filter(|_| extracts).map(|e| &*e.parent)];
    for directory in directories.into_iter().flatten() {
        if let Some(closed) = on.closed(directory)? {
            return Ok(Some(closed));
        }
    }
    let we = on.we();
    let is_theirs = |owner: Option<u32>| owner.is_some_and(|owner| owner != we.rights.uid);
    let may_not = desired.ensure == Ensure::Present && !we.rights.has(Capability::Chown) && is_theirs(state.owner);
    Ok(may_not.then(|| we.not_given(&desired.path.display().to_string(), &desired.owner.to_string())))
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
