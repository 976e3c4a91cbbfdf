//! The directories of the target that the tree needs: which are there, which are to be made, which cannot be used.

use crate::problem::{Problem, ProblemKind};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use system::files::{FileError, FileErrorKind, FileIdentity, FileKind, Links, ReadBeneath, ReadFiles, Stat};
use value::Unknown;

/// A directory of the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Directory {
    /// It is there.
    Present(Option<FileIdentity>),
    /// It is there, under another name below the target, or it is the target itself.
    Linked(Option<FileIdentity>),
    /// It has to be made.
    Missing,
    /// Only the run will tell.
    Unknown(Unknown),
    /// Something is in its way, which was reported.
    Blocked,
}

/// What was found.
#[derive(Debug)]
pub(crate) struct Survey {
    /// By the path below the target; the empty one is the target.
    directories: HashMap<PathBuf, Directory>,
    /// The nearest directory that is there: the target or one above it.
    pub(crate) nearest: Option<PathBuf>,
    pub(crate) problems: Vec<Problem>,
}

impl Survey {
    /// Looks at the target and at those directories below it; parents come before children.
    pub(crate) fn of<'a>(
        files: &dyn ReadFiles,
        target: &Path,
        directories: impl IntoIterator<Item = &'a Path>,
    ) -> Self {
        let mut survey = Self { directories: HashMap::new(), nearest: None, problems: Vec::new() };
        let root = survey.root(files, target);
        survey.directories.insert(PathBuf::new(), root);
        let mut view = View { files, target, beneath: None };
        for path in directories {
            let found = match survey.parent(path) {
                Directory::Missing => Directory::Missing,
                Directory::Blocked => Directory::Blocked,
                Directory::Unknown(reason) => Directory::Unknown(reason.clone()),
                Directory::Present(_) | Directory::Linked(_) => match view.look(path) {
                    Ok(found) => found,
                    Err(kind) => survey.blocked(target.join(path), kind),
                },
            };
            survey.directories.insert(path.to_owned(), found);
        }
        survey
    }

    /// The state of a directory that was looked at.
    pub(crate) fn get(&self, path: &Path) -> Option<&Directory> {
        self.directories.get(path)
    }

    /// The state of the directory that a path is in.
    pub(crate) fn parent(&self, path: &Path) -> &Directory {
        path.parent().and_then(|parent| self.get(parent)).unwrap_or(&Directory::Missing)
    }

    pub(crate) fn target_exists(&self) -> bool {
        matches!(self.get(Path::new("")), Some(Directory::Present(_)))
    }

    /// Directories that are reached through links: what they are, and the paths that the tree has for them.
    pub(crate) fn aliases(&self) -> Vec<(FileIdentity, &Path)> {
        let linked = self.directories.iter().filter_map(|(path, found)| match found {
            Directory::Linked(Some(identity)) => Some((*identity, path.as_path())),
            _ => None,
        });
        linked.collect()
    }

    fn blocked(&mut self, path: PathBuf, kind: ProblemKind) -> Directory {
        self.problems.push(Problem::new(path, kind));
        Directory::Blocked
    }

    /// The target itself may be a link to anywhere: it was named by whoever runs this.
    fn root(&mut self, files: &dyn ReadFiles, target: &Path) -> Directory {
        match files.stat(target, Links::Follow) {
            Ok(Some(stat)) if stat.kind == FileKind::Directory => {
                self.nearest = Some(target.to_owned());
                Directory::Present(identity(&stat))
            }
            Ok(Some(stat)) => self.blocked(target.to_owned(), in_the_way(stat.kind)),
            Ok(None) => self.missing_root(files, target),
            Err(error) => self.failed(target, error),
        }
    }

    fn missing_root(&mut self, files: &dyn ReadFiles, target: &Path) -> Directory {
        for path in target.ancestors().filter(|path| !path.as_os_str().is_empty()) {
            match files.stat(path, Links::Keep) {
                Ok(None) => {}
                Ok(Some(found)) => match files.stat(path, Links::Follow) {
                    Ok(Some(stat)) if stat.kind == FileKind::Directory => {
                        self.nearest = Some(path.to_owned());
                        return Directory::Missing;
                    }
                    Ok(stat) => {
                        let kind = stat.map_or(found.kind, |stat| stat.kind);
                        return self.blocked(path.to_owned(), in_the_way(kind));
                    }
                    Err(error) => return self.failed(path, error),
                },
                Err(error) => return self.failed(path, error),
            }
        }
        self.nearest = Some(PathBuf::from("."));
        Directory::Missing
    }

    fn failed(&mut self, path: &Path, error: FileError) -> Directory {
        match error.unknown() {
            Some(reason) => Directory::Unknown(reason.clone()),
            None => self.blocked(path.to_owned(), error.into()),
        }
    }
}

fn in_the_way(found: FileKind) -> ProblemKind {
    ProblemKind::InTheWay { found, wanted: FileKind::Directory }
}

/// What is only foreseen has no identity.
fn identity(stat: &Stat) -> Option<FileIdentity> {
    Some(stat.identity).filter(|identity| *identity != FileIdentity::default())
}

struct View<'a> {
    files: &'a dyn ReadFiles,
    target: &'a Path,
    /// Opened for the first link.
    beneath: Option<Box<dyn ReadBeneath>>,
}

impl View<'_> {
    fn look(&mut self, path: &Path) -> Result<Directory, ProblemKind> {
        match self.files.stat(&self.target.join(path), Links::Keep) {
            Ok(None) => Ok(Directory::Missing),
            Ok(Some(stat)) => match stat.kind {
                FileKind::Directory => Ok(Directory::Present(identity(&stat))),
                FileKind::Link => self.follow(path),
                found => Err(in_the_way(found)),
            },
            Err(error) => unknown_or(error),
        }
    }

    /// Where a link leads to, which has to be below the target.
    fn follow(&mut self, path: &Path) -> Result<Directory, ProblemKind> {
        let beneath = match &self.beneath {
            Some(beneath) => beneath,
            None => self.beneath.insert(self.files.beneath(self.target)?),
        };
        match beneath.stat(path, Links::Follow) {
            Ok(Some(stat)) if stat.kind == FileKind::Directory => Ok(Directory::Linked(identity(&stat))),
            Ok(Some(stat)) => Err(in_the_way(stat.kind)),
            Ok(None) => Err(in_the_way(FileKind::Link)),
            Err(error) if matches!(error.kind, FileErrorKind::Escapes { .. }) => {
                Err(ProblemKind::LeadsOut { target: self.target.to_owned() })
            }
            Err(error) => unknown_or(error),
        }
    }
}

fn unknown_or(error: FileError) -> Result<Directory, ProblemKind> {
    match error.unknown() {
        Some(reason) => Ok(Directory::Unknown(reason.clone())),
        None => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::files::{Attributes, FakeFiles};

    fn survey(files: &FakeFiles, target: &str, directories: &[&str]) -> (Vec<String>, Vec<String>, Option<String>) {
        let found = Survey::of(files, Path::new(target), directories.iter().map(Path::new));
        let states = [""].iter().chain(directories).map(|path| match found.get(Path::new(path)).unwrap() {
            Directory::Present(_) => "present".to_owned(),
            Directory::Linked(_) => "linked".to_owned(),
            Directory::Missing => "missing".to_owned(),
            Directory::Unknown(reason) => reason.reason().to_owned(),
            Directory::Blocked => "blocked".to_owned(),
        });
        let problems = found.problems.iter().map(ToString::to_string).collect();
        (states.collect(), problems, found.nearest.as_ref().map(|path| path.display().to_string()))
    }

    #[test]
    fn directories_are_judged_from_the_top() {
        let files = FakeFiles::new();
        files.add_directory("/t/a", Attributes::default());
        files.add_directory("/t/real", Attributes::default());
        files.add_link("/t/in", "real");
        files.add_link("/t/out", "/etc");
        files.add_link("/t/dangling", "nothing");
        files.add_file("/t/file", "");
        files.add_directory("/etc", Attributes::default());
        let directories = ["a", "a/b", "new", "new/c", "in", "in/d", "out", "out/e", "dangling", "file"];
        let (states, problems, nearest) = survey(&files, "/t", &directories);
        assert_eq!(
            states,
            [
                "present", "present", "missing", "missing", "missing", "linked", "missing", "blocked", "blocked",
                "blocked", "blocked"
            ]
        );
        assert_eq!(
            problems,
            [
                "/t/out: it is a symbolic link that leads out of `/t`",
                "/t/dangling: it is a symbolic link, and the tree has a directory of that name",
                "/t/file: it is a regular file, and the tree has a directory of that name"
            ]
        );
        assert_eq!(nearest.as_deref(), Some("/t"));
    }

    #[test]
    fn a_target_may_be_missing_but_not_be_something_else() {
        let files = FakeFiles::new();
        files.add_file("/file", "");
        files.add_directory("/srv", Attributes::default());
        files.add_link("/link", "/srv");
        files.add_link("/dangling", "/nothing");
        let of = |target: &str| survey(&files, target, &["d"]);
        assert_eq!(of("/srv/a/b"), (vec!["missing".into(); 2], vec![], Some("/srv".into())));
        assert_eq!(of("/link/a"), (vec!["missing".into(); 2], vec![], Some("/link".into())));
        assert_eq!(of("/link").0, ["present", "missing"]);
        for (target, problem) in [
            ("/file", "/file: it is a regular file, and the tree has a directory of that name"),
            ("/file/x/y", "/file: it is a regular file, and the tree has a directory of that name"),
            ("/dangling", "/dangling: it is a symbolic link, and the tree has a directory of that name"),
        ] {
            assert_eq!(of(target), (vec!["blocked".into(); 2], vec![problem.into()], None), "{target}");
        }
        assert_eq!(of("relative/t").2.as_deref(), Some("."));
    }
}
