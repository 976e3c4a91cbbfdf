//! What all verbs of one world share.

use super::written::Written;
use crate::Interrupt;

pub(super) struct Shared {
    pub(super) written: Written,
    /// Work on large files ends when it comes.
    pub(super) interrupt: Interrupt,
}

impl Shared {
    pub(super) fn new(interrupt: Interrupt) -> Self {
        Self { written: Written::default(), interrupt }
    }
}
