//! Looking around a path that has to be changed: what the change would need, and who would make it.

use super::desired::{Content, Desired, Want};
use super::plan::plan;
use super::provider::Reads;
use super::state::{Around, Parent, Someone, State, Target};
use std::path::Path;
use system::Capability;
use system::files::{Access, Customs, FileError, FileKind};

/// Adds to a state what a change of it would meet. `holder` owns what is at the path.
pub(super) fn look_around(
    desired: &Desired,
    state: State,
    holder: Option<u32>,
    on: &dyn Reads,
) -> Result<State, FileError> {
    let path = &desired.path;
    let mut around = Around {
        parent: Parent::Directory,
        is_parent_taken: false,
        closed: Vec::new(),
        read_only: false,
        // Where nothing is, nothing has to be asked.
        fixed: holder.and_then(|_| on.fixed(path)),
        we: on.we(),
        holder: holder.map(|uid| Someone { uid, name: on.user_name(uid) }),
        customs: None,
    };
    let customs_at = if is_in_place(desired, &state.target) {
        around.read_only = is_read_only(path, &state.target, on)?;
        path
    } else {
        look_above(desired, &state.target, &mut around, on)?
    };
    let may_all =
        [Capability::Chown, Capability::DacOverride, Capability::Fowner].iter().all(|one| around.we.rights.has(*one));
    let mut state = State { around: Some(around), ..state };
    // What seems to be forbidden is looked at closely.
    if !may_all && !plan(desired, &state).obstacles.is_empty() {
        let customs = customs_if_certain(customs_at, on);
        state.around = state.around.map(|around| Around { customs: Some(customs), ..around });
    }
    Ok(state)
}

/// What cannot be looked at is in doubt, and nothing is said about it.
fn customs_if_certain(path: &Path, on: &dyn Reads) -> Customs {
    on.customs(path).ok().flatten().unwrap_or(Customs::FOREIGN)
}

/// Whether only owner, group and mode are set.
fn is_in_place(desired: &Desired, target: &Target) -> bool {
    matches!(
        (&desired.want, target),
        (Want::Directory(_), Target::Directory { .. }) | (Want::File(_, Content::Unmanaged), Target::File { .. })
    )
}

/// A file is asked about itself only when its directory is read-only: it may be a mount of its own.
fn is_read_only(path: &Path, target: &Target, on: &dyn Reads) -> Result<bool, FileError> {
    if matches!(target, Target::Directory { .. }) {
        return on.is_read_only(path);
    }
    let Some(directory) = path.parent() else { return Ok(false) };
    Ok(on.is_read_only(directory)? && customs_if_certain(path, on).read_only)
}

/// Looks at the directories in which something would be made or removed, and says which one is there already.
fn look_above<'d>(
    desired: &'d Desired,
    target: &Target,
    around: &mut Around,
    on: &dyn Reads,
) -> Result<&'d Path, FileError> {
    let path = &desired.path;
    let Some(directory) = path.parent() else { return Ok(path) };
    let mut note = |directory: &Path, access: Access| {
        if matches!(access, Access::Denied { .. } | Access::ReadOnly) {
            around.closed.push((directory.display().to_string(), access));
        }
    };
    let access = on.access(directory)?;
    note(directory, access);
    if removes_tree(desired, target) {
        note(path, access_to_tree(path, on)?);
    }
    if access != Access::NoDirectory {
        return Ok(directory);
    }
    let (parent, nearest) = above(directory, on)?;
    if matches!((&desired.want, &parent), (Want::Directory(_), Parent::Missing(_))) {
        note(nearest, on.access(nearest)?);
    }
    around.is_parent_taken = matches!(parent, Parent::Missing(_)) && on.is_taken_away(directory);
    around.parent = parent;
    Ok(nearest)
}

/// What is where the directory should be, or the nearest thing above it that exists.
fn above<'d>(directory: &'d Path, on: &dyn Reads) -> Result<(Parent, &'d Path), FileError> {
    for ancestor in directory.ancestors() {
        match on.follow(ancestor)? {
            Some(stat) if stat.kind != FileKind::Directory => {
                return Ok((Parent::NotADirectory(ancestor.display().to_string()), ancestor));
            }
            // It has come while we looked.
            Some(_) if ancestor == directory => return Ok((Parent::Directory, ancestor)),
            Some(_) => return Ok((Parent::Missing(directory.display().to_string()), ancestor)),
            None if on.stat(ancestor)?.is_some() => {
                return Ok((Parent::Dangling(ancestor.display().to_string()), ancestor));
            }
            None => {}
        }
    }
    Ok((Parent::Missing(directory.display().to_string()), directory))
}

fn removes_tree(desired: &Desired, target: &Target) -> bool {
    matches!((&desired.want, target), (Want::Absent { tree: true }, Target::Directory { is_link: false, .. }))
}

/// What is in a tree has to be removed first. One that is empty needs no rights, and one that cannot be listed may be.
fn access_to_tree(path: &Path, on: &dyn Reads) -> Result<Access, FileError> {
    let access = on.access(path)?;
    let is_filled = || on.is_empty(path).is_ok_and(|is_empty| !is_empty);
    Ok(if matches!(access, Access::Denied { .. }) && is_filled() { access } else { Access::Open })
}
