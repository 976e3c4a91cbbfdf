//! The words that people see, the same in every output.

use engine::schedule::Standstill;
use engine::{AnyChange, Converged, Event, Health, NOW, Summary, Verb, Verdict};
use std::borrow::Cow;
use std::time::Duration;

/// How events begin to say that something is left over; on a line of text the word `failed` says it.
const NOT_REACHED: &str = "failed to reach desired state: ";

/// How a resource stands, in a word or two.
pub(crate) fn standing(event: &Event<'_>) -> Cow<'static, str> {
    match told(event) {
        Some((verb, _)) if !event.rehearsal => verb.past.into(),
        Some((verb, converged)) if converged.unknown.is_empty() || converged.after.is_some() => {
            format!("would {}", verb.plain).into()
        }
        Some((verb, _)) => format!("may {}", verb.plain).into(),
        None => counted(event).into(),
    }
}

/// The verb that says more than that something changes, when a type has one: that of the first change.
fn told<'e>(event: &'e Event<'_>) -> Option<(Verb, &'e Converged)> {
    let converged = event.converged().filter(|_| !event.failed() && !event.refreshed())?;
    let verb = converged.plan.iter().find_map(|change| change.verb())?;
    Some((verb, converged))
}

/// The word under which a resource is counted.
fn counted(event: &Event<'_>) -> &'static str {
    let Some(converged) = event.converged() else {
        return match event {
            event if event.skipped() => "skipped",
            event if event.failed() => "failed",
            event if event.health.is_empty() => "not checked",
            _ => "healthy",
        };
    };
    match converged.verdict {
        _ if event.failed() => "failed",
        Verdict::Stable => "stable",
        Verdict::Changed { refreshed: true } => "refreshed",
        Verdict::Changed { refreshed: false } => "changed",
        Verdict::WouldChange { refreshed: true } => "would refresh",
        Verdict::WouldChange { refreshed: false } if !converged.unknown.is_empty() => "may change",
        Verdict::WouldChange { refreshed: false } => "would change",
        Verdict::Failed { .. } => "failed",
    }
}

/// What was done, or why not, on the same line; without secrets.
pub(crate) fn reason(event: &Event<'_>) -> String {
    let told = told_reason(event);
    match event.redactor.text(&told) {
        Cow::Owned(masked) => masked,
        Cow::Borrowed(_) => told,
    }
}

fn told_reason(event: &Event<'_>) -> String {
    let unmet: Vec<String> = event.unmet().iter().map(ToString::to_string).collect();
    if !unmet.is_empty() {
        return format!("requires {}", unmet.join(", "));
    }
    if event.skipped() {
        let now = if event.is_in_doubt() { format!(", {NOW}") } else { String::new() };
        return format!("by its control{now}");
    }
    let errors = event.errors();
    if !errors.is_empty() {
        let errors: Vec<&str> = errors.iter().map(|error| error.strip_prefix(NOT_REACHED).unwrap_or(error)).collect();
        let done = if event.error().is_none() && event.changed() { "after it was changed: " } else { "" };
        let (errors, place) = (errors.join("; "), &event.resource.identity().place);
        // An error that has a place of its own knows better.
        return if errors.contains(&format!("({}:", place.file())) {
            format!("{done}{errors}")
        } else {
            format!("{done}{errors} ({place})")
        };
    }
    let mut parts = changes(event);
    // What the step that comes first says needs no other words.
    let awaited = told(event).and_then(|(_, converged)| Some((converged.after.as_ref()?, converged.unknown.len())));
    parts.extend(awaited.map(|(after, _)| after.clone()));
    let said = awaited.map_or(0, |(_, reasons)| reasons);
    parts.extend(event.unknown().skip(said).map(|reason| format!("unknown: {reason}")));
    parts.extend(event.converged().into_iter().flat_map(|converged| &converged.notes).map(|&note| note.to_owned()));
    if parts.len() == 1 { parts.swap_remove(0) } else { parts.join(", ") }
}

/// What was done, or would be.
fn changes(event: &Event<'_>) -> Vec<String> {
    match (told(event), event.converged()) {
        (Some((_, converged)), _) => behind_verb(&converged.plan, event.rehearsal),
        (None, Some(converged)) => converged.plan.iter().map(|change| change.text(converged.diff.as_ref())).collect(),
        (None, None) => Vec::new(),
    }
}

/// What stands behind the verb of the first change: its details, the verbs of the others, and what has none.
fn behind_verb(plan: &[Box<dyn AnyChange>], rehearsal: bool) -> Vec<String> {
    let (with, without): (Vec<_>, Vec<_>) = plan.iter().partition(|change| change.verb().is_some());
    let form = |verb: Verb| if rehearsal { verb.plain } else { verb.past };
    let first = with.first().map(|change| change.details()).filter(|details| !details.is_empty());
    let others = with.iter().skip(1).filter_map(|change| Some((change.verb()?, change.details())));
    let others = others.map(|(verb, details)| format!("and {} {details}", form(verb)).trim_end().to_owned());
    first.into_iter().chain(others).chain(without.iter().map(|change| change.text(None))).collect()
}

/// What the health checks of a resource said that is worth a line of its own, below it.
pub(super) fn health(event: &Event<'_>) -> impl Iterator<Item = String> {
    let bad = event.health.iter().filter(|health| health.status != Health::Ok || health.broken.is_some());
    bad.map(|health| {
        let tries = if health.tries > 1 { format!(", {} tries", health.tries) } else { String::new() };
        let output = if health.output.is_empty() { String::new() } else { format!(": {}", health.output) };
        let line = format!("{} {}{tries}{output}", health.name, health.status.word());
        event.redactor.text(&line).into_owned()
    })
}

/// The last line of a run.
pub(super) fn last_line(summary: &Summary) -> String {
    let count = |n: usize, word: &str| (n > 0).then(|| format!("{n} {word}"));
    let changed = if summary.rehearsal { "would change" } else { "changed" };
    let parts: Vec<String> = [
        count(summary.changed - summary.foreseen, changed),
        count(summary.foreseen, "would change"),
        count(summary.unknown, "of them unknown"),
        Some(format!("{} stable", summary.stable)),
        count(summary.skipped, "skipped"),
        count(summary.failed, "failed"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let first = match summary.cut_short {
        Some(Standstill::Interrupted) => "Interrupted",
        Some(Standstill::Stopped | Standstill::Deadline) => "Stopped",
        None if summary.rehearsal => "Rehearsal",
        None => "Done",
    };
    let last = if summary.rehearsal { " Nothing was changed." } else { "" };
    format!("{first}: {}, in {}.{last}", parts.join(", "), seconds(summary.duration))
}

/// `0.02 s`.
fn seconds(duration: Duration) -> String {
    format!("{:.2} s", duration.as_secs_f64())
}

/// A text in one line that cannot send commands to a terminal.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    // A look at the bytes is enough for almost all texts; 0xc2 begins the control characters beyond ASCII.
    if !text.bytes().any(|b| b < b' ' || b == 0x7f || b == 0xc2) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(escaped).collect())
}
