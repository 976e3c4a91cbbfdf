//! Adding to the end of a file that is not real.

use super::setup::FakeFiles;
use crate::files::{Attributes, Content, ReadFiles, WriteFiles};
use std::io::{self, Write};
use std::path::PathBuf;

pub(super) struct FakeAppend {
    pub(super) files: FakeFiles,
    pub(super) path: PathBuf,
}

impl Write for FakeAppend {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let before = self.files.read(&self.path, u64::MAX).map_err(io::Error::other)?;
        let content = [&before, piece].concat();
        self.files.replace(&self.path, Content::Bytes(&content), Attributes::default()).map_err(io::Error::other)?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
