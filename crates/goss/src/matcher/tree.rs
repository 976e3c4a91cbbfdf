//! The expectation as a tree.

use super::compare::Comparison;
use super::convert::Conversion;
use super::patterns::Patterns;
use super::semver::Range;
use gostd::regexp::Regexp;
use std::sync::Arc;
use value::Value;

/// What a value has to be. Whatever can be prepared is: a pattern that cannot be used is known here, and said when it is needed.
pub(crate) enum Matcher {
    /// Looks at the value as something else.
    Convert(Conversion, Box<Matcher>),
    /// The same, types included.
    Equal(Value),
    /// A number beside another one.
    Compare(Comparison, Value),
    Prefix(Arc<str>),
    Suffix(Arc<str>),
    Substring(Arc<str>),
    Regexp(Arc<str>, Result<Regexp, String>),
    /// Bytes of a text, items of a list, entries of a map.
    Length(i64),
    Patterns(Patterns),
    /// A key of a map.
    Key(Box<Matcher>),
    /// Any element.
    Element(Box<Matcher>),
    /// For each of these its own element.
    Elements(Vec<Matcher>),
    /// For each of these its own element, and no other elements.
    ConsistOf(Vec<Matcher>),
    And(Vec<Matcher>),
    Or(Vec<Matcher>),
    Not(Box<Matcher>),
    Semver(Arc<str>, Option<Range>),
}
