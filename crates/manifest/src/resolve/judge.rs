//! What expressions ask for and nobody has: found before anything runs.

use crate::codes::UNKNOWN_KEY;
use data::template::{Reference, Root};
use diagnostics::{Diagnostic, Severity, Sources, suggest};
use document::Node;
use expr::exprlang::Step;
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
        };
        if reference.guarded || reference.path.is_empty() || reference.is_in(root) {
            return None;
        }
        let path = shown(name, &reference.path);
        let mut finding = Diagnostic::warning(&UNKNOWN_KEY, format!("`{path}` is {where_to}"));
        if self.judging.is_strict {
            finding.severity = Severity::Error;
        }
        let help = match similar(root, reference) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => ADVICE.to_owned(),
        };
        let span = node.locate(reference.at.clone(), sources);
        Some(finding.at(span, "nobody has this").help(help))
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
