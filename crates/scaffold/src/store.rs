//! Outputs that wait for being written: in memory as long as they are few, on the disk from then on.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use system::files::{FileError, Spool, WriteFiles};

/// Where an output waits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Memory(Vec<u8>),
    Spooled {
        start: u64,
        length: usize,
    },
    /// It is that of a file of the source.
    Copy(PathBuf),
    /// Nowhere: there was no room, and nobody will write it.
    Dropped,
}

/// Keeps outputs.
pub(crate) struct Store {
    /// How many more bytes may stay in memory.
    room: AtomicU64,
    rest: Rest,
}

/// What becomes of outputs that do not fit into memory.
enum Rest {
    Dropped,
    Spooled(Spooling),
}

struct Spooling {
    files: Arc<dyn WriteFiles>,
    /// On the file system of the target.
    directory: PathBuf,
    /// Made for the first output.
    spool: Mutex<Option<Arc<dyn Spool>>>,
}

impl Store {
    /// For a rehearsal: what does not fit into memory is dropped.
    pub(crate) fn in_memory(room: u64) -> Self {
        Self { room: AtomicU64::new(room), rest: Rest::Dropped }
    }

    /// What does not fit into memory waits on the file system of `directory`.
    pub(crate) fn on_disk(room: u64, files: Arc<dyn WriteFiles>, directory: PathBuf) -> Self {
        let rest = Rest::Spooled(Spooling { files, directory, spool: Mutex::default() });
        Self { room: AtomicU64::new(room), rest }
    }

    pub(crate) fn keep(&self, mut output: Vec<u8>) -> Result<Held, FileError> {
        let size = output.len() as u64;
        let taken = self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(size)).is_ok();
        match &self.rest {
            _ if taken => {
                output.shrink_to_fit();
                Ok(Held::Memory(output))
            }
            Rest::Dropped => Ok(Held::Dropped),
            Rest::Spooled(spooling) => {
                Ok(Held::Spooled { start: spooling.spool()?.put(&output)?, length: output.len() })
            }
        }
    }

    /// The output, unless it is a copy or dropped.
    pub(crate) fn get<'h>(&self, held: &'h Held) -> Result<Option<Cow<'h, [u8]>>, FileError> {
        Ok(match (held, &self.rest) {
            (Held::Memory(output), _) => Some(Cow::Borrowed(output)),
            (Held::Spooled { start, length }, Rest::Spooled(spooling)) => {
                Some(Cow::Owned(spooling.spool()?.get(*start, *length)?))
            }
            (Held::Spooled { .. } | Held::Copy(_) | Held::Dropped, _) => None,
        })
    }
}

impl Spooling {
    fn spool(&self) -> Result<Arc<dyn Spool>, FileError> {
        let mut spool = self.spool.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spool) = &*spool {
            return Ok(Arc::clone(spool));
        }
        let new: Arc<dyn Spool> = self.files.spool(&self.directory)?.into();
        Ok(Arc::clone(spool.insert(new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::files::FakeFiles;

    #[test]
    fn what_does_not_fit_waits_on_the_disk() {
        let store = Store::on_disk(5, Arc::new(FakeFiles::new()), "/".into());
        let held: Vec<_> = ["abc", "def", "gh", "", "ij"].map(|text| store.keep(text.into()).unwrap()).into();
        assert_eq!(held[0], Held::Memory(b"abc".into()));
        assert_eq!(held[1], Held::Spooled { start: 0, length: 3 });
        assert_eq!(held[2], Held::Memory(b"gh".into()));
        assert_eq!(held[4], Held::Spooled { start: 3, length: 2 });
        let texts: Vec<_> = held.iter().map(|held| store.get(held).unwrap().unwrap().into_owned()).collect();
        assert_eq!(texts.concat(), b"abcdefghij");
    }

    #[test]
    fn a_rehearsal_forgets() {
        let store = Store::in_memory(4);
        assert_eq!(store.keep(b"abcd".into()).unwrap(), Held::Memory(b"abcd".into()));
        let dropped = store.keep(b"e".into()).unwrap();
        assert_eq!(dropped, Held::Dropped);
        assert_eq!(store.get(&dropped).unwrap(), None);
        assert_eq!(store.get(&Held::Copy("a".into())).unwrap(), None);
    }
}
