//! Paths below variables, which are looked up in one go.

use std::sync::Arc;

use crate::exprlang::Place;

/// `Facts.host?.info`.
#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) names: Box<[Arc<str>]>,
    /// Whether nil before a name ends the chain.
    pub(crate) optional: Box<[bool]>,
    /// Where each name is.
    pub(crate) places: Box<[Place]>,
    /// Where the chain ends: nil before an optional name goes on there.
    pub(crate) end: u32,
    /// Whether the variable is a map of texts, in which a missing key is the empty text.
    pub(crate) of_strings: bool,
}
