//! Compressions beside gzip. Each may take so much memory and no more, whatever its headers ask for.

use crate::ArchiveError;
use crate::meter::Meter;
use bzip2::bufread::MultiBzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::io::{self, BufRead, Read};

/// What looking back may take: more than the largest presets of xz and zstd ask for.
const MOST_MEMORY: u64 = 256 << 20;

/// xz, one stream after the other.
pub(crate) fn xz<'a>(input: impl BufRead + 'a, meter: &'a Meter<'a>) -> impl Read + 'a {
    let limit = u32::try_from(MOST_MEMORY >> 10).unwrap_or(u32::MAX);
    Told { inner: XzReader::new_mem_limit(input, true, limit), what: "xz", meter }
}

/// bzip2, one stream after the other.
pub(crate) fn bzip2<'a>(input: impl BufRead + 'a, meter: &'a Meter<'a>) -> impl Read + 'a {
    Told { inner: MultiBzDecoder::new(input), what: "bzip2", meter }
}

/// zstd, one frame after the other.
pub(crate) fn zstd<'a>(input: impl BufRead + 'a, meter: &'a Meter<'a>) -> impl Read + 'a {
    Told { inner: Frames { frame: None, input: Some(input) }, what: "zstd", meter }
}

/// Tells what is wrong with a compression.
struct Told<'a, R> {
    inner: R,
    what: &'static str,
    meter: &'a Meter<'a>,
}

impl<R: Read> Read for Told<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => {
                let is_cut_off = kind == io::ErrorKind::UnexpectedEof;
                let reason = if is_cut_off { "it is cut off".to_owned() } else { error.to_string() };
                self.meter.refuse(ArchiveError::Compression { what: self.what, reason })
            }
        })
    }
}

/// The content of all frames; those that hold none are skipped.
struct Frames<R: BufRead> {
    frame: Option<StreamingDecoder<R, FrameDecoder>>,
    /// Between two frames.
    input: Option<R>,
}

/// How a frame that is to be skipped begins; the last four bits are free.
const SKIPPED: u32 = 0x184d_2a50;

impl<R: BufRead> Frames<R> {
    /// Whether there is another frame.
    fn next(&mut self) -> io::Result<bool> {
        let input = self.frame.take().map(StreamingDecoder::into_inner).or_else(|| self.input.take());
        let Some(mut input) = input else { return Ok(false) };
        while !input.fill_buf()?.is_empty() {
            if !skip(&mut input)? {
                let frame = StreamingDecoder::new_with_max_window_size(input, MOST_MEMORY);
                self.frame = Some(frame.map_err(|error| io::Error::other(error.to_string()))?);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Skips a frame without content, when this is one. Padding of a few bytes at the end is none.
fn skip(input: &mut impl BufRead) -> io::Result<bool> {
    let Some(magic) = input.fill_buf()?.first_chunk::<4>() else { return Ok(false) };
    if u32::from_le_bytes(*magic) & !0xf != SKIPPED {
        return Ok(false);
    }
    let mut header = [0; 8];
    input.read_exact(&mut header)?;
    let length = u64::from(u32::from_le_bytes([header[4], header[5], header[6], header[7]]));
    let skipped = io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
    if skipped == length { Ok(true) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(frame) = &mut self.frame {
                match frame.read(buffer)? {
                    0 => {}
                    length => return Ok(length),
                }
            }
            if !self.next()? {
                return Ok(0);
            }
        }
    }
}
