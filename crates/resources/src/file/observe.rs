//! Looking at a path: what is there, and what should be.

use super::around::look_around;
use super::definition::FileFailure;
use super::desired::{Content, Desired, Want};
use super::plan::plan;
use super::provider::Reads;
use super::state::{Now, State, Target, Wanted};
use engine::Obstacle;
use std::path::Path;
use system::files::{FileKind, Placed, Stat};

/// Looks at a path; `placed` is what was put there just now.
pub(super) fn look(desired: &Desired, placed: Option<&Placed>, on: &dyn Reads) -> Result<State, FileFailure> {
    let (ownership, content) = match &desired.want {
        Want::Absent { .. } => (None, &Content::Unmanaged),
        Want::Directory(ownership) => (Some(ownership), &Content::Unmanaged),
        Want::File(ownership, content) => (Some(ownership), content),
    };
    let (wanted, size) = wanted(content, desired, on)?;
    let (target, holder) = target(desired, &wanted, size, placed, on)?;
    let state = State {
        target,
        owner: ownership.and_then(|o| on.user(&o.owner)),
        group: ownership.and_then(|o| on.group(&o.group)),
        content: wanted,
        around: None,
    };
    // Whoever has nothing to change does not ask whether it could be. What is new has to be made in any case.
    let is_new = ownership.is_some() && matches!(state.target, Target::Absent { .. });
    if is_new || !plan(desired, &state).is_empty() { Ok(look_around(desired, state, holder, on)?) } else { Ok(state) }
}

/// Looks at a path of which nothing is wanted.
pub(super) fn look_at(path: &Path, on: &dyn Reads) -> Result<State, FileFailure> {
    let found = on.stat(path)?;
    let is_link = found.as_ref().is_some_and(|stat| stat.kind == FileKind::Link);
    let target = match if is_link { on.follow(path)? } else { found } {
        None => Target::Absent { dangling: is_link },
        Some(stat) => match stat.kind {
            FileKind::Directory => Target::Directory { now: now(&stat, on), is_link, is_empty: None },
            FileKind::File => {
                let digest = Some(on.digest(path, stat.size)?);
                Target::File { now: now(&stat, on), is_link, digest, size: stat.size }
            }
            FileKind::Link | FileKind::Other => Target::Other { is_link },
        },
    };
    Ok(State { target, owner: None, group: None, content: Wanted::NotManaged, around: None })
}

/// What the content should be, and how long it is when that is known without reading.
fn wanted(content: &Content, desired: &Desired, on: &dyn Reads) -> Result<(Wanted, Option<u64>), FileFailure> {
    match content {
        Content::Unmanaged => Ok((Wanted::NotManaged, None)),
        Content::Inline(digest) => Ok((Wanted::Digest(*digest), Some(desired.inline().len() as u64))),
        Content::Source(source) => source_content(source, on),
    }
}

fn source_content(source: &Path, on: &dyn Reads) -> Result<(Wanted, Option<u64>), FileFailure> {
    let unusable = |obstacle: Obstacle| Ok((Wanted::NoSource(obstacle), None));
    let shown = source.display();
    match on.follow(source)? {
        None => {
            let obstacle = if on.is_taken_away(source) { Obstacle::lasting } else { Obstacle::missing };
            unusable(obstacle(format!("source {shown} does not exist")))
        }
        Some(Stat { kind: FileKind::Directory, .. }) => {
            unusable(Obstacle::until_a_command(format!("source {shown} is a directory")))
        }
        // Files that the kernel makes up have another length than they say, so a copy is compared by its content alone.
        Some(Stat { kind: FileKind::File, size, .. }) => Ok((Wanted::Digest(on.digest(source, size)?), None)),
        Some(_) => unusable(Obstacle::until_a_command(format!("source {shown} is not a regular file"))),
    }
}

/// What is there, and who owns it itself.
fn target(
    desired: &Desired,
    wanted: &Wanted,
    size: Option<u64>,
    placed: Option<&Placed>,
    on: &dyn Reads,
) -> Result<(Target, Option<u32>), FileFailure> {
    let path = &desired.path;
    let found = on.stat(path)?;
    let (holder, is_link) = found.as_ref().map(|stat| (stat.uid, stat.kind == FileKind::Link)).unzip();
    let is_link = is_link.unwrap_or(false);
    let Some(stat) = (if is_link { on.follow(path)? } else { found }) else {
        return Ok((Target::Absent { dangling: is_link }, holder));
    };
    let target = match stat.kind {
        FileKind::Directory => {
            let asks = matches!(desired.want, Want::Absent { tree: false }) && !is_link;
            Target::Directory { now: now(&stat, on), is_link, is_empty: asks.then(|| on.is_empty(path)).transpose()? }
        }
        FileKind::File => {
            let is_inline = matches!(desired.want, Want::File(_, Content::Inline(_)));
            let digest = match wanted {
                // A file of another length cannot have the wanted content; there is no need to read it.
                Wanted::Digest(_) if size.is_some_and(|size| size != stat.size) => None,
                // A copy is read again: its source may have changed meanwhile.
                Wanted::Digest(digest) if is_inline && placed.is_some_and(|placed| placed.is(&stat)) => Some(*digest),
                Wanted::Digest(_) => Some(on.digest(path, stat.size)?),
                Wanted::NotManaged | Wanted::NoSource(_) => None,
            };
            Target::File { now: now(&stat, on), is_link, digest, size: stat.size }
        }
        FileKind::Link | FileKind::Other => Target::Other { is_link },
    };
    Ok((target, holder))
}

fn now(stat: &Stat, on: &dyn Reads) -> Now {
    Now {
        uid: stat.uid,
        gid: stat.gid,
        owner: on.user_name(stat.uid),
        group: on.group_name(stat.gid),
        mode: stat.mode,
        modified: stat.modified,
    }
}
