//! One document by itself.

use super::document::Document;
use super::expand::Expander;
use super::hierarchy::{Matched, Merge, matched};
use super::read::Reader;
use crate::template::Environment;
use diagnostics::Diagnostics;
use value::Map;

/// Merges the overrides of a document that count over its base data; what is wrong is added to `problems`.
pub(crate) fn merged(document: &Document<'_, '_>, environment: &Environment, problems: &mut Diagnostics) -> Map {
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
