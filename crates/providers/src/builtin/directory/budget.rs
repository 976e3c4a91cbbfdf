//! How large a listing may grow.

use crate::{Context, Fault};

/// Counts what a value takes while it is made.
pub(super) struct Budget {
    limit: u64,
    left: u64,
}

impl Budget {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let limit = Some(context.run.settings.max_value_size).filter(|limit| *limit > 0).unwrap_or(u64::MAX);
        Self { limit, left: limit }
    }

    /// What there is room for.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<(), Fault> {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => return Err(self.over()),
        }
        Ok(())
    }

    pub(super) fn over(&self) -> Fault {
        Fault::new(format!("the listing is larger than the {} bytes that a value may have", self.limit)).help(
            "a filter, `maxDepth` or `maxFileSize` makes it smaller; `resolver.maxValueSize` of the configuration sets the limit".to_owned(),
        )
    }
}
