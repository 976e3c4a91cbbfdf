//! Which keys hold secrets: what the definitions of types and of goss rules say.

use crate::forms::types;
use diagnostics::suggest;
use document::decode::{RecordShape, Shape};
use document::secrets::{self, Hidden, Marks};
use std::collections::HashSet;
use std::sync::LazyLock;
use system::http::Headers;

/// The marks around expressions, of manifests and of Jet.
const MARKS: [Marks; 2] = [("{{", "}}"), ("[[", "]]")];

/// What of a value stands for itself.
pub(super) fn literals(value: &str) -> Vec<&str> {
    secrets::literals(value, &MARKS)
}

/// The keys that hold secrets.
pub(super) struct Names {
    /// Keys that documents annotate.
    annotated: HashSet<String>,
    /// Whether a key that is nearly one of them counts: in a document with mistakes it may be the mistake.
    is_generous: bool,
}

impl Names {
    /// Exactly the declared ones.
    pub(super) fn declared() -> Self {
        Self { annotated: HashSet::new(), is_generous: false }
    }

    /// Those too that documents annotate, and whatever comes near.
    pub(super) fn generous(annotated: HashSet<String>) -> Self {
        Self { annotated, is_generous: true }
    }

    pub(super) fn is_generous(&self) -> bool {
        self.is_generous
    }
}

impl secrets::Names for Names {
    fn hidden(&self, key: &str) -> Option<Hidden> {
        if let Some((_, hidden)) = DECLARED.hidden.iter().find(|(known, _)| *known == key) {
            return Some(*hidden);
        }
        if self.annotated.contains(key) {
            return Some(Hidden::Whole);
        }
        if !self.is_generous || self.is_known(key) {
            return None;
        }
        let Some(meant) = suggest(key, DECLARED.hidden.iter().map(|(known, _)| *known)) else {
            return secrets::is_telling(key).then_some(Hidden::Text);
        };
        DECLARED.hidden.iter().find(|(known, _)| *known == meant).map(|(_, hidden)| *hidden)
    }

    fn is_known(&self, word: &str) -> bool {
        DECLARED.keys.contains(word)
    }

    fn literals<'t>(&self, value: &'t str) -> Vec<&'t str> {
        literals(value)
    }
}

/// What all definitions say.
struct Declared {
    hidden: Vec<(&'static str, Hidden)>,
    /// Every key there is.
    keys: HashSet<&'static str>,
    /// Records that were looked at: one may contain itself.
    seen: HashSet<(&'static str, &'static str)>,
}

static DECLARED: LazyLock<Declared> = LazyLock::new(|| {
    let mut declared = Declared { hidden: Vec::new(), keys: HashSet::new(), seen: HashSet::new() };
    for definition in types() {
        declared.keys.insert(definition.name);
        declared.shape((definition.shape)());
    }
    let rules = goss::hidden_settings().map(|(name, hidden)| match hidden {
        goss::Hidden::Whole => (name, Hidden::Whole),
        goss::Hidden::Fields => (name, Hidden::Fields(Headers::is_harmless)),
    });
    declared.hidden.extend(rules);
    declared
});

impl Declared {
    fn shape(&mut self, shape: Shape) {
        match shape {
            Shape::Record(record) => self.record(record),
            Shape::List(inner) | Shape::MapOf(inner) => self.shape(inner()),
            Shape::OneOf(shapes) => shapes.iter().for_each(|shape| self.shape(shape())),
            _ => {}
        }
    }

    fn record(&mut self, record: &'static RecordShape) {
        if !self.seen.insert((record.module, record.name)) {
            return;
        }
        for field in record.all_fields() {
            self.keys.insert(field.key);
            let fields = field.marks.secret_unless.map(Hidden::Fields);
            if let Some(hidden) = field.is_secret().then_some(Hidden::Whole).or(fields) {
                self.hidden.extend([field.key].iter().chain(field.marks.mistaken).map(|key| (*key, hidden)));
            }
            self.shape(field.shape());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrets::Names as _;

    fn hidden(names: &Names, key: &str) -> &'static str {
        match names.hidden(key) {
            None => "nothing",
            Some(Hidden::Whole) => "whole",
            Some(Hidden::Text) => "text",
            Some(Hidden::Variables) => "variables",
            Some(Hidden::Fields(is_harmless)) => {
                assert!(is_harmless("Accept") && !is_harmless("Authorization"));
                "fields"
            }
        }
    }

    #[test]
    fn definitions_say_what_is_hidden() {
        let names = Names::declared();
        for (key, expected) in [
            ("password", "whole"),
            ("headers", "fields"),
            ("request-headers", "fields"),
            ("username", "nothing"),
            ("url", "nothing"),
            ("pasword", "nothing"),
        ] {
            assert_eq!(hidden(&names, key), expected, "{key}");
        }
    }

    #[test]
    fn what_comes_near_is_hidden_where_mistakes_are() {
        let names = Names::generous(HashSet::from(["pin".to_owned()]));
        for (key, expected) in [
            ("pasword", "whole"),
            ("Password", "whole"),
            ("pass", "whole"),
            ("header", "fields"),
            ("pin", "whole"),
            ("Authorization", "text"),
            ("apiKey", "text"),
            ("key", "nothing"),
            ("path", "nothing"),
            ("url", "nothing"),
            ("resources", "nothing"),
        ] {
            assert_eq!(hidden(&names, key), expected, "{key}");
        }
    }
}
