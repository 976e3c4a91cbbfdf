//! How much one document may ask for.

/// What a document may ask for before it is refused. A limit that is hit is named in the error, with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How deep lists and maps may be nested, aliases included; never above [`Limits::DEEPEST`].
    pub depth: usize,
    /// How many nodes aliases may copy in total; 64 bytes of text count as one more.
    pub aliases: usize,
    /// How many items and entries the lists and maps may have, all together.
    pub nodes: usize,
    /// How many bytes the text may have; never above 4 GiB.
    pub size: usize,
}

impl Limits {
    /// The stack is finite, so no setting allows more levels than this.
    pub const DEEPEST: usize = 512;

    /// The depth that applies.
    pub(crate) fn levels(&self) -> usize {
        self.depth.min(Self::DEEPEST)
    }

    /// The size that applies: spans count bytes in 32 bits.
    pub(crate) fn bytes(&self) -> usize {
        self.size.min(u32::MAX as usize - 1)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 250, aliases: 1_000_000, nodes: 1_000_000, size: 64 << 20 }
    }
}
