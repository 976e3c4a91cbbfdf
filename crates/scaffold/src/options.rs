//! How a tree is rendered.

use crate::glob::PathGlob;
use crate::post::Post;
use gostd::path::GlobError;
use std::path::Path;

/// How a tree is rendered.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Leaves files out that have only white space in them once they are rendered.
    pub skip_empty: bool,
    /// Removes files of the target that nothing was rendered for.
    pub purge: bool,
    /// Gives files the permissions of their templates; otherwise they are 0644.
    pub preserve_modes: bool,
    /// Files that are copied as they are: patterns for names, or for paths when they have a slash in them.
    pub copy_only: Vec<String>,
    /// Commands that finish files, in the order in which they run.
    pub post: Vec<Post>,
    /// What a tree may use up.
    pub limits: Limits,
}

/// What a tree may use up. Beyond it, rendering ends with an error that names the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How deep directories may be inside of each other, in the source and in the target.
    pub depth: usize,
    /// How many files and directories the source may have, how many files may come out of it, and how many the target
    /// may have beside those.
    pub files: usize,
    /// How many bytes one template and one output may have.
    pub output: u64,
    /// How many bytes all outputs may have together.
    pub total: u64,
    /// How deep partials may render partials.
    pub nesting: usize,
    /// How many partials one file may render.
    pub partials: usize,
    /// How many bytes of outputs wait in memory; the others wait on the disk.
    pub kept: u64,
}

impl Default for Limits {
    /// 100 levels, 200,000 files, 64 MiB for one output, 4 GiB for all, 50 nested partials, 100,000 partials in
    /// one file, 32 MiB in memory.
    fn default() -> Self {
        Self {
            depth: 100,
            files: 200_000,
            output: 64 << 20,
            total: 4 << 30,
            nesting: 50,
            partials: 100_000,
            kept: 32 << 20,
        }
    }
}

/// The patterns for what is copied as it is.
#[derive(Debug, Default)]
pub(crate) struct CopyOnly(Vec<PathGlob>);

impl CopyOnly {
    pub(crate) fn parse(patterns: &[String]) -> Result<Self, GlobError> {
        Ok(Self(patterns.iter().map(|pattern| PathGlob::parse(pattern)).collect::<Result<_, _>>()?))
    }

    pub(crate) fn contains(&self, path: &Path) -> bool {
        self.0.iter().any(|glob| glob.fits(path))
    }
}
