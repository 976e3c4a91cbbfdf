//! Content of regular files, in pieces. Nothing here waits on a pipe or a device, and whoever wants us to stop waits for
//! one piece at most.

use super::look;
use super::place::Place;
use crate::Interrupt;
use crate::files::digest::Hasher;
use crate::files::error::{Attempt, Halt};
use crate::files::{Digest, FileError, FileErrorKind, FileKind};
use rustix::buffer::spare_capacity;
use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags, copy_file_range, fstat, openat};
use rustix::io::{Errno, retry_on_intr};

/// A piece of a large file.
const PIECE: usize = 256 * 1024;
/// What the kernel is asked to copy at once: large enough that asking costs nothing, small enough to stop in time.
const KERNEL_PIECE: usize = 8 * 1024 * 1024;
/// Up to this size reading and writing is cheaper than asking the kernel to copy.
const SMALL: u64 = 64 * 1024;

/// What is read at first of a file that says it is empty.
const UNSIZED: usize = 4096;

/// A regular file that is open for reading.
pub(super) struct Source {
    file: OwnedFd,
    size: u64,
}

/// How files are opened for reading: a pipe must not make us wait, nor a terminal become ours.
pub(super) const READING: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

impl Source {
    pub(super) fn open(place: Place<'_>, attempt: Attempt<'_>) -> Result<Self, FileError> {
        let opened = retry_on_intr(|| openat(place.directory, place.path, READING, Mode::empty()));
        Self::of(opened, attempt)
    }

    /// Takes what was opened with [`READING`].
    pub(super) fn of(opened: Result<OwnedFd, Errno>, attempt: Attempt<'_>) -> Result<Self, FileError> {
        let file = opened.map_err(|errno| match errno {
            // This is how the kernel refuses to open a socket.
            Errno::NXIO => attempt.not_a_file(FileKind::Other),
            errno => attempt.io(errno),
        })?;
        let raw = fstat(&file).map_err(|errno| attempt.io(errno))?;
        match look::kind(&raw) {
            FileKind::File => Ok(Self { file, size: u64::try_from(raw.st_size).unwrap_or(0) }),
            kind => Err(attempt.not_a_file(kind)),
        }
    }

    /// The open file itself.
    pub(super) fn into_file(self) -> OwnedFd {
        self.file
    }

    /// The digest of a small file whose size is known, in three system calls; `None` when it is not what was expected.
    pub(super) fn unasked(place: Place<'_>, size: u64, attempt: Attempt<'_>) -> Result<Option<Digest>, FileError> {
        if size == 0 || size > SMALL {
            return Ok(None);
        }
        let file = retry_on_intr(|| openat(place.directory, place.path, READING, Mode::empty()))
            .map_err(|errno| attempt.io(errno))?;
        let source = Self { file, size };
        let mut buffer = Vec::with_capacity(source.buffer_size());
        let length = retry_on_intr(|| rustix::io::read(&source.file, spare_capacity(&mut buffer)));
        Ok(length.is_ok_and(|length| source.was_all(length)).then(|| Digest::of(&buffer)))
    }

    /// The whole content.
    pub(super) fn read(self, limit: u64, attempt: Attempt<'_>) -> Result<Vec<u8>, FileError> {
        check_size(self.size, limit, attempt)?;
        // One byte more than the file has: the read that fills it not is the last one. Some files in /proc say all they have to
        // the first read, and nothing to the next.
        let size = if self.size == 0 { UNSIZED } else { usize::try_from(self.size).unwrap_or(0) };
        let mut bytes = Vec::with_capacity(size.saturating_add(1));
        loop {
            if bytes.len() == bytes.capacity() {
                bytes.reserve(PIECE);
            }
            let read = retry_on_intr(|| rustix::io::read(&self.file, spare_capacity(&mut bytes)));
            let length = read.map_err(|errno| attempt.io(errno))?;
            check_size(bytes.len() as u64, limit, attempt)?;
            // What says that it is empty, as files in /proc do, is read to its end.
            if length == 0 || (self.size > 0 && bytes.len() as u64 == self.size) {
                return Ok(bytes);
            }
        }
    }

    pub(super) fn digest(self, interrupt: &Interrupt, attempt: Attempt<'_>) -> Result<Digest, FileError> {
        let mut hasher = Hasher::default();
        self.pieces(interrupt, |piece| {
            hasher.update(piece);
            Ok(true)
        })
        .map_err(|halt| attempt.halted(halt))?;
        Ok(hasher.finish())
    }

    /// Copies everything to `to`.
    pub(super) fn copy(&self, to: BorrowedFd<'_>, interrupt: &Interrupt) -> Result<(), Halt> {
        if self.size > SMALL {
            self.copy_inside_the_kernel(to, interrupt)?;
        }
        // Whatever the kernel did not copy comes here: files without a size, and file systems that cannot.
        self.pieces(interrupt, |piece| write_all(to, piece).map(|()| true))
    }

    fn copy_inside_the_kernel(&self, to: BorrowedFd<'_>, interrupt: &Interrupt) -> Result<(), Halt> {
        loop {
            match copy_file_range(&self.file, None, to, None, KERNEL_PIECE) {
                Ok(0) | Err(Errno::XDEV | Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP | Errno::PERM) => {
                    return Ok(());
                }
                Ok(_) | Err(Errno::INTR) => go_on(interrupt)?,
                Err(errno) => return Err(errno.into()),
            }
        }
    }

    /// Hands out what is left, piece by piece, until `take` says stop. A small file costs one read, and is never given
    /// up: it is finished sooner than anybody could ask for it.
    pub(super) fn pieces(
        &self,
        interrupt: &Interrupt,
        mut take: impl FnMut(&[u8]) -> Result<bool, Errno>,
    ) -> Result<(), Halt> {
        let mut buffer = Vec::with_capacity(self.buffer_size());
        loop {
            buffer.clear();
            let length = retry_on_intr(|| rustix::io::read(&self.file, spare_capacity(&mut buffer)))?;
            if length == 0 || !take(&buffer)? || self.was_all(length) {
                return Ok(());
            }
            go_on(interrupt)?;
        }
    }

    fn buffer_size(&self) -> usize {
        // Files in /proc say that they are empty; one more byte than needed tells a file that grew.
        usize::try_from(self.size).map_or(PIECE, |size| if size == 0 { UNSIZED } else { (size + 1).min(PIECE) })
    }

    fn was_all(&self, length: usize) -> bool {
        length as u64 == self.size && length < self.buffer_size()
    }
}

/// Asked between two pieces of long work.
pub(super) fn go_on(interrupt: &Interrupt) -> Result<(), Halt> {
    interrupt.signalled().map_or(Ok(()), |signal| Err(Halt::Interrupted(signal)))
}

pub(super) fn check_size(size: u64, limit: u64, attempt: Attempt<'_>) -> Result<(), FileError> {
    if size <= limit { Ok(()) } else { Err(attempt.fails(FileErrorKind::TooLarge { size, limit })) }
}

pub(super) fn write_all(to: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match rustix::io::write(to, bytes) {
            Ok(length) => bytes = &bytes[length..],
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}
