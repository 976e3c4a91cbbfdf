//! What a dry run can tell of a call beside the sentence: what is there now, and what would become of it.

use crate::Context;
use crate::files::{Deed, FileChange};
use crate::{ExecuteError, Fault, Foresight, Hands, InDryRun, Inputs, Manners, Output, Registry, execute};
use diagnostics::Redactor;
use engine::diff;
use std::fmt::Write as _;
use std::path::Path;
use system::files::Notes;
use value::{Map, Value};

/// What a call would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// In words: `would overwrite`, `would fail: …`.
    pub status: String,
    /// What would be another in files, or the steps of a manifest; empty when there is nothing to show.
    pub diff: String,
    /// Whether these are steps, which have nothing of what is in files now.
    pub is_plan: bool,
    /// What it would look at, and what would be another.
    pub notes: Notes,
    /// How it would end.
    pub end: End,
    /// Whether it may leave something that calls after it do not see.
    pub unforeseen: bool,
}

/// How a call would end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// As it says.
    Well,
    /// It would fail.
    Failed,
    /// Nobody can tell.
    Open,
}

impl Preview {
    /// Some words, and no more.
    pub fn told(status: String) -> Self {
        let (diff, notes) = (String::new(), Notes::default());
        Self { status, diff, is_plan: false, notes, end: End::Well, unforeseen: false }
    }

    /// It would end well, and nobody would see that.
    fn silent() -> Self {
        Self::told(String::new())
    }

    /// Whether there is more to tell than the sentence.
    pub fn is_told(&self) -> bool {
        !self.status.is_empty()
    }

    /// Nobody can tell.
    pub fn open(status: String) -> Self {
        Self { end: End::Open, ..Self::told(status) }
    }

    /// Whether it is known that it would change something.
    pub fn is_firm_change(&self) -> bool {
        let changes = self.is_plan || !self.notes.changed.is_empty();
        changes && self.end == End::Well && self.status != NOTHING
    }

    /// Whether it would fail.
    pub fn fails(&self) -> bool {
        self.end == End::Failed
    }

    /// It would fail.
    pub fn failing(why: &str) -> Self {
        Self { end: End::Failed, ..Self::told(format!("would fail: {why}")) }
    }
}

/// The status of a call that would do nothing.
pub const NOTHING: &str = "would change nothing";

/// Calls a provider on files as they would be; nothing for one that does more than changing files, unless it touches
/// nothing. Calls after this one see what it would leave. Where nobody is to see them, files are not compared.
pub fn preview(
    registry: &Registry,
    provider: &str,
    inputs: Map,
    context: &Context<'_>,
    foresight: &Foresight,
    has_diff: bool,
) -> Option<Preview> {
    let registered = registry.get(provider)?;
    let context = Context { world: Hands::Foresee(foresight), terminal: None, hear: &|_| {}, ..*context };
    let given = Inputs::new(inputs.clone());
    if registered.descriptor().in_dry_run != InDryRun::Called {
        let is_pure = given.unknown().is_none() && registered.provider().is_pure(&given);
        return if is_pure { asked(registry, provider, inputs, &context) } else { None };
    }
    foresight.begin_notes();
    let result = execute(registry, provider, inputs, &context, Manners::Strict);
    let (changes, mut notes) = (foresight.take_changes(), foresight.take_notes());
    let seen = match result {
        Err(error) => match error.fault().and_then(Fault::unknown) {
            Some(unknown) => Preview { unforeseen: true, ..Preview::open(unknown.to_string()) },
            None => Preview::failing(&brief(&error, &context.run.redactor)),
        },
        Ok(output) => match registered.provider().preview(&output) {
            // What it would do is seen in its output, and by nobody else.
            Some((status, diff)) => {
                Preview { unforeseen: status != NOTHING, diff, is_plan: true, ..Preview::told(status) }
            }
            None => told(&given, &output, &changes, has_diff.then_some(&context)),
        },
    };
    let may_change = registered.provider().may_change(&given);
    if !may_change {
        // More names are no trouble to whoever only looks, and it is no trouble to others.
        (notes.asked, notes.listed) = Default::default();
    }
    Some(Preview { notes, unforeseen: seen.unforeseen && may_change, ..seen })
}

/// What is told by the files that would change.
fn told(given: &Inputs, output: &Output, changes: &[FileChange], compared: Option<&Context<'_>>) -> Preview {
    let is_open = changes.is_empty() && matches!(output.data, Value::Unknown(_));
    Preview {
        unforeseen: is_open && given.unknown().is_some(),
        end: if is_open { End::Open } else { End::Well },
        diff: compared.map(|of| difference(changes, of.base(), &of.run.redactor)).unwrap_or_default(),
        ..Preview::told(status(output, changes))
    }
}

/// Whether a call that touches nothing would fail. Where it needs what is not known yet, nobody can tell.
fn asked(registry: &Registry, provider: &str, inputs: Map, context: &Context<'_>) -> Option<Preview> {
    match execute(registry, provider, inputs, context, Manners::Strict) {
        Ok(output) => (!matches!(output.data, Value::Unknown(_))).then(Preview::silent),
        Err(error) if error.fault().and_then(Fault::unknown).is_some() => None,
        Err(error) => Some(Preview::failing(&brief(&error, &context.run.redactor))),
    }
}

/// The first line of what went wrong, masked while it is whole.
fn brief(error: &ExecuteError, redactor: &Redactor) -> String {
    let fault = error.fault();
    let whole = || fault.map_or_else(|| error.to_string(), ToString::to_string);
    let first_line = || redactor.text(&whole()).lines().next().unwrap_or_default().to_owned();
    fault.and_then(Fault::brief).map_or_else(first_line, ToOwned::to_owned)
}

fn status(output: &Output, changes: &[FileChange]) -> String {
    if let Value::Unknown(unknown) = &output.data {
        return if changes.is_empty() { unknown.to_string() } else { format!("{}, content {unknown}", deeds(changes)) };
    }
    let said = output.data.as_map().and_then(|data| data.get("status")).and_then(Value::as_str);
    match (changes, said) {
        ([], Some("skipped")) => "would skip: the file exists".to_owned(),
        ([], _) => NOTHING.to_owned(),
        (_, Some("appended")) => "would append".to_owned(),
        (changes, _) => deeds(changes),
    }
}

fn deeds(changes: &[FileChange]) -> String {
    let deeds = [Deed::Create, Deed::Overwrite, Deed::MakeDirectory, Deed::Move, Deed::Remove];
    let count = |deed: Deed| changes.iter().filter(|change| change.deed == deed).count();
    let parts = deeds.into_iter().map(|deed| (deed, count(deed))).filter(|(_, count)| *count > 0);
    format!("would {}", parts.map(|(deed, count)| verb(deed, count)).collect::<Vec<_>>().join(", "))
}

fn verb(deed: Deed, count: usize) -> String {
    let word = match deed {
        Deed::Create => "create",
        Deed::Overwrite => "overwrite",
        Deed::MakeDirectory => "create directory",
        Deed::Move => "move",
        Deed::Remove => "remove",
    };
    if count == 1 { word.to_owned() } else { format!("{word} ({count})") }
}

fn difference(changes: &[FileChange], base: &Path, redactor: &Redactor) -> String {
    let mut text = String::new();
    for change in changes {
        let name = change.path.strip_prefix(base).unwrap_or(&change.path).display().to_string();
        let (before, after) = (change.before.as_deref(), change.after.as_deref());
        match (before.map(diff::text), after.map(diff::text)) {
            (None, None) => {}
            // One side is too large, or not known.
            (None, _) | (_, None) if change.deed == Deed::Overwrite => {}
            (Some(None), _) | (_, Some(None)) => {
                // Writing to a text does not fail.
                let _ = writeln!(text, "binary file {name}");
            }
            (before, after) => {
                let name_of = |side: &Option<Option<&str>>| if side.is_some() { name.as_str() } else { "/dev/null" };
                let (from, to) = (name_of(&before), name_of(&after));
                let content = |side: Option<Option<&str>>| side.flatten().unwrap_or_default().to_owned();
                text.push_str(&diff::unified(&content(before), &content(after), from, to, redactor).text);
            }
        }
    }
    diff::cut(text)
}
