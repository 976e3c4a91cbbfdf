//! Where rendered bytes go, and where they came from.

use std::io;

use super::error::Failure;
use crate::limits::Limit;
use crate::parse::Extent;

/// When there is a writer, this much is collected before it is handed over.
const CHUNK: usize = 64 << 10;

/// Where a part of the output comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The first byte of the output.
    pub output: usize,
    /// The first byte of the source.
    pub start: u32,
    /// One past the last byte of the source.
    pub end: u32,
    /// Whether the output is a copy of that part, byte by byte, and not what an action made.
    pub is_text: bool,
}

/// For every part of an output the place in the template that made it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceMap {
    origins: Vec<Origin>,
}

impl SourceMap {
    /// The parts in the order of the output.
    pub fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// The place in the source that made the byte at `offset` of the output: start and end. Inside of text it is exactly
    /// that byte.
    pub fn find(&self, offset: usize) -> Option<(u32, u32)> {
        let at = self.origins.partition_point(|origin| origin.output <= offset).checked_sub(1)?;
        let origin = self.origins[at];
        if !origin.is_text {
            return Some((origin.start, origin.end));
        }
        let into = u32::try_from(offset - origin.output).ok()?;
        let start = origin.start.saturating_add(into).min(origin.end);
        Some((start, start.saturating_add(1).min(origin.end)))
    }
}

/// Collects output.
pub(crate) struct Output<'w> {
    buffer: Vec<u8>,
    /// How much has been handed over already.
    flushed: usize,
    limit: usize,
    writer: Option<&'w mut dyn io::Write>,
    map: Option<SourceMap>,
}

impl<'w> Output<'w> {
    pub(crate) fn new(limit: usize) -> Self {
        Self { buffer: Vec::new(), flushed: 0, limit, writer: None, map: None }
    }

    pub(crate) fn into(mut self, writer: &'w mut dyn io::Write) -> Self {
        self.writer = Some(writer);
        self
    }

    pub(crate) fn mapped(mut self) -> Self {
        self.map = Some(SourceMap::default());
        self
    }

    /// Takes note that what is written next comes from here.
    pub(super) fn comes_from(&mut self, extent: Extent, is_text: bool) {
        let output = self.flushed + self.buffer.len();
        let Some(map) = &mut self.map else { return };
        if map.origins.last().is_some_and(|last| last.output == output) {
            map.origins.pop();
        }
        map.origins.push(Origin { output, start: extent.start, end: extent.end, is_text });
    }

    /// How much may still be written.
    pub(super) fn room(&self) -> usize {
        self.limit - self.flushed - self.buffer.len()
    }

    pub(super) fn full(&self) -> Limit {
        Limit::Output(self.limit)
    }

    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() > self.room() {
            return Err(self.full().into());
        }
        self.buffer.extend_from_slice(bytes);
        if self.writer.is_some() && self.buffer.len() >= CHUNK {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        if let Some(writer) = &mut self.writer {
            writer.write_all(&self.buffer).map_err(Failure::Write)?;
            self.flushed += self.buffer.len();
            self.buffer.clear();
        }
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.flush()
    }

    pub(crate) fn into_parts(self) -> (Vec<u8>, SourceMap) {
        (self.buffer, self.map.unwrap_or_default())
    }
}
