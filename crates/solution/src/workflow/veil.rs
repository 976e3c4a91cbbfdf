//! What a dry run does not show of what actions would find and do: what they make of secrets, wherever it turns up.

use super::plan::{PlannedAction, PlannedInput};
use diagnostics::{Redactor, SecretKind};
use providers::{Preview, each_leaf, keep_secret};
use std::borrow::Cow;
use std::collections::HashSet;
use value::Value;

/// Knows what actions with secrets would write, and what is in the files that they would write. A redactor finds a secret as
/// it is; a part of one, or the file of an earlier run, is known by its lines.
pub(super) struct Veil {
    /// What diffs are masked by already.
    before: Redactor,
    redactor: Redactor,
    lines: HashSet<Box<str>>,
}

impl Veil {
    /// Over the secrets that are known already.
    pub(super) fn new(redactor: &Redactor) -> Self {
        Self { before: redactor.clone(), redactor: redactor.separate(), lines: HashSet::new() }
    }

    /// Whether an action has secrets that are not to be seen.
    pub(super) fn covers(&self, planned: &PlannedAction) -> bool {
        !self.redactor.reveals() && (planned.action.sensitive || planned.holds_secret || !planned.secret.is_empty())
    }

    /// Learns all texts of a value.
    pub(super) fn learn_texts(&mut self, value: &Value) {
        each_leaf(value, |leaf| leaf.as_str().into_iter().for_each(|text| self.learn_lines(text)));
    }

    /// Learns what an action makes of the secrets that it is given.
    pub(super) fn learn(&mut self, planned: &PlannedAction) {
        // Which of its inputs are secret, a sensitive action does not say; nor what is secret in one that holds a secret.
        let tells_all = planned.action.sensitive || planned.holds_secret;
        let given = planned.inputs.iter().filter(|_| tells_all).filter_map(|(_, input)| known(input));
        given.for_each(|value| self.learn_texts(value));
        for value in &planned.secret_parts {
            each_leaf(value, |leaf| {
                leaf.as_str().into_iter().for_each(|text| self.learn_lines(text));
                self.learn_part(leaf);
            });
        }
    }

    /// Of a path with a secret every name counts; of a text with several lines, its lines.
    fn learn_part(&self, part: &Value) {
        match part.as_str() {
            Some(text) if text.contains('\n') => {}
            Some(text) => text.split('/').chain([text]).for_each(|one| keep_secret(&one.into(), &self.redactor)),
            None => keep_secret(part, &self.redactor),
        }
    }

    /// Learns the lines of a text with secrets.
    pub(super) fn learn_lines(&mut self, text: &str) {
        for line in text.lines().map(str::trim).filter(|line| line.contains(char::is_alphanumeric)) {
            // One that holds a secret as it is comes without that.
            self.lines.extend([Box::from(line), Box::from(self.before.text(line).trim())]);
        }
    }

    /// A preview as it is shown.
    pub(super) fn over(&self, planned: &PlannedAction, preview: Preview) -> Preview {
        if self.redactor.reveals() {
            return preview;
        }
        if self.covers(planned) && !can_mask(planned, &preview) {
            return Preview { diff: String::new(), status: without_why(&preview.status), ..preview };
        }
        let (diff, status) = (self.masked(&preview.diff), self.masked(&preview.status));
        Preview { diff, status, ..preview }
    }

    fn masked(&self, text: &str) -> String {
        if self.lines.is_empty() {
            return self.redactor.text(text).into_owned();
        }
        let lines: String = text.split_inclusive('\n').map(|line| self.line(line)).collect();
        self.redactor.text(&lines).into_owned()
    }

    /// A line of a diff, whose first character says what becomes of it.
    fn line<'l>(&self, line: &'l str) -> Cow<'l, str> {
        let (mark, rest) = line.split_at(line.chars().next().map_or(0, char::len_utf8));
        if !self.lines.contains(rest.trim()) {
            return Cow::Borrowed(line);
        }
        let end = if line.ends_with('\n') { "\n" } else { "" };
        Cow::Owned(format!("{mark}{}{end}", self.redactor.mask()))
    }
}

/// The steps of an action with secrets are told without them, when they can be told from the rest; what is in files now may be
/// secrets that nobody knows of.
fn can_mask(planned: &PlannedAction, preview: &Preview) -> bool {
    let is_worked_out = |name: &str| planned.inputs.iter().any(|(input, how)| input == name && known(how).is_some());
    preview.is_plan
        && !planned.action.sensitive
        && !planned.holds_secret
        && planned.secret.iter().all(|name| is_worked_out(name))
        && planned.secret_parts.iter().all(can_be_masked)
}

fn known(input: &PlannedInput) -> Option<&Value> {
    match input {
        PlannedInput::Known(value) => Some(value),
        PlannedInput::Later(_) | PlannedInput::Missing => None,
    }
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
