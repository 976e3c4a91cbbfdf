//! How much a source may send.

use std::time::Duration;

/// The bounds of fetching one manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the first look-up to the last byte.
    pub timeout: Duration,
    /// Bytes that are sent.
    pub download: u64,
    /// Bytes of a manifest that is sent as plain text.
    pub text: u64,
    /// What an archive may hold.
    pub archive: archive::Limits,
}

impl Default for Limits {
    /// One minute, 64 MiB of either kind, and the limits of archives.
    fn default() -> Self {
        let size = 64 << 20;
        Self { timeout: Duration::from_mins(1), download: size, text: size, archive: archive::Limits::default() }
    }
}
