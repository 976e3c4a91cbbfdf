//! What all verbs of one world share.

use super::known::Known;
use super::written::Written;
use crate::Interrupt;
use std::sync::atomic::AtomicBool;

pub(super) struct Shared {
    pub(super) written: Written,
    pub(super) known: Known,
    /// Work on large files ends when it comes.
    pub(super) interrupt: Interrupt,
    /// Files without a name were refused once.
    pub(super) has_names_only: AtomicBool,
}

impl Shared {
    pub(super) fn new(interrupt: Interrupt) -> Self {
        Self { written: Written::default(), known: Known::default(), interrupt, has_names_only: AtomicBool::new(false) }
    }
}
