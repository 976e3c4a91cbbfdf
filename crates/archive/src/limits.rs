//! How much an archive may hold.

/// The bounds of one archive. The first that is passed ends the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of everything in it, headers and padding included.
    pub unpacked: u64,
    /// Bytes of one file.
    pub entry: u64,
    /// Files and directories, those included that are only named as parents.
    pub entries: usize,
    /// Names in a path.
    pub depth: usize,
    /// Bytes of a path.
    pub name: usize,
    /// How many times its own size it may unpack to. What is small either way is not judged.
    pub ratio: u64,
}

impl Default for Limits {
    /// 256 MiB, 64 MiB in one file, 20,000 entries, 64 levels, paths of 1024 bytes, 200 times.
    fn default() -> Self {
        Self { unpacked: 256 << 20, entry: 64 << 20, entries: 20_000, depth: 64, name: 1024, ratio: 200 }
    }
}
