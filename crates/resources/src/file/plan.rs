//! The decision: pure, from what is wanted and what was observed.

use super::account::Account;
use super::change::{Change, ContentDrift, Drift, Drifts, Removed};
use super::desired::{Content, Desired, Ownership, Want};
use super::rights;
use super::state::{Now, Parent, State, Target, Wanted};
use engine::{Obstacle, Plan};
use system::files::{Attributes, Digest};

pub(super) fn plan(desired: &Desired, state: &State) -> Plan<Change> {
    let name = &desired.properties.common.name.value;
    let plan = match &desired.want {
        Want::Absent { tree } => remove(name, *tree, state),
        Want::Directory(ownership) => directory(name, ownership, state),
        Want::File(ownership, content) => file(name, ownership, content, state),
    };
    let forbidden =
        plan.changes.iter().flat_map(|change| rights::obstacles(desired, change, state)).collect::<Vec<_>>();
    plan.unless(forbidden)
}

fn remove(name: &str, tree: bool, state: &State) -> Plan<Change> {
    let (removed, is_link) = match &state.target {
        Target::Absent { .. } => return Plan::empty(),
        Target::Directory { is_link: true, .. } if tree => (Removed::LinkToDirectory, true),
        Target::Directory { is_link: true, .. } => (Removed::Directory, true),
        Target::Directory { .. } if tree => (Removed::Tree, false),
        Target::Directory { .. } => (Removed::Directory, false),
        Target::File { is_link, .. } | Target::Other { is_link } => (Removed::File, *is_link),
    };
    let full =
        matches!((&state.target, removed), (Target::Directory { is_empty: Some(false), .. }, Removed::Directory));
    let message = || {
        format!("cannot remove {name}: directory is not empty, set `force: true` to remove it with all that is in it")
    };
    Plan::one(Change::Remove { removed, is_link }).unless(full.then(|| Obstacle::missing(message())))
}

fn directory(name: &str, ownership: &Ownership, state: &State) -> Plan<Change> {
    match &state.target {
        Target::File { .. } => {
            Plan::blocked(Obstacle::until_a_command(format!("{name} is not a directory but a file")))
        }
        Target::Other { .. } => {
            Plan::blocked(Obstacle::until_a_command(format!("{name} is not a directory but a device, pipe or socket")))
        }
        Target::Absent { dangling: true } => {
            Plan::blocked(Obstacle::until_a_command(format!("{name} is a symlink that leads nowhere; remove it first")))
        }
        Target::Absent { dangling: false } => {
            let change =
                Change::Directory { created: true, drift: fresh(ownership), attributes: attributes(ownership, state) };
            Plan::one(change).unless(missing_accounts(ownership, state)).unless(blocked_parent(state, true))
        }
        Target::Directory { now, is_link, .. } => {
            let drift = drifts(ownership, now, state);
            if drift.is_empty() {
                return Plan::empty();
            }
            let link = is_link.then(|| {
                Obstacle::until_a_command(format!(
                    "{name} is a symlink to a directory; refusing to set attributes through it"
                ))
            });
            let drift = effects(drift, ownership, now);
            let change = Change::Directory { created: false, drift, attributes: attributes(ownership, state) };
            Plan::one(change).unless(missing_accounts(ownership, state)).unless(link)
        }
    }
}

fn file(name: &str, ownership: &Ownership, content: &Content, state: &State) -> Plan<Change> {
    match &state.target {
        Target::Directory { .. } => Plan::blocked(Obstacle::until_a_command(format!(
            "{name} exists as a directory; cannot manage it as a file"
        ))),
        Target::Other { .. } => Plan::blocked(Obstacle::until_a_command(format!(
            "{name} is a device, pipe or socket; cannot manage it as a file"
        ))),
        Target::Absent { .. } => write(true, content_drift(None, state), fresh(ownership), ownership, content, state)
            .unless(blocked_parent(state, false)),
        Target::File { now, is_link, .. } if *content == Content::Unmanaged => {
            let drift = drifts(ownership, now, state);
            if drift.is_empty() {
                return Plan::empty();
            }
            attributes_only(name, effects(drift, ownership, now), *is_link, ownership, state)
        }
        Target::File { now, digest, .. } => {
            let (content_drift, drift) = (content_drift(digest.as_ref(), state), drifts(ownership, now, state));
            let no_source = matches!(state.content, Wanted::NoSource(_));
            if content_drift.is_none() && drift.is_empty() && !no_source {
                return Plan::empty();
            }
            write(false, content_drift, effects(drift, ownership, now), ownership, content, state)
        }
    }
}

fn write(
    created: bool,
    content_drift: Option<ContentDrift>,
    drift: Drifts,
    ownership: &Ownership,
    content: &Content,
    state: &State,
) -> Plan<Change> {
    let source = match &state.content {
        Wanted::NoSource(obstacle) => Some(obstacle.clone()),
        Wanted::NotManaged | Wanted::Digest(_) => None,
    };
    let change = Change::Write {
        created,
        over_link: matches!(state.target, Target::Absent { dangling: true } | Target::File { is_link: true, .. }),
        unmanaged: *content == Content::Unmanaged,
        content: content_drift,
        drift,
        attributes: attributes(ownership, state),
    };
    Plan::one(change).unless(missing_accounts(ownership, state)).unless(source)
}

fn attributes_only(name: &str, drift: Drifts, is_link: bool, ownership: &Ownership, state: &State) -> Plan<Change> {
    let link = is_link
        .then(|| Obstacle::until_a_command(format!("{name} is a symlink; refusing to set attributes through it")));
    Plan::one(Change::Attributes { drift, attributes: attributes(ownership, state) })
        .unless(missing_accounts(ownership, state))
        .unless(link)
}

/// The difference of the content; `found` is none for a new file, or when the length already differs.
fn content_drift(found: Option<&Digest>, state: &State) -> Option<ContentDrift> {
    let Wanted::Digest(wanted) = &state.content else { return None };
    (found != Some(wanted)).then(|| ContentDrift { from: found.copied(), to: Some(*wanted) })
}

/// What differs from the wanted owner, group and mode. Set-uid, set-gid and sticky bits are not looked at.
// ccm: file/type.go isDesiredState compares permission bits only, accounts by name first and then by number.
fn drifts(ownership: &Ownership, now: &Now, state: &State) -> Drifts {
    let differs = |wanted: Option<u32>, found: u32| wanted != Some(found);
    Drifts {
        owner: differs(state.owner, now.uid)
            .then(|| Drift { from: now.owner.to_string(), to: ownership.owner.to_string() }),
        group: differs(state.group, now.gid)
            .then(|| Drift { from: now.group.to_string(), to: ownership.group.to_string() }),
        mode: (now.mode & 0o777 != ownership.mode).then(|| mode_drift(ownership, now)),
    }
}

fn mode_drift(ownership: &Ownership, now: &Now) -> Drift {
    Drift { from: format!("{:04o}", now.mode), to: format!("{:04o}", ownership.mode) }
}

/// What a change does to owner, group and mode: set-uid, set-gid and sticky bits are no reason for one, but go with it.
fn effects(drift: Drifts, ownership: &Ownership, now: &Now) -> Drifts {
    let loses_bits = now.mode & 0o7000 != 0;
    let mode = drift.mode.or_else(|| loses_bits.then(|| mode_drift(ownership, now)));
    Drifts { mode, ..drift }
}

/// The owner, group and mode of something new.
fn fresh(ownership: &Ownership) -> Drifts {
    let to = |to: String| Some(Drift { from: String::new(), to });
    Drifts {
        owner: to(ownership.owner.to_string()),
        group: to(ownership.group.to_string()),
        mode: to(format!("{:04o}", ownership.mode)),
    }
}

fn attributes(ownership: &Ownership, state: &State) -> Attributes {
    Attributes { uid: state.owner, gid: state.group, mode: Some(ownership.mode) }
}

fn missing_accounts(ownership: &Ownership, state: &State) -> Vec<Obstacle> {
    let missing = |what: &str, account: &Account, id: Option<u32>| {
        id.is_none().then(|| Obstacle::missing(format!("there is no {what} `{account}` on this machine")))
    };
    let user = missing("user", &ownership.owner, state.owner);
    user.into_iter().chain(missing("group", &ownership.group, state.group)).collect()
}

/// A file needs its directory; a directory makes its parents, as long as nothing else is in the way.
fn blocked_parent(state: &State, makes_parents: bool) -> Option<Obstacle> {
    let around = state.around.as_ref()?;
    match &around.parent {
        Parent::Missing(_) if makes_parents => None,
        // ccm: the error of a missing parent says that it is not a directory.
        Parent::Missing(parent) => {
            let obstacle = if around.is_parent_taken { Obstacle::lasting } else { Obstacle::missing };
            let missing = obstacle(format!("\"{parent}\" is not a directory, because nothing is there"));
            Some(missing.advise("make it first with `ensure: directory`"))
        }
        Parent::Dangling(link) => {
            let dangling = Obstacle::missing(format!("\"{link}\" is a link that leads nowhere"));
            Some(dangling.advise("remove it, or make what it leads to"))
        }
        Parent::NotADirectory(parent) => Some(Obstacle::until_a_command(format!("\"{parent}\" is not a directory"))),
        Parent::Directory => None,
    }
}
