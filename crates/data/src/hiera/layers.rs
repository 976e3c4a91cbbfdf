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
    let mut data = reader.map(document.base());
    for layer in overrides {
        match merge {
            Merge::First => reader.merge_shallow(&mut data, layer.entries),
            Merge::Deep => reader.merge_deep(&mut data, layer.entries),
        }
    }
    problems.append(reader.problems);
    data
}
