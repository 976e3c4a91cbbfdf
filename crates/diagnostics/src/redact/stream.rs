//! Masking of a text that comes in pieces.

use super::redactor::Redactor;
use super::scan::{End, Part, Rest};
use std::io;

/// Masks secrets in a stream of bytes, also those that are cut across two or many pieces. Whatever could be the
/// beginning of a secret is held back until it is known; everything else goes out at once.
#[derive(Debug)]
pub struct Stream {
    redactor: Redactor,
    held: Held,
}

/// Text that may become a secret.
#[derive(Default)]
struct Held {
    text: Vec<u8>,
    /// So many bytes at its beginning belong to the mask that went out last.
    covered: usize,
}

impl std::fmt::Debug for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Held").field("bytes", &self.text.len()).finish_non_exhaustive()
    }
}

impl Stream {
    /// The beginning of a stream.
    pub fn new(redactor: Redactor) -> Self {
        Self { redactor, held: Held::default() }
    }

    /// Takes the next piece and appends to `out` what can go out.
    pub fn push(&mut self, chunk: &[u8], out: &mut Vec<u8>) {
        self.advance(chunk, End::Open, out);
    }

    /// Ends the stream and appends what was held back to `out`. A new stream may begin after it.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.advance(&[], End::Final, out);
    }

    fn advance(&mut self, chunk: &[u8], end: End, out: &mut Vec<u8>) {
        let Some(published) = self.redactor.published() else {
            return out.extend_from_slice(chunk);
        };
        let Held { text: mut held, covered } = std::mem::take(&mut self.held);
        let text = if held.is_empty() {
            chunk
        } else {
            held.extend_from_slice(chunk);
            &held
        };
        let mask = self.redactor.mask().as_bytes();
        let Rest { from, covered } = self.redactor.scan(&published, text, covered, end, |part| match part {
            Part::Text(range) => out.extend_from_slice(&text[range]),
            Part::Secret(_) => out.extend_from_slice(mask),
        });
        self.held = Held { text: text[from..].to_vec(), covered };
    }
}

/// A writer that masks secrets on their way to another one. What could be the beginning of a secret stays here, also
/// after a `flush`, until more is written or [`finish`](Self::finish) is called; dropping it does the same.
#[derive(Debug)]
pub struct RedactingWriter<W: io::Write> {
    stream: Stream,
    /// Empty once the writer is given back.
    inner: Option<W>,
    /// Masked, and not written yet.
    ready: Vec<u8>,
}

impl<W: io::Write> RedactingWriter<W> {
    /// Masks on the way to `inner`.
    pub fn new(redactor: Redactor, inner: W) -> Self {
        Self { stream: Stream::new(redactor), inner: Some(inner), ready: Vec::new() }
    }

    /// Writes what was held back and gives the writer back.
    pub fn finish(mut self) -> io::Result<W> {
        self.end()?;
        Ok(self.inner.take().expect("the writer is taken here only"))
    }

    fn end(&mut self) -> io::Result<()> {
        self.stream.finish(&mut self.ready);
        io::Write::flush(self)
    }

    /// Writes what is ready; what an error leaves over is written the next time.
    fn drain(&mut self) -> io::Result<()> {
        let Some(inner) = &mut self.inner else { return Ok(()) };
        while !self.ready.is_empty() {
            match inner.write(&self.ready) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => drop(self.ready.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl<W: io::Write> io::Write for RedactingWriter<W> {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        // An error must leave the chunk with the caller, so what is old goes first.
        self.drain()?;
        self.stream.push(chunk, &mut self.ready);
        self.drain().unwrap_or_else(raised_again_by_the_next_write);
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.drain()?;
        self.inner.as_mut().map_or(Ok(()), io::Write::flush)
    }
}

impl<W: io::Write> Drop for RedactingWriter<W> {
    fn drop(&mut self) {
        ignore_late_error(self.end());
    }
}

/// The chunk is taken already; what could not be written is kept, and the next call meets the same error.
fn raised_again_by_the_next_write(_: io::Error) {}

/// Nobody is left to hear of it; `finish` is there for those who want to know.
fn ignore_late_error(_: io::Result<()>) {}
