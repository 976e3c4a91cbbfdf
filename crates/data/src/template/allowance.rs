//! How much text may be made, or brought in, while one text is worked out.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many bytes of text expressions and templates may hold on the way to one text. More than a text may have in the end,
/// because some of it is left out again; not so much that it does not fit beside a document of the largest size while one
/// part of it is copied.
pub(crate) const MAX_WORK: u64 = 48 << 20;

/// What functions have brought in so far: files that were read, and what templates gave.
#[derive(Default)]
pub(super) struct Allowance(AtomicU64);

impl Allowance {
    /// How many bytes may still be made this many templates deep. Those around it hold what they have made, so each level
    /// has half of the one above.
    pub(super) fn left(&self, depth: u32) -> u64 {
        MAX_WORK.saturating_sub(self.0.load(Ordering::Relaxed)) >> depth
    }

    /// Takes note of bytes that stay until the text is done.
    pub(super) fn bring(&self, bytes: usize) -> Result<(), String> {
        let bytes = bytes as u64;
        if self.0.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes) > MAX_WORK {
            return Err(format!("files and templates bring more than {MAX_WORK} bytes into one text"));
        }
        Ok(())
    }

    /// Takes note of bytes that are gone.
    pub(super) fn release(&self, bytes: usize) {
        self.0.fetch_sub(bytes as u64, Ordering::Relaxed);
    }
}
