//! What a dry run does not show of what actions would find and do: secrets that they are given, and files with these.

use super::plan::{PlannedAction, PlannedInput};
use super::races::ends;
use crate::resolve::keep_secret;
use diagnostics::{Redactor, SecretKind};
use providers::Preview;
use std::collections::BTreeSet;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use system::files::{Change, Notes};
use value::Value;

/// Knows where actions with secrets would have been. What they leave there is no secret that a redactor could find: a part
/// of one, or a line of a text with one.
#[derive(Default)]
pub(super) struct Veil {
    /// What they would have written, or have found as it is to be.
    places: BTreeSet<PathBuf>,
    /// The directories of these, which show their names.
    listings: BTreeSet<PathBuf>,
}

impl Veil {
    /// How previews of an action are shown that looks at some places and changes some.
    pub(super) fn over<'a>(
        &mut self,
        planned: &'a PlannedAction,
        notes: &Notes,
        redactor: &'a Redactor,
    ) -> Box<dyn Fn(Preview) -> Preview + 'a> {
        let is_secret = planned.action.sensitive || !planned.secret.is_empty();
        if redactor.reveals() || !(is_secret || self.touches(notes)) {
            return Box::new(|preview| preview);
        }
        self.add(notes);
        if is_secret { Box::new(|preview| masked(preview, planned, redactor)) } else { Box::new(without_files) }
    }

    fn add(&mut self, notes: &Notes) {
        // A directory that is made has nothing but names.
        let written = notes.changed.iter().filter(|(_, change)| **change != Change::Made).map(|(place, _)| place);
        let places: Vec<PathBuf> = written.cloned().chain(ends(&notes.asked)).collect();
        self.listings
            .extend(places.iter().chain(notes.changed.keys()).filter_map(|place| Some(place.parent()?.into())));
        self.places.extend(places);
    }

    fn touches(&self, notes: &Notes) -> bool {
        let instead = || notes.changed.iter().filter(|(_, change)| **change == Change::Instead);
        notes.looked.iter().chain(notes.changed.keys()).any(|place| self.places.contains(place))
            || notes.listed.iter().any(|place| self.listings.contains(place))
            || instead().any(|(place, _)| self.has_below(place))
    }

    fn has_below(&self, place: &Path) -> bool {
        let mut after = self.places.range::<Path, _>((Bound::Excluded(place), Bound::Unbounded));
        after.next().is_some_and(|path| path.starts_with(place))
    }
}

/// The preview of an action with secrets. Its steps are told without them, when they can be told from the rest; what is in
/// files now may be secrets that nobody knows of.
fn masked(preview: Preview, planned: &PlannedAction, redactor: &Redactor) -> Preview {
    let is_worked_out =
        |name: &str| planned.inputs.iter().any(|(input, how)| input == name && matches!(how, PlannedInput::Known(_)));
    let is_told = preview.is_plan
        && !planned.action.sensitive
        && planned.secret.iter().all(|name| is_worked_out(name))
        && planned.secret_parts.iter().all(can_be_masked);
    if !is_told {
        return Preview { diff: String::new(), status: without_why(&preview.status), ..preview };
    }
    let redactor = redactor.separate();
    planned.secret_parts.iter().for_each(|part| keep_secret(part, &redactor));
    let (diff, status) = (redactor.text(&preview.diff).into_owned(), redactor.text(&preview.status).into_owned());
    Preview { diff, status, ..preview }
}

/// The preview of an action that meets files with secrets. Steps of a manifest have nothing of what is in files.
fn without_files(preview: Preview) -> Preview {
    if preview.is_plan {
        return preview;
    }
    Preview { diff: String::new(), status: without_why(&preview.status), ..preview }
}

/// Whether all of a secret can be found in a text: what is short can be anywhere.
fn can_be_masked(secret: &Value) -> bool {
    match secret {
        Value::List(items) => items.iter().all(can_be_masked),
        Value::Map(map) => map.values().all(can_be_masked),
        Value::Null | Value::Unknown(_) => true,
        other => other.to_string().len() >= SecretKind::Declared.shortest(),
    }
}

/// What would happen, without the reason: that may quote what the action is given, or paths as a provider has tidied them
/// up, in which nobody would find a secret.
pub(super) fn without_why(status: &str) -> String {
    let why = ["would fail: ", "unknown: "].into_iter().filter_map(|words| Some(status.find(words)? + words.len()));
    match why.min() {
        Some(why) => format!("{}[REDACTED]", &status[..why]),
        None => status.to_owned(),
    }
}
