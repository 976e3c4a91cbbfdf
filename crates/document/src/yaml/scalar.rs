//! A scalar as written, before anybody asks what it means.

use crate::Style;
use std::borrow::Cow;

/// Text with its style and place.
#[derive(Debug)]
pub(super) struct Scalar<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) style: Style,
    pub(super) start: usize,
    pub(super) end: usize,
    /// It begins and ends on the same line, so it may be a key.
    pub(super) one_line: bool,
}
