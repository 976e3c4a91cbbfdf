//! Content on its way from one file to another.

use std::ops::ControlFlow;
use std::path::Path;
use system::files::{FileError, NewFile, ReadBeneath};

/// Adds the content of a file to a new one, piece by piece, and gives its last byte.
pub(crate) fn copy_into(new: &mut dyn NewFile, files: &dyn ReadBeneath, from: &Path) -> Result<Option<u8>, FileError> {
    let mut last = None;
    let mut written = Ok(());
    files.pieces(from, &mut |piece| {
        last = piece.last().copied().or(last);
        written = new.write(piece);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written.map(|()| last)
}
