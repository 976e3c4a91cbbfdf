//! What waits to be printed: a little of it in memory, the rest in a file.

use std::path::PathBuf;
use std::sync::Arc;
use system::WriteWorld;
use system::files::{FileError, Spool};

/// What is held in memory; the rest goes to a file.
const HELD: usize = 1 << 20;

/// Takes what has to wait. A shelf on which nothing is left is thrown away: only then its file goes.
#[derive(Default)]
pub(crate) struct Shelf {
    in_memory: usize,
    spool: Option<Arc<dyn Spool>>,
}

/// Something that waits.
pub(crate) enum Stored {
    Memory(Vec<u8>),
    /// In a file: where it begins, and how long it is.
    Spooled(Arc<dyn Spool>, u64, usize),
}

impl Shelf {
    pub(crate) fn put(&mut self, bytes: &[u8], world: &WriteWorld) -> Stored {
        if self.in_memory + bytes.len() > HELD && self.spool.is_none() {
            let directory = world.read.environment.var("TMPDIR").map_or_else(|| PathBuf::from("/tmp"), PathBuf::from);
            // Without a place to put it, memory has to do.
            self.spool = world.files.spool(&directory).ok().map(Arc::from);
        }
        let put = |spool: &Arc<dyn Spool>| Some((Arc::clone(spool), spool.put(bytes).ok()?));
        if let Some((spool, start)) = self.spool.as_ref().and_then(put) {
            return Stored::Spooled(spool, start, bytes.len());
        }
        self.in_memory += bytes.len();
        Stored::Memory(bytes.to_vec())
    }
}

impl Stored {
    pub(crate) fn read(self) -> Result<Vec<u8>, FileError> {
        match self {
            Self::Memory(bytes) => Ok(bytes),
            Self::Spooled(spool, start, length) => spool.get(start, length),
        }
    }
}
