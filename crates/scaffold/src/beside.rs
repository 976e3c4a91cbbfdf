//! What the target has beside the tree.

use crate::lexical::join;
use crate::options::Limits;
use crate::problem::{Exceeded, Problem};
use crate::roots::Roots;
use crate::survey::{Directory, Survey};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use system::files::{FileError, FileIdentity, FileKind, Links, ReadFiles, is_unfinished};
use value::Unknown;

/// Files and links that the tree does not have.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Beside {
    /// Below the target, sorted by their bytes.
    pub(crate) files: Vec<PathBuf>,
    /// Directories with unfinished files of ours in them.
    pub(crate) swept: Vec<PathBuf>,
    /// Why nobody can tell.
    pub(crate) unknown: Option<Unknown>,
}

/// What to look for, and how far.
pub(crate) struct Search<'a> {
    pub(crate) files: &'a dyn ReadFiles,
    pub(crate) target: &'a Path,
    pub(crate) survey: &'a Survey,
    pub(crate) limits: &'a Limits,
    pub(crate) roots: Roots,
    /// Whether all has to be found.
    pub(crate) purge: bool,
}

/// How many files beside the tree are found for each one that the tree may have.
const FACTOR: usize = 5;

impl Search<'_> {
    /// Walks through the target. Links are not followed, so nothing outside is ever found; directories do not count.
    pub(crate) fn run(&self, tree: &HashSet<&OsStr>) -> Result<Beside, Problem> {
        let mut walk = Walk {
            search: self,
            tree,
            aliases: self.survey.aliases(),
            found: Beside::default(),
            open: vec![Open { path: PathBuf::new(), alias: None, depth: 0 }],
        };
        if !self.survey.target_exists() {
            return Ok(walk.found);
        }
        while let Some(open) = walk.open.pop() {
            if let Err(error) = walk.directory(&open) {
                match error.unknown() {
                    Some(reason) => walk.found.unknown = Some(reason.clone()),
                    None => return Err(Problem::new(join(self.target, &open.path), error)),
                }
            }
            if walk.found.files.len() > self.limits.files.saturating_mul(FACTOR) {
                if self.purge {
                    return Err(Problem::new(self.target, Exceeded::Files(self.limits.files.saturating_mul(FACTOR))));
                }
                break;
            }
        }
        walk.found.files.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        Ok(walk.found)
    }
}

struct Walk<'a> {
    search: &'a Search<'a>,
    /// The files of the tree.
    tree: &'a HashSet<&'a OsStr>,
    /// Directories that the tree reaches through links, and the paths it has for them.
    aliases: Vec<(FileIdentity, &'a Path)>,
    found: Beside,
    open: Vec<Open>,
}

/// A directory to walk through.
struct Open {
    path: PathBuf,
    /// The path that the tree has for it, if that is another one.
    alias: Option<PathBuf>,
    depth: usize,
}

impl Walk<'_> {
    /// The path that the tree has for a directory that it reaches through a link.
    fn alias(&self, identity: FileIdentity) -> Option<PathBuf> {
        let found = self.aliases.iter().find(|(linked, _)| *linked == identity);
        found.map(|(_, path)| (*path).to_owned())
    }

    fn directory(&mut self, open: &Open) -> Result<(), FileError> {
        let names = self.search.files.list(&join(self.search.target, &open.path))?;
        for name in names {
            if is_unfinished(&name) {
                if self.found.swept.last() != Some(&open.path) {
                    self.found.swept.push(open.path.clone());
                }
                continue;
            }
            let alias = open.alias.as_ref().map(|alias| alias.join(&name));
            self.entry(open.path.join(name), alias, open.depth + 1)?;
        }
        Ok(())
    }

    fn entry(&mut self, path: PathBuf, alias: Option<PathBuf>, depth: usize) -> Result<(), FileError> {
        let is_file = |path: &Path| self.tree.contains(path.as_os_str());
        if is_file(&path) || alias.as_deref().is_some_and(is_file) {
            return Ok(());
        }
        let identity = match self.search.survey.get(&path) {
            // A link on the way to files of the tree is a part of it.
            Some(Directory::Linked(_)) => return Ok(()),
            Some(Directory::Present(identity)) => *identity,
            _ => match self.search.files.stat(&self.search.target.join(&path), Links::Keep)? {
                None => return Ok(()),
                Some(stat) if stat.kind == FileKind::Directory => Some(stat.identity),
                Some(_) => {
                    self.found.files.push(path);
                    return Ok(());
                }
            },
        };
        if identity.is_some_and(|identity| self.search.roots.is_source(identity)) {
            return Ok(());
        }
        if depth <= self.search.limits.depth {
            let alias = identity.and_then(|identity| self.alias(identity)).or(alias);
            self.open.push(Open { path, alias, depth });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::files::{Attributes, FakeFiles};

    fn beside(files: &FakeFiles, directories: &[&str], tree: &[&str]) -> (Vec<String>, Vec<String>) {
        let (target, limits) = (Path::new("/t"), Limits::default());
        let survey = Survey::of(files, target, directories.iter().map(Path::new));
        let search = Search { files, target, survey: &survey, limits: &limits, roots: Roots::default(), purge: true };
        let found = search.run(&tree.iter().map(OsStr::new).collect()).unwrap();
        let shown = |paths: &[PathBuf]| paths.iter().map(|path| path.display().to_string()).collect();
        (shown(&found.files), shown(&found.swept))
    }

    #[test]
    fn files_and_links_are_found_but_no_directories() {
        let files = FakeFiles::new();
        for path in ["keep", "old", "d/old", "d/e/old", "d/keep", "a-b", "a/z", ".hidden"] {
            files.add_file(Path::new("/t").join(path), "");
        }
        files.add_directory("/t/empty", Attributes::default());
        files.add_file("/outside/x", "");
        files.add_link("/t/link", "/outside");
        files.add_other("/t/pipe");
        let (found, swept) = beside(&files, &["d"], &["keep", "d/keep"]);
        assert_eq!(found, [".hidden", "a-b", "a/z", "d/e/old", "d/old", "link", "old", "pipe"]);
        assert_eq!(swept, Vec::<String>::new());
        assert_eq!(beside(&FakeFiles::new(), &[], &[]), (vec![], vec![]));
    }

    #[test]
    fn unfinished_files_are_not_anybodys() {
        let files = FakeFiles::new();
        files.add_file("/t/d/.upright-0a1b2c3d-00000000-12-345-6", "");
        files.add_file("/t/d/.upright-0a1b2c3d-00000000-12-345-7", "");
        files.add_file("/t/.upright-0a1b2c3d-00000000-12-345-8-stage/0/a", "");
        files.add_file("/t/.upright-mine", "");
        let (found, mut swept) = beside(&files, &[], &[]);
        swept.sort();
        assert_eq!(found, [".upright-mine"]);
        assert_eq!(swept, ["", "d"]);
    }

    #[test]
    fn what_the_tree_reaches_through_a_link_is_part_of_it() {
        let files = FakeFiles::new();
        files.add_file("/t/releases/5/config", "");
        files.add_file("/t/releases/5/sub/deep", "");
        files.add_file("/t/releases/5/other", "");
        files.add_link("/t/current", "releases/5");
        let (found, _) = beside(&files, &["current", "current/sub"], &["current/config", "current/sub/deep"]);
        assert_eq!(found, ["releases/5/other"]);
    }
}
