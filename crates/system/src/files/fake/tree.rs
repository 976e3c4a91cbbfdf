//! The tree itself: nodes by their path without links.

use crate::files::error::Attempt;
use crate::files::walk::{Missing, Seen, Stop, Walk};
use crate::files::{Attributes, FileError, FileIdentity, FileKind, Links, Stat};
use rustix::io::Errno;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use value::Timestamp;

/// The mask of a usual system.
pub(super) const UMASK: u32 = 0o022;

pub(super) struct Tree {
    nodes: BTreeMap<PathBuf, Node>,
    /// Files that count as left behind by a dead process.
    pub(super) leftovers: BTreeSet<PathBuf>,
    /// Every change is a second after the one before.
    time: i64,
}

#[derive(Clone)]
pub(super) struct Node {
    pub(super) body: Body,
    pub(super) uid: u32,
    pub(super) gid: u32,
    pub(super) mode: u32,
    pub(super) modified: i64,
}

#[derive(Clone)]
pub(super) enum Body {
    File(Vec<u8>),
    Directory,
    Link(PathBuf),
    Other,
}

impl Body {
    pub(super) fn kind(&self) -> FileKind {
        match self {
            Self::File(_) => FileKind::File,
            Self::Directory => FileKind::Directory,
            Self::Link(_) => FileKind::Link,
            Self::Other => FileKind::Other,
        }
    }

    fn usual_mode(&self) -> u32 {
        match self {
            Self::File(_) | Self::Other => 0o666 & !UMASK,
            Self::Directory => 0o777 & !UMASK,
            Self::Link(_) => 0o777,
        }
    }

    fn size(&self) -> usize {
        match self {
            Self::File(bytes) => bytes.len(),
            Self::Link(target) => target.as_os_str().len(),
            Self::Directory | Self::Other => 0,
        }
    }
}

impl Node {
    pub(super) fn stat(&self) -> Stat {
        Stat {
            kind: self.body.kind(),
            mode: self.mode,
            uid: self.uid,
            gid: self.gid,
            size: self.body.size() as u64,
            modified: Timestamp::from_parts(self.modified, 0, 0).unwrap_or(Timestamp::UNIX_EPOCH),
            // The clock of this tree goes on with every file that is put into it.
            identity: FileIdentity { device: 1, inode: self.modified.unsigned_abs() },
        }
    }

    pub(super) fn set(&mut self, attributes: Attributes) {
        self.uid = attributes.uid.unwrap_or(self.uid);
        self.gid = attributes.gid.unwrap_or(self.gid);
        self.mode = attributes.mode.map_or(self.mode, |mode| mode & 0o7777);
    }
}

impl Default for Tree {
    /// Only the root.
    fn default() -> Self {
        let mut tree = Self { nodes: BTreeMap::new(), leftovers: BTreeSet::new(), time: 0 };
        tree.put(PathBuf::from("/"), Body::Directory, Attributes::default());
        tree
    }
}

impl Tree {
    /// The path without links.
    pub(super) fn resolve(&self, path: &Path, links: Links, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        self.walk(path, links == Links::Follow, Missing::Ends).map_err(|stop| match stop {
            Stop::NotFound => attempt.not_found(),
            Stop::NotADirectory(_) => attempt.io(Errno::NOTDIR),
            Stop::TooManyLinks => attempt.io(Errno::LOOP),
            Stop::Escapes => attempt.escapes(Path::new("/")),
            Stop::Failed(never) => match never {},
        })
    }

    /// As [`resolve`](Self::resolve), where missing directories on the way are made.
    pub(super) fn resolve_new(&self, path: &Path) -> Result<PathBuf, Stop<Infallible>> {
        self.walk(path, false, Missing::Made)
    }

    fn walk(&self, path: &Path, follow_last: bool, missing: Missing) -> Result<PathBuf, Stop<Infallible>> {
        Walk { from: Path::new("/"), confined: false, follow_last, missing }.resolve(path, |path| Ok(self.look(path)))
    }

    fn look(&self, path: &Path) -> Seen {
        match self.nodes.get(path).map(|node| &node.body) {
            None => Seen::Nothing,
            Some(Body::Directory) => Seen::Directory,
            Some(Body::Link(target)) => Seen::Link(target.clone()),
            Some(Body::File(_) | Body::Other) => Seen::Leaf,
        }
    }

    pub(super) fn node(&self, path: &Path) -> Option<&Node> {
        self.nodes.get(path)
    }

    pub(super) fn node_mut(&mut self, path: &Path) -> Option<&mut Node> {
        self.nodes.get_mut(path)
    }

    /// Puts a node there, with what is usual for everything the attributes do not say.
    pub(super) fn put(&mut self, path: PathBuf, body: Body, attributes: Attributes) {
        self.time += 1;
        let mut node = Node { mode: body.usual_mode(), body, uid: 0, gid: 0, modified: self.time };
        node.set(attributes);
        self.nodes.insert(path, node);
    }

    /// Makes the missing directories on the way to a path without links.
    pub(super) fn make_parents(&mut self, path: &Path, mode: Option<u32>) {
        let missing: Vec<_> = path
            .ancestors()
            .skip(1)
            .take_while(|parent| !self.nodes.contains_key(*parent))
            .map(Path::to_owned)
            .collect();
        for parent in missing.into_iter().rev() {
            let mode = mode.unwrap_or(0o777) & !UMASK;
            self.put(parent, Body::Directory, Attributes::mode(mode));
        }
    }

    /// What is below a path, the path itself included.
    fn subtree(&self, path: &Path) -> impl Iterator<Item = &PathBuf> {
        self.nodes
            .range::<Path, _>((Bound::Included(path), Bound::Unbounded))
            .map(|(path, _)| path)
            .take_while(move |below| below.starts_with(path))
    }

    pub(super) fn children(&self, path: &Path) -> Vec<PathBuf> {
        self.subtree(path).filter(|below| below.parent() == Some(path)).cloned().collect()
    }

    /// Puts what is at one path, with all that is below it, at another.
    pub(super) fn rename(&mut self, from: &Path, to: &Path) {
        for below in self.subtree(from).cloned().collect::<Vec<_>>() {
            if let (Some(node), Ok(rest)) = (self.nodes.remove(&below), below.strip_prefix(from)) {
                let place = if rest.as_os_str().is_empty() { to.to_owned() } else { to.join(rest) };
                self.nodes.insert(place, node);
            }
        }
    }

    pub(super) fn remove(&mut self, path: &Path) {
        for below in self.subtree(path).cloned().collect::<Vec<_>>() {
            self.nodes.remove(&below);
            self.leftovers.remove(&below);
        }
    }
}
