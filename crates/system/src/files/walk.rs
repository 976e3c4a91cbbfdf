//! Following a path as the kernel does, for files that are not the kernel's.

use super::{FileError, FileKind, Links, ReadFiles};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// As many links as the kernel follows in one path.
const MAX_LINKS: usize = 40;

/// What is seen at a path whose parents are no links.
pub(super) enum Seen {
    Nothing,
    Directory,
    Link(PathBuf),
    /// A file, device, pipe or socket.
    Leaf,
    /// It is not known; when the path goes on, it can only be a directory.
    Unknown,
}

/// Why a walk ends early.
#[derive(Debug)]
pub(super) enum Stop<E> {
    NotFound,
    NotADirectory(PathBuf),
    TooManyLinks,
    Escapes,
    Failed(E),
}

impl<E> From<E> for Stop<E> {
    fn from(error: E) -> Self {
        Self::Failed(error)
    }
}

/// How a walk is done.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    /// Where relative paths begin; has no links in it.
    pub(super) from: &'a Path,
    /// Whether `from` may be left.
    pub(super) confined: bool,
    /// Whether a link at the end is followed.
    pub(super) follow_last: bool,
    /// What becomes of directories on the way that are missing.
    pub(super) missing: Missing,
}

/// What becomes of directories that are missing on a way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// The way ends there.
    Ends,
    /// They may be there by then, also those that a link leads to.
    Expected,
    /// They are made. What a link leads to is not: whoever makes a directory has the link in the way.
    Made,
}

impl Walk<'_> {
    /// The path without links, `.` and `..`; what it ends with may be missing.
    pub(super) fn resolve<E>(
        self,
        path: &Path,
        mut look: impl FnMut(&Path) -> Result<Seen, E>,
    ) -> Result<PathBuf, Stop<E>> {
        let mut at = self.from.to_owned();
        let mut rest = Vec::new();
        self.enter(path, &mut at, &mut rest)?;
        let mut links = 0;
        let mut linked: Option<Linked> = None;
        while let Some(step) = rest.pop() {
            let Step::Name(name) = step else {
                self.up(&mut at)?;
                continue;
            };
            let next = at.join(name);
            linked = linked.filter(|linked| rest.len() >= linked.left);
            match look(&next)? {
                Seen::Link(target) if self.follow_last || !rest.is_empty() => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(Stop::TooManyLinks);
                    }
                    linked = linked.or(Some(Linked { link: next, left: rest.len() }));
                    self.enter(&target, &mut at, &mut rest)?;
                }
                Seen::Nothing if !rest.is_empty() && self.missing == Missing::Ends => return Err(Stop::NotFound),
                Seen::Nothing if self.missing == Missing::Made && linked.is_some() => {
                    return Err(Stop::NotADirectory(in_the_way(linked, next)));
                }
                Seen::Leaf if !rest.is_empty() => return Err(Stop::NotADirectory(in_the_way(linked, next))),
                Seen::Nothing | Seen::Directory | Seen::Leaf | Seen::Link(_) | Seen::Unknown => at = next,
            }
        }
        Ok(at)
    }

    /// Puts the steps of a path before the rest, the first one on top.
    fn enter<E>(self, path: &Path, at: &mut PathBuf, rest: &mut Vec<Step>) -> Result<(), Stop<E>> {
        if path.is_absolute() {
            if self.confined {
                return Err(Stop::Escapes);
            }
            *at = PathBuf::from("/");
        }
        rest.extend(path.components().rev().filter_map(Step::of));
        Ok(())
    }

    fn up<E>(self, at: &mut PathBuf) -> Result<(), Stop<E>> {
        if self.confined && at.as_path() == self.from {
            return Err(Stop::Escapes);
        }
        at.pop();
        Ok(())
    }
}

/// A link whose target is being walked.
struct Linked {
    link: PathBuf,
    /// How many steps are left after it.
    left: usize,
}

/// Whoever goes through a link knows the link.
fn in_the_way(linked: Option<Linked>, at: PathBuf) -> PathBuf {
    linked.map_or(at, |linked| linked.link)
}

enum Step {
    Name(OsString),
    Up,
}

impl Step {
    fn of(component: Component<'_>) -> Option<Self> {
        match component {
            Component::Normal(name) => Some(Self::Name(name.to_owned())),
            Component::ParentDir => Some(Self::Up),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
        }
    }
}

/// The path without links, as these files have it; what is missing at its end stays as it is written.
pub(crate) fn without_links(path: &Path, files: &dyn ReadFiles) -> Option<PathBuf> {
    let walk = Walk { from: Path::new("/"), confined: false, follow_last: true, missing: Missing::Expected };
    let look = |path: &Path| -> Result<Seen, FileError> {
        Ok(match files.stat(path, Links::Keep)?.map(|stat| stat.kind) {
            None => Seen::Nothing,
            Some(FileKind::Directory) => Seen::Directory,
            Some(FileKind::Link) => Seen::Link(files.read_link(path)?),
            Some(FileKind::File | FileKind::Other) => Seen::Leaf,
        })
    };
    walk.resolve(path, look).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn look(path: &Path) -> Seen {
        match path.to_str().unwrap() {
            "/a" | "/a/b" | "/c" => Seen::Directory,
            "/a/file" => Seen::Leaf,
            "/a/up" => Seen::Link("../c".into()),
            "/a/to-c" => Seen::Link("/c".into()),
            "/a/loop" => Seen::Link("loop".into()),
            "/c/to-file" => Seen::Link("../a/./file".into()),
            "/a/dangling" => Seen::Link("../c/none".into()),
            "/a/twice" => Seen::Link("dangling".into()),
            "/a/deep" => Seen::Link("/c/none/below".into()),
            "/a/unknown" => Seen::Unknown,
            _ => Seen::Nothing,
        }
    }

    fn free() -> Walk<'static> {
        Walk { from: Path::new("/"), confined: false, follow_last: true, missing: Missing::Ends }
    }

    fn resolve(path: &str, walk: Walk<'_>) -> String {
        match walk.resolve(Path::new(path), |path| Ok::<_, Infallible>(look(path))) {
            Ok(path) => path.display().to_string(),
            Err(stop) => format!("{stop:?}"),
        }
    }

    #[test]
    fn paths_are_followed_as_the_kernel_does() {
        for (path, end) in [
            ("/", "/"),
            ("/a/b/../b/.//x", "/a/b/x"),
            ("a/b", "/a/b"),
            ("/../../a", "/a"),
            ("/a/up/x", "/c/x"),
            ("/a/up/..", "/"),
            ("/a/to-c/to-file", "/a/file"),
            ("/a/unknown/x/y", "NotFound"),
            ("/a/unknown/x", "/a/unknown/x"),
            ("/a/nothing", "/a/nothing"),
            ("/a/nothing/x", "NotFound"),
            ("/a/nothing/..", "NotFound"),
            ("/a/file/x", "NotADirectory(\"/a/file\")"),
            ("/a/loop", "TooManyLinks"),
        ] {
            assert_eq!(resolve(path, free()), end, "{path}");
        }
    }

    #[test]
    fn the_last_link_may_be_kept_and_parents_may_be_missing() {
        assert_eq!(resolve("/a/up", Walk { follow_last: false, ..free() }), "/a/up");
        assert_eq!(resolve("/a/up/up", Walk { follow_last: false, ..free() }), "/c/up");
        for missing in [Missing::Expected, Missing::Made] {
            assert_eq!(resolve("/a/x/y/z", Walk { missing, ..free() }), "/a/x/y/z");
            assert_eq!(resolve("/a/to-c/x/y", Walk { missing, ..free() }), "/c/x/y");
        }
    }

    #[test]
    fn what_a_link_leads_to_is_expected_but_not_made() {
        let (expected, made) =
            (Walk { missing: Missing::Expected, ..free() }, Walk { missing: Missing::Made, ..free() });
        for (path, end, link) in [
            ("/a/dangling/x", "/c/none/x", "/a/dangling"),
            ("/a/dangling", "/c/none", "/a/dangling"),
            ("/a/twice/x/y", "/c/none/x/y", "/a/twice"),
            ("/a/to-c/../a/deep/x", "/c/none/below/x", "/a/deep"),
        ] {
            assert_eq!(resolve(path, expected), end, "{path}");
            assert_eq!(resolve(path, made), format!("NotADirectory({link:?})"), "{path}");
        }
        assert_eq!(resolve("/a/dangling", Walk { follow_last: false, ..made }), "/a/dangling");
    }

    #[test]
    fn a_confined_walk_stays_below() {
        let below = Walk { from: Path::new("/a"), confined: true, ..free() };
        assert_eq!(resolve("b/../file", below), "/a/file");
        for path in ["/a/b", "..", "b/../../a/b", "up", "to-c"] {
            assert_eq!(resolve(path, below), "Escapes", "{path}");
        }
    }
}
