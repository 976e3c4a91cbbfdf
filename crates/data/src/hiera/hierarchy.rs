//! Which overrides count, and how they are merged.

use super::codes::{HIERARCHY, MERGE, ORDER, OVERRIDES};
use super::document::{Document, key_text};
use super::expand::{Expander, Name};
use diagnostics::{Diagnostic, Diagnostics, Span};
use document::{Entry, Node};
use std::fmt;

/// How overrides are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merge {
    /// The first one that matches replaces keys at the top.
    First,
    /// All that match are merged, maps key by key, lists joined.
    Deep,
}

impl fmt::Display for Merge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Deep => "deep",
        })
    }
}

/// An override that counts on this machine.
pub(crate) struct Override<'d, 'a> {
    /// Its name, as the order gives it.
    pub(crate) name: String,
    /// The entry of the order as it is written; the default order is not written.
    pub(crate) order: Option<&'d Node<'a>>,
    pub(crate) entry: &'d Entry<'a>,
    pub(crate) entries: &'d [Entry<'a>],
}

/// The overrides that count, in the order in which they are merged.
pub(crate) struct Matched<'d, 'a> {
    pub(crate) overrides: Vec<Override<'d, 'a>>,
    pub(crate) merge: Merge,
}

/// What `hierarchy` says.
struct Hierarchy<'d, 'a> {
    /// `None` is the default order.
    order: Option<&'d [Node<'a>]>,
    /// An error when it is neither of both, which counts once an override matches.
    merge: Result<Merge, Diagnostic>,
}

/// Finds the overrides that count; what is wrong is added to `problems`.
pub(crate) fn matched<'d, 'a>(
    document: &Document<'d, 'a>,
    expander: Expander<'_>,
    problems: &mut Diagnostics,
) -> Matched<'d, 'a> {
    let mut overrides = Vec::new();
    let all = overrides_of(document, problems);
    let hierarchy = match hierarchy_of(document) {
        Ok(hierarchy) => hierarchy,
        Err(problem) => {
            problems.push(problem);
            return Matched { overrides, merge: Merge::First };
        }
    };
    let merge = *hierarchy.merge.as_ref().unwrap_or(&Merge::First);
    for (name, order) in names(&hierarchy, expander, problems) {
        if overrides.is_empty() || merge == Merge::Deep {
            overrides.extend(find(document, all, name, order));
        }
    }
    match hierarchy.merge {
        Err(problem) if !overrides.is_empty() => problems.push(problem),
        Err(problem) => problems.push(Diagnostic { severity: diagnostics::Severity::Warning, ..problem }),
        Ok(_) => {}
    }
    Matched { overrides, merge }
}

/// The override with a name; none when it is no map, or the name is that of the data itself.
fn find<'d, 'a>(
    document: &Document<'d, 'a>,
    all: &'d [Entry<'a>],
    name: String,
    order: Option<&'d Node<'a>>,
) -> Option<Override<'d, 'a>> {
    if name == document.data_key && document.data.is_some() {
        return None;
    }
    let entry = all.iter().find(|entry| key_text(&entry.key) == name)?;
    Some(Override { name, order, entry, entries: entry.value.as_map()? })
}

/// The names that the order gives on this machine.
fn names<'d, 'a>(
    hierarchy: &Hierarchy<'d, 'a>,
    expander: Expander<'_>,
    problems: &mut Diagnostics,
) -> Vec<(String, Option<&'d Node<'a>>)> {
    let Some(order) = hierarchy.order else { return vec![("default".to_owned(), None)] };
    let mut names = Vec::with_capacity(order.len());
    for node in order {
        match name(node, expander) {
            Ok(Some(name)) => names.push((name, Some(node))),
            Ok(None) => {}
            Err(found) => problems.append(found),
        }
    }
    names
}

fn name(node: &Node<'_>, expander: Expander<'_>) -> Result<Option<String>, Diagnostics> {
    let name = match node.as_str() {
        Some("") => Name::Nothing,
        Some(text) if !text.contains('{') => Name::Is(text.to_owned()),
        Some(text) => expander.name(text, node.span)?,
        None => {
            let problem = wrong(&ORDER, "hierarchy.order must contain only strings", node, "the name of an override");
            return Err(problem.into());
        }
    };
    match name {
        Name::Is(name) => Ok(Some(name)),
        Name::Nothing => Ok(None),
        Name::Unknown(unknown) => {
            let message = format!("which override counts is not known yet: {}", unknown.reason());
            Err(Diagnostic::error(&ORDER, message).at(node.span, "depends on it").into())
        }
    }
}

fn hierarchy_of<'d, 'a>(document: &Document<'d, 'a>) -> Result<Hierarchy<'d, 'a>, Diagnostic> {
    let Some(entry) = document.hierarchy else { return Ok(Hierarchy { order: None, merge: Ok(Merge::First) }) };
    if entry.value.as_map().is_none() {
        return Err(wrong(&HIERARCHY, "hierarchy section is required", at(entry), "a map with `order`"));
    }
    let order = match entry.value.entry("order") {
        None => return Err(wrong(&ORDER, "hierarchy.order must be a list", &entry.key, "`order` with a list in it")),
        Some(order) => order.value.as_list().ok_or_else(|| {
            wrong(&ORDER, "hierarchy.order must be a list", at(order), "a list of names of overrides")
        })?,
    };
    Ok(Hierarchy { order: Some(order), merge: merge_of(&entry.value) })
}

/// How to merge; what is no text counts as not given.
fn merge_of(hierarchy: &Node<'_>) -> Result<Merge, Diagnostic> {
    let Some(node) = hierarchy.get("merge") else { return Ok(Merge::First) };
    match node.as_str().map(str::to_lowercase).as_deref() {
        None | Some("first") => Ok(Merge::First),
        Some("deep") => Ok(Merge::Deep),
        Some(other) => Err(Diagnostic::error(&MERGE, format!("unsupported merge mode: {other}"))
            .at(node.span, "given here")
            .help("use `first` or `deep`".to_owned())),
    }
}

/// All overrides. A key without them is a mistake: somebody meant to write some.
fn overrides_of<'d, 'a>(document: &Document<'d, 'a>, problems: &mut Diagnostics) -> &'d [Entry<'a>] {
    let Some(entry) = document.overrides else { return &[] };
    if entry.value.as_map().is_none() {
        let problem = wrong(&OVERRIDES, "overrides must be a map", at(entry), "names of overrides with their data");
        problems.push(problem.help("write the overrides below it, or remove the key".to_owned()));
    }
    entry.value.as_map().unwrap_or_default()
}

/// The value, or its key where no value is written.
fn at<'e, 'a>(entry: &'e Entry<'a>) -> &'e Node<'a> {
    if place(entry) == entry.key.span { &entry.key } else { &entry.value }
}

/// Where the value of a key is, or the key where none is written.
pub(crate) fn place(entry: &Entry<'_>) -> Span {
    if entry.value.span.start == entry.value.span.end { entry.key.span } else { entry.value.span }
}

fn wrong(code: &'static diagnostics::Code, message: &str, node: &Node<'_>, expected: &str) -> Diagnostic {
    Diagnostic::error(code, message).at(node.span, format!("expected {expected}"))
}
