//! What expressions ask for and nobody has: found before anything runs.

use crate::codes::UNKNOWN_KEY;
use data::template::{Reference, Root};
use diagnostics::{Diagnostic, Severity, Sources, suggest};
use document::Node;
use expr::exprlang::Step;
use std::collections::HashSet;
use value::{Key, Value};

const ADVICE: &str =
    "give it a value, or ask for it in a way that allows it to be missing: `??`, `?.`, `get`, a default";

/// How it is judged what expressions ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judging {
    /// Whether a key that nobody has is an error.
    pub is_strict: bool,
    /// Whether a key that only layers of other machines have is missing, too: the facts are those that count.
    pub is_exact: bool,
}

/// Everything that could be asked for.
pub(crate) struct Judge {
    /// The data of all layers, those that do not count here included.
    pub(crate) data: Value,
    /// The data that counts here.
    pub(crate) here: Value,
    /// The keys at the top of overrides. What lists below them hold depends on the machine.
    pub(crate) overridden: HashSet<String>,
    /// The facts.
    pub(crate) facts: Value,
    pub(crate) judging: Judging,
}

impl Judge {
    /// The finding about a reference of a text, when there is one. `is_reached` when the text counts with these facts.
    pub(crate) fn judge(
        &self,
        reference: &Reference,
        is_reached: bool,
        node: &Node<'_>,
        sources: &Sources,
    ) -> Option<Diagnostic> {
        let is_elsewhere =
            || self.judging.is_exact && is_reached && !reference.conditional && reference.is_in(&self.data);
        let (root, name, where_to) = match reference.root {
            Root::Data if is_elsewhere() => (&self.here, "Data", "in no data layer that counts with these facts"),
            Root::Data => (&self.data, "Data", "in no data layer"),
            Root::Facts => (&self.facts, "Facts", "no fact"),
            // Which variables there are is known when it runs.
            Root::Environ => return None,
            Root::Nowhere => (&Value::Null, "", ""),
        };
        let is_there = if self.is_settled(reference) { reference.is_exactly_in(root) } else { reference.is_in(root) };
        if reference.guarded || reference.path.is_empty() || is_there {
            return None;
        }
        let message = match reference.root {
            Root::Nowhere => format!("the key `{}` of `lookup` begins with no root", written(&reference.path)),
            _ => format!("`{}` is {where_to}", shown(name, &reference.path)),
        };
        let mut finding = Diagnostic::warning(&UNKNOWN_KEY, message);
        if self.judging.is_strict {
            finding.severity = Severity::Error;
        }
        let help = match similar(root, reference) {
            _ if reference.root == Root::Nowhere => rooted(&reference.path),
            Some(similar) => format!("did you mean `{similar}`?"),
            None => ADVICE.to_owned(),
        };
        let span = node.locate(reference.at.clone(), sources);
        Some(finding.at(span, "nobody has this").help(help))
    }

    /// Whether what is asked for is the same on all machines, so that lists have the length that they have here.
    fn is_settled(&self, reference: &Reference) -> bool {
        let first = reference.path.first();
        reference.root == Root::Data
            && first.is_some_and(|step| matches!(step, Step::Name(name) if !self.overridden.contains(&**name)))
    }
}

/// A key of `lookup`.
fn written(path: &[Step]) -> String {
    let part = |step: &Step| match step {
        Step::Name(name) => name.to_string(),
        Step::Index(index) => index.to_string(),
    };
    path.iter().map(part).collect::<Vec<_>>().join(".")
}

/// What to write instead of a key that begins with no root.
fn rooted(path: &[Step]) -> String {
    let first = written(&path[..1]);
    match suggest(&first.to_lowercase(), ["facts", "data", "environ"]) {
        Some(root) => format!("did you mean `{}`?", [root, &written(&path[1..])].join(".").trim_end_matches('.')),
        None => "a key begins with `facts.`, `data.` or `environ.`".to_owned(),
    }
}

fn shown(root: &str, path: &[Step]) -> String {
    path.iter().fold(root.to_owned(), |shown, step| match step {
        Step::Name(name) => format!("{shown}.{name}"),
        Step::Index(index) => format!("{shown}[{index}]"),
    })
}

/// A key that was probably meant instead of the first one that is not there.
fn similar(root: &Value, reference: &Reference) -> Option<String> {
    let mut value = root;
    for step in &reference.path {
        let (Value::Map(map), Step::Name(name)) = (value, step) else { return None };
        match map.get(&**name) {
            Some(next) => value = next,
            None => return suggest(name, map.keys().filter_map(Key::as_str)).map(str::to_owned),
        }
    }
    None
}
