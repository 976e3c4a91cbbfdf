//! How much a search may use.

use value::{TooLarge, Value};

use super::json::Extent;
use crate::data::measure;

/// A path that asks for too much.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GjsonError {
    /// The text of the path is too long.
    #[error("path of {length} bytes is longer than {limit}")]
    TooLong {
        /// How long it is.
        length: usize,
        /// How long it may be.
        limit: usize,
    },
    /// Parts of the path, or of the document, are nested too deep.
    #[error("path is nested too deep")]
    TooDeep,
    /// The search looks at, or builds, too much.
    #[error(
        "path asks for too much: a search may make {MAX_SIZE} parts and 64 MiB of text, and take a few steps for each part and byte of the data"
    )]
    TooLarge,
}

impl GjsonError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::TooLong { .. } | Self::TooDeep => "split the path, and search in what the first part finds",
            Self::TooLarge => "begin with keys that lead to a smaller part, and use `*`, `#` and modifiers there",
        }
    }
}

/// How long the text of a path may be, in bytes.
const MAX_PATH: usize = 1 << 20;

/// How deep paths and documents may be nested.
pub(super) const MAX_DEPTH: usize = 256;

/// How much JSON may be written, in bytes.
pub(super) const MAX_RAW: usize = 64 << 20;

/// How many parts a result may have when it is written out.
const MAX_SIZE: usize = 1_000_000;

/// How many steps a search may take, whatever it is searched in. A step is about ten nanoseconds of work.
const MAX_STEPS: u64 = 5_000_000;

/// How many steps a search may take for each part of a document that is too large for [`MAX_STEPS`]: enough for a path that
/// goes through all of it and writes it out.
const STEPS_PER_PART_OF_DOCUMENT: u64 = 128;

/// The same for each byte of its texts: they can be read or written several times.
const STEPS_PER_BYTE_OF_DOCUMENT: u64 = 2;

/// How many bytes of text are read or written in a step.
const BYTES_PER_STEP: usize = 4;

/// What it takes to make a part out of text.
const STEPS_PER_PART: usize = 12;

/// What it takes to make an entry of an object, with its name.
pub(super) const STEPS_PER_ENTRY: usize = 6;

/// What it takes to make a scalar that a path builds, with the way it is written.
pub(super) const STEPS_PER_SCALAR: usize = 16;

pub(super) type Result<T> = std::result::Result<T, GjsonError>;

/// What is left.
#[derive(Debug)]
pub(super) struct Limit {
    steps: u64,
    /// Bytes that do not make up a step yet.
    bytes: usize,
    depth: usize,
}

impl Limit {
    pub(super) fn new() -> Self {
        Self { steps: MAX_STEPS, bytes: 0, depth: 0 }
    }

    pub(super) fn steps(&mut self, steps: usize) -> Result<()> {
        let steps = u64::try_from(steps).map_err(|_| GjsonError::TooLarge)?;
        self.steps = self.steps.checked_sub(steps).ok_or(GjsonError::TooLarge)?;
        Ok(())
    }

    /// What a document allows beyond the usual, when it is so large that a plain path may need more.
    pub(super) fn for_large<'a>(roots: impl Iterator<Item = &'a Value>) -> Option<Self> {
        let data = measure(roots);
        let bytes = data.bytes.min(MAX_RAW as u64);
        let steps = data.parts * STEPS_PER_PART_OF_DOCUMENT + bytes * STEPS_PER_BYTE_OF_DOCUMENT;
        (steps > MAX_STEPS / 4).then(|| Self { steps: MAX_STEPS + steps, ..Self::new() })
    }

    /// How long a text may be that is written in one go.
    pub(super) fn room(&self) -> usize {
        usize::try_from(self.steps).unwrap_or(usize::MAX).saturating_mul(BYTES_PER_STEP).min(MAX_RAW)
    }

    /// Whether a path is short enough to be searched.
    pub(super) fn check_path(path: &str) -> Result<()> {
        match path.len() {
            length if length > MAX_PATH => Err(GjsonError::TooLong { length, limit: MAX_PATH }),
            _ => Ok(()),
        }
    }

    /// Text was written or read: that takes time as looking at items does.
    pub(super) fn bytes(&mut self, length: usize) -> Result<()> {
        if length > MAX_RAW {
            return Err(GjsonError::TooLarge);
        }
        let bytes = self.bytes + length;
        self.bytes = bytes % BYTES_PER_STEP;
        self.steps(bytes / BYTES_PER_STEP)
    }

    /// A part was read: it takes memory, and so does the way it is written, which lists and objects keep.
    pub(super) fn read(&mut self, written: usize) -> Result<()> {
        self.steps(STEPS_PER_PART)?;
        self.bytes(written)
    }

    /// Whether a part that a path made is small enough to go on with.
    pub(super) fn check(extent: Extent) -> Result<()> {
        match extent {
            Extent { depth, .. } if depth > MAX_DEPTH => Err(GjsonError::TooDeep),
            Extent { size, .. } if size > MAX_SIZE => Err(GjsonError::TooLarge),
            _ => Ok(()),
        }
    }

    /// Whether a value is small enough to be walked over: its parts can be shared.
    pub(super) fn check_value(value: &Value) -> Result<value::Extent> {
        let limit = value::Extent { nodes: MAX_RAW / size_of::<Value>(), bytes: MAX_RAW, depth: value::MAX_DEPTH };
        value.extent_within(limit).map_err(|error| match error {
            TooLarge::Depth { .. } => GjsonError::TooDeep,
            TooLarge::Nodes { .. } | TooLarge::Bytes { .. } => GjsonError::TooLarge,
        })
    }

    /// One level deeper.
    pub(super) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(GjsonError::TooDeep) } else { Ok(()) }
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}
