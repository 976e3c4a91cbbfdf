//! How much a search may use.

use super::json::Extent;

/// A path that asks for too much.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GjsonError {
    /// Parts of the path, or of the document, are nested too deep.
    #[error("path is nested too deep")]
    TooDeep,
    /// The search looks at, or builds, too much.
    #[error("path asks for too much")]
    TooLarge,
}

/// How deep paths and documents may be nested.
const MAX_DEPTH: usize = 256;

/// How much JSON may be written, in bytes.
pub(super) const MAX_RAW: usize = 64 << 20;

/// How many parts a result may have when it is written out.
const MAX_SIZE: usize = 1_000_000;

/// How many items a search may look at and build.
const MAX_STEPS: u64 = 10_000_000;

pub(super) type Result<T> = std::result::Result<T, GjsonError>;

/// What is left.
#[derive(Debug)]
pub(super) struct Limit {
    steps: u64,
    depth: usize,
}

impl Limit {
    pub(super) fn new() -> Self {
        Self { steps: MAX_STEPS, depth: 0 }
    }

    pub(super) fn steps(&mut self, steps: usize) -> Result<()> {
        let steps = u64::try_from(steps).map_err(|_| GjsonError::TooLarge)?;
        self.steps = self.steps.checked_sub(steps).ok_or(GjsonError::TooLarge)?;
        Ok(())
    }

    /// Whether a part that a path made is small enough to go on with.
    pub(super) fn check(extent: Extent) -> Result<()> {
        match extent {
            Extent { depth, .. } if depth > MAX_DEPTH => Err(GjsonError::TooDeep),
            Extent { size, .. } if size > MAX_SIZE => Err(GjsonError::TooLarge),
            _ => Ok(()),
        }
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
