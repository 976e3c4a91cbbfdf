//! The difference that a change makes to a file's text.

use super::change::Change;
use super::desired::{Content, Desired, Want};
use super::provider::Reads;
use engine::{Diff, Identity};
use similar::TextDiff;
use std::path::Path;
use system::files::FileErrorKind;

/// Texts beyond this are not compared line by line.
const LARGEST: u64 = 1024 * 1024;
/// What is said of them.
const TOO_LARGE: &str = "too large to compare line by line";
/// A diff beyond this is cut.
const MOST_LINES: usize = 200;

/// A unified diff of the old and the new content; a line that says why there is none when there is none.
pub(super) fn diff(change: &Change, desired: &Desired, identity: &Identity, on: &dyn Reads) -> Option<Diff> {
    let Change::Write { created, content: Some(_), .. } = change else { return None };
    let path = desired.path.display();
    let old = if *created { Ok(Vec::new()) } else { read(&desired.path, on) };
    let (old, new) = match (old, new_content(desired, on)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(reason), _) | (_, Err(reason)) => return Some(note(format!("{path}: {reason}\n"))),
    };
    let (Some(old), Some(new)) = (text(&old), text(&new)) else {
        return Some(note(format!("Binary file {path} differs\n")));
    };
    let from = if *created { "/dev/null".to_owned() } else { path.to_string() };
    Some(unified(old, new, &from, &format!("{path} ({})", identity.place)))
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

fn note(text: String) -> Diff {
    Diff { text, added: 0, removed: 0 }
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

fn unified(old: &str, new: &str, from: &str, to: &str) -> Diff {
    let diff = TextDiff::from_lines(old, new);
    let whole = diff.unified_diff().context_radius(3).header(from, to).to_string();
    let count = |sign: char| whole.lines().skip(2).filter(|line| line.starts_with(sign)).count();
    Diff { added: count('+'), removed: count('-'), text: cut(whole) }
}

fn cut(whole: String) -> String {
    let lines = whole.lines().count();
    if lines <= MOST_LINES {
        return whole;
    }
    let shown: String = whole.split_inclusive('\n').take(MOST_LINES).collect();
    format!("{shown}[... {} more lines of the diff are not shown]\n", lines - MOST_LINES)
}
