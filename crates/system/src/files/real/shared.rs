//! What all verbs of one world share.

use super::known::Known;
use super::written::Written;
use crate::Interrupt;

pub(super) struct Shared {
    pub(super) written: Written,
    pub(super) known: Known,
    /// Work on large files ends when it comes.
    pub(super) interrupt: Interrupt,
}

impl Shared {
    pub(super) fn new(interrupt: Interrupt) -> Self {
        Self { written: Written::default(), known: Known::default(), interrupt }
    }
}
