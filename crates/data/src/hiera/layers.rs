//! One document by itself.

use super::codes::DATA;
use super::document::Document;
use super::expand::Expander;
use super::hierarchy::{Matched, Merge, matched};
use super::read::Reader;
use crate::template::Environment;
use diagnostics::{Diagnostic, Diagnostics};
use value::Map;

/// Merges the overrides of a document that count over its base data; what is wrong is added to `problems`.
pub(crate) fn merged(document: &Document<'_, '_>, environment: &Environment, problems: &mut Diagnostics) -> Map {
    if let Some(problem) = not_a_map(document) {
        problems.push(problem);
    }
    let expander = Expander { environment, source: document.text };
    let Matched { overrides, merge } = matched(document, expander, problems);
    let mut reader = Reader::new(expander);
    let layers = std::iter::once(document.base()).chain(overrides.iter().map(|layer| layer.entries));
    let data = match merge {
        Merge::First => layers.fold(Map::new(), |mut data, entries| {
            reader.merge_shallow(&mut data, entries);
            data
        }),
        Merge::Deep => reader.merged(layers),
    };
    problems.append(reader.problems);
    data
}

/// ccm: base data that is no map counts as none. Somebody meant to write some.
fn not_a_map(document: &Document<'_, '_>) -> Option<Diagnostic> {
    let value = &document.data?.value;
    if value.is_null() || value.as_map().is_some() {
        return None;
    }
    let problem = Diagnostic::warning(&DATA, format!("`{}` must be a map, and does not count", document.data_key));
    let found = format!("expected keys with their values, found {}", value.kind_name());
    Some(problem.at(value.span, found).help("write `key: value` lines below it".to_owned()))
}
