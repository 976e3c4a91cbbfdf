//! The decision: pure, from what is wanted and what was observed.

use super::change::{Change, File, Kind};
use super::desired::Desired;
use super::properties::Ensure;
use super::state::{Presence, State};
use engine::{Obstacle, Plan};
use scaffold::{PlannedFile, Uncertain, Verdict};
use std::path::Path;

pub(super) fn plan(desired: &Desired, state: &State) -> Plan<Change> {
    match (desired.ensure, &state.undone) {
        (Ensure::Absent, _) => withdraw(state),
        (Ensure::Present, Some(undone)) if undone.is_empty() => Plan::empty(),
        (Ensure::Present, Some(undone)) => {
            let again = |path: &Path| File {
                path: text(path),
                reason: "not as it was written".into(),
                finished: None,
                kind: Kind::Changed,
            };
            let files = undone.iter().map(|path| again(path)).collect();
            Plan::one(Change::Render { files, removed: Vec::new(), created: false })
        }
        (Ensure::Present, None) => render(state),
    }
}

fn render(state: &State) -> Plan<Change> {
    let tree = &state.tree;
    if tree.is_empty() {
        return Plan::empty();
    }
    let files = tree.files().iter().filter(|file| file.verdict.is_change()).map(file).collect();
    let removed = tree.purged().filter(|_| tree.purges()).map(text).collect();
    Plan::one(Change::Render { files, removed, created: state.presence == Presence::Missing })
}

/// The files of the tree go, whatever is in them; what else is there does not count.
fn withdraw(state: &State) -> Plan<Change> {
    if state.presence == Presence::Missing {
        return Plan::empty();
    }
    let removed: Vec<String> = state.tree.present().map(text).collect();
    let purged = if state.tree.purges() { state.tree.purged().count() } else { 0 };
    let unsure = state.unsure.len();
    if removed.is_empty() { Plan::empty() } else { Plan::one(Change::Withdraw { removed, purged, unsure }) }
}

/// Why nobody can say before the run whether a change is made at all.
pub(super) fn doubts(change: &Change, state: &State) -> Vec<Obstacle> {
    let mut reasons: Vec<String> = match change {
        _ if change.is_sure() => return Vec::new(),
        Change::Render { files, .. } if files.is_empty() => match &state.presence {
            Presence::Unknown(reason) if state.tree.directories().next().is_none() => vec![reason.reason().to_owned()],
            _ => return Vec::new(),
        },
        Change::Render { .. } => state.tree.files().iter().filter_map(uncertain).collect(),
        Change::Withdraw { .. } => state.unsure.iter().map(|(_, reason)| reason.reason().to_owned()).collect(),
    };
    reasons.sort();
    reasons.dedup();
    reasons.into_iter().map(Obstacle::not_known).collect()
}

fn uncertain(file: &PlannedFile) -> Option<String> {
    match &file.verdict {
        Verdict::MayChange(reason) => Some(reason.to_string()),
        _ => None,
    }
}

/// What is beside a tree is not known where an earlier step puts something: it would be removed with the rest.
pub(super) fn in_doubt(desired: &Desired, state: &State) -> Option<Obstacle> {
    let purges = desired.ensure == Ensure::Present && state.tree.purges();
    let reason = state.tree.unlisted().filter(|_| purges)?;
    Some(Obstacle::not_known(format!("what is beside the tree, {}", reason.reason())))
}

fn file(file: &PlannedFile) -> File {
    let kind = match file.verdict {
        Verdict::Add => Kind::New,
        Verdict::MayChange(_) => Kind::MayChange,
        Verdict::Stable | Verdict::Update { .. } => Kind::Changed,
    };
    let is_finished = file.verdict.is_change() && !file.commands.is_empty();
    let finished = is_finished.then(|| Uncertain::Finished(file.commands.clone()).to_string());
    // Who cannot tell says why already.
    let reason = match &finished {
        Some(words) if kind != Kind::MayChange => format!("{}, {words}", file.verdict),
        _ => file.verdict.to_string(),
    };
    File { path: text(&file.path), reason, finished, kind }
}

/// Of the files that might have changed, those are told of that were written.
pub(super) fn account(changes: &mut [Change], after: &State) {
    let Some(written) = &after.written else { return };
    for change in changes {
        if let Change::Render { files, .. } = change {
            files.retain(|file| file.kind != Kind::MayChange || written.iter().any(|path| text(path) == file.path));
            files.iter_mut().for_each(File::was_written);
        }
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
