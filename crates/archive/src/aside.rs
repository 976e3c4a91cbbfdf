//! Bytes on their way from a server to an archive reader: put aside, because an archive is read twice.

use std::io::{self, Read, Seek, SeekFrom, Write};
use system::files::{FileError, Spool};

/// What stays in memory; more goes to a file without a name.
const IN_MEMORY: usize = 1 << 20;

/// Makes the file when it is needed.
type Open<'a> = Box<dyn Fn() -> Result<Box<dyn Spool>, FileError> + 'a>;

/// A place for bytes that are written once from front to back, and then read as often as needed.
pub struct Aside<'a> {
    memory: Vec<u8>,
    open: Open<'a>,
    /// Begins where the memory ends.
    spool: Option<Box<dyn Spool>>,
    length: u64,
    position: u64,
    failure: Option<FileError>,
}

impl<'a> Aside<'a> {
    /// Nothing yet; `open` is asked for a file when there is much.
    pub fn new(open: impl Fn() -> Result<Box<dyn Spool>, FileError> + 'a) -> Self {
        Self { memory: Vec::new(), open: Box::new(open), spool: None, length: 0, position: 0, failure: None }
    }

    /// How many bytes there are.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Why the last write or read failed, which an `io::Error` tells in part only.
    pub fn failure(&mut self) -> Option<FileError> {
        self.failure.take()
    }

    /// The first bytes, so many as there are up to `most`, which is no more than what is always in memory.
    pub fn head(&self, most: usize) -> &[u8] {
        &self.memory[..self.memory.len().min(most)]
    }

    /// All of it, in memory.
    pub fn into_bytes(mut self) -> Result<Vec<u8>, FileError> {
        let mut bytes = std::mem::take(&mut self.memory);
        let rest = usize::try_from(self.length).unwrap_or(usize::MAX) - bytes.len();
        if let Some(spool) = self.spool {
            bytes.reserve_exact(rest);
            let mut start = 0;
            while start < rest {
                let piece = spool.get(start as u64, (rest - start).min(IN_MEMORY))?;
                start += piece.len();
                bytes.extend_from_slice(&piece);
            }
        }
        Ok(bytes)
    }

    fn spool(&mut self) -> Result<&dyn Spool, FileError> {
        if self.spool.is_none() {
            self.spool = Some((self.open)()?);
        }
        Ok(self.spool.as_deref().expect("it was just made"))
    }

    fn put(&mut self, bytes: &[u8]) -> Result<usize, FileError> {
        let room = IN_MEMORY - self.memory.len();
        if room > 0 {
            let taken = bytes.len().min(room);
            self.memory.extend_from_slice(&bytes[..taken]);
            return Ok(taken);
        }
        self.spool()?.put(bytes).map(|_| bytes.len())
    }

    fn get(&self, most: usize) -> Result<Vec<u8>, FileError> {
        let left = self.length - self.position.min(self.length);
        let length = usize::try_from(left).unwrap_or(usize::MAX).min(most);
        let start = self.position - self.memory.len() as u64;
        let spool = self.spool.as_ref().filter(|_| length > 0);
        spool.map_or(Ok(Vec::new()), |spool| spool.get(start, length))
    }

    fn failed(&mut self, error: FileError) -> io::Error {
        let told = io::Error::other(error.to_string());
        self.failure = Some(error);
        told
    }
}

impl Write for Aside<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.put(bytes).map_err(|error| self.failed(error))?;
        self.length += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Aside<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let start = usize::try_from(self.position).unwrap_or(usize::MAX);
        let length = if let Some(mut rest) = self.memory.get(start..).filter(|rest| !rest.is_empty()) {
            rest.read(buffer)?
        } else {
            let piece = self.get(buffer.len()).map_err(|error| self.failed(error))?;
            buffer[..piece.len()].copy_from_slice(&piece);
            piece.len()
        };
        self.position += length as u64;
        Ok(length)
    }
}

impl Seek for Aside<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(position) => (position, 0),
            SeekFrom::Current(by) => (self.position, by),
            SeekFrom::End(by) => (self.length, by),
        };
        let position = from.checked_add_signed(by).ok_or(io::ErrorKind::InvalidInput)?;
        self.position = position;
        Ok(position)
    }
}
