//! The differences that a tree makes to the texts of its target.

use super::change::{Change, File};
use super::desired::Desired;
use super::provider::Reads;
use diagnostics::Redactor;
use engine::diff::{self, cut, note};
use engine::{Diff, Identity};
use std::path::Path;

/// So many files are compared.
const MOST_FILES: usize = 50;

/// One unified diff after the other.
pub(super) fn diff(
    change: &Change,
    desired: &Desired,
    identity: &Identity,
    on: &dyn Reads,
    redactor: &Redactor,
) -> Option<Diff> {
    let Change::Render { files, removed, .. } = change else { return None };
    if files.is_empty() && removed.is_empty() {
        return None;
    }
    let mut whole = Diff { text: String::new(), added: 0, removed: 0 };
    for file in files.iter().take(MOST_FILES) {
        let one = of_file(file, desired, identity, on, redactor);
        whole.text += &one.text;
        whole.added += one.added;
        whole.removed += one.removed;
    }
    let removed = removed.iter().map(|path| format!("{} is removed\n", desired.target.join(path).display()));
    let more = files.len().saturating_sub(MOST_FILES);
    let more = (more > 0).then(|| format!("[... {more} more files are not compared]\n"));
    whole.text.extend(removed.chain(more));
    Some(Diff { text: cut(whole.text), ..whole })
}

fn of_file(file: &File, desired: &Desired, identity: &Identity, on: &dyn Reads, redactor: &Redactor) -> Diff {
    let path = desired.target.join(&file.path);
    match on.texts(desired, Path::new(&file.path)) {
        Some((old, new)) if old != new => {
            let diff = diff::of_file(&path, file.is_new(), &old, &new, identity, redactor);
            match &file.finished {
                // Nobody knows what the commands make of it.
                Some(words) => Diff {
                    text: format!("{}: as rendered, before it is {words}\n{}", path.display(), diff.text),
                    ..diff
                },
                None => diff,
            }
        }
        _ => note(format!("{}: {}\n", path.display(), file.reason)),
    }
}
