//! Output that cannot grow without bounds.

/// How long a result may be unless another limit is given: 64 MiB.
pub const MAX_OUTPUT: usize = 64 << 20;

/// The result would be longer than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("text would be longer than {limit} bytes")]
pub struct TooLong {
    /// How long it may be.
    pub limit: usize,
}

/// Bytes up to a limit. What is written beyond is dropped, and [`Output::is_full`] tells loops to stop.
pub(crate) struct Output {
    bytes: Vec<u8>,
    limit: usize,
    full: bool,
}

impl Output {
    pub(crate) fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), limit, full: false }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    pub(crate) fn finish(self) -> Result<Vec<u8>, TooLong> {
        if self.full { Err(TooLong { limit: self.limit }) } else { Ok(self.bytes) }
    }

    pub(crate) fn push(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        if self.has_room(bytes.len()) {
            self.bytes.extend_from_slice(bytes);
        }
    }

    pub(crate) fn push_char(&mut self, c: char) {
        self.push(c.encode_utf8(&mut [0; 4]));
    }

    pub(crate) fn repeat(&mut self, byte: u8, count: usize) {
        if self.has_room(count) {
            self.bytes.resize(self.bytes.len() + count, byte);
        }
    }

    fn has_room(&mut self, count: usize) -> bool {
        self.full |= count > self.limit - self.bytes.len();
        !self.full
    }
}
