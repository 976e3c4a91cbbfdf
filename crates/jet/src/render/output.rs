//! The output, as far as it is written.

use std::sync::Arc;

use crate::map::SourceMap;
use crate::source::{At, Source};

/// Bytes that were written, and who wrote them if that is asked for.
pub(super) struct Output {
    pub(super) bytes: Vec<u8>,
    pub(super) map: Option<SourceMap>,
    /// How many `exec` are running: what they print goes nowhere.
    pub(super) discarding: usize,
}

impl Output {
    /// Nothing yet; outputs are usually about as long as their template.
    pub(super) fn new(mapped: bool, length: usize) -> Self {
        Self { bytes: Vec::with_capacity(length), map: mapped.then(SourceMap::default), discarding: 0 }
    }

    /// Writes bytes that a place in a template gives.
    pub(super) fn write(&mut self, bytes: &[u8], source: &Arc<Source>, at: At, verbatim: bool) {
        if self.discarding > 0 || bytes.is_empty() {
            return;
        }
        if let Some(map) = &mut self.map {
            map.record(self.bytes.len(), source, at, verbatim);
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes back what was written after a length.
    pub(super) fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
        if let Some(map) = &mut self.map {
            map.truncate(length);
        }
    }
}
