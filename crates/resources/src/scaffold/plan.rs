//! The decision: pure, from what is wanted and what was observed.

use super::change::{Change, File, Kind};
use super::desired::Desired;
use super::properties::Ensure;
use super::state::State;
use engine::Plan;
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
    Plan::one(Change::Render { files, removed, created: !state.target_exists })
}

/// The files of the tree go, whatever is in them; what else is there does not count.
fn withdraw(state: &State) -> Plan<Change> {
    if !state.target_exists {
        return Plan::empty();
    }
    let removed: Vec<String> = state.tree.present().map(text).collect();
    let purged = if state.tree.purges() { state.tree.purged().count() } else { 0 };
    if removed.is_empty() { Plan::empty() } else { Plan::one(Change::Withdraw { removed, purged }) }
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
