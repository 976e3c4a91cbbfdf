//! The functions: what the language brings along, its extensions, and those that solutions have beside them. Each file is
//! a table and what its functions do.

mod arrays;
mod conversions;
mod cost;
mod encoders;
mod filepath;
mod format;
mod function;
mod json;
mod lists;
mod macros;
mod map;
mod math;
mod operators;
mod optional;
pub(crate) mod raw_text;
mod regex;
mod registry;
mod sets;
mod sizes;
mod sort;
mod strings;
mod strings_more;
#[cfg(test)]
mod tests;
mod text;
mod time;
mod title;
mod title_table;
mod types;

pub(crate) use conversions::{to_duration, to_timestamp};
pub(crate) use cost::{Cost, tenth};
pub(crate) use format::{Clause, Clauses, FormatProblem, parse_format};
pub(crate) use function::{Body, Guard, Native};
pub use function::{Function, Library, Overload, SharedBody};
pub(crate) use macros::MACROS;
pub(crate) use regex::{Patterns, compile as compile_regex, pattern_argument};
pub(crate) use registry::{Declared, Registry, Signature};

/// The tables, in the order in which the reference shows them.
pub(crate) static TABLES: &[&[Native]] = &[
    operators::TABLE,
    sizes::TABLE,
    types::TABLE,
    conversions::TABLE,
    text::TABLE,
    time::TABLE,
    strings::TABLE,
    lists::TABLE,
    sets::TABLE,
    math::TABLE,
    encoders::TABLE,
    optional::TABLE,
    arrays::TABLE,
    filepath::TABLE,
    json::TABLE,
    map::TABLE,
    regex::TABLE,
    sort::TABLE,
    strings_more::TABLE,
];
