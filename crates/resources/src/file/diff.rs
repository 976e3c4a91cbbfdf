//! The difference that a change makes to a file's text.

use super::change::Change;
use super::desired::{Content, Desired, Want};
use super::provider::Reads;
use diagnostics::Redactor;
use engine::diff::{note, of_file};
use engine::{Diff, Identity};
use std::path::Path;
use system::files::FileErrorKind;

/// Texts beyond this are not compared line by line.
const LARGEST: u64 = 1024 * 1024;
/// What is said of them.
const TOO_LARGE: &str = "too large to compare line by line";

/// A unified diff of the old and the new content; a line that says why there is none when there is none.
pub(super) fn diff(
    change: &Change,
    desired: &Desired,
    identity: &Identity,
    on: &dyn Reads,
    redactor: &Redactor,
) -> Option<Diff> {
    let Change::Write { created, content: Some(_), .. } = change else { return None };
    let old = if *created { Ok(Vec::new()) } else { read(&desired.path, on) };
    let (old, new) = match (old, new_content(desired, on)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(reason), _) | (_, Err(reason)) => return Some(note(format!("{}: {reason}\n", desired.path.display()))),
    };
    Some(of_file(&desired.path, *created, &old, &new, identity, redactor))
}

/// The content of a file, or why it is not compared.
fn read(path: &Path, on: &dyn Reads) -> Result<Vec<u8>, String> {
    on.content(path, LARGEST).map_err(|error| match error.kind {
        FileErrorKind::TooLarge { .. } => TOO_LARGE.to_owned(),
        kind => format!("the difference cannot be shown: {kind}"),
    })
}

fn new_content(desired: &Desired, on: &dyn Reads) -> Result<Vec<u8>, String> {
    match &desired.want {
        Want::File(_, Content::Source(source)) => read(source, on),
        _ if desired.inline().len() as u64 > LARGEST => Err(TOO_LARGE.to_owned()),
        _ => Ok(desired.inline().as_bytes().to_vec()),
    }
}
