//! The source tree: which directories and files it has, in the order in which they are rendered.

use crate::lexical::join;
use crate::options::{CopyOnly, Limits};
use crate::problem::{Exceeded, Problem, ProblemKind};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use system::files::{FileError, FileKind, Links, ReadFiles, is_unfinished};

/// What only other templates use.
const PARTIALS: &str = "_partials";

/// The files and directories of a source, without partials.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// Below the source, parents before children, and when each comes among files and directories.
    pub(crate) directories: Vec<(PathBuf, usize)>,
    /// When each directory comes.
    pub(crate) places: HashMap<PathBuf, usize>,
    pub(crate) files: Vec<SourceFile>,
    pub(crate) problems: Vec<Problem>,
}

/// A file of a source.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// Below the source.
    pub(crate) path: PathBuf,
    /// When it comes among files and directories.
    pub(crate) place: usize,
    pub(crate) mode: u32,
    pub(crate) size: u64,
    pub(crate) is_copied: bool,
}

/// Walks through a source in the order of Go's `filepath.WalkDir`: names sorted, a directory before what is in it.
pub(crate) fn walk(
    files: &dyn ReadFiles,
    root: &Path,
    copy_only: &CopyOnly,
    limits: &Limits,
) -> Result<Source, Problem> {
    let mut walk = Walk { files, root, copy_only, limits, found: Source::default(), open: Vec::new(), count: 0 };
    walk.enter(PathBuf::new())?;
    while let Some((directory, names)) = walk.open.last_mut() {
        match names.next() {
            None => drop(walk.open.pop()),
            // An entry of this name ends its directory if it is not one itself: upstream's walk works that way.
            Some(name) if name == PARTIALS => walk.pass_partials(name)?,
            Some(name) if is_unfinished(&name) => {}
            Some(name) => {
                let path = directory.join(name);
                walk.visit(path)?;
            }
        }
    }
    Ok(walk.found)
}

struct Walk<'a> {
    files: &'a dyn ReadFiles,
    root: &'a Path,
    copy_only: &'a CopyOnly,
    limits: &'a Limits,
    found: Source,
    /// The directories that are being walked through, and what is left in them.
    open: Vec<(PathBuf, std::vec::IntoIter<OsString>)>,
    count: usize,
}

impl Walk<'_> {
    fn enter(&mut self, path: PathBuf) -> Result<(), Problem> {
        let shown = join(self.root, &path);
        if self.open.len() > self.limits.depth {
            return Err(Problem::new(shown, Exceeded::Depth(self.limits.depth)));
        }
        match self.files.list(&shown) {
            Ok(names) => self.open.push((path, names.into_iter())),
            Err(error) if self.open.is_empty() => return Err(Problem::new(shown, error)),
            Err(error) => self.found.problems.push(Problem::new(shown, error)),
        }
        Ok(())
    }

    fn visit(&mut self, path: PathBuf) -> Result<(), Problem> {
        let shown = self.root.join(&path);
        self.count += 1;
        if self.count > self.limits.files {
            return Err(Problem::new(self.root, Exceeded::Files(self.limits.files)));
        }
        match self.look(&shown) {
            Err(error) => self.found.problems.push(Problem::new(shown, error)),
            Ok(None) => {}
            Ok(Some((FileKind::Directory, ..))) => {
                self.found.places.insert(path.clone(), self.count);
                self.found.directories.push((path.clone(), self.count));
                self.enter(path)?;
            }
            Ok(Some((FileKind::File, mode, size))) => {
                let is_copied = self.copy_only.contains(&path);
                self.found.files.push(SourceFile { path, place: self.count, mode, size, is_copied });
            }
            Ok(Some((kind, ..))) => self.found.problems.push(Problem::new(shown, ProblemKind::Source(kind))),
        }
        Ok(())
    }

    /// Nothing when it was removed meanwhile.
    fn look(&self, path: &Path) -> Result<Option<(FileKind, u32, u64)>, FileError> {
        Ok(self.files.stat(path, Links::Keep)?.map(|stat| (stat.kind, stat.mode & 0o777, stat.size)))
    }

    fn pass_partials(&mut self, name: OsString) -> Result<(), Problem> {
        let Some((directory, names)) = self.open.last_mut() else { return Ok(()) };
        let shown = self.root.join(&*directory).join(name);
        match self.files.stat(&shown, Links::Keep) {
            Err(error) => return Err(Problem::new(shown, error)),
            Ok(Some(stat)) if stat.kind == FileKind::Directory => {}
            Ok(_) => *names = Vec::new().into_iter(),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::files::{Attributes, FakeFiles};

    fn walked(files: &FakeFiles, limits: &Limits) -> Result<Source, Problem> {
        let copy_only = CopyOnly::parse(&["*.png".to_owned()]).unwrap();
        walk(files, Path::new("/s"), &copy_only, limits)
    }

    fn paths(source: &Source) -> Vec<String> {
        let directories = source.directories.iter().map(|(path, place)| (*place, format!("{}/", path.display())));
        let files = source.files.iter().map(|file| (file.place, file.path.display().to_string()));
        let mut all: Vec<_> = directories.chain(files).collect();
        all.sort();
        all.into_iter().map(|(_, path)| path).collect()
    }

    #[test]
    fn the_order_is_that_of_the_original() {
        let files = FakeFiles::new();
        for path in ["Z", "a-b", "a.txt", "a/z", "a/b/c", "b", "_partials/p", "x/_partials/deep/q", "x/y"] {
            files.add_file(Path::new("/s").join(path), "");
        }
        files.add_directory("/s/empty", Attributes::default());
        let source = walked(&files, &Limits::default()).unwrap();
        assert_eq!(paths(&source), ["Z", "a/", "a/b/", "a/b/c", "a/z", "a-b", "a.txt", "b", "empty/", "x/", "x/y"]);
        assert!(source.problems.is_empty());
    }

    #[test]
    fn a_file_named_like_partials_ends_its_directory() {
        let files = FakeFiles::new();
        for path in ["d/A", "d/_partials", "d/a", "d/z/y", "e/f"] {
            files.add_file(Path::new("/s").join(path), "");
        }
        assert_eq!(paths(&walked(&files, &Limits::default()).unwrap()), ["d/", "d/A", "e/", "e/f"]);
    }

    #[test]
    fn only_files_and_directories_are_taken() {
        let files = FakeFiles::new();
        files.add_file("/s/a.png", "");
        files.add_link("/s/link", "a.png");
        files.add_other("/s/pipe");
        files.add_link("/s/_partials/link", "nowhere");
        files.add_file("/s/.upright-0a1b2c3d-00000000-12-345-6", "");
        let source = walked(&files, &Limits::default()).unwrap();
        assert_eq!(paths(&source), ["a.png"]);
        assert!(source.files[0].is_copied);
        let problems: Vec<_> = source.problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "/s/link: invalid file in source: it is a symbolic link",
                "/s/pipe: invalid file in source: it is a device, pipe or socket"
            ]
        );
    }

    #[test]
    fn trees_have_limits() {
        let files = FakeFiles::new();
        files.add_file("/s/a/b/c", "");
        files.add_file("/s/d", "");
        let limited = |depth, files_limit| {
            let limits = Limits { depth, files: files_limit, ..Limits::default() };
            walked(&files, &limits).map(|source| source.files.len()).map_err(|problem| problem.to_string())
        };
        assert_eq!(limited(2, 4), Ok(2));
        assert_eq!(limited(1, 4), Err("/s/a/b: directories are nested deeper than the limit of 1".to_owned()));
        assert_eq!(limited(2, 3), Err("/s: there are more files than the limit of 3".to_owned()));
        let missing = walk(&files, Path::new("/none"), &CopyOnly::default(), &Limits::default()).unwrap_err();
        assert_eq!(missing.to_string(), "cannot list `/none`: no such file or directory");
    }
}
